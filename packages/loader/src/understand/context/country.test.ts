import { describe, expect, it } from 'vitest';
import { understand } from '../../../testing/understood.js';
import { CLEAR } from '../columns/weights.js';

describe('the country that a file is from', () => {
  const named = (fileName: string, header = 'VALOR', cells = ['120,50']) => {
    const rows = Array.from({ length: 30 }, () => ['15/03/2024', '85171300', ...cells]);
    return understand(`FECHA|CODIGO ARANCELARIO|${header}`, rows, { country: undefined, fileName }).country;
  };

  it.each(['Imports from China Q1.csv', 'exports_to_Peru.csv', 'compras desde Colombia.csv'])(
    'is not the partner that %s names',
    (fileName) => {
      expect(named(fileName).country).toBeUndefined();
    },
  );

  it('is asked where imports of a country may be those from it, and every row says that country as the origin', () => {
    expect(named('importaciones de Colombia.csv').confidence).toBeLessThan(CLEAR);
    expect(named('colombia.csv', 'PAIS ORIGEN', ['COLOMBIA']).confidence).toBeLessThan(CLEAR);
    expect(named('colombia.csv', 'PAIS ORIGEN', ['CHINA'])).toMatchObject({ country: 'COL', confidence: 0.95 });
  });
});
