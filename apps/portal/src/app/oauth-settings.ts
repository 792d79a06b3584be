/** Whose access tokens the portal takes. */
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import { isProtected, type TrustedIssuer } from '../oauth/trusted-issuer.js';
import { setting, textThat } from './setting.js';

const USUAL_CLAIM = 'email';

/** An address that an issuer can be named by. */
export function isIssuer(text: string): boolean {
  if (!isProtected(text)) return false;
  const { search, hash, username, password } = new URL(text);
  return `${search}${hash}${username}${password}` === '';
}

export const OAUTH_SETTINGS = {
  TIDEWAITER_OAUTH_ISSUER: setting(
    textThat(
      isIssuer,
      'must be an https address (http on this machine only) without a user, a password, a query or a fragment',
    ),
    null,
    'the authorization server whose access tokens let programs in, as its tokens spell it (see "Tokens of an issuer"); none are taken unless it is set',
  ),
  TIDEWAITER_OAUTH_AUDIENCE: setting(
    textThat((text) => text === text.trim(), 'must not begin or end with a space'),
    null,
    'what its tokens name as their audience; the public address unless it is set',
  ),
  TIDEWAITER_OAUTH_PERSON_CLAIM: setting(
    z.string(),
    USUAL_CLAIM,
    "the claim that has the address of a token's person. `email` counts with `email_verified` alone; of another one, the issuer must know that it is true",
  ),
};

interface Read {
  TIDEWAITER_OAUTH_ISSUER: string | undefined;
  TIDEWAITER_OAUTH_AUDIENCE: string | undefined;
  TIDEWAITER_OAUTH_PERSON_CLAIM: string;
}

/** @throws OperatorError where more is said of an issuer that is not named */
export function issuerOf(read: Read, publicUrl: string): TrustedIssuer | undefined {
  const { TIDEWAITER_OAUTH_ISSUER: issuer, TIDEWAITER_OAUTH_AUDIENCE: audience } = read;
  const personClaim = read.TIDEWAITER_OAUTH_PERSON_CLAIM;
  if (issuer !== undefined) return { issuer, audience: audience ?? new URL(publicUrl).origin, personClaim };
  if (audience === undefined && personClaim === USUAL_CLAIM) return undefined;
  throw new OperatorError('TIDEWAITER_OAUTH_ISSUER is not set, of which another setting says more.');
}
