import { describe, expect, it } from 'vitest';
import { hasAll, readHeader } from './header.js';

const DATA = [['2025-03-28', '85171300', '12', '5']];

describe('the header of a table', () => {
  const rows = [
    ['Ministry of Trade'],
    ['2023'],
    ['no', 'date', 'Importer', 'Importer', ''],
    ['1', '2020-01-01', 'x', 'y', 'z', 'w'],
  ];

  it('is found under a banner, and names every column that is filled', () => {
    expect(readHeader(rows, {}, 'f')).toEqual({
      above: ['Ministry of Trade', '2023'],
      row: 3,
      names: ['no', 'date', 'Importer', 'Importer (2)', 'column 5', 'column 6'],
    });
  });

  it('is put together of two rows where cells above are merged over those below', () => {
    const merged = [
      ['Imports of March'],
      ['IMP DATE', 'HS CODE', 'IMPORTER', '', 'SUPPLIER', '', 'QUANTITY'],
      ['', '', 'NAME', 'ADDRESS', 'NAME', 'COUNTRY', ''],
      ['2025-03-01', '851713', 'ACME LTD', 'NAIROBI', 'BOLT SA', 'ITALY', '5'],
    ];
    const parties = ['IMPORTER NAME', 'IMPORTER ADDRESS', 'SUPPLIER NAME', 'SUPPLIER COUNTRY'];
    const names = ['IMP DATE', 'HS CODE', ...parties, 'QUANTITY'];
    expect(readHeader(merged, {}, 'f')).toEqual({ row: 3, names, above: ['Imports of March'] });
    const below = [
      ['', '', 'IMPORTER', '', 'SUPPLIER', ''],
      ['IMP DATE', 'HS CODE', 'NAME', 'ADDRESS', 'NAME', 'COUNTRY'],
      ['2025-03-01', '851713', 'ACME LTD', 'NAIROBI', 'BOLT SA', 'ITALY'],
    ];
    expect(readHeader(below, {}, 'f')).toMatchObject({ row: 2, names: names.slice(0, 6) });
    // A row of units names nothing, nor does a second header.
    const units = [['Date', 'HS Code', 'Net weight', 'Value'], ['', '', 'kg', 'USD'], ...DATA];
    expect(readHeader(units, {}, 'f')).toMatchObject({ row: 1, names: ['Date', 'HS Code', 'Net weight', 'Value'] });
    expect(readHeader([['Date', 'HS Code'], ['Date', 'HS Code'], ...DATA], {}, 'f').row).toBe(1);
  });

  it('is the row that holds what a mapping reads', () => {
    const odd = [
      ['name', 'place'],
      ['2020', '2021'],
      ['1', '2'],
    ];
    expect(readHeader(odd, { isHeader: hasAll(['2021']) }, 'f').row).toBe(2);
    expect(readHeader(rows, { isHeader: hasAll(['Importer (2)']) }, 'f').row).toBe(3);
    expect(readHeader(rows, { isHeader: hasAll(['absent']) }, 'f').row).toBe(3);
  });

  it('may be told, or absent', () => {
    expect(readHeader(rows, { row: 4 }, 'f').names[1]).toBe('2020-01-01');
    expect(readHeader([['1', '2']], {}, 'f')).toMatchObject({ row: 0, names: ['column 1', 'column 2'] });
    expect(readHeader([['1', '2']], { names: ['a', 'b'] }, 'f')).toMatchObject({ row: 0, names: ['a', 'b'] });
  });

  it('gives no name twice', () => {
    expect(readHeader([['a', 'a', 'a (2)', ' a ']], { row: 1 }, 'f').names).toEqual([
      'a',
      'a (2)',
      'a (2) (2)',
      'a (3)',
    ]);
  });

  it('is of two rows where three in five of the cells of each are of known words', () => {
    const lower = ['', 'NAME', 'ADDRESS', 'NAME', 'COUNTRY'];
    const under = (...odd: string[]) =>
      readHeader([['QUANTITY', 'IMPORTER', '', 'SUPPLIER', '', ...odd], lower, ['7', 'x', 'x', 'x', 'x']], {}, 'f')
        .names[2];
    expect(under('ZQX', 'ZQY')).toBe('IMPORTER ADDRESS');
    expect(under('ZQX', 'ZQY', 'ZQZ')).not.toBe('IMPORTER ADDRESS');
  });

  it('is as wide as more than half of the rows below it', () => {
    const rows = (...widths: number[]) => widths.map((width) => Array(width).fill('7'));
    expect(readHeader([['a'], ...rows(3, 3, 2)], { row: 1 }, 'f').names.length).toBe(3);
    expect(readHeader([['a'], ...rows(3, 3, 2, 2)], { row: 1 }, 'f').names.length).toBe(1);
    expect(readHeader(rows(2, 3), { row: 0 }, 'f').names.length).toBe(3);
  });

  it('has two thousand columns at most', () => {
    const wide = (columns: number) => [Array(columns).fill('a')];
    expect(readHeader(wide(2000), { row: 1 }, 'f').names.length).toBe(2000);
    expect(() => readHeader(wide(2001), { row: 1 }, 'f')).toThrow('more than 2000 columns');
  });
});
