/** Each mapping that ships, on a small file made by hand in its source's layout. */
import { readFileSync } from 'node:fs';
import type { SearchPayload, TradeType } from '@tidewaiter/contract';
import { EVERYTHING, fixture, pageOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { expect, it } from 'vitest';
import { shippedMapping, shippedMappings } from './layout/mapping.js';
import type { LoadOutcome } from './load-request.js';

const test = sharedRecords();

/** Loads a fixture, by the mapping that ships for its header or by the one that is named. */
async function load(file: string, mapping?: string): Promise<LoadOutcome | undefined> {
  const [outcome] = await test.loader.load({
    files: [{ path: fixture(file) }],
    mapping: mapping === undefined ? undefined : await shippedMapping(mapping),
  });
  return outcome;
}

async function records(country: string, tradeType: TradeType, hsCode: string, changes: Partial<SearchPayload> = {}) {
  const days = { fromDate: '2026-01-01', toDate: '2026-12-31', orderByMode: 'asc' } as const;
  const asked = question({ countryCode: [country], tradeType, searchValue: [hsCode], ...days, ...changes });
  return (await pageOf(test.records, asked, EVERYTHING)).rows;
}

it('Brazil, ComexStat: month precision, codes, sums in dollars', async () => {
  const outcome = await load('br-comexstat-imports.csv', 'br-comexstat-imports');
  expect(outcome?.report).toMatchObject({ rowsLoaded: 3, rowsRejected: 0, unusedColumns: [] });
  expect(await records('BRA', 'IMPORT', '0202')).toMatchObject([
    {
      ...{ be_date: '2026-01-01', hs_code: '02023000', origin_country: 'Peru', mode_of_transport: 'ROAD' },
      ...{ quantity: '22', unit: 'TNE', std_quantity: '22000', std_unit: 'KGS', net_weight: '22356' },
      ...{ total_value_usd: '89125', freight_value_usd: '1200' },
    },
  ]);
  const origins = (await records('BRA', 'IMPORT', '8517')).map((row) => row.origin_country);
  expect(origins.sort()).toEqual(['994', 'China']);
  await load('br-comexstat-exports.csv', 'br-comexstat-exports');
  expect(await records('BRA', 'EXPORT', '0202')).toMatchObject([
    { date: '2026-01-01', destination_country: 'China', mode_of_transport: 'SEA', std_unit: 'KGS' },
  ]);
});

it('Chile, DIN imports: 178 fields without a header, dates without leading zero, descriptions joined', async () => {
  expect((await shippedMapping('cl-din-imports'))?.file.header).toHaveLength(178);
  const outcome = await load('cl-din-imports.txt', 'cl-din-imports');
  expect(outcome?.report).toMatchObject({ rowsRead: 2, rowsLoaded: 2 });
  expect(await records('CHL', 'IMPORT', '0803')).toMatchObject([
    {
      ...{ be_date: '2026-03-05', hs_code: '08030010', product_description: 'PLATANOS FRESCOS CAVENDISH' },
      ...{ origin_country: 'Ecuador', origin_port: '218', mode_of_transport: 'SEA', bl_number: 'BL-77' },
      ...{ quantity: '1200.5', unit: 'KGS', incoterm: 'FOB' },
      ...{ total_value: '1000.25', currency: 'USD', total_value_usd: '1000.25' },
    },
    // In dollars, whatever currency it was paid in.
    { be_date: '2026-03-15', hs_code: '08030010', origin_country: '999', currency: 'USD', incoterm: 'CIF' },
  ]);
});

it('Chile, DUS exports: 84 fields without a header, with where goods go, and no services', async () => {
  expect((await shippedMapping('cl-dus-exports'))?.file.header).toHaveLength(84);
  const outcome = await load('cl-dus-exports.txt', 'cl-dus-exports');
  expect(outcome?.report).toMatchObject({ rowsRead: 2, rowsLoaded: 1, rowsRejected: 1 });
  expect(await records('CHL', 'EXPORT', '0809')).toMatchObject([
    {
      ...{ date: '2026-02-01', hs_code: '08092919', product_description: 'CEREZAS FRESCAS' },
      ...{ unit_price_usd: '4.5', total_fob_value_usd: '11250', gross_weight: '2700.5' },
      ...{ origin_port: 'Valparaiso', destination_port: 'Long Beach', destination_country: 'United States' },
      ...{ mode_of_transport: 'SEA', incoterm: 'FOB', transport_company: 'NAVIERA DEL SUR', clearing_office: '34' },
    },
  ]);
});

it('Colombia, DIAN: exports are known by the number of their boxes, whatever the prefix', async () => {
  for (const file of ['co-dian-exports.csv', 'co-dian-exports-other-prefix.csv'])
    expect((await load(file))?.mapping).toBe('co-dian-exports');
  const [first, second] = await records('COL', 'EXPORT', '0603');
  expect(first).toMatchObject({
    ...{ date: '2026-02-03', hs_code: '0603110000', destination_country: 'United States' },
    ...{ exporter_name: 'FLORES DEL VALLE SAS', exporter_tax_id: 'NIT 900654321', recepient_name: 'PETAL TRADING LLC' },
    ...{ mode_of_transport: 'AIR', incoterm: 'FCA', quantity: '10000' },
    ...{ total_fob_value_usd: '5000.75', unit_price_usd: '0.500075' },
  });
  expect({ ...second, id: first?.id }).toEqual(first);
});

it('Colombia, DANE: imports by year and month, numbers as 1.234,56, header names of any case', async () => {
  expect((await load('co-dane-imports.csv'))?.mapping).toBe('co-dane-imports');
  expect(await records('COL', 'IMPORT', '8517')).toMatchObject([
    {
      ...{ be_date: '2026-01-01', origin_country: 'China', mode_of_transport: 'SEA' },
      ...{ gross_weight: '1234.56', net_weight: '1200', std_quantity: '500', std_unit: 'NOS' },
      ...{ total_value_usd: '10000.5', total_value_cif_usd: '10300', importer_tax_id: 'NIT 900123456' },
    },
  ]);
  expect(await records('COL', 'IMPORT', '0901')).toMatchObject([{ hs_code: '0901110000', be_date: '2026-02-01' }]);
});

it('Peru, SUNAT: tariff codes that arrive as numbers', async () => {
  expect((await load('pe-sunat-imports.csv'))?.mapping).toBe('pe-sunat-imports');
  expect(await records('PER', 'IMPORT', '0901')).toMatchObject([
    {
      ...{ be_date: '2026-02-12', hs_code: '0901110000', product_description: 'CAFE VERDE SACOS' },
      ...{ importer_name: 'ANDES GRAIN SAC', origin_country: 'South Korea', origin_port: 'Busan' },
      ...{ total_value_usd: '1500.25', vat: '240', importer_tax_id: 'RUC 20600000013' },
    },
  ]);
  expect((await load('pe-sunat-exports.csv'))?.mapping).toBe('pe-sunat-exports');
  expect(await records('PER', 'EXPORT', '0810')).toMatchObject([
    {
      ...{ date: '2026-02-20', hs_code: '0810400000', exporter_name: 'PACIFIC BERRY SAC' },
      ...{ destination_country: 'Netherlands', destination_port: 'Rotterdam', mode_of_transport: 'SEA' },
      ...{ std_quantity: '3000', std_unit: 'KGS', exporter_tax_id: 'RUC 20600000021' },
    },
  ]);
});

it('Peru, SUNAT: of several rows of one series the one that was changed last is the record', async () => {
  const [header = '', row = ''] = readFileSync(fixture('pe-sunat-imports.csv'), 'utf8').trimEnd().split('\n');
  const revised = (value: string, changed: string) =>
    `${row.replace(',4401,', ',4402,').replace('1500.25', value)},${changed}`;
  const rows = [revised('1', '20260214'), revised('3', '20260301'), revised('2', '20260220')];
  const path = await test.file('ma-revised.csv', [`${header},FMOD`, ...rows].join('\n'));
  const [outcome] = await test.loader.load({ files: [{ path }] });
  expect(outcome).toMatchObject({
    mapping: 'pe-sunat-imports',
    report: { rowsRead: 3, rowsLoaded: 1, rowsRejected: 2 },
  });
  expect(outcome?.report.measures).toContainEqual(expect.objectContaining({ column: 'total_value_usd', loaded: '3' }));
  expect(outcome?.rejections.map(({ reason }) => reason)).toEqual(Array(2).fill('same key as line 3'));
});

it('Peru, SUNAT: items that lie beside are joined by the whole key, name suppliers and multiply no series', async () => {
  const [header = '', row = ''] = readFileSync(fixture('pe-sunat-imports.csv'), 'utf8').trimEnd().split('\n');
  const series = (number: number) => row.replace(',4401,', ',4403,').replace(',KRPUS,1,', `,KRPUS,${number},`);
  const path = await test.file('ma30130226.csv', [header, series(1), series(2), series(3)].join('\n'));
  const items = ['118,2026,4403,1,SEOUL ROASTERS', '118,2026,4403,1,BUSAN ROASTERS', '118,2026,4403,2,No Disponible'];
  // Of another year: a key that is not whole would find it.
  await test.file(
    'mb30130226.csv',
    ['CODI_ADUAN,ANO_PRESE,NUME_CORRE,NUME_ITEM,NOMB_PROVE', ...items, '118,2025,4403,3,OTHERS'].join('\n'),
  );
  // By itself: its file is known by its header.
  const [outcome] = await test.loader.load({ files: [{ path }] });
  expect(outcome?.report).toMatchObject({ rowsRead: 3, rowsLoaded: 3, rowsRejected: 0 });
  expect(outcome?.report.measures).toContainEqual(
    expect.objectContaining({ column: 'total_value_usd', loaded: '4500.75' }),
  );
  const found = (await records('PER', 'IMPORT', '0901')).filter((one) => one.exporter_name !== undefined);
  expect(found.map((one) => one.exporter_name).filter(Boolean)).toEqual(['SEOUL ROASTERS']);
});

it('United Kingdom, HMRC traders: each code of a company’s line is a record, without value and quantity', async () => {
  await test.records.countries.add('GBR');
  const outcome = await load('gb-hmrc-importers.tsv', 'gb-hmrc-importers');
  expect(outcome?.report).toMatchObject({ rowsRead: 6, rowsLoaded: 6, rowsRejected: 0, firstDate: '2026-02-01' });
  const address = '3 LOW LIGHTS, NORTH SHIELDS, NE30 1AA';
  expect(await records('GBR', 'IMPORT', '0904')).toMatchObject([
    { hs_code: expect.stringMatching(/^0904/), importer_name: 'TYNE SPICES LTD', importer_address: address },
    { be_date: '2026-02-01', total_value_usd: null, std_quantity: null },
  ]);
  expect(await records('GBR', 'IMPORT', '6911')).toMatchObject([{ importer_name: 'NORTHWIND CHINA LTD' }]);
});

it("the Philippines: the month is in the file's name, and header names drift", async () => {
  for (const file of ['ph-boc-imports-2018-03.csv', 'ph-boc-imports-April-2018.csv'])
    expect((await load(file))?.mapping).toBe('ph-boc-imports');
  const found = (hsCode: string) => records('PHL', 'IMPORT', hsCode, { fromDate: '2018-01-01', toDate: '2018-12-31' });
  expect(await found('8517')).toMatchObject([
    {
      ...{ be_date: '2018-03-01', origin_country: 'China', destination_port: 'Manila', gross_weight: '1200.5' },
      ...{ total_value: '60000.25', total_value_usd: '60000.25', vat: '384000' },
    },
  ]);
  expect(await found('1006')).toMatchObject([{ be_date: '2018-04-01', origin_country: 'Vietnam' }]);
});

it('the Philippines: rows of two months that are alike are two records, and those of one month are refused', async () => {
  const [header = '', row = ''] = readFileSync(fixture('ph-boc-imports-2018-03.csv'), 'utf8').trimEnd().split('\n');
  const loaded = async (name: string, ...entries: string[]) => {
    const rows = entries.map((entry) => row.replace('C1,', `${entry},`));
    return (await test.loader.load({ files: [{ path: await test.file(name, [header, ...rows].join('\n')) }] }))[0]
      ?.report;
  };
  expect(await loaded('2018-06.csv', 'C9')).toMatchObject({ rowsLoaded: 1 });
  expect(await loaded('2018-07.csv', 'C9', 'C10')).toMatchObject({ rowsLoaded: 2 });
  await expect(loaded('again, July 2018.csv', 'C9', 'C11')).rejects.toThrow('loaded already');
});

it('the Philippines: rows whose cells stand one column aside are moved by their code, and said', async () => {
  const text = readFileSync(fixture('ph-boc-imports-2018-03.csv'), 'utf8').replace('C1,', 'C5,');
  const [header = '', row = ''] = text.trimEnd().split('\n');
  const cut = row.replace(/,"384,000"$/, '');
  // Without the first cell; with one more in front, once longer and once cut behind; and one with no code anywhere near.
  const rows = [row.replace('C5,', ''), `,${row}`, `,${cut}`, row.replace('85171200000', 'PHONES')];
  const path = await test.file('2018-05.csv', [header, row, ...rows].join('\n'));
  const [outcome] = await test.loader.load({ files: [{ path }] });
  expect(outcome?.report).toMatchObject({ rowsRead: 5, rowsLoaded: 4, rowsRejected: 1 });
  expect(outcome?.report.assumed).toEqual([
    expect.stringContaining('the cells of 3 rows, line 3 the first of them, stood one column aside'),
  ]);
  const found = await records('PHL', 'IMPORT', '8517', { fromDate: '2018-05-01', toDate: '2018-05-31' });
  const same = { hs_code: '85171200000', origin_country: 'China', destination_port: 'Manila', total_value: '60000.25' };
  expect(found).toMatchObject(Array(4).fill({ ...same, vat: '384000' }));
});

it.each([
  ['cl-din-imports', 'import', 'CIF-ITEM', { FOB: '2500', CIF: '3000', FLETE: '400', SEGURO: '100' }],
  [
    'cl-dus-exports',
    'export',
    'FOBUS',
    { TOTALVALORFOB: '3000', VALORFLETE: '400', VALORSEGURO: '100', VALORCIF: '3500' },
  ],
])('Chile, %s: what a declaration says again on each item is in no sum', async (name, kind, item, ofDeclaration) => {
  const mapping = await shippedMapping(name);
  const [number = '', place = ''] = mapping?.naturalKey.map(String) ?? [];
  const days = { FECACEP: '15042026', FECHAACEPT: '15042026', TIPOOPERACION: '200' };
  const row = (cells: Record<string, string>) => mapping?.file.header?.map((column) => cells[column] ?? '').join(';');
  const rows = [1000, 2000].map((amount, at) =>
    row({
      ...{ ...days, ...ofDeclaration, [number]: '990', [place]: String(at + 1), [item]: String(amount) },
      ...{ 'ARANC-NAC': '08030010', CODIGOARANCEL: '08030010' },
    }),
  );
  const path = await test.file(`${kind}aciones-abril-2026.txt`, `${rows.join('\n')}\n`);
  const [outcome] = await test.loader.load({ files: [{ path }], mapping });
  expect(outcome?.report).toMatchObject({ rowsRead: 2, rowsLoaded: 2 });
  const sums = outcome?.report.measures.filter(({ loaded }) => loaded !== '0').map(({ loaded }) => loaded);
  expect(sums).toEqual(['3000']);
});

it('United States, a manifest: its files are joined, one record for each line but a deleted one, which is said', async () => {
  const outcome = await load('us-manifest/ams__header_2026.csv', 'us-manifest-imports');
  expect(outcome?.report).toMatchObject({ rowsRead: 3, rowsLoaded: 2, rowsRejected: 1 });
  expect(await records('USA', 'IMPORT', '9503')).toMatchObject([
    {
      ...{ be_date: '2026-03-01', hs_code: '950300', product_description: 'WOODEN TOYS; PLASTIC TOYS' },
      ...{ importer_name: 'ACME TOYS INC', importer_address: '1 DOCK ST, OAKLAND, CA, 94607, US' },
      ...{ exporter_name: 'SHANGHAI TOY WORKS', bl_number: 'MBL1', container: 'CONT1; CONT2' },
      ...{ quantity: '120', gross_weight: '2000', gross_weight_unit: 'LBS', ship_name: 'SEA STAR' },
    },
  ]);
  const pumps = await records('USA', 'IMPORT', '', { searchBy: 'PRODUCT', matchType: 'C', searchValue: ['pumps'] });
  const parties = { importer_name: 'TO THE ORDER OF SEVEN SEAS BANK', notify_party_name: 'HARBOUR FREIGHT CO' };
  expect(pumps).toMatchObject([{ ...parties, hs_code: null }]);
  expect(outcome?.rejections).toMatchObject([{ line: 3, reason: 'left out: "record_status_indicator" is Deleted' }]);
});

it('United States, a manifest: another of its files is not the one to load', async () => {
  const wrong = load('us-manifest/ams__consignee_2026.csv', 'us-manifest-imports');
  await expect(wrong).rejects.toThrow('is not the file to load');
});

it.each([
  ['cl-din-imports.txt', 'cl-din-imports'],
  ['us-manifest/ams__header_2026.csv', 'us-manifest-imports'],
])('of %s, the mapping %s is proposed where none was named', async (file, mapping) => {
  const details = expect.arrayContaining([expect.stringContaining(`--mapping ${mapping}`)]);
  await expect(load(file)).rejects.toMatchObject({ details });
});

it('every mapping that was not tried on a real file says so', async () => {
  const tried = ['demo-records', 'kr-import-declarations'];
  for (const { name, notes } of await shippedMappings())
    expect(/not on one of the source/.test(notes), name).toBe(!tried.includes(name));
});
