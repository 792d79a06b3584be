/** The filters of a search in words: on pills, among what can be left out of a search that finds nothing, in sentences and files. */
import {
  describeRange,
  exceptListOf,
  FILTER_LISTS,
  FILTERS,
  NEW_SINCE,
  ONLY_NEW,
  RANGE_NAMES,
  RANGES,
  type RangeName,
  rangeOf,
} from '../columns/filters.js';
import type { SearchAddress } from './address.js';
import type { filtersOf } from './line-of-query.js';
import { describeCondition } from './question.js';
import type { SavedQuery } from './search-query.js';

type Filters = Parameters<typeof filtersOf>[0] & { newSince?: number | undefined };

/** A filter in words, or one value of a list. */
export interface SaidFilter {
  label: string;
  /** The change of an address that takes it away. */
  without: Partial<SearchAddress>;
  /** What is left out, where the label says what is not. */
  leavesOut?: string;
  /** It is of this range, whose bounds can be changed. */
  range?: RangeName;
}

/** How filters are said. */
interface Saying {
  /** As many values of a list are said each by itself; more are counted. */
  apart?: number;
  /** @param given undefined for a bound that stands in for one that was not given (SPEC 5) */
  bound?(bound: string, given: string | undefined): string;
}

function saidLists(query: Filters, apart: number | undefined): SaidFilter[] {
  return FILTER_LISTS.flatMap((name) =>
    ([name, exceptListOf(name)] as const).flatMap((field) => {
      const values = query[field];
      const { label } = FILTERS[name];
      const said = (words: string, left: string[]): SaidFilter => ({
        label: `${label}: ${field === name ? '' : 'not '}${words}`,
        without: { [field]: left.length > 0 ? left : undefined },
        ...(field !== name && { leavesOut: `${label}: ${words}` }),
      });
      if (values.length === 0) return [];
      if (apart === undefined) return [said(values.join(', '), [])];
      if (values.length > apart) return [said(`${values.length} values`, [])];
      return values.map((value) =>
        said(
          value,
          values.filter((other) => other !== value),
        ),
      );
    }),
  );
}

function saidRanges(query: Filters, bound: Required<Saying>['bound']): SaidFilter[] {
  return RANGE_NAMES.flatMap((range) => {
    const bounds = rangeOf(query, range);
    if (!bounds) return [];
    const words = describeRange(bounds, (text, end) => bound(text, query[`${range}${end}`]));
    const without = { [`${range}Start`]: undefined, [`${range}End`]: undefined };
    return [{ label: `${RANGES[range].label}: ${words}`, without, range }];
  });
}

/** The filters of a search in words, in their order: all values of a list as one, unless it is said how many stand apart. */
export function filtersInWords(query: Filters, { apart, bound = (text) => text }: Saying = {}): SaidFilter[] {
  const { productDesc, conditionProductDesc: matchType } = query;
  const described = describeCondition({ searchBy: 'PRODUCT', matchType, searchValue: productDesc });
  return [
    ...saidLists(query, apart),
    ...saidRanges(query, bound),
    ...(productDesc.length > 0
      ? [{ label: described, without: { productDesc: undefined, conditionProductDesc: undefined } }]
      : []),
    ...(query.onlyNew ? [{ label: ONLY_NEW, without: { onlyNew: undefined } }] : []),
    ...(query.newSince === undefined
      ? []
      : [{ label: NEW_SINCE, without: { newSince: undefined, newUntil: undefined } }]),
  ];
}

/** The filters of a search in words, each by itself. */
export const describeFilters = (query: SavedQuery) => filtersInWords(query).map(({ label }) => label);
