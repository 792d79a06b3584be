/** The page that carries the browser app, and the description of the calls. */
import { ENDPOINTS } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { commonPortal } from '../../testing/shared-portal.js';
import { createServer } from './server.js';

const portal = commonPortal();

it('the page carries a policy without unsafe-inline and a nonce of its own', async () => {
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

it('the pages of others that describe the calls are compressed for nobody', async () => {
  const url = '/api-docs/static/swagger-ui-bundle.js';
  const { headers } = await portal.app.inject({ url, headers: { 'accept-encoding': 'br' } });
  expect([headers['content-type'], headers['content-encoding']]).toEqual([
    expect.stringContaining('javascript'),
    undefined,
  ]);
});

it('says where the operator has lifted the protection of content, and nothing of it otherwise', async () => {
  const lifted = await createServer(portal.services, { ...portal.config, contentProtection: false });
  const meta = '<meta name="tidewaiter-content-protection" content="off">';
  expect((await lifted.inject({ url: '/analysis' })).body).toContain(meta);
  expect((await portal.app.inject({ url: '/analysis' })).body).not.toContain('content-protection');
  await lifted.close();
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

  it('is not there where the operator says so, and TLS is asked of the hosts below too', async () => {
    const bare = { ...portal.config, apiDocs: false, hsts: 'subdomains', trustedProxies: 1 } as const;
    const app = await createServer(portal.services, bare);
    for (const url of ['/api-docs', '/api-docs/json', '/api-docs/static/swagger-ui-bundle.js']) {
      const { body, headers } = await app.inject({ url, headers: { 'x-forwarded-proto': 'https' } });
      expect(body, url).toContain('<div id="root">');
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
    await app.close();
  });

  it('is a page', async () => {
    const response = await fetch(`${portal.url}/api-docs`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('swagger-ui');
  });
});
