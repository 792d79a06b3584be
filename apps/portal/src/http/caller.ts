import { timingSafeEqual } from 'node:crypto';
import type { Accounts, Caller } from '@tidewaiter/accounts';
import { type Access, PortalError } from '@tidewaiter/contract';
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

function mustKnowClient(request: FastifyRequest, clientCredential: string): void {
  const expected = Buffer.from(`Basic ${Buffer.from(clientCredential).toString('base64')}`);
  const shown = Buffer.from(request.headers.authorization ?? '');
  if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) throw new PortalError('CLIENT_UNKNOWN');
}

/**
 * Who is calling: checks what the endpoint asks to be shown.
 *
 * @returns the caller where a session is asked for
 * @throws PortalError CLIENT_UNKNOWN, SIGN_IN_FIRST or SESSION_TIMEOUT
 */
export async function identify(
  request: FastifyRequest,
  access: Access,
  accounts: Accounts,
  clientCredential: string,
): Promise<Caller | undefined> {
  mustKnowClient(request, clientCredential);
  return access === 'session' ? accounts.sessions.resolve(tokenOf(request)) : undefined;
}
