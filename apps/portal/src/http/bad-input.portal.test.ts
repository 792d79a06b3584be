/** What is refused, and how. */
import { connect } from 'node:net';
import { ENDPOINTS, ERRORS, type ErrorCode, LIMITS } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { payload, raw } from '../../testing/calls.js';
import { askBeneath } from '../../testing/exporting.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();

describe('bad input', () => {
  const authorised = async () => {
    const { person } = await portal.signIn();
    return { accessedby: person.token, 'content-type': 'application/json' };
  };
  const post = async (body: string, headers?: Record<string, string>) =>
    raw(portal, '/search-management/search', {
      method: 'POST',
      body,
      headers: { ...(await authorised()), ...headers },
    });

  it('names an unknown field', async () => {
    const { status, body } = await post(JSON.stringify({ ...payload(), hsCodes: ['1'], queryBuilder: [{ x: 1 }] }));
    expect(status).toBe(400);
    expect(body.details).toContainEqual({ field: 'hsCodes', message: 'Unknown field' });
    expect(body.details).toContainEqual({ field: 'queryBuilder.0.x', message: 'Unknown field' });
  });

  it('names few of many unknown fields, and little of each', async () => {
    const names = Array.from({ length: 5000 }, (_, n) => `unknown field ${n} ${'x'.repeat(20)}`);
    const many = Object.fromEntries(names.map((name) => [name, 1]));
    for (const unknown of [many, { ['x'.repeat(200_000)]: 1 }]) {
      const { status, body } = await post(JSON.stringify({ ...payload(), ...unknown }));
      expect(status).toBe(400);
      expect(JSON.stringify(body).length).toBeLessThan(10_000);
    }
  });

  it.each<[string, string, Record<string, string>, ErrorCode]>([
    ['a body that is not JSON', '{"tradeType":', {}, 'NOT_JSON'],
    ['a list', '[]', {}, 'VALIDATION'],
    ['no body', '', {}, 'VALIDATION'],
    ['a poisoned prototype', '{"__proto__": {"x": 1}}', {}, 'NOT_JSON'],
    ['another media type', 'x', { 'content-type': 'application/x-www-form-urlencoded' }, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a body of a megabyte', JSON.stringify({ searchValue: ['x'.repeat(1 << 20)] }), {}, 'BODY_TOO_LARGE'],
  ])('answers %s', async (_, body, headers, code) => {
    const answer = await post(body, headers);
    expect(answer.body.errorCode).toBe(code);
    expect(answer.status).toBe(ERRORS[code].status);
  });

  it.each<[string, RequestInit, ErrorCode]>([
    ['/search-management/nothing', {}, 'UNKNOWN_ROUTE'],
    ['/search-management/search', {}, 'UNKNOWN_ROUTE'],
    ['/nothing', { method: 'POST' }, 'UNKNOWN_ROUTE'],
    ['/%zz', {}, 'UNKNOWN_ROUTE'],
    ['/assets/../../package.json', { method: 'PUT' }, 'UNKNOWN_ROUTE'],
    ['/assets/nothing.js', {}, 'UNKNOWN_ROUTE'],
    ['/masterdata-management/countrylistbytrade/I', {}, 'SIGN_IN_FIRST'],
    ['/masterdata-management/countrylistbytrade/I', { headers: { accessedby: 'made-up' } }, 'SIGN_IN_FIRST'],
    ['/masterdata-management/countrylistbytrade/I', { headers: { authorization: 'Basic eDp5' } }, 'CLIENT_UNKNOWN'],
    ['/user-management/user/loginstatus', { headers: { accessedby: 'made-up' } }, 'VALIDATION'],
  ])('answers %s %o in the form of the contract', async (path, init, code) => {
    const { status, body } = await raw(portal, path, init);
    expect(body).toMatchObject({ errorCode: code, errorMsg: expect.any(String) });
    expect(status).toBe(ERRORS[code].status);
  });

  it('tells a stranger nothing about what would be valid', async () => {
    const { body } = await raw(portal, '/search-management/search', {
      method: 'POST',
      body: '{"nonsense": 1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(body.errorCode).toBe('SIGN_IN_FIRST');
  });

  it('answers a body in an encoding that it does not read, and what is not HTTP', async () => {
    const encoded = await post(JSON.stringify(payload()), { 'content-encoding': 'gzip' });
    expect(encoded.status).toBeLessThan(500);
    const { port, hostname } = new URL(portal.url);
    const said = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text));
    });
    expect(said).toContain('HTTP/1.1 400');
    expect(said).toContain('"errorCode":"VALIDATION"');
  });

  it('does nothing at HEAD of a call, whatever GET of it does', async () => {
    const gets = Object.values(ENDPOINTS).filter(({ method }) => method === 'GET');
    expect(gets.length).toBeGreaterThan(5);
    const headers = { ...(await authorised()), authorization: `Basic ${btoa(portal.config.clientCredential)}` };
    for (const { path } of gets) {
      const url = `${portal.url}${path.replace(/:\w+/g, 'I')}?userEmail=somebody@example.com`;
      expect([path, (await fetch(url, { method: 'HEAD', headers })).status]).toEqual([path, 404]);
    }
  });

  it('refuses calls of a site in maintenance with its message, but for those whom the operator named', async () => {
    const { site } = portal.services.accounts;
    const [named, other] = [await portal.signIn(), await portal.signIn()];
    await site.set({ maintenance: true, message: 'Back at noon.', allowed: [named.email] });
    try {
      const refused = { code: 'MAINTENANCE', message: 'Back at noon.' };
      await expect(other.client.searchCount(payload())).rejects.toMatchObject(refused);
      const { email, password } = other;
      await expect(other.client.login({ email, password })).rejects.toMatchObject(refused);
      expect(await named.client.searchCount(payload())).toBeGreaterThan(0);
      const { userid } = await named.client.login({ email: named.email, password: named.password });
      expect(userid).toBe(named.person.userid);
      expect((await other.client.siteSettings({})).settingsList[0]?.isMaintanance).toBe('Y');
    } finally {
      await site.set({ maintenance: false, message: '', allowed: [] });
    }
    expect(await other.client.searchCount(payload())).toBeGreaterThan(0);
  });

  it('takes a call that asks for nothing with an empty body', async () => {
    const { body } = await raw(portal, '/masterdata-management/sitesettings', { method: 'POST' });
    expect(body).toEqual({ settingsList: [{ isMaintanance: 'N', siteMessage: '' }] });
    const headers = { 'content-type': 'application/json' };
    const json = await raw(portal, '/masterdata-management/sitesettings', { method: 'POST', headers });
    expect(json.status).toBe(200);
  });

  it('refuses an export where as many wait as may: nobody makes those of the portal that suites share', async () => {
    const me = await portal.signIn();
    const ask = () => askBeneath(portal, me, { ids: [], rows: 1, points: 1 });
    for (let waiting = 0; waiting < LIMITS.openExports; waiting += 1) await ask();
    await expect(ask()).rejects.toMatchObject({ code: 'EXPORTS_WAITING' });
  });
});
