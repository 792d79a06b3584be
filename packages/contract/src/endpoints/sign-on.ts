import { z } from 'zod';
import { emailAddress, soughtText } from '../rules/person.js';
import { signedIn } from './access.js';
import { endpoint } from './endpoint.js';

export const signOnOffer = endpoint('POST /user-management/login/firm/offer', {
  summary: 'Whether people whose addresses are of a domain sign in with their firm',
  access: 'client',
  owner: 'NOBODY',
  rate: 'PUBLIC',
  request: z.strictObject({ domain: soughtText(254) }),
  response: z.object({ offered: z.boolean() }),
});

export const beginSignOn = endpoint('POST /user-management/login/firm/begin', {
  summary: "Begin to sign in with one's firm: where its provider is. A cookie binds what comes back to this browser",
  access: 'client',
  owner: 'NOBODY',
  rate: 'LOGIN',
  request: z.strictObject({
    email: emailAddress,
    keepLoggedIn: z.boolean().default(false),
    fresh: z
      .boolean()
      .default(false)
      .describe('The provider is to ask who it is, even of somebody who is signed in there: it confirms them here'),
  }),
  response: z.object({ url: z.url().describe('Where the browser goes') }),
  errors: ['SIGN_ON_REFUSED', 'ISSUER_AWAY'],
});

export const loginByFirm = endpoint('POST /user-management/login/firm', {
  summary: "Sign in by what the firm's provider has sent the browser back with",
  access: 'client',
  owner: 'NOBODY',
  rate: 'LOGIN',
  request: z.strictObject({
    answer: z.string().max(8192).describe('The query of the address that the provider has sent the browser to'),
  }),
  response: signedIn,
  errors: ['SIGN_ON_REFUSED', 'ISSUER_AWAY', 'CHALLENGE_GONE', 'SUB_USER_LIMIT_EXHAUSTED', 'NO_SUBSCRIPTION'],
});
