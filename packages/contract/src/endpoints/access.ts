import { z } from 'zod';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { emailAddress, givenPassword, newPassword, personFields, shownPerson } from '../rules/person.js';
import { endpoint } from './endpoint.js';

const session = z.object({
  sessionId: z.string(),
  createdDate: z.iso.datetime(),
  lastSeenDate: z.iso.datetime(),
  ipaddress: z.string(),
  device: z.string().nullable().describe('Browser and system, in words; null where they are not known'),
  kept: z.boolean().describe('"Keep me logged in"'),
  current: z.boolean().describe('The session of this call'),
});

export const sessionList = endpoint('GET /user-management/session/list', {
  summary: 'Where the caller is signed in',
  subUser: 'SELF',
  owner: 'CALLER',
  response: z.object({ sessionList: z.array(session) }),
});

export const endSession = endpoint('PUT /user-management/session/end/:sessionId', {
  summary: "End one of the caller's sessions",
  subUser: 'SELF',
  owner: { ids: { sessionId: 'session' } },
  params: z.strictObject({ sessionId: z.string().max(64) }),
  errors: ['NOT_YOURS'],
});

export const endOtherSessions = endpoint('PUT /user-management/session/endothers', {
  summary: 'End every session of the caller but this one',
  subUser: 'SELF',
  owner: 'CALLER',
});

/** A session as its browser holds it. */
export const openedSession = z.object({
  loginId: z.string(),
  sessionId: z.string(),
  token: z.string().describe('Travels in the accessedBy header of every later call'),
});
export type BrowserSession = z.output<typeof openedSession>;

/** Who signed in (SPEC 3 "User"), without a password and with an opaque session token. */
export const signedIn = z.object({
  ...shownPerson,
  ...openedSession.shape,
  mustChangePassword: z
    .boolean()
    .describe('The password was given by the operator: until it is changed, every call but that and logout is refused'),
  operator: z.boolean().describe('May use the calls and screens of who runs the portal'),
  mustAddFactor: z
    .boolean()
    .describe(
      'A second factor is asked for: until there is one, every call but those that add one and logout is refused',
    ),
  byFirm: z.boolean().describe("They came in by their firm's provider"),
});
export type SignedIn = z.output<typeof signedIn>;

export const login = endpoint('POST /user-management/login', {
  summary: 'Sign in with e-mail and password',
  access: 'client',
  owner: 'NOBODY',
  rate: 'LOGIN',
  request: z.strictObject({
    email: emailAddress,
    password: givenPassword,
    code: z
      .string()
      .trim()
      .max(64)
      .optional()
      .describe('Of the second factor, where the person has one: from their app, or a recovery code'),
    ipaddress: z.string().max(64).optional().describe('Accepted and not used: the server sees the address itself'),
    keepLoggedIn: z.boolean().default(false),
  }),
  response: signedIn,
  errors: ['INVALID_LOGIN', 'FACTOR_NEEDED', 'FACTOR_REFUSED', 'SIGN_ON_ONLY'],
});

export const restoreSession = endpoint('POST /user-management/session/restore', {
  summary: 'Open a new tab with the session that the restore cookie names',
  access: 'restore',
  owner: 'CALLER',
  rate: 'PUBLIC',
  response: signedIn,
  errors: ['SIGN_IN_FIRST'],
});

export const logout = endpoint('PUT /user-management/logout', {
  summary: 'End this session',
  subUser: 'SELF',
  beforeOwnPassword: true,
  beforeFactor: true,
  owner: { ids: { userId: 'self', loginId: 'self', sessionId: 'self' } },
  request: z.strictObject({ userId: z.number().int(), loginId: z.string().max(64), sessionId: z.string().max(64) }),
  response: z.object({
    message: z.string(),
    signOutUrl: z
      .string()
      .optional()
      .describe('Where the browser signs out of the provider of the firm that it came in by'),
  }),
  errors: ['NOT_YOURS'],
});

export const loginStatus = endpoint('GET /user-management/user/loginstatus', {
  summary: 'Whether a login still stands',
  access: 'client',
  owner: { ids: { loginId: 'self' } },
  rate: 'PUBLIC',
  request: z.strictObject({ loginId: z.string().max(64) }),
  response: z.object({
    logoutTime: z.iso.datetime().nullable().describe('When the session ended; null while it stands'),
  }),
  errors: ['SIGN_IN_FIRST'],
});

