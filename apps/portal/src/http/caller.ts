import { timingSafeEqual } from 'node:crypto';
import type { Accounts, Caller } from '@tidewaiter/accounts';
import { PortalError } from '@tidewaiter/contract';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling, where the endpoint asks for a session. */
    caller: Caller | undefined;
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
  return accounts.sessions.resolve(tokenOf(request));
}
