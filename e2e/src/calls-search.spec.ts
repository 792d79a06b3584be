/** What the calls of a search take and answer (SPEC 3, 4, 5, 7 and 9). */
import { daysBetween, SOURCE_COUNTRIES } from '@tidewaiter/contract';
import { loadBillsOfEntry } from './bills-of-entry.js';
import { type Caller, saveSearch, subscriptionOf, subUserOf } from './caller.js';
import { loadLines } from './load.js';
import type { Portal } from './portal.js';
import { loadShippingBill } from './shipping-bill.js';
import { expect } from './test.js';
import { COTTON, COTTON_EXPORTS, callTest as test } from './visits.js';

const words = (text: string) => text.split(/\s+/);

const INDIAN_COTTON = { ...COTTON, countryCode: ['IND'] };

/** Records that no other question finds: see `bills-of-entry.ts` and `shipping-bill.ts`. */
const BILLS = { ...COTTON, countryCode: ['SEZ'], searchValue: ['tidal gauge'] };
const SHIPPING_BILL = { ...COTTON_EXPORTS, countryCode: ['IND'], searchValue: ['sextant'] };

/** All imports of the last years. */
const EVERYTHING = {
  ...{ ...COTTON, matchType: 'D', searchValue: ['no such product'] },
  countryCode: SOURCE_COUNTRIES.map(({ shortcode }) => shortcode),
};

const CORE_KEYS =
  'id ctry_name hs_code product_description exporter_name notify_party_name origin_country std_quantity std_unit quantity unit ' +
  'std_unit_rate_usd unit_price_usd origin_port destination_port mode_of_transport incoterm month year hs_code2 hs_code4 hs_code6 ' +
  'hs_description gross_weight gross_weight_unit net_weight net_weight_unit';

const ADDRESS_KEYS = 'importer_address exporter_address notify_party_address';

const EXTRA_KEYS =
  'bl_number container menifest_no menifest_date ship_name transport_company currency total_value unit_price total_value_cif ' +
  'total_value_cif_usd unit_value_cif_usd cif_unit_price assessed_value_currency duty duty_mod tax_amount tax_percentge vat income_tax ' +
  'luxury_tax bcd cvd igst gst_cess declarant clearing_agent clearing_office import_purpose economic_zone exchange_rate freight_value ' +
  'freight_value_usd insurance_value insurance_value_usd total_value_bdt total_value_kes total_value_lsl total_value_uah total_value_etb ' +
  'total_value_naira total_value_ugx total_value_zwd total_value_pkr total_value_botswana_pula';

const INDIAN_IMPORT_KEYS =
  'iec importer address1 address2 city pin prod_desc ind_port for_count for_port value value_usd qty unit_rate_inr unit_rate_usd ' +
  'ship_mode beno cha_no cha_name actual_duty inv_no inv_date foreign_exporter foreign_address cush location shipment_port';

const EXPORT_KEYS =
  'total_fob_value cif_value_usd total_cif_value cif_currency sb_no sb_date foreign_importer_name licence_code clearance_fee ' +
  'clearing_agent export_purpose export_purpose_group purpose_consumption quantity_of_container voyage_number type_of_cargo category ' +
  'fob_value_currency total_fob_value_pkr total_fob_value_usd';

const INDIAN_EXPORT_KEYS =
  'product unit_rate_in_foreign_currency unit_rate_currency total_sb_value_in_inr_in_lacs value_in_fc port_of_destination ' +
  'city_of_destination port_of_origin indian_exportar_name exporter_add1 exporter_add2 exporter_city for_add1 for_add2 for_add3 for_add4 ' +
  'importer_country hs2 hs4 cur_que invoice_no invoice_srl_no challan_no draw_back raw_port invoice_date leo_date country_code ' +
  'drawback_excise drawback_customs';

/** The list calls, the list that each answers with, and what names an item of it. */
const LISTS = {
  listimporters: ['importersList', 'importer_name'],
  listexporters: ['exportersList', 'exporter_name'],
  listindianports: ['portsList', 'port_name'],
  listforeignports: ['portsList', 'port_name'],
  listhscodes: ['hscodesList', 'hscode'],
  listhscodes4digit: ['hscodesList', 'hscode'],
  listforeigncountries: ['countriesList', 'country_name'],
  listindiancities: ['citiesList', 'city_name'],
  listshipmentmode: ['shipmentModeList', 'ship_mode'],
  liststdunit: ['stdUnitList', 'std_unit'],
  listmonthwise: ['monthwiseList', 'month_name'],
} as const;

