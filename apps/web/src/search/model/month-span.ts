import { lastOfMonth, monthOf, monthsBetween, type SearchQuery } from '@tidewaiter/contract';

type Days = Pick<SearchQuery, 'fromDate' | 'toDate'>;

/** Lists the calendar months that a question's days lie in, as `YYYY-MM`. */
export function monthsOf({ fromDate, toDate }: Days): string[] {
  return monthsBetween(monthOf(fromDate), monthOf(toDate));
}

/** A span reaches from one of a question's months to another, by their positions. */
export interface MonthSpan {
  first: number;
  last: number;
}

function daysIn({ fromDate, toDate }: Days, months: readonly string[], { first, last }: MonthSpan) {
  const [start, end] = [`${months[first]}-01`, lastOfMonth(`${months[last]}`)];
  return { from: start < fromDate ? fromDate : start, to: end > toDate ? toDate : end };
}

/**
 * Finds the span that can be searched, and its days within the question's. A search needs two days: where a question has only one of a
 * month, that month is searched together with its neighbour.
 */
export function searchableSpan(query: Days, months: readonly string[], span: MonthSpan) {
  const days = daysIn(query, months, span);
  if (days.from !== days.to) return { ...span, ...days };
  const wider = span.first > 0 ? { first: span.first - 1, last: span.last } : { first: 0, last: span.last + 1 };
  return { ...wider, ...daysIn(query, months, wider) };
}
