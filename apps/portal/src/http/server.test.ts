import { connect } from 'node:net';
import { ENDPOINTS, ERRORS, type ErrorCode, PortalError, type SearchPayload } from '@tidewaiter/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../testing/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const BASIC = `Basic ${btoa('tidewaiter-web:')}`;

const payload = (changes: Partial<SearchPayload> = {}): SearchPayload => ({
  tradeType: 'IMPORT',
  searchBy: 'HS_CODE',
  matchType: 'L',
  searchValue: ['8517', '0901', '6907'],
  countryCode: ['KOR'],
  fromDate: '2020-01-01',
  toDate: '2020-12-31',
  ...changes,
});

const failure = (promise: Promise<unknown>): Promise<PortalError> =>
  promise.then(
    () => {
      throw new Error('the call did not fail');
    },
    (error: unknown) => {
      if (error instanceof PortalError) return error;
      throw error;
    },
  );

/** A raw call, for what the client cannot be made to send. */
async function raw(path: string, init: RequestInit = {}) {
  const response = await fetch(portal.url + path, { ...init, headers: { authorization: BASIC, ...init.headers } });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

describe('signing in', () => {
  it('answers with the person, an opaque token, and a cookie that scripts cannot read', async () => {
    const { person, email, password } = await portal.signIn();
    expect(person).toMatchObject({ uplineId: 0, firstname: 'Ada', email });
    expect(person.token).toMatch(/^[\w-]{43}$/);
    const response = await fetch(`${portal.url}/user-management/login`, {
      method: 'POST',
      headers: { authorization: BASIC, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(cookie).toMatch(/Path=\/user-management\/session\/restore/);
    expect(cookie).not.toMatch(/Max-Age|Expires/);
    expect(await response.text()).not.toContain('password');
  });

  it('opens a new tab by the cookie, and with "Keep me logged in" the cookie stays', async () => {
    const { person, email, password } = await portal.signIn();
    const response = await fetch(`${portal.url}/user-management/login`, {
      method: 'POST',
      headers: { authorization: BASIC, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, keepLoggedIn: true }),
    });
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/Max-Age=\d+/);
    const restored = await raw('/user-management/session/restore', {
      method: 'POST',
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    expect(restored.body).toMatchObject({ userid: person.userid, email });
    expect((await raw('/user-management/session/restore', { method: 'POST' })).body.errorCode).toBe('SIGN_IN_FIRST');
    const made = await raw('/user-management/session/restore', {
      method: 'POST',
      headers: { cookie: 'tidewaiter_restore=made-up' },
    });
    expect(made.body.errorCode).toBe('SIGN_IN_FIRST');
  });

  it('is refused in the same words for a wrong password and an unknown address', async () => {
    const { email, client } = await portal.signIn();
    const wrong = await failure(client.login({ email, password: 'wrong' }));
    const unknown = await failure(client.login({ email: 'nobody@example.com', password: 'wrong' }));
    expect(wrong.toBody()).toEqual({ errorCode: 'INVALID_LOGIN', errorMsg: 'Invalid login, please try again.' });
    expect(unknown.toBody()).toEqual(wrong.toBody());
  });

  it('names what is missing in the words of the specification', async () => {
    const { client } = await portal.signIn();
    expect((await failure(client.login({ email: 'x', password: 'y' }))).message).toBe(
      'Please enter valid email address',
    );
    expect((await failure(client.login({ email: 'a@b.co', password: '' }))).message).toBe('Please enter password');
  });

  it('ends with logout, for this session only and by its owner only', async () => {
    const [mine, other] = [await portal.signIn(), await portal.signIn()];
    const ids = ({ person }: typeof mine) => ({
      userId: person.userid,
      loginId: person.loginId,
      sessionId: person.sessionId,
    });
    expect((await failure(mine.client.logout(ids(other)))).code).toBe('NOT_YOURS');
    expect(await mine.client.loginStatus({ loginId: mine.person.loginId })).toEqual({ logoutTime: null });
    expect(await mine.client.logout(ids(mine))).toEqual({ message: 'LogOut Successful' });
    expect((await mine.client.loginStatus({ loginId: mine.person.loginId })).logoutTime).toMatch(/^\d{4}-/);
    expect((await failure(mine.client.search(payload()))).toBody()).toEqual({
      errorCode: 'SESSION_TIMEOUT',
      errorMsg: 'Session Timeout',
    });
    expect(await other.client.searchCount(payload())).toBe(4);
  });
});

describe('searching', () => {
  it('answers with the list that the trade type and countries name, the question and the data version', async () => {
    const { client } = await portal.signIn();
    const page = await client.search(payload());
    expect(page.impForeignList).toHaveLength(4);
    expect(page).toMatchObject({
      question: "Imports of South Korea whose HS code starts with '8517', '0901', or '6907', 01 Jan 2020 – 31 Dec 2020",
      dataVersion: 1,
      searched: { countryCode: ['KOR'] },
    });
    const indian = await client.search(payload({ tradeType: 'EXPORT', countryCode: ['IND', 'SEZ'] }));
    expect(indian.expIndList).toEqual([]);
  });

  it('gives the same question of one account one search id, which nobody else may use', async () => {
    const [mine, other] = [await portal.signIn(), await portal.signIn()];
    const { searchId } = await mine.client.search(payload());
    expect((await mine.client.search(payload({ pageNumber: 1, orderByColumn: 'hs_code' }))).searchId).toBe(searchId);
    expect((await mine.client.search(payload({ searchId }))).searchId).toBe(searchId);
    expect((await failure(other.client.search(payload({ searchId })))).code).toBe('NOT_YOURS');
    expect((await failure(other.client.searchCount(payload({ searchId: 'made-up' })))).code).toBe('NOT_YOURS');
  });

  it('counts as a bare number, with the data version in a header', async () => {
    const { person } = await portal.signIn();
    const response = await fetch(`${portal.url}/search-management/searchcount`, {
      method: 'POST',
      headers: { authorization: BASIC, accessedby: person.token, 'content-type': 'application/json' },
      body: JSON.stringify(payload()),
    });
    expect(await response.text()).toBe('4');
    expect(response.headers.get('x-data-version')).toBe('1');
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  it('shows an account its countries only, and says what it searched', async () => {
    const { client } = await portal.signIn(['VNM']);
    const page = await client.search(payload({ countryCode: ['KOR', 'VNM'] }));
    expect(page.impForeignList).toEqual([]);
    expect(page.searched).toMatchObject({ countryCode: ['VNM'] });
    expect((await client.search(payload())).searched).toBeNull();
    expect(await client.searchCount(payload())).toBe(0);
    const { countryList } = await client.countryListByTrade({}, { params: { trade: 'I' } });
    expect(countryList.map((country) => country.shortcode)).toEqual(['VNM']);
  });

  it('lists the countries with what is loaded of them', async () => {
    const { client } = await portal.signIn();
    const { countryList } = await client.countryListByTrade({}, { params: { trade: 'I' } });
    expect(countryList).toHaveLength(81);
    expect(countryList.find((country) => country.shortcode === 'KOR')).toMatchObject({
      name: 'South Korea',
      iso2code: 'KR',
      continentName: 'Asia',
      importFrom: '2020-01-01',
      importUpto: '2020-02-29',
      exportFrom: null,
      importerForExport: 'N',
      exporterForImport: 'N',
      records: 4,
    });
  });

  it.each<[string, Partial<SearchPayload>, string]>([
    ['no value', { searchValue: [] }, 'Enter Search Values'],
    ['a short HS code', { searchValue: ['851'] }, 'Search Values should be greater than or equal to 4 digits'],
    ['an HS code with letters', { searchValue: ['85AB'] }, 'HS codes are 4 to 12 digits'],
    [
      'a short text',
      { searchBy: 'IMPORTER', searchValue: ['a'] },
      'Search Values should be greater than or equal to 2 digits',
    ],
    ['eleven values', { searchValue: Array.from({ length: 11 }, (_, n) => `85${10 + n}`) }, 'At most 10 search values'],
    ['reversed dates', { fromDate: '2020-12-31', toDate: '2020-01-01' }, 'From date should be less than To date'],
    ['more than 1095 days', { fromDate: '2020-01-01', toDate: '2023-01-01' }, 'To date should be less than 3 years'],
    ['a date that is none', { fromDate: '2020-02-30' }, 'A date is written YYYY-MM-DD'],
    ['no country', { countryCode: [] }, 'This field is required'],
    ['a country that is none', { countryCode: ['ATL'] }, 'Unknown country code'],
    [
      'a page out of reach',
      { pageNumber: 500 },
      'Paging reaches the first 10,000 records. Narrow the search to see others.',
    ],
    ['a column that is none', { orderByColumn: 'password_hash' }, 'Records of this trade type have no such column'],
  ])('refuses %s', async (_, changes, message) => {
    const { client } = await portal.signIn();
    const error = await failure(client.search(payload(changes)));
    expect(error).toMatchObject({ code: 'VALIDATION', message });
    expect(error.details.length).toBeGreaterThan(0);
  });
});

describe('the list calls', () => {
  it('carry the names of the specification, totals and shares', async () => {
    const { client } = await portal.signIn();
    const asked = payload();
    const { hscodesList, ...around } = await client.listHsCodes(asked);
    expect(hscodesList).toHaveLength(3);
    expect(hscodesList[0]).toMatchObject({ hscode: expect.stringMatching(/^\d{6}$/), value_usd: '0', share: '0.00' });
    expect(around).toMatchObject({ shipmentCount: 4, shipmentCountTop10: 4, distinctCount: 3, totalValueUSD: '0' });
    expect((await client.listMonthwise(asked)).monthwiseList).toMatchObject([
      { month_name: '2020-01', shipment_count: 2 },
      { month_name: '2020-02', shipment_count: 2 },
    ]);
    expect((await client.listForeignCountries(asked)).countriesList.map((item) => item.country_name).sort()).toEqual([
      'China',
      'Vietnam',
      'ZZ',
    ]);
    expect((await client.listShipmentMode(asked)).shipmentModeList).toContainEqual(
      expect.objectContaining({ ship_mode: 'AIR', shipment_count: 1 }),
    );
    expect((await client.listImporters(asked)).importersList).toEqual([]);
    expect((await client.listExporters(asked)).exportersList).toEqual([]);
    expect((await client.listIndianPorts(asked)).portsList).toEqual([]);
    expect((await client.listForeignPorts(asked)).portsList).toEqual([]);
    expect((await client.listHsCodes4Digit(asked)).hscodesList).toHaveLength(3);
    expect((await client.listIndianCities(asked)).citiesList).toEqual([]);
    expect((await client.listStdUnit(asked)).stdUnitList).toEqual([]);
  });

  it('take a page and a text, and refuse what a search refuses', async () => {
    const { client } = await portal.signIn();
    const { hscodesList, distinctCount } = await client.listHsCodes({ ...payload(), nameContains: '0901' });
    expect(hscodesList.map((item) => item.hscode)).toEqual(['090111']);
    expect(distinctCount).toBe(1);
    expect((await failure(client.listHsCodes({ ...payload(), numberOfRecords: 501 }))).code).toBe('VALIDATION');
    expect((await failure(client.listHsCodes(payload({ searchValue: ['85'] })))).code).toBe('VALIDATION');
  });

  it('show an account its countries only', async () => {
    const { client } = await portal.signIn(['VNM']);
    expect(await client.listHsCodes(payload())).toMatchObject({ hscodesList: [], shipmentCount: 0 });
  });
});

describe('searches that were asked', () => {
  it('are told to their own account only, and counted by the server', async () => {
    const [mine, other] = [await portal.signIn(), await portal.signIn()];
    const { searchId } = await mine.client.search(payload({ incoterm: 'FOB', pageNumber: 3 }));
    const { queryList } = await mine.client.searchDetails({ searchId });
    expect(queryList).toMatchObject([{ searchId, userSearchQuery: { searchBy: 'HS_CODE', countryCode: ['KOR'] } }]);
    expect(queryList[0]?.userSearchQuery).not.toHaveProperty('incoterm');
    expect((await mine.client.topFiveQueries({})).queryList).toEqual(queryList);
    expect((await other.client.topFiveQueries({})).queryList).toEqual([]);
    const params = { searchId };
    expect(await mine.client.updateSearchCount({ totalRecords: 999 }, { params })).toEqual({ totalRecords: 4 });
    expect((await failure(other.client.searchDetails({ searchId }))).code).toBe('NOT_YOURS');
    expect((await failure(other.client.updateSearchCount({ totalRecords: 1 }, { params }))).code).toBe('NOT_YOURS');
    expect((await failure(mine.client.searchDetails({ searchId: "x' OR 1=1" }))).code).toBe('NOT_YOURS');
  });
});

describe('bad input', () => {
  const authorised = async () => {
    const { person } = await portal.signIn();
    return { accessedby: person.token, 'content-type': 'application/json' };
  };
  const post = async (body: string, headers?: Record<string, string>) =>
    raw('/search-management/search', { method: 'POST', body, headers: { ...(await authorised()), ...headers } });

  it('names an unknown field', async () => {
    const { status, body } = await post(JSON.stringify({ ...payload(), hsCodes: ['1'], queryBuilder: [{ x: 1 }] }));
    expect(status).toBe(400);
    expect(body.details).toContainEqual({ field: 'hsCodes', message: 'Unknown field' });
    expect(body.details).toContainEqual({ field: 'queryBuilder.0.x', message: 'Unknown field' });
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
    const { status, body } = await raw(path, init);
    expect(body).toMatchObject({ errorCode: code, errorMsg: expect.any(String) });
    expect(status).toBe(ERRORS[code].status);
  });

  it('tells a stranger nothing about what would be valid', async () => {
    const { body } = await raw('/search-management/search', {
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
    }
    for (const value of ['a\u0000b', '\ud800x', 'x'.repeat(201)]) {
      const asked = payload({ searchBy: 'PRODUCT', matchType: 'C', searchValue: [value] });
      expect((await failure(client.search(asked))).code).toBe('VALIDATION');
    }
    expect(await client.searchCount(payload())).toBe(4);
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

  it('answers HEAD for a screen', async () => {
    expect((await fetch(`${portal.url}/login`, { method: 'HEAD' })).status).toBe(200);
  });

  it('takes a call that asks for nothing with an empty body', async () => {
    const { body } = await raw('/masterdata-management/sitesettings', { method: 'POST' });
    expect(body).toEqual({ settingsList: [{ isMaintanance: 'N', siteMessage: '' }] });
    const json = await raw('/masterdata-management/sitesettings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(200);
  });
});

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