/** Loads records of which each lies beyond one of the bounds that a range is filled in with, and one within all of them. */
async function loadExtremes(portal: Portal): Promise<void> {
  const names = [
    ...['record_date', 'hs_code', 'product_description', 'importer_name', 'std_unit', 'std_quantity', 'quantity'],
    ...['unit_price_usd', 'total_value_usd'],
  ];
  const columns = Object.fromEntries(names.map((name) => [name, { from: name }]));
  const mapping = { name: 'extremes', title: 'Extremes', country: 'UGA', trade: 'IMPORT', naturalKey: ['no'], columns };
  const lines = ['2000000,2.5,5000000', '1,200000000,200000000', '10,100,1000', '0,1,50'].map((amounts, no) => {
    const [quantity, price, value] = amounts.split(',');
    return `${no},2026-05-17,901520,Theodolite,Sextant Ltd,KGS,${quantity},${quantity},${price},${value}`;
  });
  await loadLines(portal, mapping, [`no,${names}`, ...lines], '--accept');
}

const searchWith = (caller: Caller, query: object) => caller.post('/search-management/search', query);
const statusOf = async (caller: Caller, query: object) => (await searchWith(caller, query)).status;

/** How many records a question finds that differs from the usual one. */
async function counted(caller: Caller, changes: object = {}): Promise<number> {
  const { status, body } = await caller.post('/search-management/searchcount', { ...COTTON, ...changes });
  expect(status, JSON.stringify(changes)).toBe(200);
  return body;
}

const listOf = async (caller: Caller, call: string, query: object) =>
  (await caller.post(`/search-management/${call}`, query)).body;

test('a search query says what is searched, by whatever of its words', {
  tag: ['@3.9', '@3.10', '@3.11', '@3.12', '@3.13', '@5.3', '@5.11', '@9.10', '@9.29'],
}, async ({ demo }) => {
  for (const [changes, status] of [
    [{ searchType: 'TRADE' }, 200],
    [{ tradeType: 'EXPORT', searchType: 'TRADE' }, 200],
    [{ tradeType: 'TRANSIT' }, 400],
    [{ searchType: 'COMPANY' }, 400],
    [{ matchType: 'X' }, 400],
    // 1,095 days, and one more.
    [{ fromDate: '2023-11-01' }, 200],
    [{ fromDate: '2023-10-31' }, 400],
    [{ fromDate: '2026-05-01', toDate: '2026-05-01' }, 400],
    [{ searchBy: 'HS_CODE', matchType: 'L', searchValue: ['520'] }, 400],
    [{ searchBy: 'HS_CODE', matchType: 'L', searchValue: ['5208'] }, 200],
    [{ searchValue: ['c'] }, 400],
    [{ searchValue: ['co'] }, 200],
  ] as const)
    expect(await statusOf(demo, { ...COTTON, ...changes }), JSON.stringify(changes)).toBe(status);
  expect(daysBetween('2023-11-01', '2026-10-31')).toBe(1095);

  const asked = { HS_CODE: '5201', PRODUCT: 'cotton', IMPORTER: 'trading', EXPORTER: 'trading', HS_CODE_2: '52' };
  for (const [searchBy, value] of Object.entries(asked)) {
    const matchType = searchBy === 'PRODUCT' ? 'C' : 'L';
    expect(await counted(demo, { searchBy, matchType, searchValue: [value] }), searchBy).toBeGreaterThan(0);
  }
  const many = (count: number) => Array.from({ length: count }, (_, index) => `cotton ${index}`);
  expect(await statusOf(demo, { ...COTTON, searchValue: many(10) })).toBe(200);
  expect(await statusOf(demo, { ...COTTON, searchValue: many(11) })).toBe(400);

  const all = await counted(demo);
  const allWords = await counted(demo, { matchType: 'W' });
  expect(all).toBeGreaterThan(0);
  expect(await counted(demo, { matchType: 'D' })).toBeGreaterThan(all);
  // What has `cotton` by itself contains it.
  expect(allWords).toBeGreaterThan(0);
  expect(allWords).toBeLessThanOrEqual(all);
  const row = { relation: 'AND', searchBy: 'PRODUCT', matchType: 'L', searchValue: ['cotton'] };
  expect(await counted(demo, { queryBuilder: [row, row, row] })).toBe(all);
  expect(await statusOf(demo, { ...COTTON, queryBuilder: [row, row, row, row] })).toBe(400);

  // The form always has a match type: it is the call that can be without.
  const { matchType: _, ...without } = COTTON;
  const { status, body } = await searchWith(demo, without);
  expect(status).toBe(400);
  expect(body.details).toContainEqual({ field: 'matchType', message: 'This field is required' });
});

