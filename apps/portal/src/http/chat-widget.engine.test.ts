/** The chat provider of a setting: what its script may load, and where the page names it. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedPortal } from '../../testing/shared-portal.js';
import { createServer } from './server.js';

const portal = sharedPortal({ CHAT_WIDGET_URL: 'https://chat.example:8443/widget.js?a=1&b="2"' });
let without: FastifyInstance;
beforeAll(async () => {
  without = await createServer(portal.services, { ...portal.config, chatWidget: undefined });
});
afterAll(() => without.close());

async function page(app: FastifyInstance) {
  const { headers, body } = await app.inject({ url: '/list1' });
  return { policy: String(headers['content-security-policy']), body };
}

/** The sources that a policy names, by directive, but for the nonces. */
function sourcesOf(policy: string): Map<string, string[]> {
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.filter((source) => !source.startsWith("'nonce-"))];
    }),
  );
}

const nonceOf = (policy: string) => /script-src[^;]*'nonce-([^']+)'/.exec(policy)?.[1];

it('is not there unless the operator sets one', async () => {
  const { policy, body } = await page(without);
  expect(body).not.toContain('tidewaiter-chat');
  expect(policy).not.toContain('//');
  expect(policy).not.toContain('frame-src');
});

it('extends the policy by its origin, for scripts, calls, pictures and frames, and by nothing else', async () => {
  const chat = 'https://chat.example:8443';
  const expected = sourcesOf((await page(without)).policy)
    .set('script-src', ["'self'", chat])
    .set('connect-src', ["'self'", chat, 'wss://chat.example:8443'])
    .set('img-src', ["'self'", 'data:', chat])
    .set('frame-src', [chat]);
  expect(sourcesOf((await page(portal.app)).policy)).toEqual(expected);
});

it('is named in the page, with the nonce for scripts of that response', async () => {
  const [first, second] = [await page(portal.app), await page(portal.app)];
  const address = 'https://chat.example:8443/widget.js?a=1&amp;b=%222%22';
  expect(first.body).toContain(`<meta name="tidewaiter-chat" content="${address}" nonce="${nonceOf(first.policy)}">`);
  expect(nonceOf(second.policy)).not.toBe(nonceOf(first.policy));
});