export const forgotPassword = endpoint('GET /user-management/forgotpassword', {
  summary: 'Mail a one-time password; the answer is the same for every address',
  access: 'client',
  owner: 'NOBODY',
  rate: 'OTP',
  request: z.strictObject({
    userEmail: z
      .string({ error: MESSAGES.invalidEmailId })
      .trim()
      .max(254, { error: MESSAGES.invalidEmailId })
      .pipe(z.email({ error: MESSAGES.invalidEmailId })),
  }),
  response: z.object({ message: z.string(), requestId: z.string().describe('Goes with the one-time password') }),
});

export const verifyOtp = endpoint('POST /user-management/forgotpassword/verify', {
  summary: 'Trade the mailed one-time password for a token that sets a new password, once',
  access: 'client',
  owner: { ids: { requestId: 'secret' } },
  rate: 'OTP',
  request: z.strictObject({ requestId: z.string().max(64), otp: z.string({ error: MESSAGES.invalidOtp }).max(16) }),
  response: z.object({ token: z.string() }),
  errors: ['INVALID_OTP'],
});

export const setPassword = endpoint('PUT /user-management/password', {
  summary: 'Set a password by a token: of a mailed link, or from a one-time password. Ends every session',
  access: 'client',
  owner: { ids: { token: 'secret' } },
  rate: 'OTP',
  request: z
    .strictObject({
      token: z.string().max(LIMITS.tokenMaxLength),
      password: newPassword,
      confirmPassword: z.string({ error: MESSAGES.passwordsDiffer }).max(2 * LIMITS.passwordMaxLength),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: MESSAGES.passwordsDiffer,
    }),
  response: z.object({ message: z.string(), email: z.string().describe('Whose password it is, to sign in with') }),
  errors: ['LINK_EXPIRED', 'PASSWORD_REFUSED'],
});

/** A proof of work: the key, among those of the numbers from 0 up, that begins with `keyPrefix`. */
const proofOfWork = z.object({
  algorithm: z.literal('PBKDF2/SHA-256'),
  nonce: z.string().describe('In hexadecimal digits; the password of a key is it, and the number in four bytes'),
  salt: z.string().describe('In hexadecimal digits'),
  cost: z.number().int().describe('Rounds of each key'),
  keyLength: z.number().int().describe('In bytes'),
  keyPrefix: z.string().describe('In hexadecimal digits'),
});
export type ProofOfWork = z.output<typeof proofOfWork>;

export const captcha = endpoint('POST /user-management/captcha', {
  summary:
    'A captcha for one sign-up: work for the browser, or a question in words where the page is not served securely',
  access: 'client',
  owner: 'NOBODY',
  rate: 'CAPTCHA',
  request: z
    .strictObject({
      inWords: z
        .boolean()
        .optional()
        .describe('The page is not served securely, where browsers compute no keys; never granted over TLS'),
    })
    .nullish(),
  response: z.object({
    captchaId: z.string(),
    challenge: proofOfWork.optional().describe('Its answer is the whole key, in hexadecimal digits'),
    question: z.string().optional().describe('A question in words, in place of a challenge; its answer is in digits'),
    waitSeconds: z.number().describe('An answer that comes sooner is refused'),
    expiresDate: z.iso.datetime(),
  }),
});

export const signUp = endpoint('POST /user-management/user', {
  summary: 'Ask for an account',
  access: 'client',
  owner: { ids: { captchaId: 'secret' } },
  rate: 'SIGN_UP',
  request: z.strictObject({
    ...personFields,
    user_type: z.literal('USER').optional(),
    subscription_id: z.literal(1).optional().describe('Accepted and not used: the account begins on the Free plan'),
    termsAccepted: z.literal(true, { error: MESSAGES.acceptTerms }),
    captchaId: z.string({ error: MESSAGES.captchaNotMatched }).max(64),
    captcha: z.string({ error: MESSAGES.captchaNotMatched }).max(128),
  }),
  errors: ['CAPTCHA_NOT_MATCHED'],
});
