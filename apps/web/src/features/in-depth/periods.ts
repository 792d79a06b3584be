import { addMonths, firstOfMonth, lastOfMonth } from '@tidewaiter/contract';
import { monthLabel } from '../../format/months.js';

/** First and last day. */
export interface Days {
  from: string;
  to: string;
}

/** The months, as 2026-01, that lie whole between two days. */
export function wholeMonths({ from, to }: Days): string[] {
  const months: string[] = [];
  let month = firstOfMonth(from);
  if (month < from) month = addMonths(month, 1);
  for (; lastOfMonth(month) <= to; month = addMonths(month, 1)) months.push(month.slice(0, 7));
  return months;
}

/** The days of some months that follow each other. */
export function daysOfMonths(first: string, last: string): Days {
  return { from: `${first}-01`, to: lastOfMonth(`${last}-01`) };
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
  const [first, last] = [from, to].map((day) => monthLabel(day.slice(0, 'YYYY-MM'.length)));
  return first === last ? `${first}` : `${first} – ${last}`;
}