test('each filter list finds the records of its values, ports and cities at their own end', {
  tag: ['@3.14'],
}, async ({ demo, portal }) => {
  await loadBillsOfEntry(portal);
  await loadShippingBill(portal);
  for (const [query, key, ...names] of [
    [COTTON, 'hs_code', 'hsCodeList'],
    [COTTON, 'hs_code4', 'hsCode4DigitList'],
    [COTTON, 'importer_name', 'importerList'],
    [COTTON, 'exporter_name', 'exporterList'],
    [COTTON, 'origin_port', 'portOriginList'],
    [COTTON, 'destination_port', 'portDestinationList'],
    [COTTON_EXPORTS, 'origin_port', 'portOriginList'],
    [COTTON_EXPORTS, 'destination_port', 'portDestinationList'],
    [COTTON, 'mode_of_transport', 'shipmentModeList', 'shipModeList'],
    [COTTON, 'std_unit', 'stdUnitList'],
    [BILLS, 'city', 'cityDestinationList'],
    [SHIPPING_BILL, 'exporter_city', 'cityOriginList'],
    [SHIPPING_BILL, 'city_of_destination', 'cityDestinationList'],
  ] as const) {
    const rowsOf = async (changes: object) => {
      const { status, body } = await searchWith(demo, { ...query, ...changes });
      const list = Object.entries(body).find(([name]) => /^(imp|exp)(Foreign|Ind)List$/.test(name))?.[1];
      return { status, values: (list as Record<string, string>[]).map((row) => row[key] ?? '') };
    };
    const value = (await rowsOf({ numberOfRecords: 200 })).values.find(Boolean) ?? '';
    for (const name of names) {
      const { status, values } = await rowsOf({ [name]: [value] });
      // A party is found by all its spellings.
      const found = key.endsWith('_name') ? values.filter((one) => one === value) : values;
      expect({ status, values: [...new Set(found)] }, `${query.tradeType} ${name}`).toEqual({
        status: 200,
        values: [value],
      });
      expect(await rowsOf({ [name]: ['no such value'] }), name).toEqual({ status: 200, values: [] });
    }
  }
});

test('ranges, lists of labels and the product filter narrow a search; empty bounds are filled in', {
  tag: ['@3.15', '@3.16', '@3.17', '@9.9'],
}, async ({ demo, portal }) => {
  await loadExtremes(portal);
  const all = await counted(demo);
  for (const range of ['rangeQuantity', 'rangeValueUsd', 'rangeUnitPriceUsd']) {
    const within = await counted(demo, { [`${range}Start`]: 10, [`${range}End`]: 1000 });
    expect(within, range).toBeGreaterThan(0);
    expect(within, range).toBeLessThan(all);
  }
  // Beyond each bound that is filled in lies a record that is left out.
  const extremes = { countryCode: ['UGA'], searchValue: ['theodolite'] };
  expect(await counted(demo, extremes)).toBe(4);
  for (const [bound, given, filledIn, within] of [
    ['rangeQuantityStart', '1', { rangeQuantityEnd: '999999' }, 2],
    ['rangeQuantityEnd', '500', { rangeQuantityStart: '0.00001' }, 2],
    ['rangeValueUsdStart', '20', { rangeValueUsdEnd: '999999' }, 2],
    ['rangeUnitPriceUsdStart', '2', { rangeUnitPriceUsdEnd: '99999999' }, 2],
  ] as const) {
    const asked = { ...extremes, [bound]: given };
    expect(await counted(demo, asked), bound).toBe(within);
    expect(await counted(demo, { ...asked, ...filledIn }), bound).toBe(within);
  }

  const cif = await counted(demo, { incoterm: 'CIF' });
  expect(cif).toBeGreaterThan(0);
  expect(await counted(demo, { incoterm: ['CIF'] })).toBe(cif);
  expect(await counted(demo, { notifyParty: 'nobody at all' })).toBe(0);
  expect(await counted(demo, { notifyParty: ['nobody at all'], consumptionType: ['none'] })).toBe(0);

  const [within, without] = [
    await counted(demo, { productDesc: ['shirt'], conditionProductDesc: 'C' }),
    await counted(demo, { productDesc: ['shirt'], conditionProductDesc: 'D' }),
  ];
  expect(within).toBeGreaterThan(0);
  expect(within + without).toBe(all);
});

