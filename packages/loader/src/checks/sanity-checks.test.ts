import type { LoadFigures } from '@tidewaiter/records/loading';
import { describe, expect, it } from 'vitest';
import { type KnownFigures, runSanityChecks } from './sanity-checks.js';

const NOTHING: LoadFigures = {
  months: [],
  usd: '0',
  prices: [],
  values: [],
  hasTotalsRow: false,
  oddHsCodes: 0,
  foreignHsCodes: 0,
  dollars: [],
  partiesInBlocks: [],
  lost: [],
  sums: [],
};

const load = (figures: Partial<LoadFigures>, saysHsDigits = false) => ({
  ...{ country: 'IND', tradeType: 'IMPORT' as const, records: 1000, rejected: 0, saysHsDigits },
  figures: { ...NOTHING, ...figures },
});
const doubts = (figures: Partial<LoadFigures>, saysHsDigits?: boolean, known: KnownFigures[] = []) =>
  runSanityChecks(load(figures, saysHsDigits), known);

const priced = (median: number, records = 60): Partial<LoadFigures> => ({
  prices: [{ chapter: '85', unit: 'KGS', records, median }],
});
const known = (country: string, median: number): KnownFigures => ({
  ...{ country, tradeType: 'IMPORT' },
  figures: { ...NOTHING, ...priced(median) },
});

describe('HS codes of 5 or 7 digits', () => {
  it('are doubted where they are more than one in a hundred', () => {
    expect(doubts({ oddHsCodes: 10 })).toEqual([]);
    expect(doubts({ oddHsCodes: 11 })).toEqual([expect.stringMatching(/^11 HS codes have 5 or 7 digits/)]);
  });

  it('are not where the mapping says how long codes are', () => {
    expect(doubts({ oddHsCodes: 500 }, true)).toEqual([]);
  });
});

describe('prices', () => {
  it('are held against those of the same source, from six times on, either way', () => {
    const against = [known('IND', 10)];
    for (const [median, words] of [
      [59, []],
      [61, [expect.stringContaining('6.1 times, over 1 HS chapter, those of the same source')]],
      [1.6, [expect.stringContaining('0.16 times')]],
    ] as const) {
      expect(doubts(priced(median), false, against)).toEqual(words);
    }
  });

  it('are held against other sources only where there is no own one, from 25 times on', () => {
    expect(doubts(priced(240), false, [known('VNM', 10)])).toEqual([]);
    expect(doubts(priced(260), false, [known('VNM', 10)])).toEqual([expect.stringContaining('of other sources')]);
    expect(doubts(priced(250), false, [known('VNM', 10), known('IND', 250)])).toEqual([]);
  });

  it('of too few records tell nothing', () => {
    expect(doubts(priced(1000, 49), false, [known('IND', 10)])).toEqual([]);
  });
});

describe('values', () => {
  const converted = (changes: object) =>
    doubts({
      values: [{ currency: 'INR', records: 10, total: '1', usd: '1', perUsd: 240, rate: 80, ...changes }],
    });

  it('are doubted where their dollars are three times off the rate, either way', () => {
    const words = expect.stringMatching(/^values in INR are 240 times their values in USD, where the rate is 80/);
    expect(converted({})).toEqual([words]);
    expect(converted({ perUsd: 239 })).toEqual([]);
    expect(converted({ perUsd: 26 })).toHaveLength(1);
    expect(converted({ perUsd: 27 })).toEqual([]);
  });

  it('tell nothing without dollars or a rate, or of too few records', () => {
    expect([{ perUsd: null }, { rate: null }, { records: 9 }].flatMap(converted)).toEqual([]);
  });
});

it('a row of totals and codes of no heading are doubted, too', () => {
  expect(doubts({ hasTotalsRow: true })).toEqual([expect.stringContaining('row of totals')]);
  expect(doubts({ foreignHsCodes: 10 })).toEqual([]);
  expect(doubts({ foreignHsCodes: 11 })).toEqual([expect.stringMatching(/^11 HS codes are of no heading/)]);
});

describe('two values in dollars of one record', () => {
  it('are doubted where they are more than three times apart, with rates and without', () => {
    const dollars = (off: number, records = 60) => doubts({ dollars: [{ column: 'total_value_cif', records, off }] });
    expect(dollars(40)).toEqual([
      expect.stringMatching(/^40 of 60 values of total_value_cif in USD are more than three/),
    ]);
    expect(dollars(2, 3)).toHaveLength(1);
    expect(dollars(1, 3)).toEqual([]);
    expect(dollars(6)).toEqual([]);
  });
});

describe('what the load lacks and its file had', () => {
  const missing = (figures: Partial<LoadFigures>, rejected = 0) => runSanityChecks({ ...load(figures), rejected }, []);

  it('are more than two in a hundred rows, or values that cleaning took away', () => {
    expect(missing({}, 20)).toEqual([]);
    expect(missing({}, 21)).toEqual([expect.stringContaining('21 of 1,021 rows are rejected')]);
    expect(missing({ lost: [{ column: 'importer_name', records: 20 }] })).toEqual([]);
    expect(missing({ lost: [{ column: 'importer_name', records: 21 }] })).toEqual([
      expect.stringContaining('importer_name lost 21 values'),
    ]);
  });

  it('are parties in blocks, and rows that are sums', () => {
    expect(missing({ partiesInBlocks: [{ column: 'importer_name', empty: 700 }] })).toEqual([
      expect.stringContaining('importer_name is empty in 700 of 1,000 rows, in blocks'),
    ]);
    expect(missing({ sums: [12, 25] })).toEqual([expect.stringContaining('the rows of lines 12, 25 have the value')]);
  });
});
