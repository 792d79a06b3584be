/** Which currency the main value of a file is in: by its names, its columns and its rows. */
import { sourceCountriesWith } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { GOODS, goods, understand } from '../../testing/understood.js';

const CODES = ['USD', 'EUR', 'JPY'];
const RATES = [83.1, 90.4, 0.56];
const invoiced = (index: number) => 100 + 7 * index;

describe('the currency of the main value', () => {
  const india = { country: 'IND' } as const;
  const header = `${GOODS}|ASSESSABLE VALUE|INVOICE CURRENCY`;
  const rows = goods((index) => [String(Math.round(83 * invoiced(index))), CODES[index % 3] ?? '']);

  it('is asked about where a column of customs stands beside the currency of the invoice', () => {
    const { questions, mapping } = understand(header, rows, india);
    expect(questions).toEqual([
      {
        text: expect.stringMatching(/^is "ASSESSABLE VALUE" in the currency that "INVOICE CURRENCY" says, or in INR\?/),
        answers: ['--set currency=INR', '--set "INVOICE CURRENCY=currency"'],
      },
    ]);
    // What is proposed is never dollars for rupees.
    expect(mapping.columns.currency).toEqual({ constant: 'INR' });
    expect(understand(header, rows, { ...india, set: ['currency=INR'] })).toMatchObject({
      unclear: [],
      mapping: { columns: { currency: { constant: 'INR' }, total_value: { from: 'ASSESSABLE VALUE' } } },
    });
    expect(understand(header, rows, { ...india, set: ['INVOICE CURRENCY=currency'] })).toMatchObject({
      unclear: [],
      mapping: { columns: { currency: { from: 'INVOICE CURRENCY' } } },
    });
  });

  it.each([
    ['CHL', 'VALOR FOB $', 'CLP'],
    ['NAM', 'STATISTICAL VALUE (DOLLARS)', 'NAD'],
    ['MEX', 'VALOR $', 'MXN'],
  ])('is asked about where the country, as %s, has a dollar or a peso of its own: %s', (country, value, code) => {
    const { questions, mapping } = understand(
      `${GOODS}|${value}`,
      goods((index) => [String(invoiced(index))]),
      { country },
    );
    expect(questions).toMatchObject([{ answers: ['--set currency=USD', `--set currency=${code}`] }]);
    expect(mapping.columns.total_value_usd).toBeUndefined();
  });

  it.each([
    ['BHS', 'VALUE B$', 'BSD'],
    ['JAM', 'VALUE (J$)', 'JMD'],
    ['TTO', 'TT$ VALUE', 'TTD'],
    ['BLZ', 'VALUE BZ$', 'BZD'],
  ])(
    'is no dollar of the United States where a letter of another stands before its sign, as in %s: %s',
    (iso3, value, code) => {
      const sources = sourceCountriesWith([iso3]);
      const rows = goods((index) => [String(invoiced(index)), String(invoiced(index))]);
      const of = (country?: string) =>
        understand(`${GOODS}|FOB US$|${value}`, rows, { country, sources }).mapping.columns;
      expect(of(iso3)).toMatchObject({ total_value: { from: value }, currency: { constant: code } });
      expect(of()).toMatchObject({ total_value_usd: { from: 'FOB US$' } });
      expect(of().currency).not.toEqual({ constant: 'USD' });
    },
  );

  it.each([
    ['BHS', 'B$', 'BSD'],
    ['BRB', 'Bds$', 'BBD'],
    ['BLZ', 'B$', 'BZD'],
    ['KEN', 'B$', undefined],
    ['JAM', 'J$', 'JMD'],
    ['SGP', 'S$', 'SGD'],
  ])(
    'is no dollar of the United States where such a sign stands beside its numbers, as in %s: %s',
    (iso3, sign, code) => {
      const rows = goods((index) => [String(invoiced(index)), `${sign}${invoiced(index)}.50`]);
      const of = { country: iso3, sources: sourceCountriesWith([iso3]) };
      const { mapping, questions } = understand(`${GOODS}|FOB US$|VALUE`, rows, of);
      expect(mapping.columns.currency).toEqual(code && { constant: code });
      expect(questions).toEqual([]);
    },
  );

  it.each([
    ['ECU', 'FOB'],
    ['ECU', 'VALOR EN DOLARES'],
    ['SLV', 'VALOR CIF $'],
  ])('is dollars where these are the money of %s: %s', (country, value) => {
    const { questions, mapping } = understand(
      `${GOODS}|${value}`,
      goods((index) => [String(invoiced(index))]),
      { country },
    );
    expect(questions).toEqual([]);
    expect(mapping.columns.currency ?? mapping.columns.total_value_usd).toBeDefined();
    expect(mapping.columns.currency ?? { constant: 'USD' }).toEqual({ constant: 'USD' });
  });

  it.each([
    ['KEN', 'VALUE $', 'total_value_usd', undefined],
    ['NAM', 'VALUE US DOLLARS', 'total_value_usd', undefined],
    ['CHL', 'VALOR US$', 'total_value_usd', undefined],
    ['NAM', 'VALUE N$', 'total_value', 'NAD'],
    ['BRA', 'VALOR R$', 'total_value', 'BRL'],
    ['NIC', 'VALOR C$', 'total_value', 'NIO'],
    ['DOM', 'VALOR RD$', 'total_value', 'DOP'],
    ['CHL', 'VALOR CLP$', 'total_value', 'CLP'],
    ['NGA', 'VALUE (₦)', 'total_value_naira', undefined],
    ['PER', 'VALOR S/', 'total_value', 'PEN'],
    ['KGZ', 'VALUE IN SOM', 'total_value', 'KGS'],
    ['EGY', 'VALUE POUNDS', 'total_value', 'EGP'],
    ['COD', 'VALEUR EN FRANCS', 'total_value', 'CDF'],
  ])('is said by a sign or an everyday name: in %s, %s', (country, value, target, code) => {
    const { mapping, unclear } = understand(
      `${GOODS}|${value}`,
      goods((index) => [String(invoiced(index))]),
      { country },
    );
    expect(unclear).toEqual([]);
    expect(mapping.columns).toHaveProperty(target);
    if (code) expect(mapping.columns.currency).toEqual({ constant: code });
  });

  it.each([
    'CUSTOMS VALUE|CURRENCY',
    'STATISTICAL VALUE|CURRENCY CODE',
    'ASSESSED VALUE|INVOICE CURRENCY',
    'TOTAL VALUE|INVOICE CURRENCY',
  ])('is asked about for %s, in any country', (names) => {
    const cells = goods((index) => [String(invoiced(index)), CODES[index % 3] ?? '']);
    expect(understand(`${GOODS}|${names}`, cells).questions).toHaveLength(1);
  });

  it.each(['INVOICE VALUE|INVOICE CURRENCY', 'VALUE|CURRENCY', 'INVOICE VALUE|CURRENCY'])(
    'is the column’s for %s',
    (names) => {
      const cells = goods((index) => [String(invoiced(index)), CODES[index % 3] ?? '']);
      expect(understand(`${GOODS}|${names}`, cells)).toMatchObject({
        unclear: [],
        mapping: { columns: { currency: { from: expect.any(String) } } },
      });
    },
  );

  it('is the country’s own where the rows show it by the rate', () => {
    const cells = goods((index) => [
      String(invoiced(index)),
      String(RATES[index % 3]),
      (invoiced(index) * (RATES[index % 3] ?? 0)).toFixed(2),
      CODES[index % 3] ?? '',
    ]);
    const found = understand(
      `${GOODS}|AMOUNT IN DOCUMENT|EXCHANGE RATE|ASSESSABLE VALUE|INVOICE CURRENCY`,
      cells,
      india,
    );
    expect(found.mapping.columns).toMatchObject({
      total_value: { from: 'ASSESSABLE VALUE' },
      currency: { constant: 'INR' },
    });
    expect(found.unclear).toEqual([]);
  });

  it('is told by a column in dollars: the same in rows of dollars, or a steady multiple whatever the currency', () => {
    const usd = (index: number) => (invoiced(index) * (RATES[index % 3] ?? 0)) / 83.1;
    const own = goods((index) => [String(invoiced(index)), CODES[index % 3] ?? '', usd(index).toFixed(2)]);
    const home = goods((index) => [(usd(index) * 129).toFixed(2), CODES[index % 3] ?? '', usd(index).toFixed(2)]);
    const header = `${GOODS}|CUSTOMS VALUE|CURRENCY|VALUE USD`;
    expect(understand(header, own)).toMatchObject({
      unclear: [],
      mapping: { columns: { currency: { from: 'CURRENCY' } } },
    });
    expect(understand(header, home)).toMatchObject({
      unclear: [],
      mapping: { columns: { currency: { constant: 'KES' } } },
    });
  });

  it('is asked about where rows in USD are far from their values in dollars, by no steady rate', () => {
    const cells = goods((index) => [String(invoiced(index) * (2 + (index % 9) * 20)), 'USD', String(invoiced(index))]);
    const { questions } = understand(`${GOODS}|VALUE|CURRENCY|VALUE USD`, cells);
    expect(questions).toMatchObject([
      { text: expect.stringContaining('is "VALUE" in the currency that "CURRENCY" says') },
    ]);
  });

  it('is a question where nothing says one', () => {
    const cells = goods((index) => [String(invoiced(index))]);
    expect(understand(`${GOODS}|TOTAL VALUE`, cells).questions).toEqual([
      {
        text: expect.stringContaining('which currency is "TOTAL VALUE" in?'),
        answers: ['--set currency=USD', '--set currency=KES'],
      },
    ]);
    const taxed = goods((index) => [String(1000 + 37 * index), String((1000 + 37 * index) / 10)]);
    expect(understand(`${GOODS}|TOTAL VALUE|DUTY`, taxed).questions).toMatchObject([
      { answers: ['--set currency=KES', '--set currency=USD'] },
    ]);
    const priced = goods((index) => [String(index + 2), '2.5', String((index + 2) * 2.5)]);
    expect(understand(`${GOODS}|QUANTITY|UNIT PRICE USD|TOTAL VALUE`, priced)).toMatchObject({
      unclear: [],
      mapping: { columns: { currency: { constant: 'USD' } } },
    });
  });

  it('is not the country’s own for being another amount times a rate below one', () => {
    const cells = goods((index) => [`${(invoiced(index) * 130).toFixed(2)}`, `${0.0077 + (index % 3) / 10_000}`]);
    const valued = cells.map((row) => [...row, (Number(row[3]) * Number(row[4])).toFixed(2)]);
    const of = (country: string) => understand(`${GOODS}|ASSESSED|EXCHANGE RATE|VALUE`, valued, { country });
    expect(of('KEN').mapping.columns.currency).toBeUndefined();
    expect(of('KEN').questions.length).toBeGreaterThan(0);
  });

  describe('beside a plain column of currencies', () => {
    const plain = `${GOODS}|QUANTITY|UNIT|CIF VALUE|CURRENCY`;
    const RATE: Record<string, number> = { USD: 1, EUR: 0.92, JPY: 150 };
    const PRICES = [120, 9, 4];
    const priced = (level: number, isOwn: boolean) => (index: number) => {
      const code = CODES[Math.floor(index / 3) % 3] ?? '';
      const many = 40 + ((index * 13) % 90);
      const price = (PRICES[index % 3] ?? 1) * level * (isOwn ? (RATE[code] ?? 1) : 1);
      return [String(many), 'KG', (many * price * (1 + (index % 5) / 20)).toFixed(2), code];
    };
    const rows = (level: number, isOwn: boolean) => goods(priced(level, isOwn), 90);
    const inHome = ['--set currency=KES', '--set CURRENCY=currency'];

    it('is asked about where goods cost the same number in all of them', () => {
      expect(understand(plain, rows(1, true)).questions).toEqual([]);
      expect(understand(plain, rows(1, false)).questions).toMatchObject([{ answers: inHome }]);
    });

    it('is likelier dollars where goods cost so little that they cannot be in the country’s own', () => {
      const { questions } = understand(plain, rows(1, false), { country: 'IND' });
      expect(questions).toMatchObject([
        { answers: ['--set currency=USD', '--set CURRENCY=currency', '--set currency=INR'] },
      ]);
    });

    it('is asked about where nothing costs so many dollars', () => {
      const dollars = rows(130, true).map((row) => row.with(6, row[6] === 'JPY' ? 'EUR' : (row[6] ?? '')));
      expect(understand(plain, dollars).questions).toMatchObject([
        { text: expect.stringContaining('no price in dollars'), answers: inHome },
      ]);
    });

    it('is asked about where the duty is a share of it', () => {
      const cells = goods((index) => [
        String(1000 + 37 * index),
        CODES[index % 3] ?? '',
        String((1000 + 37 * index) / 10),
      ]);
      expect(understand(`${GOODS}|CIF VALUE|CURRENCY|DUTY`, cells).questions).toMatchObject([
        { text: expect.stringContaining('"DUTY" is a share of it'), answers: inHome },
      ]);
    });
  });
});
