import { describe, expect, it } from 'vitest';
import { understand } from '../../testing/understood.js';

const countryOf = (header: string, cells: readonly string[], sources: readonly [string, string][]) => {
  const rows = Array.from({ length: 30 }, (_, row) => ['15/03/2024', '85171300', `${100 + row}`, ...cells]);
  return understand(`FECHA|CODIGO ARANCELARIO|CANTIDAD|${header}`, rows, {
    country: undefined,
    sources: sources.map(([iso2, shortcode]) => ({ iso2, shortcode, name: shortcode, continent: 'XX' })),
  }).country.country;
};
const BOTH: [string, string][] = [
  ['BO', 'BOL'],
  ['VE', 'VEN'],
];

describe('the country that a file is from', () => {
  it("is not told by a name that is two countries' money", () => {
    expect(countryOf('VALOR BS', ['120,50'], BOTH)).toBeUndefined();
  });

  it("is told by that name beside what one of them calls its taxpayers' numbers", () => {
    expect(countryOf('VALOR BS|RIF', ['120,50', 'J123456789'], BOTH)).toBe('VEN');
    expect(countryOf('VALOR BS|NIT', ['120,50', '1023456789'], BOTH)).toBe('BOL');
  });

  it('is no other one where a word says one that is no source country', () => {
    expect(countryOf('OIB|VALOR BS', ['40030123456', '120,50'], BOTH)).toBeUndefined();
  });

  it('is told by a currency of its own and no name shared with others', () => {
    expect(countryOf('VALOR BOB', ['120,50'], BOTH)).toBe('BOL');
  });

  it.each([
    ['OIB', 'HR', 'HRV'],
    ['ЕДБ', 'MK', 'MKD'],
    ['ՀՎՀՀ', 'AM', 'ARM'],
    ['VÖEN', 'AZ', 'AZE'],
  ])('is told by %s, which its customs alone write', (word, iso2, shortcode) => {
    expect(countryOf(word, ['40030123456'], [...BOTH, [iso2, shortcode]])).toBe(shortcode);
  });
});
