import { COTTON, COTTON_EXPORTS } from '../screens.js';
import { differs, expect, test } from '../surroundings.js';

const words = (text: string) => text.split(/\s+/);

const searchPath = '/search-management/search';

test('3.9 tradeType is IMPORT or EXPORT, searchType TRADE; anything else is refused.', async ({ demo }) => {
  for (const changes of [{ searchType: 'TRADE' }, { ...COTTON_EXPORTS, searchType: 'TRADE' }])
    expect((await demo.post(searchPath, { ...COTTON, ...changes })).status).toBe(200);
  for (const changes of [{ tradeType: 'TRANSIT' }, { searchType: 'COMPANY' }])
    expect((await demo.post(searchPath, { ...COTTON, ...changes })).status).toBe(400);
});

test('3.10 searchBy is HS_CODE, PRODUCT, IMPORTER, EXPORTER or HS_CODE_2.', async ({ demo }) => {
  const asked = { HS_CODE: '5201', PRODUCT: 'cotton', IMPORTER: 'trading', EXPORTER: 'trading', HS_CODE_2: '52' };
  for (const [searchBy, value] of Object.entries(asked)) {
    const matchType = searchBy === 'PRODUCT' ? 'C' : 'L';
    const { status, body } = await demo.post('/search-management/searchcount', {
      ...{ ...COTTON, searchBy, matchType, searchValue: [value] },
    });
    expect(status, searchBy).toBe(200);
    expect(body, searchBy).toBeGreaterThan(0);
  }
});

test('3.11 searchValue is a list of at most 10 strings.', async ({ demo }) => {
  const of = (count: number) => Array.from({ length: count }, (_, index) => `cotton ${index}`);
  expect((await demo.post(searchPath, { ...COTTON, searchValue: of(10) })).status).toBe(200);
  expect((await demo.post(searchPath, { ...COTTON, searchValue: of(11) })).status).toBe(400);
});

test('3.12 matchType is L (like), C (contains) or D (does not contain).', async ({ demo }) => {
  differs('The match types are L, C and D; that of PRODUCT begins as C');
  const count = async (changes: object) =>
    (await demo.post('/search-management/searchcount', { ...COTTON, ...changes })).body;
  const [all, without] = [await count({}), await count({ matchType: 'D' })];
  expect(all).toBeGreaterThan(0);
  expect(without).toBeGreaterThan(all);
  // All words: what has `cotton` by itself contains it.
  expect(await count({ matchType: 'W', queryBuilder: [] })).toBeLessThanOrEqual(all);
  expect(await count({ matchType: 'W', queryBuilder: [] })).toBeGreaterThan(0);
  const row = { relation: 'AND', searchBy: 'PRODUCT', matchType: 'L', searchValue: ['cotton'] };
  expect(await count({ queryBuilder: [row] })).toBe(all);
  expect((await demo.post(searchPath, { ...COTTON, matchType: 'X' })).status).toBe(400);
});

test('3.13 queryBuilder holds up to 3 rows of relation, searchBy, matchType and searchValue.', async ({ demo }) => {
  const row = { relation: 'AND', searchBy: 'HS_CODE', matchType: 'L', searchValue: ['5208'] };
  expect((await demo.post(searchPath, { ...COTTON, queryBuilder: [row, row, row] })).status).toBe(200);
  expect((await demo.post(searchPath, { ...COTTON, queryBuilder: [row, row, row, row] })).status).toBe(400);
});

test('3.14 The filter lists are hsCodeList, hsCode4DigitList, importerList, exporterList, portOriginList, portDestinationList, cityOriginList, cityDestinationList, shipmentModeList (also shipModeList) and stdUnitList.', async ({
  demo,
}) => {
  for (const list of words(
    'hsCodeList hsCode4DigitList importerList exporterList portOriginList portDestinationList cityOriginList cityDestinationList shipmentModeList shipModeList stdUnitList',
  )) {
    const count = { ...COTTON, [list]: ['no such value'] };
    expect(await demo.post('/search-management/searchcount', count), list).toMatchObject({ status: 200, body: 0 });
  }
});

test('3.15 The ranges are rangeQuantityStart/End, rangeValueUsdStart/End and rangeUnitPriceUsdStart/End.', async ({
  demo,
}) => {
  const { body: all } = await demo.post('/search-management/searchcount', COTTON);
  for (const range of ['rangeQuantity', 'rangeValueUsd', 'rangeUnitPriceUsd']) {
    const { body } = await demo.post('/search-management/searchcount', {
      ...{ ...COTTON, [`${range}Start`]: 10, [`${range}End`]: 1000 },
    });
    expect(body, range).toBeGreaterThan(0);
    expect(body, range).toBeLessThan(all);
  }
});

