import { COTTON, COTTON_EXPORTS, INDIAN_COTTON, LIST } from '../screens.js';
import { differs, expect, test } from '../surroundings.js';

const SEARCH = '/search-management/search';

/** A list call, and the list that it answers with. */
const list = (number: string, path: string, name: string) =>
  test(`${number} POST /search-management/${path} takes the body of a search and answers with ${name} and its sums.`, async ({
    demo,
  }) => {
    const { body: found } = await demo.post(SEARCH, COTTON);
    const { status, body } = await demo.post(`/search-management/${path}`, {
      ...{ ...COTTON, searchId: found.searchId, incoterm: ['CIF'] },
    });
    expect(status).toBe(200);
    expect(body[name].length).toBeGreaterThan(0);
    const { body: count } = await demo.post('/search-management/searchcount', { ...COTTON, incoterm: ['CIF'] });
    expect(body.shipmentCount).toBe(count);
  });

test('7.15 POST search-management/search answers with searchId and one list: impForeignList or expForeignList by trade type, impIndList or expIndList where the countries are IND and SEZ.', async ({
  demo,
}) => {
  for (const [query, name] of [
    [COTTON, 'impForeignList'],
    [COTTON_EXPORTS, 'expForeignList'],
    [INDIAN_COTTON, 'impIndList'],
    [{ ...INDIAN_COTTON, countryCode: ['IND', 'SEZ'] }, 'impIndList'],
    [{ ...COTTON_EXPORTS, countryCode: ['IND'] }, 'expIndList'],
  ] as const) {
    const { status, body } = await demo.post(SEARCH, query);
    expect(status).toBe(200);
    expect(body.searchId).toEqual(expect.any(String));
    expect(Object.keys(body).filter((key) => /^(imp|exp)(Foreign|Ind)List$|^searchResult$/.test(key))).toEqual([name]);
    expect(body[name].length).toBeGreaterThan(0);
  }
});

test('7.16 search answers with nothing else.', async ({ demo }) => {
  differs('`search` answers with `searchId` and a list');
  const { body } = await demo.post(SEARCH, COTTON);
  expect(body).toMatchObject({
    ...{ question: expect.stringContaining("product contains 'cotton'"), dataVersion: expect.any(Number) },
    ...{ searched: { countryCode: COTTON.countryCode }, columns: expect.any(Array), dropHints: [] },
    freeRecordsLeft: expect.any(Number),
  });
});

test('7.17 POST /search-management/searchcount takes the same body and answers with a number.', async ({ demo }) => {
  const { status, body } = await demo.post('/search-management/searchcount', COTTON);
  expect(status).toBe(200);
  expect(Number.isInteger(body)).toBe(true);
  expect(body).toBeGreaterThan(100);
});

test('7.18 PUT /search-management/updatesearchcount/{searchId} stores totalRecords.', async ({ demo }) => {
  differs('`updatesearchcount` stores a count');
  const { body: found } = await demo.post(SEARCH, COTTON);
  const { body: count } = await demo.post('/search-management/searchcount', COTTON);
  const path = `/search-management/updatesearchcount/${found.searchId}`;
  expect(await demo.put(path, { body: { totalRecords: 7 } })).toMatchObject({
    ...{ status: 200, body: { totalRecords: count } },
  });
});

test('7.19 PUT /search-management/downloadsearch takes searchId and recordsDownloaded in its query.', async ({
  account,
}) => {
  differs('`downloadsearch` and `download-tracker/update` report what was downloaded');
  const person = await account();
  const { body: found } = await person.post(SEARCH, COTTON);
  const query = { searchId: found.searchId, recordsDownloaded: 50 };
  expect(await person.put('/search-management/downloadsearch', { query })).toMatchObject({
    ...{ status: 200, body: { recordsDownloaded: 0 } },
  });
});