test('records come in order and by page, 20 of them and up to 10,000 in all; the count is not capped', {
  tag: ['@3.18', '@3.19', '@7.17', '@9.1', '@9.6', '@9.7', '@9.24'],
}, async ({ demo }) => {
  const column = async (key: string, changes: object, list = 'impForeignList'): Promise<string[]> =>
    (await searchWith(demo, { ...COTTON, ...changes })).body[list].map((row: Record<string, string>) => row[key]);
  for (const [mode, direction] of [
    [{}, -1],
    [{ orderByMode: 'asc' }, 1],
  ] as const) {
    const codes = await column('hs_code', { orderByColumn: 'hs_code', ...mode });
    expect(codes).toHaveLength(20);
    expect(codes).toEqual(codes.toSorted((a, b) => direction * (a < b ? -1 : a > b ? 1 : 0)));
  }
  for (const [key, query, list] of [
    ['be_date', COTTON, 'impForeignList'],
    ['date', COTTON_EXPORTS, 'expForeignList'],
  ] as const) {
    const days = await column(key, query, list);
    expect(days).toEqual(days.toSorted().reverse());
  }

  const { body: first } = await searchWith(demo, { ...COTTON, pageNumber: 0, numberOfRecords: 30 });
  expect(first.impForeignList).toHaveLength(30);
  const { status, body } = await searchWith(demo, {
    ...{ ...COTTON, pageNumber: 1, numberOfRecords: 30, searchId: first.searchId },
    ...{ returnSearchId: first.searchId, columnName: 'ctry_name' },
  });
  expect(status).toBe(200);
  expect(body.impForeignList[0].id).not.toBe(first.impForeignList[0].id);
  expect(body.searchId).toBe(first.searchId);

  const all = { ...EVERYTHING, numberOfRecords: 200 };
  expect((await searchWith(demo, { ...all, pageNumber: 49 })).body.impForeignList).toHaveLength(200);
  expect(await statusOf(demo, { ...all, pageNumber: 50 })).toBe(400);
  expect(await counted(demo, EVERYTHING)).toBeGreaterThan(10_000);
});

test('a search answers with its id and one list, and with how it was answered', {
  tag: ['@7.15', '@7.16', '@7.18'],
}, async ({ demo }) => {
  for (const [query, name] of [
    [COTTON, 'impForeignList'],
    [COTTON_EXPORTS, 'expForeignList'],
    [INDIAN_COTTON, 'impIndList'],
    [{ ...INDIAN_COTTON, countryCode: ['IND', 'SEZ'] }, 'impIndList'],
    [{ ...COTTON_EXPORTS, countryCode: ['IND'] }, 'expIndList'],
  ] as const) {
    const { status, body } = await searchWith(demo, query);
    expect(status).toBe(200);
    expect(body.searchId).toEqual(expect.any(String));
    expect(Object.keys(body).filter((key) => /^(imp|exp)(Foreign|Ind)List$|^searchResult$/.test(key))).toEqual([name]);
    expect(body[name].length).toBeGreaterThan(0);
  }
  const { body } = await searchWith(demo, COTTON);
  expect(body).toMatchObject({
    ...{ question: expect.stringContaining("product contains 'cotton'"), dataVersion: expect.any(Number) },
    ...{ searched: { countryCode: COTTON.countryCode }, columns: expect.any(Array), dropHints: [] },
    freeRecordsLeft: expect.any(Number),
  });
  // The count is the portal's, whatever is reported.
  const path = `/search-management/updatesearchcount/${body.searchId}`;
  expect(await demo.put(path, { body: { totalRecords: 7 } })).toMatchObject({
    ...{ status: 200, body: { totalRecords: await counted(demo) } },
  });
});

