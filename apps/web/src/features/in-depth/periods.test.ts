import { expect, it } from 'vitest';
import {
  comparedMonths,
  comparisonOf,
  daysOfMonths,
  periodInWords,
  periodsOf,
  wholeMonths,
  withMonth,
} from './periods.js';

it('months that are cut are no whole months', () => {
  expect(wholeMonths({ from: '2024-01-15', to: '2024-04-30' })).toEqual(['2024-02', '2024-03', '2024-04']);
  expect(wholeMonths({ from: '2024-01-01', to: '2024-02-28' })).toEqual(['2024-01']);
  expect(wholeMonths({ from: '2024-01-02', to: '2024-01-31' })).toEqual([]);
});

const days = (from: string, to: string) => ({ from, to });
const compared = (text: string | undefined, of: ReturnType<typeof days>) => {
  const months = comparedMonths(text, of);
  return months && periodsOf(months);
};

it('a question of a year at most is compared by its last months and as many before', () => {
  expect(compared(undefined, days('2024-01-10', '2024-07-31'))).toEqual({
    before: days('2024-02-01', '2024-04-30'),
    after: days('2024-05-01', '2024-07-31'),
  });
  // Of an odd number the first month stays out: both periods are as long.
  expect(comparedMonths('year', days('2024-01-01', '2024-07-31'))).toEqual(
    comparedMonths(undefined, days('2024-01-10', '2024-07-31')),
  );
  expect(comparedMonths(undefined, days('2024-01-01', '2024-02-20'))).toBeNull();
});

it('a longer one is compared year on year: the same months, a year at most', () => {
  expect(comparisonOf(undefined, days('2023-01-01', '2024-02-29'))).toBe('year');
  expect(comparedMonths(undefined, days('2023-01-01', '2024-02-29'))).toEqual([
    ...['2023-01', '2023-02', '2024-01', '2024-02'],
  ]);
  expect(compared(undefined, days('2023-01-01', '2025-12-31'))).toEqual({
    before: days('2024-01-01', '2024-12-31'),
    after: days('2025-01-01', '2025-12-31'),
  });
  expect(comparedMonths('halves', days('2023-01-01', '2024-02-29'))).toEqual([
    ...['2023-01', '2023-07', '2023-08', '2024-02'],
  ]);
});

it('any two periods are compared as they are named: whole months, one after the other', () => {
  const asked = days('2024-01-15', '2025-06-30');
  expect(comparisonOf('2024-02.2024-03.2025-05.2025-06', asked)).toBe('own');
  expect(compared('2024-02.2024-03.2025-05.2025-06', asked)).toEqual({
    before: days('2024-02-01', '2024-03-31'),
    after: days('2025-05-01', '2025-06-30'),
  });
  for (const wrong of [
    ...['2024-03.2024-02.2025-05.2025-06', '2024-13.2024-14.2025-05.2025-06', '2024-01.2024-02.2025-05.2025-06'],
    ...['2024-02.2025-05.2025-05.2025-06', '2024-02.2024-03', 'x'],
  ])
    expect(comparisonOf(wrong, asked)).toBe('year');
});

it('a month that is changed moves the others as far as it must', () => {
  const offered = wholeMonths(days('2024-01-01', '2024-12-31'));
  const months = ['2024-01', '2024-03', '2024-04', '2024-06'] as const;
  expect(withMonth(months, 1, '2024-05', offered)).toBe('2024-01.2024-05.2024-06.2024-06');
  expect(withMonth(months, 2, '2024-02', offered)).toBe('2024-01.2024-01.2024-02.2024-06');
  expect(withMonth(months, 0, '2024-11', offered)).toBe('2024-11.2024-11.2024-12.2024-12');
  expect(withMonth(months, 0, '2024-12', offered)).toBeNull();
});

it('periods read as months', () => {
  expect(periodInWords(daysOfMonths('2024-02', '2024-04'))).toBe('Feb 2024 – Apr 2024');
  expect(periodInWords(daysOfMonths('2024-02', '2024-02'))).toBe('Feb 2024');
});
