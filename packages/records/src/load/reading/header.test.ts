import { describe, expect, it } from 'vitest';
import { hasAll, headerOf } from './header.js';

describe('the header of a table', () => {
  const rows = [
    ['Ministry of Trade'],
    [],
    ['no', 'date', 'Importer', 'Importer', ''],
    ['1', '2020-01-01', 'x', 'y', 'z', 'w'],
  ];

  it('is found under a banner, and names every column that is filled', () => {
    expect(headerOf(rows, {}, 'f')).toEqual({
      row: 3,
      names: ['no', 'date', 'Importer', 'Importer (2)', 'column 5', 'column 6'],
    });
  });

  it('is the row that holds what a mapping reads', () => {
    const odd = [
      ['name', 'place'],
      ['2020', '2021'],
      ['1', '2'],
    ];
    expect(headerOf(odd, { isHeader: hasAll(['2021']) }, 'f').row).toBe(2);
    expect(headerOf(rows, { isHeader: hasAll(['Importer (2)']) }, 'f').row).toBe(3);
    expect(headerOf(rows, { isHeader: hasAll(['absent']) }, 'f').row).toBe(3);
  });

  it('may be told, or absent', () => {
    expect(headerOf(rows, { row: 4 }, 'f').names[1]).toBe('2020-01-01');
    expect(headerOf([['1', '2']], {}, 'f')).toEqual({ row: 0, names: ['column 1', 'column 2'] });
    expect(headerOf([['1', '2']], { names: ['a', 'b'] }, 'f')).toEqual({ row: 0, names: ['a', 'b'] });
  });

  it('gives no name twice', () => {
    expect(headerOf([['a', 'a', 'a (2)', ' a ']], { row: 1 }, 'f').names).toEqual(['a', 'a (2)', 'a (2) (2)', 'a (3)']);
  });
});