test('records have the columns of their trade type, and those of single countries where a source fills them', {
  tag: ['@3.30', '@3.31', '@3.32', '@3.33', '@3.35'],
}, async ({ demo, portal }) => {
  await loadBillsOfEntry(portal);
  await loadShippingBill(portal);
  for (const [query, list, ...keys] of [
    [COTTON, 'impForeignList', CORE_KEYS, 'be_date importer_name total_value_usd'],
    [COTTON_EXPORTS, 'expForeignList', CORE_KEYS, 'date recepient_name destination_country'],
    [BILLS, 'impIndList', ADDRESS_KEYS, EXTRA_KEYS, INDIAN_IMPORT_KEYS],
    [SHIPPING_BILL, 'expIndList', ADDRESS_KEYS, EXPORT_KEYS, INDIAN_EXPORT_KEYS],
  ] as const) {
    const rows: Record<string, unknown>[] = (await searchWith(demo, query)).body[list];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining(keys.flatMap(words)));
  }
  // Where a source fills every column, none of them comes empty.
  const [entry] = (await searchWith(demo, BILLS)).body.impIndList;
  for (const key of [EXTRA_KEYS, INDIAN_IMPORT_KEYS, ADDRESS_KEYS].flatMap(words))
    expect(entry[key] ?? '', key).not.toBe('');
  const [bill] = (await searchWith(demo, SHIPPING_BILL)).body.expIndList;
  for (const key of [EXPORT_KEYS, INDIAN_EXPORT_KEYS, ADDRESS_KEYS].flatMap(words))
    expect(bill[key] ?? '', key).not.toBe('');

  const columns = async (query: object) => (await searchWith(demo, query)).body.columns as string[];
  expect(await columns(BILLS)).toEqual(expect.arrayContaining(['iec', 'beno', 'cha_name']));
  expect(await columns({ ...COTTON, countryCode: ['VNM'] })).not.toContain('iec');
  expect(await columns(COTTON)).toContain('be_date');
  expect(await columns(COTTON_EXPORTS)).toContain('recepient_name');
  expect(await columns(COTTON_EXPORTS)).not.toContain('be_date');
});

test('each list call answers with its list and the sums of what the question finds', {
  tag: [
    ...['@3.23', '@3.24', '@3.26', '@3.27', '@3.28', '@7.20', '@7.21', '@7.22', '@7.23', '@7.24', '@7.25', '@7.26'],
    ...['@7.27', '@7.28', '@7.29', '@7.30'],
  ],
}, async ({ demo }) => {
  const { body: found } = await searchWith(demo, COTTON);
  const narrowed = { ...COTTON, searchId: found.searchId, incoterm: ['CIF'] };
  const count = await counted(demo, { incoterm: ['CIF'] });
  for (const [call, [list, item]] of Object.entries(LISTS)) {
    const { status, body } = await demo.post(`/search-management/${call}`, narrowed);
    expect(status, call).toBe(200);
    expect(body.shipmentCount, call).toBe(count);
    expect(body[list].length, call).toBeGreaterThan(0);
    const measured = body[list].find(({ quantity }: { quantity: string | null }) => quantity !== null);
    expect(measured, call).toMatchObject({
      ...{ [item]: expect.any(String), shipment_count: expect.any(Number), quantity: expect.any(String) },
      ...{ value_usd: expect.any(String), share: expect.any(String) },
    });
    expect(measured, call).toHaveProperty('value_inr');
    const share = (100 * Number(measured.value_usd)) / Number(body.totalValueUSD);
    expect(Number(measured.share), call).toBeCloseTo(share, 1);
  }
  const { hscodesList } = await listOf(demo, 'listhscodes4digit', COTTON);
  for (const { hscode } of hscodesList) expect(hscode).toMatch(/^\d{4}$/);
  const importers = await listOf(demo, 'listimporters', COTTON);
  const sums = words('totalQuantity shipmentCount totalValueUSD totalValueINR valueShare');
  expect(Object.keys(importers)).toEqual(
    expect.arrayContaining([...sums, ...sums.map((sum) => `${sum}Top10`), 'shipmentCountNotStated', 'distinctCount']),
  );
});

