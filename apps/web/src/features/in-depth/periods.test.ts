import { expect, it } from 'vitest';
import { daysOfMonths, periodInWords, twoPeriods, wholeMonths } from './periods.js';

it('months that are cut are no whole months', () => {
  expect(wholeMonths({ from: '2024-01-15', to: '2024-04-30' })).toEqual(['2024-02', '2024-03', '2024-04']);
  expect(wholeMonths({ from: '2024-01-01', to: '2024-02-28' })).toEqual(['2024-01']);
  expect(wholeMonths({ from: '2024-01-02', to: '2024-01-31' })).toEqual([]);
});

it('a question is compared by its last months and as many before, a year at most', () => {
  expect(twoPeriods({ from: '2024-01-10', to: '2024-07-31' })).toEqual({
    before: { from: '2024-02-01', to: '2024-04-30' },
    after: { from: '2024-05-01', to: '2024-07-31' },
  });
  // Of an odd number the first month stays out: both periods are as long.
  expect(twoPeriods({ from: '2024-01-01', to: '2024-07-31' })).toEqual(
    twoPeriods({ from: '2024-01-10', to: '2024-07-31' }),
  );
  expect(twoPeriods({ from: '2023-01-01', to: '2025-12-31' })).toEqual({
    before: { from: '2024-01-01', to: '2024-12-31' },
    after: { from: '2025-01-01', to: '2025-12-31' },
  });
  expect(twoPeriods({ from: '2024-01-01', to: '2024-02-20' })).toBeNull();
});

it('periods read as months', () => {
  expect(periodInWords(daysOfMonths('2024-02', '2024-04'))).toBe('Feb 2024 – Apr 2024');
  expect(periodInWords(daysOfMonths('2024-02', '2024-02'))).toBe('Feb 2024');
});
