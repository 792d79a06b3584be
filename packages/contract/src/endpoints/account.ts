import { z } from 'zod';
import { endpoint, noParams, noRequest } from '../endpoint.js';
import { givenPassword } from '../password.js';
import { emailAddress, shownPerson } from '../person.js';

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
});
export type SignedIn = z.output<typeof signedIn>;

export const login = endpoint({
  name: 'login',
  summary: 'Sign in with e-mail and password',
  method: 'POST',
  path: '/user-management/login',
  access: 'client',
  owner: 'NOBODY',
  rate: 'LOGIN',
  params: noParams,
  request: z.strictObject({
    email: emailAddress,
    password: givenPassword,
    ipaddress: z.string().max(64).optional().describe('Accepted and not used: the server sees the address itself'),
    keepLoggedIn: z.boolean().default(false),
  }),
  response: signedIn,
  errors: ['INVALID_LOGIN'],
});

export const restoreSession = endpoint({
  name: 'restoreSession',
  summary: 'Open a new tab with the session that the restore cookie names',
  method: 'POST',
  path: '/user-management/session/restore',
  access: 'restore',
  owner: 'CALLER',
  rate: 'PUBLIC',
  params: noParams,
  request: noRequest,
  response: signedIn,
  errors: ['SIGN_IN_FIRST'],
});

export const logout = endpoint({
  name: 'logout',
  summary: 'End this session',
  method: 'PUT',
  path: '/user-management/logout',
  access: 'session',
  owner: { ids: { userId: 'self', loginId: 'self', sessionId: 'self' } },
  rate: 'ACCOUNT',
  params: noParams,
  request: z.strictObject({ userId: z.number().int(), loginId: z.string().max(64), sessionId: z.string().max(64) }),
  response: z.object({ message: z.string() }),
  errors: ['NOT_YOURS'],
});

export const loginStatus = endpoint({
  name: 'loginStatus',
  summary: 'Whether a login still stands',
  method: 'GET',
  path: '/user-management/user/loginstatus',
  access: 'client',
  owner: { ids: { loginId: 'self' } },
  rate: 'PUBLIC',
  params: noParams,
  request: z.strictObject({ loginId: z.string().max(64) }),
  response: z.object({
    logoutTime: z.iso.datetime().nullable().describe('When the session ended; null while it stands'),
  }),
  errors: ['SIGN_IN_FIRST'],
});
