/** The calls that ask the records. */
import { RECORD_COLUMNS, type SearchPayload } from '@tidewaiter/contract';
import { describe, expect, it, vi } from 'vitest';
import { BASIC, failure, payload } from '../../testing/calls.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();

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

  it('asks the engine for its own account, and for no account of the portal where nobody has signed in', async () => {
    const { client, person } = await portal.signIn();
    const query = vi.spyOn(portal.services.records.askedEngine, 'query');
    await client.search(payload({ toDate: '2020-12-30' }));
    await portal.clientOf(() => null).whatsNew({});
    const askers = new Set(query.mock.calls.map(([{ asker }]) => asker.account));
    query.mockRestore();
    expect(askers).toEqual(new Set([String(person.userid), 'strangers']));
  });

  it('says of each row why it matched', async () => {
    const { client } = await portal.signIn();
    const { impForeignList = [] } = await client.search(payload({ searchValue: ['6907', '0901'] }));
    for (const row of impForeignList) {
      expect(row.matched).toEqual([{ key: 'hs_code', text: expect.stringMatching(/^(6907|0901)$/) }]);
    }
    expect(impForeignList).toHaveLength(3);
  });

  it('that find nothing say what to leave out, on their first page only', async () => {
    const { client } = await portal.signIn();
    expect((await client.search(payload())).dropHints).toEqual([]);
    const { dropHints } = await client.search(payload({ incoterm: 'FOB' }));
    expect(dropHints).toEqual([
      { clause: { part: 'filter', fields: ['incoterm'] }, label: 'Incoterm: FOB', records: 4 },
    ]);
    const later = await client.search(payload({ fromDate: '2021-01-01', toDate: '2021-12-31' }));
    expect(later.dropHints).toEqual([
      {
        clause: {
          part: 'dates',
          fromDate: expect.stringMatching(/^2020-01/),
          toDate: expect.stringMatching(/^2020-02/),
        },
        label: '01 Jan 2021 – 31 Dec 2021',
        records: 4,
      },
    ]);
    expect((await client.search(payload({ incoterm: 'FOB', pageNumber: 1 }))).dropHints).toEqual([]);
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

  it('offers the columns of its countries and trade type on the first page, whatever that page holds', async () => {
    const { client } = await portal.signIn();
    const rows = (await client.search(payload())).impForeignList ?? [];
    const kept = new Set(RECORD_COLUMNS.IMPORT.map(({ key }) => key));
    const filled = new Set(rows.flatMap((row) => Object.entries(row).flatMap(([key, value]) => (value ? [key] : []))));
    const { columns } = await client.search(payload({ searchValue: ['0901'], numberOfRecords: 1 }));
    expect(columns).toEqual(expect.arrayContaining([...filled].filter((key) => kept.has(key))));
    expect(columns).not.toContain('incoterm');
    expect((await client.search(payload({ searchValue: ['9999'] }))).columns).toEqual(columns);
    expect((await client.search(payload({ tradeType: 'EXPORT' }))).columns).toEqual([]);
    const { client: other } = await portal.signIn(['VNM']);
    expect((await other.search(payload())).columns).toEqual([]);
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

  it('are asked together for as much as is wanted of each, under one form', async () => {
    const { client } = await portal.signIn();
    const asked = payload();
    const { lists } = await client.topLists({ ...asked, lists: { hsCodes: 2, months: 500, importers: 1 } });
    expect(Object.keys(lists).sort()).toEqual(['hsCodes', 'importers', 'months']);
    const { hscodesList, ...around } = await client.listHsCodes({ ...asked, numberOfRecords: 2 });
    const items = hscodesList.map(({ hscode, ...rest }) => ({ name: hscode, ...rest }));
    expect(lists.hsCodes).toEqual({ items, ...around });
    expect(lists.hsCodes?.items).toHaveLength(2);
    const { monthwiseList } = await client.listMonthwise(asked);
    expect(lists.months?.items.map(({ name }) => name)).toEqual(monthwiseList.map(({ month_name }) => month_name));
    expect(lists.importers).toMatchObject({ items: [], distinctCount: 0, shipmentCount: 4 });
    for (const refused of [{ hsCodes: 501 }, { hsCodes: 0 }, { nowhere: 1 }] as object[])
      expect((await failure(client.topLists({ ...asked, lists: refused }))).code).toBe('VALIDATION');
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
    const { lists } = await client.topLists({ ...payload(), lists: { hsCodes: 9 } });
    expect(lists.hsCodes).toMatchObject({ items: [], shipmentCount: 0 });
  });
});

describe('the distinct values of a column', () => {
  it('carry the names of the specification, and are of the columns that have some', async () => {
    const { client } = await portal.signIn();
    const asked = { ...payload(), columnName: 'origin_country' };
    const { distinctColumnValuesList, distinctCount } = await client.listDistinctColumnValue(asked);
    expect(distinctCount).toBe(3);
    expect(distinctColumnValuesList).toContainEqual({ column_name: 'Vietnam', records_count: expect.any(Number) });
    expect(distinctColumnValuesList.reduce((sum, item) => sum + item.records_count, 0)).toBe(4);
    const refused = await failure(client.listDistinctColumnValue({ ...payload(), columnName: 'password' }));
    expect(refused).toMatchObject({ code: 'VALIDATION', message: 'No values can be listed of this column' });
    const { client: other } = await portal.signIn(['VNM']);
    expect((await other.listDistinctColumnValue(asked)).distinctColumnValuesList).toEqual([]);
  });
});

describe('suggestions', () => {
  const typing = { tradeType: 'IMPORT', searchBy: 'HS_CODE', searchValue: '09', matchType: 'L' } as const;
  const where = { countryCode: ['KOR'], fromDate: '2020-01-01', toDate: '2020-12-31' };

  it('carry the names of the specification, and are of what the account may see', async () => {
    const { client } = await portal.signIn();
    expect(await client.suggestionList({ ...typing, ...where })).toEqual({
      suggestionList: [{ listSuggestion: [{ value: '0901', shipment_count: 1, description: 'Coffee' }] }],
    });
    const { client: other } = await portal.signIn(['VNM']);
    expect(await other.suggestionList({ ...typing, ...where })).toEqual({ suggestionList: [{ listSuggestion: [] }] });
  });

  it('wait for two characters, and for dates that can be asked for', async () => {
    const { client } = await portal.signIn();
    const short = await failure(client.suggestionList({ ...typing, ...where, searchValue: '0' }));
    expect(short.message).toBe('Search Values should be greater than or equal to 2 digits');
    const long = await failure(client.suggestionList({ ...typing, ...where, fromDate: '2016-01-01' }));
    expect(long.message).toBe('To date should be less than 3 years');
  });
});

describe('searches that were asked', () => {
  it('are told to their own account only, and counted by the server', async () => {
    const [mine, other] = [await portal.signIn(), await portal.signIn()];
    const { searchId } = await mine.client.search(payload({ incoterm: 'FOB', pageNumber: 3 }));
    const { queryList } = await mine.client.searchDetails({ searchId });
    expect(queryList).toMatchObject([{ searchId, userSearchQuery: { searchBy: 'HS_CODE', countryCode: ['KOR'] } }]);
    // A search carries the filters that it was last asked with; a recent one is the question alone (SPEC 3).
    expect(queryList[0]?.userSearchQuery).toMatchObject({ incoterm: ['FOB'], importerList: [] });
    const recent = (await mine.client.topFiveQueries({})).queryList;
    expect(recent).toMatchObject([{ searchId, userSearchQuery: { searchBy: 'HS_CODE', countryCode: ['KOR'] } }]);
    expect(recent[0]?.userSearchQuery).not.toHaveProperty('incoterm');
    await mine.client.search(payload());
    expect((await other.client.topFiveQueries({})).queryList).toEqual([]);
    const params = { searchId };
    expect(await mine.client.updateSearchCount({ totalRecords: 999 }, { params })).toEqual({ totalRecords: 4 });
    expect((await failure(other.client.searchDetails({ searchId }))).code).toBe('NOT_YOURS');
    expect((await failure(other.client.updateSearchCount({ totalRecords: 1 }, { params }))).code).toBe('NOT_YOURS');
    expect((await failure(mine.client.searchDetails({ searchId: "x' OR 1=1" }))).code).toBe('NOT_YOURS');
  });
});
