/** The portal as a protected resource: how clients learn whose tokens it takes (RFC 9728), and which one a refused call lacked (RFC 6750). */
import { KEY_SCOPES, type KeyScope, MissingScope, type PortalError } from '@tidewaiter/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tokenScope } from './scopes.js';
import type { TrustedIssuer } from './trusted-issuer.js';

/** Where the portal is reached, and whose tokens it takes. */
interface Settings {
  issuer: TrustedIssuer | undefined;
  publicUrl: string;
}

/** What takes tokens: each surface is a resource of its own. */
export type Surface = '/mcp' | '/api/v1';

/** What the calls of each surface ask for. */
const SCOPES: Record<Surface, readonly KeyScope[]> = {
  '/mcp': ['search', 'analysis', 'export'],
  '/api/v1': KEY_SCOPES,
};

/** What a client that has no token yet is told to ask for. */
const FIRST: readonly KeyScope[] = ['search', 'analysis'];

const METADATA = '/.well-known/oauth-protected-resource';

const scopesInWords = (scopes: readonly KeyScope[]) => scopes.map(tokenScope).join(' ');

export const resourceOf = (surface: Surface, { publicUrl }: Pick<Settings, 'publicUrl'>) =>
  `${new URL(publicUrl).origin}${surface}`;

/** What the header `WWW-Authenticate` says beside a refusal; undefined where nothing that a caller could show would help. */
export type Challenge = (refusal: PortalError, request: FastifyRequest) => string | undefined;

export function challengeOf(surface: Surface, { issuer, publicUrl }: Settings): Challenge {
  if (!issuer) return ({ status }) => (status === 401 ? 'Bearer' : undefined);
  const metadata = `resource_metadata="${new URL(publicUrl).origin}${METADATA}${surface}"`;
  return (refusal, { headers: { authorization } }) => {
    if (refusal instanceof MissingScope)
      return `Bearer error="insufficient_scope", scope="${tokenScope(refusal.scope)}", ${metadata}`;
    if (refusal.status !== 401) return undefined;
    const error = authorization === undefined ? '' : 'error="invalid_token", ';
    return `Bearer ${error}scope="${scopesInWords(FIRST)}", ${metadata}`;
  };
}

/** Puts the descriptions of the resources on the server, where an issuer is named. */
export function serveResourceMetadata(
  app: FastifyInstance,
  { issuer, publicUrl }: Settings,
  onRequest: (request: FastifyRequest) => Promise<void>,
): void {
  if (!issuer) return;
  const { origin } = new URL(publicUrl);
  for (const [path, scopes] of Object.entries({ '': KEY_SCOPES, ...SCOPES }))
    app.route({
      method: 'GET',
      url: `${METADATA}${path}`,
      schema: { hide: true },
      onRequest,
      async handler(_, reply) {
        reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8');
        reply.serializer((body: unknown) => JSON.stringify(body));
        return {
          resource: `${origin}${path}`,
          authorization_servers: [issuer.issuer],
          scopes_supported: scopes.map(tokenScope),
          bearer_methods_supported: ['header'],
          resource_name: 'Tidewaiter',
        };
      },
    });
}
