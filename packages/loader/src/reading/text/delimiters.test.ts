import { expect, it } from 'vitest';
import { detectDelimiter } from './csv-records.js';

const ROWS = [
  ['declaration', 'date', 'goods', 'value'],
  ['1', '2020-01-01 10:30:00', 'Pipes, welded; 5 inch', '1.234,50'],
  ['2', '2020-01-02 11:30:00', 'Tubes, drawn; 6 inch', '99,25'],
  ['3', '2020-01-03 12:30:00', 'Rods, bent', '7,00'],
];

const written = (delimiter: string) =>
  ROWS.map((row) => row.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter)).join('\r\n');

it.each([',', ';', '\t', '|', '^', '~', ':', '@', '#', '\u001f'])('finds %j', (delimiter) => {
  expect(detectDelimiter(Buffer.from(written(delimiter)))).toBe(delimiter);
  expect(detectDelimiter(Buffer.from(`Ministry of Trade\n\n${written(delimiter)}`))).toBe(delimiter);
});

it.each(['-', '.', '/', '_', '&', '$', '+', '?', '[', ']', ' '])(
  'finds %j, which cells may hold, where each record has as many',
  (delimiter) => {
    const rows = [...Array(40).keys()].map((row) => [
      `${row + 1}`,
      `2020-01-02 1${row % 9}:30:00`,
      'Pipe_x',
      `${row}.5`,
    ]);
    const quoted = (cell: string) => (cell.includes(delimiter) ? `"${cell}"` : cell);
    const text = [['declaration', 'date', 'goods', 'value'], ...rows].map((row) => row.map(quoted).join(delimiter));
    expect(detectDelimiter(Buffer.from(`${text.join('\n')}\n`))).toBe(delimiter);
    // One record that has fewer makes it none.
    expect(detectDelimiter(Buffer.from(`${text.join('\n')}\nend\n`))).not.toBe(delimiter);
  },
);

it.each([
  ['days', 'date', (row: number) => `2020-01-${10 + row}`],
  ['days under a name with as many signs', 'date-of-the record', (row: number) => `2020-01-${10 + row}`],
  ['amounts', 'value.in.usd', (row: number) => `1.234.${100 + row}`],
  ['names', 'NAME OF THE IMPORTER', () => 'ACME TRADING CO LTD'],
  ['names with dashes', 'A-B-C-D', () => 'X-Y-Z-W'],
  ['two columns', 'year-month-day-no,goods', (row: number) => `2020-01-02-${row},Pipes`],
])('cuts no %s', (_, header, cell) => {
  const text = [header, ...[...Array(20).keys()].map((row) => cell(row))];
  expect(detectDelimiter(Buffer.from(`${text.join('\n')}\n`))).toBe(',');
});

it.each([
  ['decimal commas apart, without a header too', '1,50;2,25;a\n3,50;4,25;b\n', ';'],
  ['no sign for one that names hold', 'name\na_b_1@x.org\nc_d_2@y.org\ne_f_3@z.org\n', ','],
  ['one column for what it is', 'name\nAcme\nBolt\n', ','],
  ['one of texts with commas', 'goods\nPipes, welded\nRods\n"Tubes\n', ','],
  ['nothing for one column', '', ','],
])('takes %s', (_, text, delimiter) => expect(detectDelimiter(Buffer.from(text))).toBe(delimiter));
