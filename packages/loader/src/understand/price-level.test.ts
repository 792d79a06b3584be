import { expect, it } from 'vitest';
import { understand } from '../../testing/understood.js';
import type { KnownFigures } from '../checks/sanity-checks.js';
import { proposeByPrices } from './price-level.js';

const HEADER = ['IMP DATE', 'HS CODE', 'DESCRIPTION', 'QUANTITY', 'UNIT', 'TOTAL VALUE'];
const rowsAt = (price: number) =>
  Array.from({ length: 60 }, (_, row) => [
    `2025-03-${10 + (row % 18)}`,
    ['85171300', '61091000'][row % 2] ?? '',
    'GOODS OF MANY KINDS',
    `${row + 1}`,
    'PCS',
    `${((row + 1) * price).toFixed(2)}`,
  ]);

const KNOWN: KnownFigures[] = [
  {
    ...{ country: 'KEN', tradeType: 'IMPORT' },
    figures: {
      ...{ months: [], usd: '0', values: [], oddHsCodes: 0, foreignHsCodes: 0 },
      ...{ dollars: [], partiesInBlocks: [], lost: [] },
      prices: ['85', '61'].map((chapter) => ({ chapter, unit: 'NOS', records: 100, median: 12 })),
    },
  },
];

const asked = (price: number, known = KNOWN) => {
  const rows = rowsAt(price);
  const { questions, mapping } = understand(HEADER.join('|'), rows);
  return proposeByPrices(questions, { mapping, header: HEADER, rows }, known);
};

it('a currency that nothing names is proposed by what a unit costs, beside what is loaded', () => {
  const dollars = ['--set currency=USD', '--set currency=KES'];
  expect(asked(15)).toMatchObject([{ text: expect.stringContaining('a unit costs about 1 times'), answers: dollars }]);
  expect(asked(1560)).toMatchObject([
    { text: expect.stringContaining('a unit costs about 100 times'), answers: dollars.toReversed() },
  ]);
  expect(asked(1560, [])).toMatchObject([{ text: expect.not.stringContaining('costs'), answers: dollars }]);
});
