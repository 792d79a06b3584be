/** Which currency the main value of a file is in: by its names, its columns and its rows. */
import { sourceCountriesWith } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { GOODS, goods, ofGoods, understand } from '../../../testing/understood.js';

const CODES = ['USD', 'EUR', 'JPY'];
const RATES = [83.1, 90.4, 0.56];
const code = (index: number) => CODES[index % 3] ?? '';
const rate = (index: number) => RATES[index % 3] ?? 0;
const taxable = (index: number) => 1000 + 37 * ((index * 7) % 30);
const invoiced = (index: number) => 100 + 7 * index;
const amount = (index: number) => String(invoiced(index));
/** A file of one column of amounts. */
const valued = (value: string, more: Parameters<typeof ofGoods>[2] = {}) =>
  ofGoods(value, (index) => [amount(index)], more);
/** A file of amounts and the currencies beside them. */
const priced = (names: string) => ofGoods(names, (index) => [amount(index), code(index)]);
/** What is clear of a file, with the currency that it is understood to be in. */
const clear = (currency: object) => ({ unclear: [], mapping: { columns: { currency } } });

describe('the currency of the main value', () => {
  const india = { country: 'IND' } as const;

  it('is asked about where a column of customs stands beside the currency of the invoice', () => {
    const of = (set: string[]) =>
      ofGoods('ASSESSABLE VALUE|INVOICE CURRENCY', (index) => [String(Math.round(83 * invoiced(index))), code(index)], {
        ...india,
        set,
      });
    const { questions, mapping } = of([]);
    expect(questions).toEqual([
      {
        text: expect.stringMatching(/^is "ASSESSABLE VALUE" in the currency that "INVOICE CURRENCY" says, or in INR\?/),
        answers: ['--set currency=INR', '--set "INVOICE CURRENCY=currency"'],
      },
    ]);
    // What is proposed is never dollars for rupees.
    expect(mapping.columns.currency).toEqual({ constant: 'INR' });
    const inRupees = of(['currency=INR']);
    expect(inRupees).toMatchObject(clear({ constant: 'INR' }));
    expect(inRupees.mapping.columns.total_value).toEqual({ from: 'ASSESSABLE VALUE' });
    expect(of(['INVOICE CURRENCY=currency'])).toMatchObject(clear({ from: 'INVOICE CURRENCY' }));
  });

  it.each([
    ['CHL', 'VALOR FOB $', ['USD', 'CLP']],
    // What the customs assess is rather in the country's own.
    ['NAM', 'STATISTICAL VALUE (DOLLARS)', ['NAD', 'USD']],
    ['MEX', 'VALOR $', ['USD', 'MXN']],
  ])('is asked about where the country, as %s, has a dollar or a peso of its own: %s', (country, value, codes) => {
    const { questions, mapping } = valued(value, { country });
    expect(questions).toMatchObject([{ answers: codes.map((code) => `--set currency=${code}`) }]);
    expect(mapping.columns.total_value_usd).toBeUndefined();
  });

  it.each([
    ['BHS', 'VALUE B$', 'BSD'],
    ['JAM', 'VALUE (J$)', 'JMD'],
    ['TTO', 'TT$ VALUE', 'TTD'],
    ['BLZ', 'VALUE BZ$', 'BZD'],
  ])(
    'is no dollar of the United States where another letter stands before its sign, in %s: %s',
    (iso3, value, code) => {
      const of = (country?: string) =>
        ofGoods(`FOB US$|${value}`, (index) => [amount(index), amount(index)], {
          ...{ country, sources: sourceCountriesWith([iso3]) },
        }).mapping.columns;
      expect(of(iso3)).toMatchObject({ total_value: { from: value }, currency: { constant: code } });
      expect(of()).toMatchObject({ total_value_usd: { from: 'FOB US$' } });
      expect(of().currency).not.toEqual({ constant: 'USD' });
    },
  );

  it.each([
    ['KEN', 'B$', undefined],
    ['JAM', 'J$', 'JMD'],
    ['SGP', 'S$', 'SGD'],
  ])('is no dollar of the United States where such a sign stands beside its numbers, in %s: %s', (iso3, sign, code) => {
    const of = { country: iso3, sources: sourceCountriesWith([iso3]) };
    const cells = (index: number) => [amount(index), `${sign}${invoiced(index)}.50`];
    const { mapping, questions } = ofGoods('FOB US$|VALUE', cells, of);
    expect([mapping.columns.currency, questions]).toEqual([code && { constant: code }, []]);
  });

  it.each([
    ['ECU', 'FOB'],
    ['ECU', 'VALOR EN DOLARES'],
    ['SLV', 'VALOR CIF $'],
  ])('is dollars where these are the money of %s: %s', (country, value) => {
    const { questions, mapping } = valued(value, { country });
    const { currency, total_value_usd } = mapping.columns;
    expect([questions, currency ?? (total_value_usd && { constant: 'USD' })]).toEqual([[], { constant: 'USD' }]);
  });

  it.each([
    ...[
      'KEN: VALUE $ = USD',
      'NAM: VALUE US DOLLARS = USD',
      'CHL: VALOR US$ = USD',
      'NAM: VALUE N$ = NAD',
      'BRA: VALOR R$ = BRL',
    ],
    ...[
      'NIC: VALOR C$ = NIO',
      'DOM: VALOR RD$ = DOP',
      'CHL: VALOR CLP$ = CLP',
      'NGA: VALUE (₦) = NGN',
      'PER: VALOR S/ = PEN',
    ],
    ...['KGZ: VALUE IN SOM = KGS', 'EGY: VALUE POUNDS = EGP', 'COD: VALEUR EN FRANCS = CDF'],
  ])('is said by a sign or an everyday name in %s', (said) => {
    const [country = '', value = '', code = ''] = said.split(/: | = /);
    const { mapping, unclear } = valued(value, { country });
    const target = { USD: 'total_value_usd', NGN: 'total_value_naira' }[code];
    expect(unclear).toEqual([]);
    expect(mapping.columns).toHaveProperty(target ?? 'total_value');
    if (!target) expect(mapping.columns.currency).toEqual({ constant: code });
  });

  it.each([
    'CUSTOMS VALUE|CURRENCY',
    'STATISTICAL VALUE|CURRENCY CODE',
    'ASSESSED VALUE|INVOICE CURRENCY',
    'TOTAL VALUE|INVOICE CURRENCY',
  ])('is asked about for %s, in any country', (names) => expect(priced(names).questions).toHaveLength(1));

  it.each(['INVOICE VALUE|INVOICE CURRENCY', 'VALUE|CURRENCY', 'INVOICE VALUE|CURRENCY'])(
    'is the column’s for %s',
    (names) => expect(priced(names)).toMatchObject(clear({ from: expect.any(String) })),
  );

  it('is told by a column in dollars: the same in rows of dollars, or a steady multiple whatever the currency', () => {
    const usd = (index: number) => (invoiced(index) * rate(index)) / 83.1;
    const of = (value: (index: number) => string) =>
      ofGoods('CUSTOMS VALUE|CURRENCY|VALUE USD', (index) => [value(index), code(index), usd(index).toFixed(2)]);
    expect(of(amount)).toMatchObject(clear({ from: 'CURRENCY' }));
    expect(of((index) => (usd(index) * 129).toFixed(2))).toMatchObject(clear({ constant: 'KES' }));
  });

  it('is asked about where rows in USD are far from their values in dollars, by no steady rate', () => {
    const cells = (index: number) => [String(invoiced(index) * (2 + (index % 9) * 20)), 'USD', amount(index)];
    expect(ofGoods('VALUE|CURRENCY|VALUE USD', cells).questions).toMatchObject([
      { text: expect.stringContaining('is "VALUE" in the currency that "CURRENCY" says') },
    ]);
  });

  it('is a question where nothing says one', () => {
    expect(valued('TOTAL VALUE').questions).toEqual([
      {
        text: expect.stringContaining('which currency is "TOTAL VALUE" in?'),
        answers: ['--set currency=USD', '--set currency=KES'],
        // Nothing speaks for either.
        mustBeAnswered: true,
      },
    ]);
    const taxed = ofGoods('TOTAL VALUE|DUTY', (index) => [`${taxable(index)}`, `${taxable(index) / 10}`]);
    expect(taxed.questions).toMatchObject([{ answers: ['--set currency=KES', '--set currency=USD'] }]);
  });

  describe('beside a plain column of currencies', () => {
    const plain = `${GOODS}|QUANTITY|UNIT|CIF VALUE|CURRENCY`;
    const RATE: Record<string, number> = { USD: 1, EUR: 0.92, JPY: 150 };
    const rows = (level: number, isOwn: boolean) =>
      goods((index) => {
        const money = code(Math.floor(index / 3));
        const many = 40 + ((index * 13) % 90);
        const price = ([120, 9, 4][index % 3] ?? 1) * level * (isOwn ? (RATE[money] ?? 1) : 1);
        return [String(many), 'KG', (many * price * (1 + (index % 5) / 20)).toFixed(2), money];
      }, 90);
    const inHome = ['--set currency=KES', '--set CURRENCY=currency'];

    it('is asked about where goods cost the same number in all of them', () => {
      expect(understand(plain, rows(1, true)).questions).toEqual([]);
      const azerbaijan = { country: 'AZE' };
      const inManats = ['--set currency=AZN', '--set CURRENCY=currency'];
      expect(understand(plain, rows(1, false), azerbaijan).questions).toMatchObject([{ answers: inManats }]);
    });

    it('is asked about where the duty is a share of it', () => {
      const cells = (index: number) => [`${taxable(index)}`, code(index), `${taxable(index) / 10}`];
      expect(ofGoods('CIF VALUE|CURRENCY|DUTY', cells).questions).toMatchObject([
        { text: expect.stringContaining('"DUTY" is a share of it'), answers: inHome },
      ]);
    });
  });
});