test('a column is asked for its values, and what is typed for what it may become', {
  tag: ['@3.25', '@7.31', '@7.32', '@7.34'],
}, async ({ demo }) => {
  const values = async (query: object, columnName: string) => {
    const { status, body } = await demo.post('/search-management/listdistinctcolumnvalue', { ...query, columnName });
    expect(status, columnName).toBe(200);
    return body;
  };
  for (const [query, purpose] of [
    [COTTON, 'import_purpose'],
    [COTTON_EXPORTS, 'export_purpose'],
  ] as const) {
    for (const columnName of ['ctry_name', purpose, 'incoterm', 'notify_party_name'])
      expect((await values(query, columnName)).distinctColumnValuesList[0], columnName).toMatchObject({
        ...{ column_name: expect.any(String), records_count: expect.any(Number) },
      });
  }
  // Of any other column, too.
  const { distinctColumnValuesList, distinctCount } = await values(COTTON, 'importer_name');
  expect(distinctColumnValuesList.length).toBeGreaterThan(0);
  expect(distinctCount).toBeGreaterThanOrEqual(distinctColumnValuesList.length);

  const { tradeType, fromDate, toDate, countryCode } = COTTON;
  const typed = { tradeType, fromDate, toDate, countryCode, searchBy: 'IMPORTER', matchType: 'L' };
  const suggested = (searchValue: string) => demo.post('/search-management/suggestionlist', { ...typed, searchValue });
  expect((await suggested('t')).status).toBe(400);
  const { body } = await suggested('tr');
  expect(body.suggestionList[0].listSuggestion.length).toBeGreaterThan(0);
});

test('a search is in the history of its person: the latest five, and each by its id', {
  tag: ['@3.21', '@4.10', '@7.35', '@7.36', '@7.37'],
}, async ({ account }) => {
  const person = await account('Startup');
  const left = async () => (await subscriptionOf(person)).queryPerDay;
  const before = await left();
  const { body: found } = await searchWith(person, COTTON);
  const { matchType: _, ...asked } = COTTON;
  const latest = async () => (await person.get('/search-management/search/topFiveQueries')).body.queryList;
  expect(await latest()).toMatchObject([
    { searchId: found.searchId, userSearchQuery: { ...asked, searchType: 'TRADE' } },
  ]);
  // What lies within a question that was paid for is free that day.
  for (const changes of [{}, { fromDate: '2026-01-01' }]) await searchWith(person, { ...COTTON, ...changes });
  expect(await left()).toBe(before - 1);
  const others = ['linen', 'silk', 'wool', 'yarn', 'rice', 'steel'];
  for (const text of others) await searchWith(person, { ...COTTON, searchValue: [text] });
  const latestValues = (await latest()).map(
    (one: { userSearchQuery: typeof COTTON }) => one.userSearchQuery.searchValue,
  );
  expect(latestValues).toEqual(
    others
      .slice(1)
      .map((text) => [text])
      .reverse(),
  );

  const details = async (caller: Caller) =>
    (await caller.get('/search-management/search/details', { searchId: found.searchId })).body;
  expect((await details(person)).queryList[0].userSearchQuery).toMatchObject(COTTON);
  const stranger = await account();
  expect((await details(stranger)).errorCode).toBe('NOT_YOURS');
});

test("somebody's search is there for who sees it saved", { tag: ['@7.36'] }, async ({ account, portal }) => {
  const owner = await account('Startup');
  const sub = await subUserOf(owner, portal, 0);
  const details = async (searchId: string) => (await sub.get('/search-management/search/details', { searchId })).body;
  const { searchId } = await saveSearch(owner, COTTON);
  expect((await details(searchId)).queryList[0].userSearchQuery).toMatchObject(COTTON);
  const { body } = await searchWith(owner, { ...COTTON, searchValue: ['silk'] });
  expect((await details(body.searchId)).errorCode).toBe('NOT_YOURS');
});
