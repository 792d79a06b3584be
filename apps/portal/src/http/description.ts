import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from '../app/config.js';
import type { Services } from '../app/services.js';
import { VERSION } from '../app/version.js';
import { API_ROOT } from './api/request.js';
import { constantAnswer } from './call/constant-answer.js';
import { whileThere } from './connections.js';
import { countCall } from './handlers/caller.js';

/** Where the description of the programs' calls is. */
const PROGRAMS = `${API_ROOT}/openapi.json`;

interface Description {
  info: object;
  components: { securitySchemes: Record<string, object> };
  paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>;
}

/** What a program asks: the calls that a key opens, by it alone. */
function openToKeys({ components, paths, ...about }: Description): object {
  const opened = Object.entries(paths).flatMap(([path, methods]) => {
    const calls = Object.entries(methods).filter(([, { security }]) => security.some((one) => 'key' in one));
    return calls.length === 0
      ? []
      : [[path, Object.fromEntries(calls.map(([method, { security: _, ...call }]) => [method, call]))]];
  });
  const { key } = components.securitySchemes;
  return {
    ...about,
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths: Object.fromEntries(opened),
    components: { ...components, securitySchemes: { key } },
  };
}

/**
 * Serves the descriptions of the calls: of the programs', and of those that the screens make. A megabyte to whoever asks: they are counted as
 * calls are that need no session.
 */
export async function serveDescription(
  app: FastifyInstance,
  { accounts }: Services,
  { rateLimits }: Config,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Tidewaiter',
        version: VERSION,
        description: 'The calls of the Tidewaiter portal.',
        license: { name: 'Proprietary', url: '/terms-and-conditions' },
      },
      components: {
        securitySchemes: {
          client: { type: 'http', scheme: 'basic', description: 'Identifies the client application' },
          session: {
            type: 'apiKey',
            in: 'header',
            name: 'accessedBy',
            description: 'The token that login answered with',
          },
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key: tw_live_…; or an access token of the issuer that the portal trusts',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (described) => {
    if (rateLimits)
      described.addHook('onRequest', (request) => countCall(request, 'PUBLIC', accounts.access.rateLimiter));
    let made: Description | undefined;
    const all = () => (made ??= app.swagger() as unknown as Description);
    const json = 'application/json; charset=utf-8';
    described.get(
      PROGRAMS,
      { schema: { hide: true } },
      constantAnswer(json, () => JSON.stringify(openToKeys(all()))),
    );
    const constant: Record<string, RouteHandlerMethod> = {
      '/api-docs/json': constantAnswer(json, () => JSON.stringify(all())),
      '/api-docs/yaml': constantAnswer('application/x-yaml', () => app.swagger({ yaml: true })),
    };
    // In place of handlers that would make them anew for each who asks, and for nobody who has left.
    described.addHook('onRoute', (route) => {
      const answer = constant[route.url];
      if (answer) route.handler = whileThere(answer);
    });
    // More than a megabyte that few ask for: as it is, rather than compressed anew for each of them.
    described.addHook('onRequest', async ({ headers, url }) => {
      if (url.startsWith('/api-docs/static/')) headers['x-no-compression'] = '';
    });
    const mark = fileURLToPath(new URL('../../../web/dist/mark.svg', import.meta.url));
    const logo = { type: 'image/svg+xml', content: await readFile(mark), href: '/' };
    const urls = [
      { name: 'For programs', url: PROGRAMS },
      { name: 'What the screens call', url: '/api-docs/json' },
    ];
    await described.register(swaggerUi, { routePrefix: '/api-docs', uiConfig: { urls }, logo });
  });
}
