/** A currency belongs to an amount, not to a record: each amount's own, or none. */
import { describe, expect, it } from 'vitest';
import { ofGoods } from '../../../testing/understood.js';

const quantity = (row: number) => 2 + (row % 9);
const price = (row: number) => 3 + (row % 7) / 4;
const value = (row: number) => quantity(row) * price(row);
const code = (row: number) => ['EUR', 'USD', 'PLN'][row % 3] ?? '';

/** What is understood of columns of amounts, which are written with two decimals at most. */
const of = (columns: string, cells: (row: number) => (string | number)[], country = 'UKR') =>
  ofGoods(
    columns,
    (row) => cells(row).map((cell) => (typeof cell === 'number' ? String(Number(cell.toFixed(2))) : cell)),
    { country },
  );
const columnsOf = (...asked: Parameters<typeof of>) => of(...asked).mapping.columns;
const hryvnia = { constant: 'UAH' };

it('duties and taxes are in the country’s own money, whatever the invoice is in', () => {
  const columns = columnsOf('INVOICE VALUE|INVOICE CURRENCY|DUTY|VAT', (row) => [
    ...[value(row), code(row), value(row) * 3.917 + row, value(row) * 8.3 + row],
  ]);
  const currency = { from: 'INVOICE CURRENCY' };
  expect(columns).toMatchObject({ total_value: { from: 'INVOICE VALUE' }, currency, tax_currency: hryvnia });
});

it('duties and taxes are in dollars where each is a share of a value in dollars', () => {
  const share = (row: number) => [0.05, 0.1, 0.125][row % 3] ?? 0;
  const { tax_currency } = columnsOf('VALUE USD|DUTY', (row) => [100 * value(row), 100 * value(row) * share(row)]);
  expect(tax_currency).toEqual({ constant: 'USD' });
});

it('duties and taxes are shown without a currency where nobody knows the country’s', () => {
  const columns = columnsOf('VALUE USD|DUTY', (row) => [value(row), value(row) * 0.0317 + row], 'ZZZ');
  expect([columns.duty, columns.tax_currency]).toEqual([{ from: 'DUTY' }, undefined]);
});

it('prices, freight and what is insured are in the value’s currency where the rows are reckoned so', () => {
  const priced = columnsOf('QUANTITY|UNIT PRICE|INVOICE VALUE|INVOICE CURRENCY', (row) => [
    ...[quantity(row), price(row), value(row), code(row)],
  ]);
  const own = { from: 'INVOICE CURRENCY' };
  expect(priced).toMatchObject({ currency: own, unit_price_currency: own });
  const summed = columnsOf('FOB VALUE PLN|FREIGHT|INSURANCE|CIF VALUE', (row) => [
    ...[value(row), 2 + row / 7, 1 + row / 50, value(row) + 3 + row / 7 + row / 50],
  ]);
  const names = ['currency', 'freight_currency', 'insurance_currency', 'cif_currency'];
  expect(summed).toMatchObject(Object.fromEntries(names.map((name) => [name, { constant: 'PLN' }])));
});

it('prices, freight and what is insured have the currency of their name, or of the column that is named after them', () => {
  const columns = columnsOf('VALUE USD|FREIGHT (EUR)|INSURANCE|INSURANCE CURRENCY', (row) => [
    ...[value(row), 2 + row / 7, 1 + row / 50, code(row)],
  ]);
  const insurance_currency = { from: 'INSURANCE CURRENCY' };
  expect(columns).toMatchObject({ freight_currency: { constant: 'EUR' }, insurance_currency });
});

it('prices, freight and what is insured are shown without one where nothing proves it', () => {
  const columns = columnsOf('INVOICE VALUE|INVOICE CURRENCY|FREIGHT|UNIT PRICE', (row) => [
    ...[value(row), code(row), 4 + row / 7, 9 + row],
  ]);
  expect(columns).toMatchObject({ freight_value: { from: 'FREIGHT' }, unit_price: { from: 'UNIT PRICE' } });
  expect(Object.keys(columns).filter((name) => /^(freight|unit_price)_currency/.test(name))).toEqual([]);
});

