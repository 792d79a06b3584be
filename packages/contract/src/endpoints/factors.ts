import { z } from 'zod';
import { FACTOR_KINDS } from '../rules/factors.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { givenPassword, line } from '../rules/person.js';
import { signedIn } from './access.js';
import { endpoint } from './endpoint.js';

const factorName = line(MESSAGES.enterFactorName, LIMITS.nameMaxLength).describe('What its person calls it');

/** A code of an app, or a recovery code, however it is spaced. */
export const factorCode = z
  .string({ error: MESSAGES.enterFactorCode })
  .trim()
  .min(1, { error: MESSAGES.enterFactorCode })
  .max(64);

const challengeId = z.string().max(64);

/** What a browser makes of a challenge (WebAuthn, in JSON). Its parts are looked at by the library that verifies it. */
const passkeyAnswer = z
  .looseObject({
    id: z
      .string()
      .max(1400)
      .regex(/^[\w-]+={0,2}$/),
    type: z.literal('public-key'),
    response: z.looseObject({}),
  })
  .describe('A PublicKeyCredential in JSON (WebAuthn)');

/** What a browser is asked by (WebAuthn, in JSON). */
const passkeyOptions = z.looseObject({}).describe('Options of the browser’s credential call, in JSON (WebAuthn)');

const recoveryCodes = z
  .array(z.string())
  .describe('Each signs in once in place of a code. The answer has them this once: only their hashes are kept');

export const factorList = endpoint('GET /user-management/factor/list', {
  summary: "The caller's second factors",
  subUser: 'SELF',
  owner: 'CALLER',
  beforeFactor: true,
  response: z.object({
    factorList: z.array(
      z.object({
        factorId: z.string(),
        kind: z.enum(FACTOR_KINDS),
        name: z.string(),
        createdDate: z.iso.datetime(),
        lastUsedDate: z.iso.datetime().nullable(),
      }),
    ),
    recoveryCodesLeft: z.number().int(),
    demandedBy: z
      .enum(['OWNER', 'OPERATOR'])
      .nullable()
      .describe('Who asks that everybody of this account have one; null where nobody does'),
    byFirm: z
      .boolean()
      .describe("This session was opened by the sign-in of the person's firm, which confirms them, too"),
    passkeys: z.boolean().describe('Whether passkeys can be made at the address of this portal'),
  }),
});

/** Whoever adds a factor has none perhaps, though one is asked for, and shows who they are first. */
const ADDING = { subUser: 'SELF', beforeFactor: true, confirmed: true, rate: 'FACTORS' } as const;

export const beginApp = endpoint('POST /user-management/factor/app', {
  summary: 'Begin to add an app that shows codes: the secret that it is to know',
  ...ADDING,
  owner: 'CALLER',
  response: z.object({
    challengeId,
    secret: z.string().describe('In base 32, to be typed'),
    uri: z.string().describe('The same for the app’s camera, as a QR code'),
  }),
  errors: ['FACTORS_FULL'],
});

const added = z.object({
  message: z.string(),
  recoveryCodes: recoveryCodes.optional().describe('With the first factor of a person'),
});

export const addApp = endpoint('POST /user-management/factor/app/confirm', {
  summary: 'Add the app, by a code that it shows',
  ...ADDING,
  owner: { ids: { challengeId: 'secret' } },
  request: z.strictObject({ challengeId, code: factorCode, name: factorName }),
  response: added,
  errors: ['FACTOR_REFUSED', 'CHALLENGE_GONE', 'FACTORS_FULL'],
});

export const beginPasskey = endpoint('POST /user-management/factor/passkey', {
  summary: 'Begin to add a passkey: what the browser is to make it by',
  ...ADDING,
  owner: 'CALLER',
  response: z.object({ challengeId, options: passkeyOptions }),
  errors: ['FACTORS_FULL', 'PASSKEYS_ELSEWHERE'],
});

export const addPasskey = endpoint('POST /user-management/factor/passkey/confirm', {
  summary: 'Add the passkey that the browser has made',
  ...ADDING,
  owner: { ids: { challengeId: 'secret' } },
  request: z.strictObject({ challengeId, passkey: passkeyAnswer, name: factorName }),
  response: added,
  errors: ['FACTOR_REFUSED', 'CHALLENGE_GONE', 'FACTORS_FULL'],
});

export const removeFactor = endpoint('PUT /user-management/factor/:factorId/remove', {
  summary: "Remove one of the caller's second factors",
  subUser: 'SELF',
  owner: { ids: { factorId: 'factor' } },
  confirmed: true,
  params: z.strictObject({ factorId: z.string().max(64) }),
  errors: ['NOT_YOURS', 'FACTOR_DEMANDED'],
});

export const newRecoveryCodes = endpoint('POST /user-management/factor/recovery', {
  summary: 'Make recovery codes in place of those that there are',
  subUser: 'SELF',
  owner: 'CALLER',
  confirmed: true,
  rate: 'FACTORS',
  response: z.object({ message: z.string(), recoveryCodes }),
  errors: ['FACTOR_NEEDED'],
});

export const demandFactors = endpoint('PUT /user-management/factor/demand', {
  summary: 'Ask everybody of the account for a second factor, or no more',
  subUser: 'NO',
  owner: 'CALLER',
  confirmed: true,
  request: z.strictObject({ demanded: z.boolean() }),
  errors: ['FACTOR_DEMANDED'],
});

export const askPasskey = endpoint('POST /user-management/passkey', {
  summary: 'Ask the browser for a passkey, whoever’s it is: to sign in, or to confirm',
  access: 'client',
  owner: 'NOBODY',
  rate: 'PUBLIC',
  response: z.object({ challengeId, options: passkeyOptions }),
  errors: ['PASSKEYS_ELSEWHERE'],
});

export const loginByPasskey = endpoint('POST /user-management/login/passkey', {
  summary: 'Sign in with a passkey',
  access: 'client',
  owner: { ids: { challengeId: 'secret' } },
  rate: 'LOGIN',
  request: z.strictObject({ challengeId, passkey: passkeyAnswer, keepLoggedIn: z.boolean().default(false) }),
  response: signedIn,
  errors: ['FACTOR_REFUSED', 'CHALLENGE_GONE', 'SIGN_ON_ONLY'],
});

export const confirmSession = endpoint('POST /user-management/session/confirm', {
  summary:
    'Show once more who one is, by the password and, where there is one, a second factor: changes of what opens an account ask for it',
  subUser: 'SELF',
  owner: { ids: { challengeId: 'secret' } },
  beforeFactor: true,
  rate: 'CURRENT_PASSWORD',
  request: z
    .strictObject({
      password: givenPassword.optional(),
      code: factorCode.optional().describe('With the password, where the person has a second factor'),
      challengeId: challengeId.optional().describe('Of a passkey, in the place of both'),
      passkey: passkeyAnswer.optional(),
    })
    .refine(
      ({ password, challengeId: id, passkey }) =>
        (password === undefined) === (passkey !== undefined && id !== undefined),
      {
        path: ['password'],
        error: MESSAGES.enterPassword,
      },
    ),
  errors: ['INCORRECT_PASSWORD', 'FACTOR_NEEDED', 'FACTOR_REFUSED', 'CHALLENGE_GONE'],
});
