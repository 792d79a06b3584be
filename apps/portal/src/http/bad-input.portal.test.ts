/** What is refused, and how. */
import { connect } from 'node:net';
import { ENDPOINTS, ERRORS, type ErrorCode } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { failure, payload, raw } from '../../testing/calls.js';
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
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, n) => [`unknown field ${n} ${'x'.repeat(20)}`, 1]),
    );
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
    [
      'another media type',
      'tradeType=IMPORT',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body of a megabyte',
      JSON.stringify({ ...payload(), searchValue: ['x'.repeat(1 << 20)] }),
      {},
      'BODY_TOO_LARGE',
    ],
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

  it('binds hostile values: they find nothing and break nothing', async () => {
    const { client } = await portal.signIn();
    const hostile = [
      "' OR 1=1 --",
      '\\\\',
      "\\'; DROP TABLE records",
      '{v0:String}',
      '%_%',
      '(?i).*',
      '*/',
      '\u0301\u0302',
    ];
    for (const value of hostile) {
      for (const searchBy of ['PRODUCT', 'IMPORTER', 'EXPORTER'] as const) {
        const asked = payload({ searchBy, matchType: searchBy === 'PRODUCT' ? 'C' : 'L', searchValue: [value] });
        expect(await client.searchCount(asked)).toBe(0);
        expect((await client.search(asked)).impForeignList).toEqual([]);
      }
      // Of all words something must be a word.
      const words = client.search(payload({ searchBy: 'PRODUCT', matchType: 'W', searchValue: [value] }));
      const found = await words.then(
        ({ impForeignList }) => impForeignList,
        ({ code }) => code,
      );
      expect([[], 'VALIDATION']).toContainEqual(found);
    }
    for (const value of ['a\u0000b', '\ud800x', 'x'.repeat(201)]) {
      const asked = payload({ searchBy: 'PRODUCT', matchType: 'C', searchValue: [value] });
      expect((await failure(client.search(asked))).code).toBe('VALIDATION');
    }
    expect(await client.searchCount(payload())).toBe(4);
  });

  it('looks for no control character in a list', async () => {
    const { client, person } = await portal.signIn();
    const [userId, text] = [person.userid, 'a\u0000b'];
    const asked = [
      client.contactList({ userId, tag: text }),
      client.contactList({ userId, contains: text }),
      client.exportList({ userId, contains: text }),
      client.searchLog({ userId, contains: text }),
      client.savedSearchList({ createdBy: userId, contains: text }),
    ];
    const refused = await Promise.all(asked.map((one: Promise<unknown>) => failure(one)));
    expect(refused.map(({ code }) => code)).toEqual(asked.map(() => 'VALIDATION'));
  });

  it('answers the largest question that the contract lets through', async () => {
    const { client } = await portal.signIn();
    const words = (n: number) =>
      Array.from({ length: 12 }, (_, word) => `w${n}x${word} ${'é'.repeat(10)}${n}`)
        .join(' ')
        .split(' ')
        .slice(0, 12)
        .join(' ');
    const row = {
      relation: 'OR',
      searchBy: 'PRODUCT',
      matchType: 'L',
      searchValue: Array.from({ length: 10 }, (_, n) => words(n)),
    } as const;
    const rows = [row, row, row].map((one) => ({ ...one, searchValue: [...one.searchValue] }));
    expect(await client.searchCount(payload({ searchValue: ['9999'], queryBuilder: rows }))).toBe(0);
  });

  it('notes what was asked, whatever search id comes along', async () => {
    const { client } = await portal.signIn();
    const { searchId } = await client.search(payload());
    expect((await client.search(payload({ searchId, searchValue: ['8471'] }))).searchId).not.toBe(searchId);
    expect((await client.search(payload({ searchId: '' }))).searchId).toBe(searchId);
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
      expect((await named.client.login({ email: named.email, password: named.password })).userid).toBe(
        named.person.userid,
      );
      expect((await other.client.siteSettings({})).settingsList[0]?.isMaintanance).toBe('Y');
    } finally {
      await site.set({ maintenance: false, message: '', allowed: [] });
    }
    expect(await other.client.searchCount(payload())).toBeGreaterThan(0);
  });

  it('answers HEAD for a screen', async () => {
    expect((await fetch(`${portal.url}/login`, { method: 'HEAD' })).status).toBe(200);
  });

  it('takes a call that asks for nothing with an empty body', async () => {
    const { body } = await raw(portal, '/masterdata-management/sitesettings', { method: 'POST' });
    expect(body).toEqual({ settingsList: [{ isMaintanance: 'N', siteMessage: '' }] });
    const json = await raw(portal, '/masterdata-management/sitesettings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(200);
  });
});
