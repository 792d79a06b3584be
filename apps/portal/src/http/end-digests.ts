import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../app/services.js';
import { END_PATH } from '../standing/message.js';

/** What a form posts, and what mail programs post for a press on their own button (RFC 8058). */
const FORM = 'application/x-www-form-urlencoded';

const page = (said: string, form = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark"><title>Tidewaiter</title></head><body><main><h1>${said}</h1>${form}</main></body></html>`;

const ASKED = page(
  'No more messages of what is found for you?',
  '<p>What you follow stays, and what is found is on your dashboard.</p><form method="post"><button>No more messages</button></form>',
);
const ENDED = page('You get no more of these messages.');
const UNKNOWN = page('This link is not known. How often you are written to is chosen under Following.');

/**
 * Ends messages of what is found by one press, for whoever has one of them: no call, since nobody signs in for it. A link that is merely opened, as
 * programs that look at mail do, ends nothing.
 */
export async function serveEndOfDigests(
  app: FastifyInstance,
  { accounts }: Pick<Services, 'accounts'>,
  onRequest: (request: FastifyRequest) => Promise<void>,
): Promise<void> {
  const options = { url: END_PATH, schema: { hide: true }, onRequest };
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(FORM, { parseAs: 'string' }, (_, body, done) => done(null, body));
    const html = (reply: { header(name: string, value: string): void }) => {
      reply.header('cache-control', 'no-store');
      reply.header('content-type', 'text/html; charset=utf-8');
      reply.header('referrer-policy', 'no-referrer');
    };
    pages.route({
      ...options,
      method: 'GET',
      async handler(_, reply) {
        html(reply);
        return reply.serializer(String).send(ASKED);
      },
    });
    pages.route({
      ...options,
      method: 'POST',
      async handler({ query }, reply) {
        html(reply);
        const { token } = query as { token?: unknown };
        const isEnded = await accounts.following.digests.end(String(token ?? ''));
        return reply
          .code(isEnded ? 200 : 404)
          .serializer(String)
          .send(isEnded ? ENDED : UNKNOWN);
      },
    });
  });
}
