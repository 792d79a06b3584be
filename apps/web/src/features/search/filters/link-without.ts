import {
  type Clause,
  daysBetween,
  firstOfMonth,
  LIMITS,
  matchTypesFor,
  monthsBefore,
  SEARCH_BY,
} from '@tidewaiter/contract';
import { ROW_NUMBERS, type SearchLink } from '../link.js';

/** A query-builder row of a link: its head (`AND.PRODUCT.C`), its values and those of them that were picked. */
interface LinkRow {
  head: string | undefined;
  q: string[] | undefined;
  picked: string[] | undefined;
}

function rowsOf(link: SearchLink): LinkRow[] {
  return ROW_NUMBERS.map((row) => ({
    head: link[`row${row}`],
    q: link[`q${row}`],
    picked: link[`picked${row}`],
  })).filter(({ head, q }) => head !== undefined || q !== undefined);
}

/** Rows as a link holds them, from the first on; the keys of those that are no more without a value. */
function linkOfRows(rows: readonly LinkRow[]): Partial<SearchLink> {
  const parts = ROW_NUMBERS.map((row, index) => ({
    [`row${row}`]: rows[index]?.head,
    [`q${row}`]: rows[index]?.q,
    [`picked${row}`]: rows[index]?.picked,
  }));
  return Object.assign({}, ...parts);
}

/** The first query-builder row takes the place of the form's condition. */
function withoutForm(link: SearchLink): Partial<SearchLink> {
  const [first, ...others] = rowsOf(link);
  if (!first) return {};
  const [, by, match] = (first.head ?? '').split('.');
  const field = SEARCH_BY.find((name) => name === by);
  const usual = field !== undefined && matchTypesFor(field)[0] === match;
  return { by, match: usual ? undefined : match, q: first.q, picked: first.picked, ...linkOfRows(others) };
}

/**
 * The dates to ask for where a clause's dates are left out: the days that have records, as many of the latest as one search
 * reaches. A single day is asked for with the month before it, which has no records: a search needs two.
 */
export function datesWithout({ fromDate, toDate }: Extract<Clause, { part: 'dates' }>) {
  if (fromDate === toDate) return { from: monthsBefore(toDate, 1), to: toDate, whole: true };
  const whole = daysBetween(fromDate, toDate) <= LIMITS.dateSpanDays;
  // Begun on the first of a month, 36 months are never longer than a search may be.
  return { from: whole ? fromDate : firstOfMonth(monthsBefore(toDate, 35)), to: toDate, whole };
}

/**
 * The change of a link that leaves a clause of its search out. `everyCountry` stands in for the countries.
 */
function partWithout(link: SearchLink, clause: Clause, everyCountry: string[]): Partial<SearchLink> {
  switch (clause.part) {
    case 'form':
      return withoutForm(link);
    case 'queryBuilder':
      return linkOfRows(rowsOf(link).filter((_, row) => row !== clause.row));
    case 'filter':
      return Object.fromEntries(clause.fields.map((field) => [field, undefined]));
    case 'countries':
      return { country: everyCountry };
    case 'dates': {
      const { from, to } = datesWithout(clause);
      return { from, to };
    }
  }
}

/** A link that asks the same without one clause, from its first page. */
export function linkWithout(link: SearchLink, clause: Clause, everyCountry: string[]): SearchLink {
  return { ...link, ...partWithout(link, clause, everyCountry), page: undefined };
}
