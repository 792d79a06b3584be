/** Records that are exported, and what their files must not do to those who open them. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchQuery } from '@tidewaiter/contract';
import { AS_PORTAL, EVERYTHING, question, type TestRecords } from '@tidewaiter/testing/records';
import { columnsFrom, smallMapping } from '@tidewaiter/testing/small-files';
import type { ExportRequest } from '../src/export/export-file.js';

const COLUMNS_READ = {
  ...{ record_date: 'date', hs_code: 'hs', importer_name: 'importer', product_description: 'goods' },
  ...{ quantity: 'quantity', unit: 'unit', total_value_usd: 'usd' },
};
const FORM = {
  header: 'no,country,date,hs,importer,goods,quantity,unit,usd',
  mapping: smallMapping({ country: { from: 'country' }, columns: columnsFrom(COLUMNS_READ) }),
};

export const ROWS = 60;
/** The last is no standard one. */
const UNITS = ['KG', 'PCS', 'CRATE'];
const LINES = Array.from({ length: ROWS }, (_, no) => {
  const day = `2020-03-${String(1 + (no % 20)).padStart(2, '0')}`;
  const importer = no % 5 ? `Importer ${no % 4} Ltd` : `IMPORTER ${no % 4} LIMITED`;
  return `${no},${no % 3 ? 'KOR' : 'VNM'},${day},0901${no % 10},${importer},Goods ${no},${no % 7 ? no : ''},${UNITS[no % 3]},${no}.123456789012`;
});

/** Texts that harm, and that a spreadsheet shows as they are. */
const SHOWN = [
  ...['=1+1', '@SUM(A1)', '-cmd|x', '\tafter a tab', 'tiles; =1+1;+cmd|x', 'two\nlines & <tags> "quoted" ]]>'],
  ...['control \u0001 and \u0000 and \r', 'meant as _x0041_ it stands', 'not a character \uffff', ' spaces around '],
  ...['x'.repeat(32_767), '😀'.repeat(16_383)],
];

/** These and others: what is stored, and what a spreadsheet shows of it. */
export const HOSTILE: [stored: string, shown: string][] = [
  ...SHOWN.map((text): [string, string] => [text, text]),
  ['x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
  // Each is two units: what is cut is never too long, though shorter than it need be.
  ['😀'.repeat(20_000), `${'😀'.repeat(12_766)}…`],
];

export const DATE = 'be_date';
export const COLUMNS = [DATE, 'hs_code', 'product_description', 'ctry_name', 'quantity', 'total_value_usd'];
export const asked = (changes: Partial<SearchQuery> = {}): SearchQuery => ({
  ...question({ searchValue: ['0901'], countryCode: ['KOR', 'VNM'] }),
  ...changes,
});

/** Loads both: sixty records of two countries, and those whose texts harm. */
export async function loadExported(test: TestRecords): Promise<void> {
  await test.load(LINES, { ...FORM, name: 'sixty.csv' });
  const texts = HOSTILE.map(([stored]) => `unhex('${Buffer.from(stored).toString('hex')}')`);
  // A lone surrogate, which no text of this program can be.
  texts.push(`concat('lone ', unhex('EDA080'))`);
  const rows = texts.map((_, no) => `h${no},KOR,2020-05-${String(no + 1).padStart(2, '0')},8517,Importer,Goods,1,KG,1`);
  await test.load(rows, FORM);
  // Loading cleans texts: what no load would leave is written beneath.
  await test.run(`ALTER TABLE records UPDATE product_description = arrayElement([${texts.join(', ')}], toUInt32(record_date - toDate('2020-05-01')) + 1)
      WHERE hs_code = '8517'`);
}

export const OWNER = { account: 7, key: '5f0c7bb2-2d0b-4a55-9d0a-0f5a1f4e7d07' };

/** A choice that nothing limits. */
export const freely = (ids?: string[]) => ({
  ...{ ids, weightages: new Map<string, number>(), maximum: 1_000_000, balance: 1_000_000 },
  owner: { ...OWNER, exports: [] },
});

let files = 0;

/** Writes all records of a question, or those of some ids, into a file. */
export async function writeExport(
  { records, folder }: TestRecords,
  query: SearchQuery,
  { ids, ...request }: Partial<ExportRequest> & { ids?: string[] },
  access = EVERYTHING,
) {
  const number = files++;
  const path = join(folder, `export-${number}.${request.format ?? 'xlsx'}`);
  const opened = await records.ask(query, access, AS_PORTAL);
  await opened.keepExport(freely(ids), number);
  const choice = { ...OWNER, number };
  const file = await opened.exportFile({ choice, columns: COLUMNS, format: 'xlsx', ...request }, path);
  if (file.bytes !== (await stat(path)).size) throw new Error(`a file of other than ${file.bytes} bytes`);
  return { ...file, path };
}