it('prices, freight and what is insured are in the country’s own where they are another amount times the rate', () => {
  const columns = columnsOf('INVOICE VALUE EUR|FOB VALUE USD|EXCHANGE RATE USD|CIF VALUE', (row) => [
    ...[value(row) * 0.93, value(row), 41 + row / 10, value(row) * (41 + row / 10)],
  ]);
  expect(columns).toMatchObject({ total_value_cif: { from: 'CIF VALUE' }, cif_currency: hryvnia });
});

it('a bare total is never the value where it is the sum of taxes', () => {
  const taxes = (row: number) => [quantity(row), 11 + row, 40 + 2 * row, 3 + row / 2, 54 + 3.5 * row];
  const { mapping, questions } = of('QUANTITY|DUTY|VAT|LEVY|TOTAL', taxes, 'GHA');
  expect(mapping.columns.total_value).toBeUndefined();
  expect(questions.filter(({ text }) => text.includes('"TOTAL"'))).toEqual([]);
});

it('a bare total is asked about where nothing is reckoned from it, and never left out unseen', () => {
  const { mapping, questions } = of('QUANTITY|TOTAL', (row) => [quantity(row), 54 + 3.5 * row]);
  expect(mapping.columns.total_value).toBeUndefined();
  expect(questions).toMatchObject([{ answers: ['--set TOTAL=total_value', '--set TOTAL=-'], mustBeAnswered: true }]);
});

it('a rate is kept where it is proved to be of dollars, and left out where it is of another currency', () => {
  const rate = (columns: string, cells: Parameters<typeof of>[1]) => columnsOf(columns, cells).exchange_rate;
  const names = 'INVOICE VALUE|INVOICE CURRENCY|EXCHANGE RATE';
  expect(rate(names, (row) => [value(row), 'EUR', 43 + row / 9])).toBeUndefined();
  expect(rate(names, (row) => [value(row), 'USD', 41 + row / 9])).toEqual({ from: 'EXCHANGE RATE' });
  expect(rate('VALUE USD|EXCHANGE RATE EUR', (row) => [value(row), 43 + row / 9])).toBeUndefined();
});

it('a value in dollars that is left out while another is converted is asked about', () => {
  const { questions } = of('VALUE EUR|STAT ABC XYZ USD', (row) => [value(row), value(row) * 1.1 + row]);
  expect(questions).toMatchObject([{ text: expect.stringContaining('"STAT ABC XYZ USD" may be total_value_usd') }]);
});

describe('a value beside £', () => {
  const pounds = (country: string) => of('VALUE', (row) => [`£ ${value(row).toFixed(2)}`], country);

  it.each([
    ['FLK', 'FKP'],
    ['EGY', 'EGP'],
  ])('is asked about, of %s', (country, own) => {
    const { mapping, questions } = pounds(country);
    expect(mapping.columns.currency).toEqual({ constant: own });
    expect(JSON.stringify(questions)).toMatch(new RegExp(`${own}.*GBP`));
  });
});

it('a value in foreign currency, which is called FC everywhere, is in no francs of the Congo', () => {
  const columns = columnsOf('Invoice Amt (FC)|FC', (row) => [value(row), code(row)], 'MDV');
  expect(columns).toMatchObject({ total_value: { from: 'Invoice Amt (FC)' } });
  expect(columns.currency).not.toEqual({ constant: 'CDF' });
});

it('a value whose name says its currency is in that, beside the invoice’s', () => {
  const { mapping, questions } = of(
    'QTY|UNIT PRICE FC|INV CURR|EXCH RATE|CIF VAL INR',
    (row) => [quantity(row), price(row), code(row), 80 + row / 100, value(row) * (80 + row / 100)],
    'IND',
  );
  expect(mapping.columns).toMatchObject({ total_value: { from: 'CIF VAL INR' }, currency: { constant: 'INR' } });
  expect(questions).toEqual([]);
});