list('7.20', 'listimporters', 'importersList');
list('7.21', 'listexporters', 'exportersList');
list('7.22', 'listindianports', 'portsList');
list('7.23', 'listforeignports', 'portsList');
list('7.24', 'listhscodes', 'hscodesList');
list('7.25', 'listhscodes4digit', 'hscodesList');
list('7.26', 'listforeigncountries', 'countriesList');
list('7.27', 'listindiancities', 'citiesList');
list('7.28', 'listshipmentmode', 'shipmentModeList');
list('7.29', 'liststdunit', 'stdUnitList');
list('7.30', 'listmonthwise', 'monthwiseList');

test('7.31 POST /search-management/listdistinctcolumnvalue takes the query and columnName (ctry_name, import_purpose or export_purpose by trade type, incoterm, notify_party_name) and answers with distinctColumnValuesList.', async ({
  demo,
}) => {
  for (const [query, columns] of [
    [COTTON, ['ctry_name', 'import_purpose', 'incoterm', 'notify_party_name']],
    [COTTON_EXPORTS, ['ctry_name', 'export_purpose', 'incoterm', 'notify_party_name']],
  ] as const) {
    for (const columnName of columns) {
      const { status, body } = await demo.post('/search-management/listdistinctcolumnvalue', {
        ...query,
        columnName,
      });
      expect(status, columnName).toBe(200);
      expect(body.distinctColumnValuesList.length, columnName).toBeGreaterThan(0);
    }
  }
});

test('7.32 listdistinctcolumnvalue knows these columns and no others.', async ({ demo }) => {
  differs('`listdistinctcolumnvalue` knows four columns');
  const { body } = await demo.post('/search-management/listdistinctcolumnvalue', {
    ...COTTON,
    columnName: 'importer_name',
  });
  expect(body.distinctColumnValuesList.length).toBeGreaterThan(0);
  expect(body.distinctCount).toBeGreaterThanOrEqual(body.distinctColumnValuesList.length);
});

test("7.33 In filters a distinct value is shown as 'name (count)'.", async ({ look, demo }) => {
  const { body } = await demo.post('/search-management/listdistinctcolumnvalue', {
    ...COTTON,
    columnName: 'incoterm',
  });
  const [{ column_name, records_count }] = body.distinctColumnValuesList;
  const page = await look(LIST);
  const terms = page.getByRole('group', { name: /^Incoterm\b/ });
  const opener = terms.getByRole('button', { name: /^Incoterm/ });
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
  await expect(terms.locator('label').first()).toContainText(
    `${column_name} (${records_count.toLocaleString('en-IN')})`,
  );
});

test('7.34 POST /search-management/suggestionlist takes tradeType, fromDate, toDate, searchBy, searchValue, countryCode and matchType and answers with suggestionList and its listSuggestion.', async ({
  demo,
}) => {
  const { tradeType, fromDate, toDate, countryCode } = COTTON;
  const { status, body } = await demo.post('/search-management/suggestionlist', {
    ...{ tradeType, fromDate, toDate, countryCode, searchBy: 'IMPORTER', searchValue: 'tr', matchType: 'L' },
  });
  expect(status).toBe(200);
  expect(body.suggestionList[0].listSuggestion.length).toBeGreaterThan(0);
});

test('7.35 GET /search-management/search/details takes searchId and answers with queryList, whose first entry has userSearchQuery.', async ({
  demo,
}) => {
  const { body: found } = await demo.post(SEARCH, COTTON);
  const { status, body } = await demo.get('/search-management/search/details', { searchId: found.searchId });
  expect(status).toBe(200);
  expect(body.queryList[0].userSearchQuery).toMatchObject(COTTON);
});

test('7.36 search/details answers for searches of the caller.', async ({ demo, account }) => {
  differs('`search/details` answers for a search id');
  const { body: found } = await demo.post(SEARCH, COTTON);
  const stranger = await account();
  const { body } = await stranger.get('/search-management/search/details', { searchId: found.searchId });
  expect(body.errorCode).toBe('NOT_YOURS');
});

test('7.37 GET /search-management/search/topFiveQueries answers with queryList, five at most.', async ({ demo }) => {
  const { status, body } = await demo.get('/search-management/search/topFiveQueries');
  expect(status).toBe(200);
  expect(body.queryList.length).toBeLessThanOrEqual(5);
});
