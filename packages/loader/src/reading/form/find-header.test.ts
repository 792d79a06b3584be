import { describe, expect, it } from 'vitest';
import { findHeader } from './header.js';

const HEADER = ['IMP_DATE', 'HS_CODE', 'IMPORTER_NAME', 'QUANTITY', 'UNIT'];
const DATA = [
  ['2025-03-28', '85171300', 'ACME LTD', '12', 'PCS'],
  ['2025-03-29', '69072100', 'BOLT SA', '7', 'KGS'],
  ['2025-03-29', '09011100', 'CAFE CO', '1,200', 'KGS'],
];

describe('the header', () => {
  const BANNER = [['Imports of March 2025'], [''], ['Source: customs'], ['Records: 3', '', '', '', ''], []];
  it.each<[string, string[][], number]>([
    ['on the first row', [HEADER, ...DATA], 0],
    ['under a banner', [...BANNER, HEADER, ...DATA], 5],
    ['above a row of units', [['Date', 'HS Code', 'Net weight', 'Value'], ['', '', 'kg', 'USD'], ...DATA], 0],
    ['first where it stands there twice', [HEADER, HEADER, ...DATA], 0],
    ['with empty names', [['Reporte'], ['Fecha', 'Importador', '', 'País de origen', 'Peso neto'], ...DATA], 1],
    ['nowhere where the file begins with data', DATA, -1],
    ['nowhere in words alone', [['ACME LTD', 'VIET NAM', 'COTTON SHIRTS', 'HAIPHONG']], -1],
    ['nowhere in nothing', [], -1],
    ['on the fiftieth row', [...Array(49).fill(['a note']), HEADER, ...DATA], 49],
    ['not beyond that', [...Array(50).fill(['a note']), HEADER, ...DATA], -1],
  ])('is found %s', (_, rows, at) => {
    expect(findHeader(rows)).toBe(at);
  });

  it('is found in a wide table, of whose names few are known, where what stands below is none of names', () => {
    const more = Array.from({ length: 290 }, (_, column) => `ZQX ${column}`);
    const data = DATA.map((row, at) => [...row, ...more.map((_, column) => (column % 2 ? `${at + column}` : ''))]);
    expect(findHeader([['Imports'], [...HEADER, ...more], ...data])).toBe(1);
    expect(findHeader([['Imports'], [...more, ...HEADER], ...data.map((row) => row.toReversed())])).toBe(1);
    expect(findHeader(data)).toBe(-1);
    const numbers = Array.from({ length: 9 }, (_, at) => ['zement', `20${10 + at}`, `${at * 7}.5`, `${at * 3}`]);
    expect(findHeader([['Unnamed: 0', 'YIL', 'ZQX', 'ZQY'], ...numbers])).toBe(0);
  });
});

describe('a row is one of names', () => {
  const found = (row: string[], data: string[][] = []) => findHeader([row, ...data]);

  it('where four in five of its cells are', () => {
    expect(found(['DATE', 'HS CODE', 'IMPORTER', 'UNIT', '7'])).toBe(0);
    expect(found(['DATE', 'HS CODE', 'IMPORTER', '7'])).toBe(-1);
  });

  it('where three in ten of them are of known words', () => {
    const odd = (count: number) => Array.from({ length: count }, (_, at) => `ZQX${'abcdefgh'[at]}`);
    expect(found(['DATE', 'IMPORTER', 'UNIT', ...odd(7)])).toBe(0);
    expect(found(['DATE', 'IMPORTER', ...odd(8)])).toBe(-1);
  });

  it('where two cells are filled, and half of what rows fill', () => {
    expect(found(['DATE', 'IMPORTER'])).toBe(0);
    expect(found(['DATE'])).toBe(-1);
    const wide = (cells: number) => Array(3).fill(Array(cells).fill('7'));
    expect(found(['DATE', 'IMPORTER'], wide(4))).toBe(0);
    expect(found(['DATE', 'IMPORTER'], wide(5))).toBe(-1);
  });

  it('where no cell of it is a day, or longer than a name is', () => {
    expect(found(['DATE', 'IMPORTER', 'UNIT', 'QUANTITY', '2025-03-01'])).toBe(-1);
    const long = (letters: number) => `HS CODE ${'x'.repeat(letters - 8)}`;
    expect(found(['DATE', 'IMPORTER', 'UNIT', long(80)])).toBe(0);
    expect(found(['DATE', 'IMPORTER', 'UNIT', long(81)])).toBe(-1);
  });

  it('where one known word stands with others over three columns of numbers, which are half of all', () => {
    const names = (known: string[]) => [
      ...known,
      ...Array.from({ length: 12 - known.length }, (_, at) => `ZQX${'abcdefghijk'[at]}`),
    ];
    const data = (numbers: number, texts: number) =>
      Array(2).fill([...Array(numbers).fill('7'), ...Array(texts).fill('x'), ...Array(12 - numbers - texts).fill('')]);
    const known = ['DATE', 'IMPORTER', 'UNIT'];
    expect(found(names(known), data(3, 3))).toBe(0);
    expect(found(names(known), data(3, 4))).toBe(-1);
    expect(found(names(known), data(2, 2))).toBe(-1);
    expect([['UNIT'], []].map((few) => found(names(few), data(6, 6)))).toEqual([0, -1]);
    // One row below shows nothing.
    expect(found(names(known), data(6, 6).slice(1))).toBe(-1);
  });
});
