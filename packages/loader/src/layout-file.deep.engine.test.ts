/** Files without a header, whose columns a layout names. */
import { EVERYTHING, pageOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, describe, expect, it } from 'vitest';
import type { LoadRequest } from './load-request.js';
import { type FileLayout, parseLayout, sectionOf } from './reading/form/file-layout.js';
import { UnresolvedMapping } from './understand/unresolved-mapping.js';

const test = sharedRecords();
afterEach(() => test.empty());

const COLUMNS = [
  { name: 'DECLARATION DATE', is: 'date', width: 10 },
  { name: 'HS CODE', is: 'number', width: 8 },
  { name: 'ORIGIN COUNTRY', is: 'code', width: 3, codes: { '215': 'PERU', '220': 'CHINA' } },
  { name: 'PRODUCT DESCRIPTION', width: 20 },
  { name: 'IMPORTER NAME', width: 20 },
  { name: 'TOTAL VALUE USD', is: 'number', width: 10 },
];
const bare = COLUMNS.map(({ width, ...column }) => column);
const layout = (changes: object = {}): FileLayout =>
  parseLayout(JSON.stringify({ name: 'chile-items', title: 'Chile, items', columns: bare, ...changes }), 'x.json');
const fixed = layout({ columns: COLUMNS });

const ROWS = Array.from({ length: 40 }, (_, row) => [
  `${String((row % 27) + 1).padStart(2, '0')}/03/2024`,
  ['09011100', '69072100', '85171300'][row % 3] ?? '',
  row % 2 ? '215' : '220',
  ['CAFE, SIN TOSTAR', 'BALDOSAS "60X60"', 'TELEFONO PEÑON'][row % 3] ?? '',
  `IMPORTADORA ${row % 9} LTDA`,
  `${1000 + row}.50`,
]);
const CUT = ROWS.map((row) => row.map((cell, at) => cell.padEnd(COLUMNS[at]?.width ?? 0)).join('')).join('\r\n');
const DIVIDED = ROWS.map((row) => row.map((cell) => cell.replaceAll('"', '')).join(';')).join('\n');

async function load(text: string | Buffer, request: Partial<LoadRequest> = {}) {
  const path = await test.file('items.txt', text);
  const [outcome] = await test.loader.load({ files: [{ path, trade: 'IMPORT' }], country: 'CHL', ...request });
  const found = question({
    ...{ countryCode: ['CHL'], searchValue: ['0901', '6907', '8517'] },
    ...{ orderByMode: 'asc', fromDate: '2024-03-01', toDate: '2024-03-31' },
  });
  const { rows, asWritten } = await pageOf(test.records, found, EVERYTHING);
  return { outcome, rows, asWritten };
}
const asks = (text: string, request: Partial<LoadRequest>) =>
  load(text, request).then(
    () => [],
    (error) => (error instanceof UnresolvedMapping ? error.understood.questions : Promise.reject(error)),
  );

const FIRST = expect.objectContaining({
  ...{ hs_code: '09011100', origin_country: 'China', product_description: 'CAFE, SIN TOSTAR' },
  ...{ importer_name: 'IMPORTADORA 0 LTDA', total_value_usd: '1000.5' },
});

describe('a file of fixed widths', () => {
  it('is cut as the layout says that is named, and codes become what they stand for', async () => {
    const { outcome, rows, asWritten } = await load(`${CUT}\r\n`, { form: sectionOf(fixed) });
    expect(asWritten.flat().find(({ key }) => key === 'origin_country')?.text).toMatch(/^2(15|20)$/);
    expect(outcome?.report).toMatchObject({ rowsLoaded: 40, rowsRejected: 0 });
    expect(rows).toContainEqual(FIRST);
  });

  it('is recognised, and told to be', async () => {
    const { outcome, rows } = await load(CUT, { layouts: [fixed] });
    expect(outcome?.report).toMatchObject({ rowsLoaded: 40 });
    expect(outcome?.report.assumed.join()).toContain('chile-items');
    expect(rows).toContainEqual(FIRST);
  });

  it('of eight bits is cut by characters', async () => {
    const layouts = [layout({ columns: COLUMNS, encoding: 'latin1' })];
    const { outcome } = await load(Buffer.from(CUT, 'latin1'), { layouts });
    expect(outcome?.report).toMatchObject({ rowsLoaded: 40, rowsRejected: 0 });
  });

  it('loses a line that ends early or is too long, with the reason', async () => {
    const lines = `${CUT}\r\n${CUT.slice(0, 30)}\r\n${CUT.slice(0, 71)}9999\r\n`;
    const { outcome } = await load(lines, { form: sectionOf(fixed), accept: true });
    expect(outcome?.report).toMatchObject({ rowsLoaded: 40, rowsRejected: 2 });
    expect(outcome?.rejections.map(({ line }) => line)).toEqual([41, 42]);
  });

  it('is loaded again from the archive as it was read', async () => {
    const { outcome } = await load(CUT, { layouts: [fixed] });
    const [again] = await test.loader.reload([outcome?.loadId ?? 0]);
    expect(again?.report).toMatchObject({ rowsLoaded: 40 });
  });
});

it('a divided file without a header is recognised by the number and the shapes of its columns', async () => {
  const { rows } = await load(DIVIDED, { layouts: [layout(), fixed] });
  expect(rows).toContainEqual(FIRST);
});

it('a divided file without a header is asked about where two layouts fit, and takes the one that is named', async () => {
  const other = layout({ name: 'other-items', title: 'Others' });
  const [question] = await asks(DIVIDED, { layouts: [layout(), other], accept: true });
  expect(question).toMatchObject({ answers: ['--layout chile-items', '--layout other-items'], mustBeAnswered: true });
  const { rows } = await load(DIVIDED, { layouts: [layout(), other], form: sectionOf(other) });
  expect(rows).toContainEqual(FIRST);
});

it('a divided file without a header of no layout is asked about, and loaded as its values look where somebody says so', async () => {
  const questions = await asks(DIVIDED, { layouts: [fixed] });
  expect(questions.map(({ text }) => text).join()).toContain('it has no header');
  const question = questions.at(-1);
  expect(question).toMatchObject({ answers: ['--set header=by-values'], mustBeAnswered: false });
  expect(question?.text).toContain('"column 1" as record_date, "column 2" as hs_code');
  const { rows } = await load(DIVIDED, { layouts: [fixed], set: ['header=by-values'], accept: true });
  expect(rows).toContainEqual(expect.objectContaining({ hs_code: '09011100', importer_name: 'IMPORTADORA 0 LTDA' }));
});

it('a divided file without a header whose values make no records must be told its columns', async () => {
  const texts = ROWS.map((row) => row.slice(2, 5).join(';')).join('\n');
  expect((await asks(texts, { layouts: [fixed], accept: true })).at(-1)).toMatchObject({ mustBeAnswered: true });
});