test('3.16 consumptionType is a list; incoterm and notifyParty are a list or a value.', async ({ demo }) => {
  const count = async (changes: object) =>
    (await demo.post('/search-management/searchcount', { ...COTTON, ...changes })).body;
  expect(await count({ incoterm: 'CIF' })).toBe(await count({ incoterm: ['CIF'] }));
  expect(await count({ incoterm: 'CIF' })).toBeGreaterThan(0);
  expect(await count({ notifyParty: 'nobody at all' })).toBe(0);
  expect(await count({ notifyParty: ['nobody at all'], consumptionType: ['none'] })).toBe(0);
});

test("3.17 productDesc is a list, and conditionProductDesc 'C' (contains) or 'D' (does not contain).", async ({
  demo,
}) => {
  const count = async (changes: object) =>
    (await demo.post('/search-management/searchcount', { ...COTTON, ...changes })).body;
  const [all, within, without] = [
    await count({}),
    await count({ productDesc: ['shirt'], conditionProductDesc: 'C' }),
    await count({ productDesc: ['shirt'], conditionProductDesc: 'D' }),
  ];
  expect(within).toBeGreaterThan(0);
  expect(within + without).toBe(all);
});

test("3.18 orderByColumn and orderByMode ('asc' or 'desc', desc by default) order the records.", async ({ demo }) => {
  const codes = async (changes: object) => {
    const { body } = await demo.post(searchPath, { ...COTTON, orderByColumn: 'hs_code', ...changes });
    return body.impForeignList.map(({ hs_code }: { hs_code: string }) => hs_code) as string[];
  };
  const [down, up] = [await codes({}), await codes({ orderByMode: 'asc' })];
  expect(down).toEqual(down.toSorted().reverse());
  expect(up).toEqual(up.toSorted());
});

test('3.19 A search query also holds returnSearchId, columnName, pageNumber, numberOfRecords and searchId.', async ({
  demo,
}) => {
  const { body: first } = await demo.post(searchPath, { ...COTTON, pageNumber: 0, numberOfRecords: 30 });
  expect(first.impForeignList).toHaveLength(30);
  const { status, body } = await demo.post(searchPath, {
    ...{ ...COTTON, pageNumber: 1, numberOfRecords: 30, searchId: first.searchId },
    ...{ returnSearchId: first.searchId, columnName: 'ctry_name' },
  });
  expect(status).toBe(200);
  expect(body.impForeignList[0].id).not.toBe(first.impForeignList[0].id);
  expect(body.searchId).toBe(first.searchId);
});

test('3.20 A saved search has id, searchId, workspaceId, name, description, createdDate, tradeType, countryCode, totalRecords, fromDate and toDate; its query carries isDownloaded and totalRecords. A workspace has id and name.', async ({
  account,
}) => {
  const person = await account();
  const { body: workspaceId } = await person.post('/activity-management/workspace', {
    name: 'Fabrics',
    is_active: 'Y',
  });
  const { body: found } = await person.post(searchPath, COTTON);
  await person.post('/activity-management/workspace/savesearch', {
    ...{ workspace_id: workspaceId, search_id: found.searchId, name: 'Cotton', description: 'About cotton' },
  });
  const { body } = await person.get('/activity-management/workspace/searchByUser', {
    ...{ createdBy: person.user.userid, workspaceId },
  });
  expect(body.searchQueryWithWS).toMatchObject([
    {
      ...{
        id: expect.any(String),
        searchId: found.searchId,
        workspaceId,
        name: 'Cotton',
        description: 'About cotton',
      },
      ...{ createdDate: expect.any(String), tradeType: 'IMPORT', countryCode: COTTON.countryCode },
      ...{ totalRecords: expect.any(Number), fromDate: COTTON.fromDate, toDate: COTTON.toDate },
      userSearchQuery: { isDownloaded: false, totalRecords: expect.any(Number) },
    },
  ]);
  const { body: list } = await person.get('/activity-management/workspace/list', { userId: person.user.userid });
  expect(list.workspaceList).toMatchObject([{ id: workspaceId, name: 'Fabrics' }]);
});

test('3.21 A recent search has searchId and userSearchQuery with searchType, searchBy, searchValue, tradeType, countryCode, fromDate and toDate.', async ({
  demo,
}) => {
  await demo.post(searchPath, COTTON);
  const { body } = await demo.get('/search-management/search/topFiveQueries');
  const { matchType: _, ...asked } = COTTON;
  expect(body.queryList[0]).toMatchObject({
    ...{ searchId: expect.any(String), userSearchQuery: { ...asked, searchType: 'TRADE' } },
  });
});

test('3.22 A contact has companyName, address, mobile, email and website.', async ({ account }) => {
  const person = await account();
  const contact = {
    ...{ companyName: 'Acme Trading Ltd', address: '1 Quay', mobile: '+31 20 123 4567' },
    ...{ email: 'mail@acme.example', website: 'https://acme.example' },
  };
  await person.post('/activity-management/savecontact', contact);
  const { body } = await person.get('/activity-management/listcontact', { userId: person.user.userid });
  expect(body.contactList).toMatchObject([contact]);
});
