/** What stands above a header is of the whole file: whose it is, imports or exports, and what its amounts are in. */
import { describe, expect, it } from 'vitest';
import { goods, ofGoods, understand } from '../../../testing/understood.js';

const HEADER = 'DATE|HS CODE|DESCRIPTION|COUNTRY OF DESTINATION|Valeur FOB';
const COUNTRIES = ['France', 'Japan', 'Kenya', 'Italy', 'Peru', 'Spain', 'China'];
const ROWS = goods((row) => [COUNTRIES[row % COUNTRIES.length] ?? '', `${1000 + row * 7}`]);
const of = (titles: string[], more = {}) =>
  understand(HEADER, ROWS, { tradeType: undefined, country: undefined, titles, ...more });

describe('titles', () => {
  it('say the trade type where the headers agree, and the country where an office is named', () => {
    const { mapping, questions } = of(['ADUANAS HONDURAS - Exportaciones', 'Valores en US$']);
    expect([mapping.trade, mapping.country, questions]).toEqual(['EXPORT', 'HND', []]);
    expect(mapping.columns.currency).toEqual({ constant: 'USD' });
  });

  it('that name a partner, or two countries, are asked about or say nothing', () => {
    const asks = (titles: string[]) => of(titles).questions.filter(({ text }) => text.includes('which country')).length;
    expect([asks(['Customs: exports to Japan']), asks(['Customs of Honduras, exports to Malta'])]).toEqual([1, 1]);
  });

  it('of another trade type than the headers are asked about', () => {
    const { trade } = of(['Imports']);
    expect(trade.confidence).toBeLessThan(0.78);
  });

  it('name the currency and the thousands of amounts whose names do not', () => {
    const { mapping } = of(['Exportations (valeurs en milliers d’Ariary)'], { country: 'MDG' });
    expect(mapping.columns.total_value).toEqual({ from: 'Valeur FOB', times: 1000 });
    expect(mapping.columns.currency).toEqual({ constant: 'MGA' });
  });

  it('that name two currencies or a rate say neither', () => {
    const { questions } = of(['Valeurs en USD, cours 4450 MGA'], { country: 'MDG' });
    expect(questions.map(({ text }) => text).join()).toContain('which currency');
  });
});

it('amounts in thousands are so by their names', () => {
  const { mapping, questions } = ofGoods("CIF USD thousand|CIF '000 KES", (row) => [
    ...[`${10 + row}.25`, `${1000 + row}.5`],
  ]);
  expect(questions).toEqual([]);
  expect(mapping.columns).toMatchObject({
    total_value_usd: { from: 'CIF USD thousand', times: 1000 },
    total_value_kes: { from: "CIF '000 KES", times: 1000 },
  });
});

it('amounts in thousands are left for whole ones beside them, and a price for a thousand is none', () => {
  const cells = (row: number) => [`${10 + row}`, `${(10 + row) * 1000}`, `${5 + row}`];
  const { mapping } = ofGoods('VALUE THOUSAND USD|VALUE USD|PRICE PER THOUSAND USD', cells);
  expect(mapping.columns.total_value_usd).toEqual({ from: 'VALUE USD' });
  expect(mapping.columns.unit_price_usd).toBeUndefined();
});

it('goods that come from many countries are imports, whoever else is named', () => {
  const rows = goods((row) => [COUNTRIES[row % COUNTRIES.length] ?? '', `${1000 + row}`]);
  const { trade } = understand('DATE|HS CODE|DESCRIPTION|COUNTRY OF ORIGIN|VALUE USD', rows, { tradeType: undefined });
  expect([trade.trade, trade.confidence >= 0.78]).toEqual(['IMPORT', true]);
});
