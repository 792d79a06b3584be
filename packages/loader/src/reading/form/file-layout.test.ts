import { expect, it } from 'vitest';
import { cutLine, type FileLayout, layoutsFor, parseLayout, sectionOf } from './file-layout.js';

const COLUMNS = [
  { name: 'FECHA', is: 'date' },
  { name: 'PARTIDA', is: 'number' },
  { name: 'PAIS', is: 'code', codes: { '215': 'PERU', '220': 'CHINA' } },
  { name: 'MERCADERIA' },
  { name: 'FOB', is: 'number' },
];
const layout = (changes: object = {}) =>
  parseLayout(JSON.stringify({ name: 'xx-imports', title: 'Imports of X', columns: COLUMNS, ...changes }), 'x.json');
const wide = (widths: number[]) => layout({ columns: COLUMNS.map((each, at) => ({ ...each, width: widths[at] })) });
const fits = (text: string, ...layouts: FileLayout[]) =>
  layoutsFor(Buffer.from(text), layouts, { encoding: 'utf-8', found: ';' }).map(({ name }) => name);

const LINES = '01/03/2024;09011100;215;CAFE, "VERDE";1250.50\n02/03/2024;61091000;220;POLERAS;90\n';

it.each([
  ['one with widths for some columns', { columns: [{ name: 'A', width: 3 }, { name: 'B' }] }, 'all have a width'],
  ['one with two columns of one name', { columns: [{ name: 'A' }, { name: 'A' }] }, 'one name'],
  ['widths and a delimiter', { delimiter: ';', columns: [{ name: 'A', width: 1 }] }, 'between'],
  ['what it does not know', { colums: [] }, 'colums'],
])('a layout is not %s', (_, changes, reason) => {
  const details = expect.arrayContaining([expect.stringContaining(reason)]);
  expect(() => layout(changes)).toThrow(expect.objectContaining({ details }));
});

it('a layout is not what is no JSON', () => {
  const details = [expect.stringContaining('JSON')];
  expect(() => parseLayout('{', 'x.json')).toThrow(expect.objectContaining({ details }));
});

it('a layout is kept as the form of a file', () => {
  expect(sectionOf(wide([10, 8, 3, 20, 9]))).toEqual({
    format: 'csv',
    headerRow: 0,
    header: ['FECHA', 'PARTIDA', 'PAIS', 'MERCADERIA', 'FOB'],
    widths: [10, 8, 3, 20, 9],
    codes: { PAIS: { '215': 'PERU', '220': 'CHINA' } },
  });
});

it('a line is cut by widths, and cells lose their blanks', () => {
  expect(cutLine('20240301  12ABC  ', [8, 4, 5])).toEqual(['20240301', '12', 'ABC']);
});

it('a line that ends early lacks cells, and one that is too long has one more', () => {
  expect(cutLine('20240301  12', [8, 4, 5])).toEqual(['20240301', '12']);
  expect(cutLine('20240301  12ABCDEF', [8, 4, 5])).toEqual(['20240301', '12', 'ABCDE', 'F']);
});

it('a file fits a layout of as many columns whose cells look as it says', () => {
  expect(fits(LINES, layout())).toEqual(['xx-imports']);
  expect(fits(LINES.replaceAll(';', '|'), layout({ delimiter: '|' }))).toEqual(['xx-imports']);
});

it('a file fits a layout of widths that cut it', () => {
  const lines = LINES.replaceAll(/^(.*?);(.*?);(.*?);(.*?);(.*)$/gm, (_, ...cells: string[]) =>
    [10, 8, 3, 20, 9].map((width, at) => (cells[at] ?? '').padEnd(width)).join(''),
  );
  expect(fits(lines, wide([10, 8, 3, 20, 9]), wide([10, 11, 3, 17, 9]))).toEqual(['xx-imports']);
});

it.each([
  ['of other columns', LINES.replaceAll(';215;', ';')],
  ['where a number stands for a day', LINES.replace('01/03/2024', 'CAFE')],
  ['where a code is none of the list', LINES.replaceAll('215', '999')],
  ['below a header', `FECHA;PARTIDA;PAIS;MERCADERIA;FOB\n${LINES.repeat(90)}`],
  ['without a line', ''],
])('a file does not fit a layout %s', (_, text) => {
  expect(fits(text, layout())).toEqual([]);
});

it('a file never fits by itself a layout that says of too few columns what they look like', () => {
  const columns = COLUMNS.map(({ name }, at) => (at === 0 ? { name, is: 'date' } : { name }));
  expect(fits(LINES, layout({ columns }))).toEqual([]);
});
