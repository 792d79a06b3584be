/** Records that are exported, and what their files must not do to those who open them. */
import type { SearchQuery } from '@tidewaiter/contract';
import { question, type TestRecords } from '@tidewaiter/testing/records';
import { smallMapping } from '@tidewaiter/testing/small-files';

const mapping = smallMapping({
  country: { from: 'country' },
  columns: {
    record_date: { from: 'date' },
    hs_code: { from: 'hs' },
    importer_name: { from: 'importer' },
    product_description: { from: 'goods' },
    quantity: { from: 'quantity' },
    unit: { from: 'unit' },
    total_value_usd: { from: 'usd' },
  },
});

export const ROWS = 60;
/** The last is no standard one. */
const UNITS = ['KG', 'PCS', 'CRATE'];
const CSV = [
  'no,country,date,hs,importer,goods,quantity,unit,usd',
  ...Array.from({ length: ROWS }, (_, no) => {
    const day = `2020-03-${String(1 + (no % 20)).padStart(2, '0')}`;
    const importer = no % 5 ? `Importer ${no % 4} Ltd` : `IMPORTER ${no % 4} LIMITED`;
    return `${no},${no % 3 ? 'KOR' : 'VNM'},${day},0901${no % 10},${importer},Goods ${no},${no % 7 ? no : ''},${UNITS[no % 3]},${no}.123456789012`;
  }),
].join('\n');

/** Texts that harm: what is stored, and what a spreadsheet shows of it. */
export const HOSTILE: [stored: string, shown: string][] = [
  ['=1+1', '=1+1'],
  ['@SUM(A1)', '@SUM(A1)'],
  ['-cmd|x', '-cmd|x'],
  ['\tafter a tab', '\tafter a tab'],
  ['tiles; =1+1;+cmd|x', 'tiles; =1+1;+cmd|x'],
  ['two\nlines & <tags> "quoted" ]]>', 'two\nlines & <tags> "quoted" ]]>'],
  ['control \u0001 and \u0000 and \r', 'control \u0001 and \u0000 and \r'],
  ['meant as _x0041_ it stands', 'meant as _x0041_ it stands'],
  ['not a character \uffff', 'not a character \uffff'],
  [' spaces around ', ' spaces around '],
  ['x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
  ['x'.repeat(32_767), 'x'.repeat(32_767)],
  // Each is two units: what is cut is never too long, though shorter than it need be.
  ['😀'.repeat(20_000), `${'😀'.repeat(12_766)}…`],
  ['😀'.repeat(16_383), '😀'.repeat(16_383)],
];

export const DATE = 'be_date';
export const COLUMNS = [DATE, 'hs_code', 'product_description', 'ctry_name', 'quantity', 'total_value_usd'];
export const asked = (changes: Partial<SearchQuery> = {}): SearchQuery => ({
  ...question({ searchValue: ['0901'], countryCode: ['KOR', 'VNM'] }),
  ...changes,
});

/** Loads both: sixty records of two countries, and those whose texts harm. */
export async function loadExported(test: TestRecords): Promise<void> {
  await test.loader.load({ files: [{ path: await test.file('sixty.csv', CSV) }], mapping });
  const texts = HOSTILE.map(([stored]) => `unhex('${Buffer.from(stored).toString('hex')}')`);
  // A lone surrogate, which no text of this program can be.
  texts.push(`concat('lone ', unhex('EDA080'))`);
  const rows = texts.map((_, no) => `h${no},KOR,2020-05-${String(no + 1).padStart(2, '0')},8517,Importer,Goods,1,KG,1`);
  const path = await test.file(
    'hostile.csv',
    ['no,country,date,hs,importer,goods,quantity,unit,usd', ...rows].join('\n'),
  );
  await test.loader.load({ files: [{ path }], mapping });
  // Loading cleans texts: what no load would leave is written beneath.
  await test.records.staging.engine.run({
    name: 'test.hostile',
    sql: `ALTER TABLE records UPDATE product_description = arrayElement([${texts.join(', ')}], toUInt32(record_date - toDate('2020-05-01')) + 1)
      WHERE hs_code = '8517'`,
    settings: { mutations_sync: 2 },
  });
}
