import { firstOfMonth, lastOfMonth, monthOf, monthsBetween } from '@tidewaiter/contract';
import { monthLabel } from '../../format/months.js';

/** First and last day. */
export interface Days {
  from: string;
  to: string;
}

/** The months, as 2026-01, that lie whole between two days. */
export function wholeMonths({ from, to }: Days): string[] {
  const months = monthsBetween(monthOf(from), monthOf(to));
  return months.filter((month) => firstOfMonth(month) >= from && lastOfMonth(month) <= to);
}

/** The days of some months that follow each other. */
export function daysOfMonths(first: string, last: string): Days {
  return { from: firstOfMonth(first), to: lastOfMonth(last) };
}

/**
 * The two periods that a question's days are compared by: its last months and as many before them, at most a year each. Both seasons
 * are whole then.
 *
 * @returns null where the days have fewer than two whole months
 */
export function twoPeriods(days: Days): { before: Days; after: Days } | null {
  const months = wholeMonths(days);
  const length = Math.min(12, Math.floor(months.length / 2));
  if (length === 0) return null;
  const [first, middle, last] = [months.at(-2 * length), months.at(-length), months.at(-1)];
  const end = months.at(-length - 1);
  if (!first || !middle || !last || !end) return null;
  return { before: daysOfMonths(first, end), after: daysOfMonths(middle, last) };
}

/** A period in words: `Jan 2025 – Jun 2025`. */
export function periodInWords({ from, to }: Days): string {
  const [first, last] = [from, to].map((day) => monthLabel(monthOf(day)));
  return first === last ? `${first}` : `${first} – ${last}`;
}
