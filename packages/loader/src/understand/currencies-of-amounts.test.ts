/** A currency belongs to an amount, not to a record: each amount's own, or none. */
import { describe, expect, it } from 'vitest';
import { GOODS, goods, understand } from '../../testing/understood.js';

const quantity = (row: number) => 2 + (row % 9);
const price = (row: number) => 3 + (row % 7) / 4;
const value = (row: number) => quantity(row) * price(row);
const CODES = ['EUR', 'USD', 'PLN'];
const code = (row: number) => CODES[row % 3] ?? '';

const columnsOf = (header: string, cells: (row: number) => (string | number)[], country = 'UKR') =>
  understand(
    `${GOODS}|${header}`,
    goods((row) => cells(row).map((cell) => (typeof cell === 'number' ? String(Number(cell.toFixed(2))) : cell))),
    { country },
  );

describe('duties and taxes', () => {
  it('are in the country’s own money, whatever the invoice is in', () => {
    const { mapping } = columnsOf('INVOICE VALUE|INVOICE CURRENCY|DUTY|VAT', (row) => [
      ...[value(row), code(row), value(row) * 3.917 + row, value(row) * 8.3 + row],
    ]);
    expect(mapping.columns).toMatchObject({
      total_value: { from: 'INVOICE VALUE' },
      currency: { from: 'INVOICE CURRENCY' },
      tax_currency: { constant: 'UAH' },
    });
  });

  it('are in dollars where each is a share of a value in dollars', () => {
    const shares = [0.05, 0.1, 0.125];
    const { mapping } = columnsOf('VALUE USD|DUTY', (row) => [
      ...[100 * value(row), 100 * value(row) * (shares[row % 3] ?? 0)],
    ]);
    expect(mapping.columns.tax_currency).toEqual({ constant: 'USD' });
  });

  it('are shown without a currency where nobody knows the country’s', () => {
    const { mapping } = columnsOf('VALUE USD|DUTY', (row) => [value(row), value(row) * 0.0317 + row], 'ZZZ');
    expect(mapping.columns.duty).toEqual({ from: 'DUTY' });
    expect(mapping.columns.tax_currency).toBeUndefined();
  });
});

describe('prices, freight and what is insured', () => {
  it('are in the value’s currency where the rows are reckoned so', () => {
    const { mapping } = columnsOf('QUANTITY|UNIT PRICE|INVOICE VALUE|INVOICE CURRENCY', (row) => [
      ...[quantity(row), price(row), value(row), code(row)],
    ]);
    expect(mapping.columns).toMatchObject({
      currency: { from: 'INVOICE CURRENCY' },
      unit_price_currency: { from: 'INVOICE CURRENCY' },
    });
    const summed = columnsOf('FOB VALUE PLN|FREIGHT|INSURANCE|CIF VALUE', (row) => [
      ...[value(row), 2 + row / 7, 1 + row / 50, value(row) + 3 + row / 7 + row / 50],
    ]);
    expect(summed.mapping.columns).toMatchObject({
      currency: { constant: 'PLN' },
      freight_currency: { constant: 'PLN' },
      insurance_currency: { constant: 'PLN' },
      cif_currency: { constant: 'PLN' },
    });
  });

  it('have the currency of their name, or of the column that is named after them', () => {
    const { mapping } = columnsOf('VALUE USD|FREIGHT (EUR)|INSURANCE|INSURANCE CURRENCY', (row) => [
      ...[value(row), 2 + row / 7, 1 + row / 50, code(row)],
    ]);
    expect(mapping.columns).toMatchObject({
      freight_currency: { constant: 'EUR' },
      insurance_currency: { from: 'INSURANCE CURRENCY' },
    });
  });

  it('are shown without one where nothing proves it', () => {
    const { mapping } = columnsOf('INVOICE VALUE|INVOICE CURRENCY|FREIGHT|UNIT PRICE', (row) => [
      ...[value(row), code(row), 4 + row / 7, 9 + row],
    ]);
    expect(mapping.columns).toMatchObject({ freight_value: { from: 'FREIGHT' }, unit_price: { from: 'UNIT PRICE' } });
    expect(Object.keys(mapping.columns).filter((name) => /^(freight|unit_price)_currency/.test(name))).toEqual([]);
  });

  it('are in the country’s own where they are another amount times the rate', () => {
    const { mapping } = columnsOf('INVOICE VALUE EUR|FOB VALUE USD|EXCHANGE RATE USD|CIF VALUE', (row) => [
      value(row) * 0.93,
      ...[value(row), 41 + row / 10, value(row) * (41 + row / 10)],
    ]);
    expect(mapping.columns).toMatchObject({
      total_value_cif: { from: 'CIF VALUE' },
      cif_currency: { constant: 'UAH' },
    });
  });
});

