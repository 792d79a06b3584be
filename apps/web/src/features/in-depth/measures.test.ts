import { expect, it } from 'vitest';
import {
  countsOfBoth,
  formatGrowth,
  formatMeasure,
  growth,
  measureLabel,
  numberOf,
  shareOf,
  whatItIsOf,
} from '../../format/measures.js';
import { axisAmount } from '../../format/numbers.js';
import type { ChartTheme } from '../../ui/chart.js';
import { groupLabel } from './analysed.js';
import { priceMonths, priceOption } from './trend-options.js';

const sums = (changes: object = {}) => ({
  shipments: 3,
  valued: 3,
  value_usd: '1250000.5',
  quantity: '400',
  measured: 2,
  priced: 1,
  priced_value_usd: '1000',
  priced_quantity: '400',
  ...changes,
});

it('a unit price is weighted by the records that have both figures', () => {
  expect(numberOf('UNIT_PRICE', sums())).toBe(2.5);
  expect(formatMeasure('UNIT_PRICE', sums())).toEqual({ text: '2.50', title: '2.50, of 1 of 3 shipments' });
  expect(formatMeasure('UNIT_PRICE', sums({ priced_quantity: '0' }))).toEqual({
    text: '–',
    title: 'No record has both a value and a quantity in this unit',
  });
});

it('a measure is called by what it is in', () => {
  const labels = (unit: string) =>
    (['VALUE', 'QUANTITY', 'SHIPMENTS', 'UNIT_PRICE'] as const).map((name) => measureLabel(name, unit));
  expect(labels('KGS')).toEqual(['Value in USD', 'Quantity in KGS', 'Shipments', 'USD per KGS, weighted']);
  expect(labels('')).toEqual(['Value in USD', 'Quantity in the unit', 'Shipments', 'USD per unit, weighted']);
});

it('a quantity that no record states is none, and not zero', () => {
  expect([sums(), sums({ measured: 0 }), null].map((of) => numberOf('QUANTITY', of))).toEqual([400, null, null]);
});

it('quantities and prices say of how many shipments they are', () => {
  expect(formatMeasure('QUANTITY', sums()).title).toBe('400, of 2 of 3 shipments');
  expect(formatMeasure('QUANTITY', sums({ quantity: '0', measured: 0 })).text).toBe('–');
  expect(whatItIsOf('QUANTITY', 'KGS', sums())).toBe(
    'In KGS: 2 of 3 shipments. The others are in other units, or state no quantity.',
  );
  expect(whatItIsOf('UNIT_PRICE', 'KGS', sums())).toContain('1 of 3 shipments');
  expect(whatItIsOf('VALUE', 'KGS', sums())).toBeNull();
  expect(whatItIsOf('VALUE', 'KGS', sums({ valued: 2 }))).toBe(
    'The value is of 2 of 3 shipments. The others state none in USD.',
  );
  expect(formatMeasure('VALUE', sums({ valued: 0, value_usd: '0' })).text).toBe('–');
});

it('of two periods, a figure is said to be of the shipments of both', () => {
  const both = countsOfBoth({ before: sums({ valued: 2 }), after: sums() });
  expect(whatItIsOf('VALUE', 'KGS', both)).toBe('The value is of 5 of 6 shipments. The others state none in USD.');
  expect(whatItIsOf('VALUE', 'KGS', countsOfBoth({ before: sums(), after: sums() }))).toBeNull();
});

it('figures are short, and exact on hover', () => {
  expect(formatMeasure('VALUE', sums())).toEqual({ text: '12.5 lakh', title: 'USD 12,50,000.5' });
  expect(formatMeasure('SHIPMENTS', sums({ shipments: 123456 })).text).toBe('1,23,456');
  expect(formatMeasure('VALUE', sums({ shipments: 0 })).text).toBe('–');
});

it('lines of an axis say different amounts, and zero is no row of zeros', () => {
  expect([0, 0.5, 1, 1.5, 250000].map(axisAmount)).toEqual(['0', '0.50', '1', '1.50', '2.5 lakh']);
});

it('a month without a price is a gap on the axis, not left out', () => {
  const price = (month: string) => ({
    ...{ month, shipments: 1, lowest: 1, quartile1: 1, median: 1 },
    ...{ quartile3: 1, highest: 1, average: 1 },
  });
  expect(priceMonths([price('2025-11'), price('2026-02')]).map(({ month, median }) => [month, median])).toEqual([
    ['2025-11', 1],
    ['2025-12', undefined],
    ['2026-01', undefined],
    ['2026-02', 1],
  ]);
  expect(priceMonths([])).toEqual([]);
});

it.each([
  [100, 150, '+50.0%'],
  [100, 50, '−50.0%'],
  [100, 100, '0.0%'],
  [1, 40, '+3,900%'],
  [0, 50, '–'],
  [null, 50, '–'],
])('growth from %s to %s reads %s', (before, after, text) => {
  expect(formatGrowth(growth(before, after))).toBe(text);
});

it('a share of nothing is nothing', () => {
  expect([shareOf(1, 4), shareOf(1, 0), shareOf(null, 4)]).toEqual([25, 0, 0]);
});

it('months are written as on every other screen', () => {
  expect(groupLabel('months', '2024-01')).toBe('Jan 2024');
  expect(groupLabel('months', '')).toBe('');
  expect(groupLabel('years', '2024')).toBe('2024');
  const quartiles = { median: 2, quartile1: 1, quartile3: 3, shipments: 4 };
  const priced = ['2025-11', '2025-12'].map((month) => ({ month, ...quartiles }));
  const { xAxis } = priceOption(priced as Parameters<typeof priceOption>[0], 'KGS', { dark: false } as ChartTheme);
  expect(xAxis).toMatchObject({ data: ['Nov 2025', 'Dec 2025'] });
});
