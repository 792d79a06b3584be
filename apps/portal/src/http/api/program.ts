/** Who calls as a program: by a key, or by an access token of the issuer that the operator trusts. */
import type { Caller } from '@tidewaiter/accounts';
import {
  API_KEY,
  type Endpoint,
  type KeyScope,
  MESSAGES,
  MissingScope,
  PortalError,
  RATE_LIMITS,
  type RateBucket,
} from '@tidewaiter/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../app/config.js';
import type { Services } from '../../app/services.js';
import { resourceOf } from '../../oauth/resource.js';
import { letIn } from '../call/entrance.js';
import { API_ROOT, type Program } from './request.js';

/** A key was made by who had shown who they are, and stands by itself: it has no session, and calls that are about one are not opened by it. */
export const asCaller = (program: Program): Caller => ({
  ...program,
  ...{ sessionId: '', loginId: '', previousVisitAt: null, confirmedAt: new Date(0) },
  ...{ hasFactor: false, mustAddFactor: false, byProvider: false, providerEnd: null },
});

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

/** What calls are counted as, and how many more there may be (the IETF's draft of RateLimit fields). */
function tellRate(reply: FastifyReply, bucket: RateBucket, left: { calls: number; seconds: number } | undefined) {
  if (!left) return;
  const { points, seconds } = RATE_LIMITS[bucket];
  const name = bucket.toLowerCase();
  reply.header('ratelimit-policy', `"${name}";q=${points};w=${seconds}`);
  reply.header('ratelimit', `"${name}";r=${left.calls};t=${left.seconds}`);
}

/**
 * Lets in who shows a key or an access token, and may make a call by it.
 *
 * @throws PortalError what is wrong with the key; MissingScope
 */
export async function letInByKey(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  config: Config,
  { rate, scope, subUser }: { rate: RateBucket; scope: KeyScope | null; subUser?: Endpoint['subUser'] },
): Promise<void> {
  mustNotBeInUrl(request);
  const resource = resourceOf(API_ROOT, config);
  const left = await letIn(request, reply, services, config, {
    ...{ secret: request.headers.authorization, rate },
    identify: async () => asCaller(await programOf(request, services, { resource, scope })),
  });
  tellRate(reply, rate, left);
  const caller = request.caller as Program;
  mustHaveScope(scope, caller);
  if (caller.user.uplineId && subUser === 'NO') throw new PortalError('MAIN_ACCOUNT_ONLY');
}
