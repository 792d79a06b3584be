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
type Some = ReturnType<typeof days>;
/** Of what may be seen, where it is not said otherwise, nothing lies outside of the question. */
const comparable = (asked: Some, seen = asked) => ({ asked, seen });
const compared = (text: string | undefined, asked: Some, seen = asked) => {
  const months = comparedMonths(text, comparable(asked, seen));
  return months && periodsOf(months);
};

it('a question that nothing is seen before is compared by its last months and as many before', () => {
  expect(compared(undefined, days('2024-01-10', '2024-07-31'))).toEqual({
    before: days('2024-02-01', '2024-04-30'),
    after: days('2024-05-01', '2024-07-31'),
  });
  // Of an odd number the first month stays out: both periods are as long.
  expect(comparedMonths('year', comparable(days('2024-01-01', '2024-07-31')))).toEqual(
    comparedMonths(undefined, comparable(days('2024-01-10', '2024-07-31'))),
  );
  expect(comparedMonths(undefined, comparable(days('2024-01-01', '2024-02-20')))).toBeNull();
});

it('any other is compared year on year: its months, a year at most, with the same ones a year before, within its days or not', () => {
  const long = days('2023-01-01', '2024-02-29');
  expect(comparisonOf(undefined, comparable(long))).toBe('year');
  expect(comparedMonths(undefined, comparable(long))).toEqual(['2023-01', '2023-02', '2024-01', '2024-02']);
  expect(compared(undefined, days('2023-01-01', '2025-12-31'))).toEqual({
    before: days('2024-01-01', '2024-12-31'),
    after: days('2025-01-01', '2025-12-31'),
  });
  const seen = days('2021-11-01', '2026-10-31');
  expect(compared(undefined, days('2025-11-01', '2026-10-31'), seen)).toEqual({
    before: days('2024-11-01', '2025-10-31'),
    after: days('2025-11-01', '2026-10-31'),
  });
  expect(compared(undefined, days('2026-09-03', '2026-10-31'), seen)).toEqual({
    before: days('2025-10-01', '2025-10-31'),
    after: days('2026-10-01', '2026-10-31'),
  });
  // Months whose year before is not seen are left out.
  expect(compared(undefined, days('2025-11-01', '2026-10-31'), days('2025-09-01', '2026-10-31'))).toEqual({
    before: days('2025-09-01', '2025-10-31'),
    after: days('2026-09-01', '2026-10-31'),
  });
  expect(comparedMonths('halves', comparable(long, seen))).toEqual(['2023-01', '2023-07', '2023-08', '2024-02']);
});

it('any two periods are compared as they are named: whole months that are seen, one after the other', () => {
  const asked = days('2024-01-15', '2025-06-30');
  expect(comparisonOf('2024-02.2024-03.2025-05.2025-06', comparable(asked))).toBe('own');
  expect(compared('2024-02.2024-03.2025-05.2025-06', asked)).toEqual({
    before: days('2024-02-01', '2024-03-31'),
    after: days('2025-05-01', '2025-06-30'),
  });
  const outside = '2022-02.2022-03.2025-08.2025-09';
  expect(comparisonOf(outside, comparable(asked, days('2022-01-01', '2025-09-30')))).toBe('own');
  for (const wrong of [
    ...['2024-03.2024-02.2025-05.2025-06', '2024-13.2024-14.2025-05.2025-06', '2024-01.2024-02.2025-05.2025-06'],
    ...['2024-02.2025-05.2025-05.2025-06', '2024-02.2024-03', 'x', outside],
  ])
    expect(comparisonOf(wrong, comparable(asked))).toBe('year');
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
