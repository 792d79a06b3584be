import { timingSafeEqual } from 'node:crypto';
import { type Accounts, type Actor, type Caller, countedAddress, type RateLeft } from '@tidewaiter/accounts';
import { PortalError, RATE_LIMITS, type RateBucket } from '@tidewaiter/contract';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling, where the call asks for a session or a key. */
    caller: Actor | undefined;
  }
}

/** The session token that a call carries. */
export function tokenOf(request: FastifyRequest): string {
  const token = request.headers.accessedby;
  if (typeof token !== 'string' || token === '') throw new PortalError('SIGN_IN_FIRST');
  return token;
}

/** @throws PortalError CLIENT_UNKNOWN when the client application does not show the credential that it has here */
export function mustKnowClient(request: FastifyRequest, clientCredential: string): void {
  const expected = Buffer.from(`Basic ${Buffer.from(clientCredential).toString('base64')}`);
  const shown = Buffer.from(request.headers.authorization ?? '');
  if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) throw new PortalError('CLIENT_UNKNOWN');
}

/** Who is calling, by the session token. @throws PortalError SIGN_IN_FIRST or SESSION_TIMEOUT */
export async function callerOf(request: FastifyRequest, accounts: Accounts): Promise<Caller> {
  return accounts.access.sessions.resolve(tokenOf(request));
}

/**
 * Counts a call against its limit: by person where somebody is signed in, else by network address.
 *
 * @returns how many more there may be
 * @throws TooManyRequests
 */
export async function countCall(
  request: FastifyRequest,
  bucket: RateBucket,
  limiter: Accounts['access']['rateLimiter'],
): Promise<RateLeft> {
  const { by } = RATE_LIMITS[bucket];
  return limiter.count(
    bucket,
    by === 'PERSON' && request.caller ? String(request.caller.user.id) : countedAddress(request.ip),
  );
}
