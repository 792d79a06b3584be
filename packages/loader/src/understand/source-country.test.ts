import { describe, expect, it } from 'vitest';
import { goods, understand } from '../../testing/understood.js';
import { CLEAR } from './weights.js';

const findingOf = (header: string, cells: readonly string[], sources: readonly [string, string][]) => {
  const rows = Array.from({ length: 30 }, (_, row) => ['15/03/2024', '85171300', `${100 + row}`, ...cells]);
  return understand(`FECHA|CODIGO ARANCELARIO|CANTIDAD|${header}`, rows, {
    country: undefined,
    sources: sources.map(([iso2, shortcode]) => ({ iso2, shortcode, name: shortcode, continent: 'XX' })),
  }).country;
};
const countryOf = (...asked: Parameters<typeof findingOf>) => findingOf(...asked).country;
const BOTH: [string, string][] = [
  ['BO', 'BOL'],
  ['VE', 'VEN'],
];

describe('the country that a file is from', () => {
  it.each([
    ["a name that is two countries' money", 'VALOR BS', ['120,50'], undefined],
    ["that name beside what one calls its taxpayers' numbers", 'VALOR BS|RIF', ['120,50', 'J123456789'], 'VEN'],
    ['or what the other calls them', 'VALOR BS|NIT', ['120,50', '1023456789'], 'BOL'],
    ['a word that says one that is no source country', 'OIB|VALOR BS', ['40030123456', '120,50'], undefined],
    ['a currency of its own', 'VALOR BOB', ['120,50'], 'BOL'],
  ])('by %s is %s: %s', (_, header, cells, country) => {
    expect(countryOf(header, cells, BOTH)).toBe(country);
  });

  it.each([
    ['OIB', 'HR', 'HRV'],
    ['ЕДБ', 'MK', 'MKD'],
    ['ՀՎՀՀ', 'AM', 'ARM'],
    ['VÖEN', 'AZ', 'AZE'],
  ])('is told by %s, which its customs alone write', (word, iso2, shortcode) => {
    expect(countryOf(word, ['40030123456'], [...BOTH, [iso2, shortcode]])).toBe(shortcode);
  });

  it.each([
    ['DUM|I.C.E.|VALEUR', ['309-010-2024', '003016924592000', '120,50'], 'MA', 'MAR'],
    ['NIT|VALOR FOB PESOS', ['900267054', '120,50'], 'CO', 'COL'],
    ['统一社会信用代码', ['91331834434234X'], 'CN', 'CHN'],
    ['CIF (CI$)|DUTY (CI$)', ['120.50', '1.50'], 'KY', 'CYM'],
  ])('is told by %s', (header, cells, iso2, shortcode) => {
    expect(countryOf(header, cells, [...BOTH, [iso2, shortcode]])).toBe(shortcode);
  });

  it.each([
    ['MRN', (row: number) => `24IT${String(row).padStart(13, 'A1X')}7`, 'IT', 'ITA'],
    ['ND', (row: number) => `10702070/010324/${3_000_000 + row}`, 'RU', 'RUS'],
  ])('is told by the numbers of its declarations (%s)', (name, numberOf, iso2, shortcode) => {
    const of = (header: string) =>
      understand(
        `DATE|HS CODE|DESCRIPTION|${header}`,
        goods((row) => [numberOf(row)]),
        { country: undefined, sources: [{ iso2, shortcode, name: shortcode, continent: 'XX' }] },
      ).country;
    expect(of(name)).toMatchObject({
      country: shortcode,
      confidence: expect.toSatisfy((sure: number) => sure >= CLEAR),
    });
    expect(of('TRANSIT MRN').confidence).toBeLessThan(CLEAR);
  });

  it("is none that a currency of several countries is the money of, and none by a money that the world's invoices are in", () => {
    const finding = (header: string, sources: [string, string][]) => findingOf(header, ['120,50'], sources);
    for (const [header, iso2, shortcode] of [
      ['VALOR (EUR)', 'XK', 'XKX'],
      ['VALOR (XOF)', 'SN', 'SEN'],
      ['VALOR (XCD)', 'GD', 'GRD'],
      ['INVOICE AMOUNT (CNY)', 'CN', 'CHN'],
    ] as const)
      expect(finding(header, [[iso2, shortcode]]).confidence, header).toBeLessThan(CLEAR);
    expect(finding('CUSTOMS DUTY (CNY)', [['CN', 'CHN']])).toMatchObject({ country: 'CHN' });
  });

  it('is none that one name of a column names, and one that several do', () => {
    const sources: [string, string][] = [['IN', 'IND']];
    expect(findingOf('HS CODE INDIA', ['120,50'], sources).confidence).toBeLessThan(CLEAR);
    expect(findingOf('INDIA PORT|INDIA VALUE', ['X', '120,50'], sources).confidence).toBeGreaterThan(CLEAR);
    expect(findingOf('CHA|VALUE (RS)', ['X', '120,50'], [...sources, ['LK', 'LKA']]).confidence).toBeLessThan(CLEAR);
  });

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

  it('is asked where its code stands for a paper, unless the file speaks its language', () => {
    expect(named('CI_2024.csv', 'VALUE', ['120.50'])).toMatchObject({ country: 'CIV', confidence: 0.6 });
    expect(named('CL_2024.csv').confidence).toBeGreaterThan(CLEAR);
    expect(named('VN_2024.csv').confidence).toBeGreaterThan(CLEAR);
  });
});
