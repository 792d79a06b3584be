import type { LoadFigures } from '@tidewaiter/records/loading';
import { expect, it } from 'vitest';
import { type KnownFigures, runSanityChecks } from './sanity-checks.js';

const NOTHING: LoadFigures = {
  ...{ months: [], usd: '0', prices: [], values: [], dollars: [], partiesInBlocks: [], lost: [] },
  ...{ oddHsCodes: 0, foreignHsCodes: 0 },
};

const priced = (median: number, records = 60): Partial<LoadFigures> => ({
  prices: [{ chapter: '85', unit: 'KGS', records, median }],
});
const known = (country: string, median: number): KnownFigures => ({
  ...{ country, tradeType: 'IMPORT', figures: { ...NOTHING, ...priced(median) } },
});
const converted = (changes: object): Partial<LoadFigures> => ({
  values: [{ currency: 'INR', records: 10, total: '1', usd: '1', perUsd: 240, rate: 80, ...changes }],
});
const apart = (off: number, records: number): Partial<LoadFigures> => ({
  dollars: [{ column: 'total_value_cif', records, off }],
});
const lost = (records: number): Partial<LoadFigures> => ({ lost: [{ column: 'importer_name', records }] });

/** Figures of a load of a thousand records, the only doubt that they raise, and what else is said or known of it. */
const LOADS: [
  string,
  Partial<LoadFigures>,
  RegExp | null,
  { against?: KnownFigures[]; hs?: true; rejected?: number }?,
][] = [
  ['HS codes of 5 or 7 digits, one in a hundred', { oddHsCodes: 10 }, null],
  ['more of them', { oddHsCodes: 11 }, /^11 HS codes have 5 or 7 digits/],
  ['as many as there may be where the mapping says how long codes are', { oddHsCodes: 500 }, null, { hs: true }],
  ['codes of no heading, one in a hundred', { foreignHsCodes: 10 }, null],
  ['more of these', { foreignHsCodes: 11 }, /^11 HS codes are of no heading/],
  ['prices under six times those of the source', priced(59), null, { against: [known('IND', 10)] }],
  [
    'prices of six times',
    priced(61),
    /6\.1 times, over 1 HS chapter, those of the same source/,
    { against: [known('IND', 10)] },
  ],
  ['prices of a sixth', priced(1.6), /0\.16 times/, { against: [known('IND', 10)] }],
  ['prices of 24 times those of another source', priced(240), null, { against: [known('VNM', 10)] }],
  ['of 26 times', priced(260), /of other sources/, { against: [known('VNM', 10)] }],
  ['of 25 times, as the own ones are', priced(250), null, { against: [known('VNM', 10), known('IND', 250)] }],
  ['prices of too few records', priced(1000, 49), null, { against: [known('IND', 10)] }],
  [
    'dollars three times off the rate',
    converted({}),
    /^values in INR are 240 times their values in USD, where the rate is 80/,
  ],
  ['less off', converted({ perUsd: 239 }), null],
  ['three times off the other way', converted({ perUsd: 26 }), /^values in INR/],
  ['less off that way', converted({ perUsd: 27 }), null],
  ['values without dollars', converted({ perUsd: null }), null],
  ['without a rate', converted({ rate: null }), null],
  ['of too few records', converted({ records: 9 }), null],
  [
    'two values in dollars that are three times apart',
    apart(40, 60),
    /^40 of 60 values of total_value_cif in USD are more than three/,
  ],
  ['in two of three records', apart(2, 3), /^2 of 3/],
  ['in one of three', apart(1, 3), null],
  ['in a tenth', apart(6, 60), null],
  ['two in a hundred rows rejected', {}, null, { rejected: 20 }],
  ['more rejected', {}, /21 of 1,021 rows are rejected/, { rejected: 21 }],
  ['values that cleaning took away', lost(20), null],
  ['more taken away', lost(21), /importer_name lost 21 values/],
  [
    'parties in blocks',
    { partiesInBlocks: [{ column: 'importer_name', empty: 700 }] },
    /importer_name is empty in 700 of 1,000 rows, in blocks/,
  ],
];

it.each(LOADS)('what is doubted of %s', (_, figures, doubt, { against = [], hs = false, rejected = 0 } = {}) => {
  const of = { country: 'IND', tradeType: 'IMPORT', records: 1000, rejected, saysHsDigits: hs } as const;
  const doubts = runSanityChecks({ ...of, figures: { ...NOTHING, ...figures } }, against);
  expect(doubts).toEqual(doubt === null ? [] : [expect.stringMatching(doubt)]);
});
