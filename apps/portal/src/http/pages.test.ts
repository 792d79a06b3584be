/** The page that carries the browser app, and the description of the calls. */
import { ENDPOINTS } from '@tidewaiter/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../testing/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

describe('the page', () => {
  it('carries a policy without unsafe-inline and a nonce of its own', async () => {
    const [first, second] = await Promise.all([fetch(`${portal.url}/login`), fetch(`${portal.url}/list1?trade=x`)]);
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    const nonce = /style-src[^;]*'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
    const html = await first.text();
    expect(html).toContain(nonce);
    expect(html).not.toContain('__CSP_NONCE__');
    expect(html).not.toContain('__CLIENT_CREDENTIAL__');
    expect(await second.text()).not.toContain(nonce);
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    expect(first.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });
});

describe('a chat widget', () => {
  let chatty: TestPortal;
  beforeAll(async () => {
    chatty = await startPortal({ CHAT_WIDGET_URL: 'https://chat.example:8443/widget.js?a=1&b="2"' });
  });
  afterAll(() => chatty.close());

  const directives = (response: Response) =>
    new Map(
      (response.headers.get('content-security-policy') ?? '').split(';').map((directive): [string, string[]] => {
        const [name = '', ...sources] = directive.trim().split(' ');
        return [name, sources.filter((source) => !source.startsWith("'nonce-"))];
      }),
    );

  it('is not there unless the operator sets one', async () => {
    const response = await fetch(`${portal.url}/list1`);
    expect(await response.text()).not.toContain('tidewaiter-chat');
    expect([...directives(response).values()].flat()).toEqual(
      expect.not.arrayContaining([expect.stringContaining('//')]),
    );
  });

  it('extends the policy by its origin, for scripts, calls, pictures and frames, and by nothing else', async () => {
    const [plain, response] = [await fetch(`${portal.url}/list1`), await fetch(`${chatty.url}/list1`)];
    const before = directives(plain);
    const chat = 'https://chat.example:8443';
    const expected = new Map([
      ...before,
      ['script-src', ["'self'", chat]],
      ['img-src', ["'self'", 'data:', chat]],
      ['connect-src', ["'self'", chat, 'wss://chat.example:8443']],
      ['frame-src', [chat]],
    ] as const);
    expect(directives(response)).toEqual(expected);
  });

  it('is named in the page, with the nonce of this response', async () => {
    const [first, second] = await Promise.all([fetch(`${chatty.url}/list1`), fetch(`${chatty.url}/list1`)]);
    const nonceOf = (response: Response) =>
      /script-src[^;]*'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
    const html = await first.text();
    expect(html).toContain(
      `<meta name="tidewaiter-chat" content="https://chat.example:8443/widget.js?a=1&amp;b=%222%22" nonce="${nonceOf(first)}">`,
    );
    expect(nonceOf(first)).not.toBe(nonceOf(second));
  });
});

describe('the description of the calls', () => {
  it('names every endpoint of the contract', async () => {
    const response = await fetch(`${portal.url}/api-docs/json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
    const described = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.sort()).toEqual(Object.keys(ENDPOINTS).sort());
  });

  it('is a page', async () => {
    const response = await fetch(`${portal.url}/api-docs`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('swagger-ui');
  });
});
