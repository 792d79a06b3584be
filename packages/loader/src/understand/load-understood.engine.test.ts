/** Files that are loaded without a mapping of anybody's, or say what is missing. */
import { EVERYTHING, pageOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { writeXlsx } from 'hucre/xlsx';
import { afterEach, expect, it } from 'vitest';
import { FILE, HEADER, line } from '../../testing/kenyan-file.js';
import { loadsOf } from '../../testing/loads.js';
import { UnresolvedMapping } from './unresolved-mapping.js';

const test = sharedRecords();
const { load, refusal, refused } = loadsOf(test);
afterEach(() => test.empty());

const IN_KENYA = question({ countryCode: ['KEN'], fromDate: '2025-01-01', toDate: '2025-12-31' });
const found = () => pageOf(test.records, IN_KENYA, EVERYTHING).then(({ rows }) => rows);

it('a file without a mapping is loaded by what is understood of it, where that is clear', async () => {
  const march = { name: 'kenya imports march.csv' };
  const outcome = await load(FILE, march);
  expect(outcome).toMatchObject({ mapping: 'ken-imports', understood: null });
  expect(outcome.report).toMatchObject({ rowsRead: 40, rowsLoaded: 40, rowsRejected: 0, unusedColumns: [] });
  expect(outcome.report.measures).toContainEqual(
    expect.objectContaining({ column: 'total_value_usd', source: '80010', loaded: '80010' }),
  );
  const [row] = await found();
  expect(row).toMatchObject({ importer_name: expect.stringMatching(/^ACME/), exporter_name: 'SELLER SRL' });
  expect(row).toMatchObject({ ctry_name: 'Kenya', origin_country: 'Italy' });
  expect((await load(FILE, march)).sameAs).toBe(outcome.loadId);
});

it('a file without a mapping is asked once for a currency that nothing names: the next file of the source goes on with it, and says so', async () => {
  const unnamed = (from: number) =>
    [HEADER.replace('TOTAL_VALUE_USD', 'TOTAL_VALUE'), ...Array.from({ length: 40 }, (_, at) => line(from + at))].join(
      '\n',
    );
  const march = { name: 'kenya imports march.csv' };
  const asked = await refusal(unnamed(0), march);
  expect(asked.details.join('\n')).toContain('which currency is "TOTAL_VALUE" in?');
  const first = await load(unnamed(0), { ...march, set: ['currency=KES'] });
  const next = await load(unnamed(100), { name: 'kenya imports april.csv' });
  const assumed = [`"TOTAL_VALUE" is in KES, as in load ${first.loadId}`];
  expect(next.report).toMatchObject({ rowsLoaded: 40, assumed });
  expect((await found()).every(({ currency }) => currency === 'KES')).toBe(true);
  // Another source is asked anew.
  expect(await refusal(unnamed(200), { name: 'uganda imports april.csv' })).toBeInstanceOf(UnresolvedMapping);
});

it('a file without a mapping says what is unclear and what comes next, and changes nothing', async () => {
  const text = FILE.replace('IMP_DATE', 'DATE').replace('ORIGIN_COUNTRY', 'COUNTRY');
  const error = await refusal(text, { name: 'june.csv' });
  expect(error).toBeInstanceOf(UnresolvedMapping);
  expect(error.message).toContain('No mapping that ships with the product fits');
  expect(error.details.join('\n')).toMatch(/--country[\s\S]*"COUNTRY" may be origin_country[\s\S]*--write-mapping/);
  expect(await found()).toHaveLength(0);
  expect(await test.records.loads.list()).toEqual([]);
});

it('a dry run says how the file is understood', async () => {
  const { understood } = await load(FILE, { name: 'kenya-imports.csv', dryRun: true });
  expect(understood).toMatchObject({ origin: 'understood', rows: 40, unclear: [], form: { headerRow: 1 } });
  expect(understood?.mapping.naturalKey).toEqual(['DECLARATION_NO', 'ITEM_NO']);
  expect(understood?.columns[8]).toMatchObject({
    header: 'QTY',
    target: 'quantity',
    examples: ['1,100.5', '1,101.5', '1,102.5'],
  });
  expect(await found()).toHaveLength(0);
});

it('a code on a row of its own above the rows of its countries is of these', async () => {
  const codes = Array.from({ length: 12 }, (_, at) => `${61 + at}091000`);
  const rows = codes.flatMap((code, at) => [
    `${code},,${30 + at}`,
    ...['Italy', 'Peru', 'Spain'].map((country, row) => `,${country},${[10, 8, 12 + at][row]}`),
  ]);
  const exported = { name: 'kenya exports 2024.csv', set: ['record_date=2024', 'totals=leave-out'] };
  const text = ['HS Code,Country of destination,FOB USD', ...rows].join('\n');
  expect((await refusal(text, exported)).details.join('\n')).toContain('--set blocks=fill-down');
  const { loadId, report } = await load(text, { ...exported, set: [...exported.set, 'blocks=fill-down'] });
  expect(report.rowsLoaded).toBe(36);
  expect(
    await test.rows(`SELECT DISTINCT hs_code FROM records WHERE load_id = ${loadId} ORDER BY hs_code`),
  ).toHaveLength(12);
  const known = `SELECT DISTINCT toString(record_date), extras['date_known_to'] FROM records WHERE load_id = ${loadId}`;
  expect(await test.rows(known)).toEqual([['2024-01-01', 'Year']]);
});

it('a table at several levels, each on its own sheet, is asked about, and so is a scale that another sheet says', async () => {
  const level = (digits: number) => [
    ['HS Code', 'Country', 'USD'],
    ...Array.from({ length: 12 }, (_, at) => [`${61 + at}091000`.slice(0, digits), 'Italy', 100 + at]),
  ];
  const notes = { name: 'Notes', rows: [['Values in thousands of USD']] };
  const sheets = [notes, { name: 'Chapters', rows: level(2) }, { name: 'Headings', rows: level(4) }];
  const exported = { trade: 'EXPORT', country: 'KEN' } as const;
  const path = await test.file('kenya exports.xlsx', Buffer.from(await writeXlsx({ sheets })));
  const asking = (form?: { sheet: string }) =>
    refused(test.loader.load({ files: [{ path, ...exported }], country: 'KEN', form })).then(({ details }) =>
      details.join('\n'),
    );
  expect(await asking()).toMatch(/which sheet holds the records: "Chapters".* or "Headings"/);
  expect(await asking({ sheet: 'Headings' })).toContain('Another sheet says "Values in thousands of USD"');
});
