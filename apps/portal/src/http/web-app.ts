import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { ENDPOINTS, isScreen, PortalError } from '@tidewaiter/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../app/config.js';

/**
 * What a page of the portal may load, as directives of its content security policy. A chat provider's script brings more of
 * its own from where it comes: code, calls (also over a web socket), pictures and frames. It gets its origin and no other, and
 * no style: what it shows, it shows in a frame of its own.
 */
export function contentPolicy(chatWidget: URL | undefined): Record<string, string[]> {
  const chat = chatWidget ? [chatWidget.origin] : [];
  const socket = chatWidget ? [`wss://${chatWidget.host}`] : [];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...chat],
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...chat],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...chat, ...socket],
    ...(chatWidget && { 'frame-src': chat }),
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}

/** The built browser app. */
const FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** First segments of the calls' paths: an unknown address below them is an unknown call, not a screen. */
const CALL_ROOTS = new Set(Object.values(ENDPOINTS).map(({ path }) => path.split('/')[1]));

/** Where the nonce for scripts goes; the one that Vite writes is for styles, since the app's own scripts need none. */
const SCRIPT_NONCE = '__SCRIPT_NONCE__';

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Serves the browser app: its files as they are, and its page, with this response's nonce, for every screen. An address that is none is
 * told so by its status, for programs; people have the page all the same, and the app leads them on.
 */
export async function serveWebApp(
  app: FastifyInstance,
  {
    clientCredential,
    chatWidget,
    contentProtection,
  }: Pick<Config, 'clientCredential' | 'chatWidget' | 'contentProtection'>,
): Promise<void> {
  const chat = chatWidget
    ? `<meta name="tidewaiter-chat" content="${escapeAttribute(chatWidget.href)}" nonce="${SCRIPT_NONCE}">`
    : '';
  const unprotected = contentProtection ? '' : '<meta name="tidewaiter-content-protection" content="off">';
  const page = readFileSync(join(FOLDER, 'index.html'), 'utf8')
    .replaceAll('__CLIENT_CREDENTIAL__', () => escapeAttribute(clientCredential))
    .replace('</head>', () => `${chat}${unprotected}</head>`);
  await app.register(fastifyStatic, {
    root: FOLDER,
    // Routes for the files that there are; whatever else is asked for is a screen or an unknown call.
    wildcard: false,
    globIgnore: ['index.html', '**/*.{br,gz}'],
    // The build has compressed what is worth it.
    preCompressed: true,
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
    const path = request.url.split('?')[0] ?? '';
    const [, root = ''] = path.split('/');
    const mayBeScreen =
      (request.method === 'GET' || request.method === 'HEAD') && !CALL_ROOTS.has(root) && root !== 'assets';
    if (!mayBeScreen) throw new PortalError('UNKNOWN_ROUTE');
    return sendPage(reply.code(isScreen(path) ? 200 : 404));
  });
}
