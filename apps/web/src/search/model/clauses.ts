import type { SearchAddress } from '@tidewaiter/contract';
import {
  addMonths,
  addressMatch,
  addressOfRows,
  type Clause,
  daysBetween,
  firstOfMonth,
  LIMITS,
} from '@tidewaiter/contract';
import { rowsOf } from './address-query.js';

/** The first query-builder row takes the place of the form's condition. */
function withoutForm(address: SearchAddress): Partial<SearchAddress> {
  const [first, ...others] = rowsOf(address);
  if (!first) return {};
  const [, by, match] = (first.head ?? '').split('.');
  return { by, match: addressMatch(by, match), q: first.values, picked: first.picked, ...addressOfRows(others) };
}

/**
 * The dates to ask for where a clause's dates are left out: the days that have records, as many of the latest as one search
 * reaches. A single day is asked for with the month before it, which has no records: a search needs two.
 */
export function datesWithout({ fromDate, toDate }: Extract<Clause, { part: 'dates' }>) {
  if (fromDate === toDate) return { from: addMonths(toDate, -1), to: toDate, whole: true };
  const whole = daysBetween(fromDate, toDate) <= LIMITS.dateSpanDays;
  // Begun on the first of a month, 36 months are never longer than a search may be.
  return { from: whole ? fromDate : firstOfMonth(addMonths(toDate, -35)), to: toDate, whole };
}

/**
 * The change of a link that leaves a clause of its search out, or asks another in its place. `everyCountry` stands in for the countries.
 */
function partWithout(link: SearchAddress, clause: Clause, everyCountry: string[]): Partial<SearchAddress> {
  switch (clause.part) {
    case 'form':
      return withoutForm(link);
    case 'queryBuilder':
      return addressOfRows(rowsOf(link).filter((_, row) => row !== clause.row));
    case 'filter':
      return Object.fromEntries(clause.fields.map((field) => [field, undefined]));
    case 'countries':
      return { country: everyCountry };
    case 'instead':
      return {
        ...{ by: clause.searchBy, match: addressMatch(clause.searchBy, clause.matchType) },
        ...{ q: clause.searchValue, picked: clause.pickedValue },
      };
    case 'dates': {
      const { from, to } = datesWithout(clause);
      return { from, to };
    }
  }
}

/** A link that asks the same without one clause, from its first page. */
export function addressWithout(link: SearchAddress, clause: Clause, everyCountry: string[]): SearchAddress {
  return { ...link, ...partWithout(link, clause, everyCountry), page: undefined };
}
