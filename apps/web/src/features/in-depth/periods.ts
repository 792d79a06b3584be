import { addMonths, firstOfMonth, lastOfMonth, monthOf, monthsBetween } from '@tidewaiter/contract';
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

/** Two periods that are compared. */
export interface TwoPeriods {
  before: Days;
  after: Days;
}

/** How the periods of a comparison are chosen: a year apart, one after the other, or by their months. */
export const COMPARISONS = {
  year: 'Year on year',
  halves: 'Last months with those before',
  own: 'Any two periods',
} as const;
export type Comparison = keyof typeof COMPARISONS;

/** The months of two periods, the first and last of each. */
export type PeriodMonths = readonly [string, string, string, string];

/** What can be compared: the days that a question asks for, and all days whose records may be seen. */
export interface Comparable {
  asked: Days;
  seen: Days;
}

/** The months that a period may begin or end with: those of the question, and those before and after it that there are. */
export function offeredMonths({ asked, seen }: Comparable): string[] {
  const [from, to] = [asked.from < seen.from ? asked.from : seen.from, asked.to > seen.to ? asked.to : seen.to];
  return wholeMonths({ from, to });
}

/**
 * Reads the months of an own comparison (`2024-01.2024-06.2025-01.2025-06`): whole ones that there are, the second period after the first;
 * null for anything else.
 */
function readMonths(text: string | undefined, comparable: Comparable): PeriodMonths | null {
  const months = text?.split('.') ?? [];
  const [first, end, start, last] = months;
  const offered = offeredMonths(comparable);
  const all = months.length === 4 && months.every((month) => offered.includes(month));
  const inOrder = first && end && start && last && first <= end && end < start && start <= last;
  return all && inOrder ? [first, end, start, last] : null;
}

/** How a text of the address compares: what it does not say, or not rightly, is year on year where there are records of a year before. */
export function comparisonOf(text: string | undefined, comparable: Comparable): Comparison {
  if (readMonths(text, comparable)) return 'own';
  return text === 'halves' || !yearOnYear(comparable) ? 'halves' : 'year';
}

const MONTHS_OF_YEAR = 12;

const yearBefore = (month: string) => monthOf(addMonths(firstOfMonth(month), -MONTHS_OF_YEAR));

/** The question's last whole months, at most a year of them, and the same months of the year before; null where there are none. */
export function yearOnYear(comparable: Comparable): PeriodMonths | null {
  const offered = offeredMonths(comparable);
  const months = wholeMonths(comparable.asked).slice(-MONTHS_OF_YEAR);
  const compared = months.filter((month) => offered.includes(yearBefore(month)));
  const [start, last] = [compared[0], compared.at(-1)];
  return start && last ? [yearBefore(start), yearBefore(last), start, last] : null;
}

/** The last whole months of some days, at most a year, and as many before them; null where the days have fewer than two. */
function halves(days: Days): PeriodMonths | null {
  const months = wholeMonths(days);
  const length = Math.min(MONTHS_OF_YEAR, Math.floor(months.length / 2));
  const [first, end] = [months.at(-2 * length), months.at(-length - 1)];
  const [start, last] = [months.at(-length), months.at(-1)];
  return length > 0 && first && end && start && last ? [first, end, start, last] : null;
}

/**
 * The months that a question is compared by: whole ones.
 *
 * @param text of the address
 * @returns null where the question has no whole month that another can be held against
 */
export function comparedMonths(text: string | undefined, comparable: Comparable): PeriodMonths | null {
  const { asked } = comparable;
  return (
    readMonths(text, comparable) ?? (comparisonOf(text, comparable) === 'year' ? yearOnYear(comparable) : halves(asked))
  );
}

export const periodsOf = ([first, end, start, last]: PeriodMonths): TwoPeriods => ({
  before: daysOfMonths(first, end),
  after: daysOfMonths(start, last),
});

/** Changes one of the four months; the others give way as far as they must. Null where there is no room for them. */
export function withMonth(months: PeriodMonths, changed: number, month: string, offered: readonly string[]) {
  const places = months.map((one) => offered.indexOf(one));
  places[changed] = offered.indexOf(month);
  // The second period begins after the first has ended.
  const apart = (place: number) => (place === 2 ? 1 : 0);
  for (let at = changed - 1; at >= 0; at -= 1)
    places[at] = Math.min(places[at] ?? 0, (places[at + 1] ?? 0) - apart(at + 1));
  for (let at = changed + 1; at < places.length; at += 1)
    places[at] = Math.max(places[at] ?? 0, (places[at - 1] ?? 0) + apart(at));
  const given = places.map((place) => offered[place]);
  return given.some((one) => one === undefined) ? null : given.join('.');
}

/** A period in words: `Jan 2025 – Jun 2025`. */
export function periodInWords({ from, to }: Days): string {
  const [first, last] = [from, to].map((day) => monthLabel(monthOf(day)));
  return first === last ? `${first}` : `${first} – ${last}`;
}