describe('a bare total', () => {
  it('is never the value where it is the sum of taxes', () => {
    const { mapping, questions } = columnsOf(
      'QUANTITY|DUTY|VAT|LEVY|TOTAL',
      (row) => [quantity(row), 11 + row, 40 + 2 * row, 3 + row / 2, 54 + 3.5 * row],
      'GHA',
    );
    expect(mapping.columns.total_value).toBeUndefined();
    expect(questions.filter(({ text }) => text.includes('"TOTAL"'))).toEqual([]);
  });

  it('is asked about where nothing is reckoned from it, and left out unless somebody says so', () => {
    const { mapping, questions } = columnsOf('QUANTITY|TOTAL', (row) => [quantity(row), 54 + 3.5 * row]);
    expect(mapping.columns.total_value).toBeUndefined();
    expect(questions).toMatchObject([{ answers: ['--set TOTAL=-', '--set TOTAL=total_value'] }]);
  });

  it('is the value where it is the quantity times a price', () => {
    const { mapping } = columnsOf('QUANTITY|UNIT PRICE EUR|TOTAL', (row) => [quantity(row), price(row), value(row)]);
    expect(mapping.columns).toMatchObject({ total_value: { from: 'TOTAL' }, currency: { constant: 'EUR' } });
  });
});

describe('a rate', () => {
  it('is kept where it is proved to be of dollars, and left out where it is of another currency', () => {
    const euros = columnsOf('INVOICE VALUE|INVOICE CURRENCY|EXCHANGE RATE', (row) => [value(row), 'EUR', 43 + row / 9]);
    expect(euros.mapping.columns.exchange_rate).toBeUndefined();
    const dollars = columnsOf('INVOICE VALUE|INVOICE CURRENCY|EXCHANGE RATE', (row) => [
      ...[value(row), 'USD', 41 + row / 9],
    ]);
    expect(dollars.mapping.columns.exchange_rate).toEqual({ from: 'EXCHANGE RATE' });
    const named = columnsOf('VALUE USD|EXCHANGE RATE EUR', (row) => [value(row), 43 + row / 9]);
    expect(named.mapping.columns.exchange_rate).toBeUndefined();
  });
});

it('a value in dollars that is left out while another is converted is asked about', () => {
  const { questions } = columnsOf('VALUE EUR|STAT ABC XYZ USD', (row) => [value(row), value(row) * 1.1 + row]);
  expect(questions).toMatchObject([{ text: expect.stringContaining('"STAT ABC XYZ USD" may be total_value_usd') }]);
});

describe('a value beside £', () => {
  const pounds = (country: string) => columnsOf('VALUE', (row) => [`£ ${value(row).toFixed(2)}`], country);

  it('is in the pounds of the United Kingdom where its country has none of its own', () => {
    const { mapping, questions } = pounds('GBR');
    expect(mapping.columns.currency).toEqual({ constant: 'GBP' });
    expect(questions).toEqual([]);
    expect(pounds('UKR').mapping.columns.currency).toEqual({ constant: 'GBP' });
  });

  it.each([
    ['FLK', 'FKP'],
    ['EGY', 'EGP'],
  ])('is asked about where it has, of %s', (country, own) => {
    const { mapping, questions } = pounds(country);
    expect(mapping.columns.currency).toBeUndefined();
    expect(JSON.stringify(questions)).toMatch(new RegExp(`${own}.*GBP`));
  });
});

describe('a value whose name says its currency', () => {
  it('is in no francs of the Congo for being in foreign currency, which is called FC everywhere', () => {
    const { mapping } = columnsOf('Invoice Amt (FC)|FC', (row) => [value(row), code(row)], 'MDV');
    expect(mapping.columns).toMatchObject({ total_value: { from: 'Invoice Amt (FC)' } });
    expect(mapping.columns.currency).not.toEqual({ constant: 'CDF' });
  });

  it('is in that, beside the invoice’s', () => {
    const { mapping, questions } = columnsOf(
      'QTY|UNIT PRICE FC|INV CURR|EXCH RATE|CIF VAL INR',
      (row) => [quantity(row), price(row), code(row), 80 + row / 100, quantity(row) * price(row) * (80 + row / 100)],
      'IND',
    );
    expect(mapping.columns).toMatchObject({ total_value: { from: 'CIF VAL INR' }, currency: { constant: 'INR' } });
    expect(questions).toEqual([]);
  });
});
