/** Who calls as a program: by a key, or by an access token of the issuer that the operator trusts. */
import { API_KEY, type KeyScope, MESSAGES, MissingScope, PortalError } from '@tidewaiter/contract';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../../app/services.js';
import type { Program } from './request.js';

/** What a call asks of whoever makes it. */
interface Asked {
  /** The address that a token must be for. */
  resource: string;
  /** What a token is told to have that lets nothing be done here. */
  scope: KeyScope | null;
}

/** @throws PortalError KEY_IN_URL, KEY_UNKNOWN, TOKEN_REFUSED and what else is wrong with a key or a token; RetryLater ISSUER_AWAY */
export async function programOf(
  request: FastifyRequest,
  { accounts, accessTokens }: Services,
  { resource, scope }: Asked,
): Promise<Program> {
  const [scheme, secret = ''] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer') throw new PortalError('KEY_UNKNOWN', [], MESSAGES.keyMissing);
  if (!accessTokens || secret.startsWith(API_KEY.prefix)) return accounts.access.apiKeys.resolve(secret);
  const grant = await accessTokens.read(secret, resource);
  // No connection is made of what could not be used.
  if (grant.scopes.length === 0) throw new MissingScope(scope ?? 'search', MESSAGES.tokenScope);
  return accounts.access.connections.actor(grant, request.ip);
}

/** @throws MissingScope */
export function mustHaveScope(scope: KeyScope | null, { apiKey }: Program): void {
  if (scope === null || apiKey.scopes.includes(scope)) return;
  const message = `This access token lacks the scope “${scope}”.`;
  throw new MissingScope(scope, ...(apiKey.isConnection ? [message] : []));
}

/** A JWT, or the parameter in which a client would send a token. */
const TOKEN = /[?&]access_token=|\beyJ[\w-]+\.eyJ[\w-]+\./;

/** A key or a token in an address is in logs on its way: it is refused even where it is a good one. */
export function mustNotBeInUrl({ url: written }: FastifyRequest): void {
  // Any letter may be written by its number.
  const url = written.replace(/%([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  if (url.includes(API_KEY.prefix)) throw new PortalError('KEY_IN_URL');
  if (TOKEN.test(url)) throw new PortalError('KEY_IN_URL', [], MESSAGES.tokenInUrl);
}
