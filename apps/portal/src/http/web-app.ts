import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { ENDPOINTS, PortalError } from '@tidewaiter/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.js';

/** The built browser app. */
const FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** First segments of the calls' paths: an unknown address below them is an unknown call, not a screen. */
const CALL_ROOTS = new Set(Object.values(ENDPOINTS).map(({ path }) => path.split('/')[1]));

/** Where the nonce for scripts goes; the one that Vite writes is for styles, since the app's own scripts need none. */
const SCRIPT_NONCE = '__SCRIPT_NONCE__';

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Serves the browser app: its files as they are, and its page, with this response's nonce, for every screen. */
export async function serveWebApp(
  app: FastifyInstance,
  { clientCredential, chatWidget }: Pick<Config, 'clientCredential' | 'chatWidget'>,
): Promise<void> {
  const chat = chatWidget
    ? `<meta name="tidewaiter-chat" content="${escapeAttribute(chatWidget.href)}" nonce="${SCRIPT_NONCE}">`
    : '';
  const page = readFileSync(join(FOLDER, 'index.html'), 'utf8')
    .replaceAll('__CLIENT_CREDENTIAL__', () => escapeAttribute(clientCredential))
    .replace('</head>', () => `${chat}</head>`);
  await app.register(fastifyStatic, {
    root: FOLDER,
    // Routes for the files that there are; whatever else is asked for is a screen or an unknown call.
    wildcard: false,
    globIgnore: ['index.html'],
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Files below assets/ carry a hash of their content in their name.
      const lasting = path.startsWith(join(FOLDER, 'assets'));
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const sendPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replaceAll('__CSP_NONCE__', reply.cspNonce.style).replaceAll(SCRIPT_NONCE, reply.cspNonce.script));

  app.setNotFoundHandler((request, reply) => {
    const [, root = ''] = (request.url.split('?')[0] ?? '').split('/');
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') && !CALL_ROOTS.has(root) && root !== 'assets';
    if (!isScreen) throw new PortalError('UNKNOWN_ROUTE');
    return sendPage(reply);
  });
}
