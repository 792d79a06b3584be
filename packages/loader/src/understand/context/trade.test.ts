/** Imports or exports, where a file names its parties by what they do and numbers one of them. */
import { expect, it } from 'vitest';
import { goods, understand } from '../../../testing/understood.js';

const OPEN = { tradeType: undefined, country: undefined };
const of = (header: string, cells: readonly string[]) =>
  understand(
    `DATE|HS CODE|DESCRIPTION|${header}`,
    goods(() => [...cells]),
    OPEN,
  ).trade;
const CLIENT = ['REEF SUPPLIES LTD', '105933378', 'KAPRICORN INC'];

it('a file says its trade by an import duty, or in box 1 of a declaration in every row', () => {
  const sure = { confidence: expect.toSatisfy((confidence: number) => confidence >= 0.78) };
  expect(of('TRADER|SUPPLIER|IMPORT DUTY', ['REEF LTD', 'KAPRICORN INC', '2.50'])).toMatchObject({
    trade: 'IMPORT',
    ...sure,
  });
  expect(of('G011', ['ИМ'])).toMatchObject({ trade: 'IMPORT', ...sure });
  expect(of('G011', ['ЭК'])).toMatchObject({ trade: 'EXPORT', ...sure });
});

it.each([
  ['Inbound manifest wk 10.csv', 'IMPORT'],
  ['outbound 2024-05.csv', 'EXPORT'],
  ['reexpediciones_dic.csv', 'EXPORT'],
  ['هاوردەی ئازار.csv', 'IMPORT'],
])('a file says its trade by the name %s', (fileName, trade) => {
  expect(
    understand(
      'DATE|HS CODE|DESCRIPTION',
      goods(() => []),
      { ...OPEN, fileName },
    ).trade.trade,
  ).toBe(trade);
});

it('the party at home is the one whose number the file has: a client that has one buys from abroad', () => {
  expect(of('CLIENT|CLIENT TIN|VENDOR|DUTY|VAT', [...CLIENT, '12.50', '3.20'])).toMatchObject({ trade: 'IMPORT' });
  expect(of('BUYER|SELLER|SELLER TAX ID', ['KAPRICORN INC', 'REEF SUPPLIES LTD', '105933378'])).toMatchObject({
    trade: 'EXPORT',
  });
});

it('the party at home is not told by whose number is known where one column names either', () => {
  expect(of('SUPPLIER OR BUYER|COUNTRY OF SUPPLIER OR BUYER', ['KAPRICORN INC', 'ITALY'])).toMatchObject({
    trade: 'IMPORT',
    confidence: expect.toSatisfy((sure: number) => sure >= 0.78),
  });
});

it('the party at home is not told by how often the other is named', () => {
  const twice = of('VENDOR|CLIENT|CLIENT CITY', ['KAPRICORN INC', 'REEF SUPPLIES LTD', 'Nassau']);
  expect(twice.confidence).toBeLessThan(0.78);
});
