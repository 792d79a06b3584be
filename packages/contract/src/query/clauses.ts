import { z } from 'zod';
import {
  describeRange,
  exceptListOf,
  FILTER_LISTS,
  FILTERS,
  NEW_SINCE,
  ONLY_NEW,
  RANGE_NAMES,
  RANGES,
  rangeOf,
} from '../columns/filters.js';
import { EVERY_COUNTRY } from '../rules/countries.js';
import { displayDate, FIRST_DAY, LAST_DAY } from '../rules/dates.js';
import { LIMITS } from '../rules/limits.js';
import { describeCondition, describeCountries, describeQuestion, JOIN } from './question.js';
import { MATCH_TYPES, matchTypesFor, type SavedQuery, SEARCH_BY, type SearchQuery } from './search-query.js';

/** A part of a search that can be left out, and what leaving it out means; or what can be asked in the place of one. */
export const clause = z.discriminatedUnion('part', [
  z
    .object({ part: z.literal('form') })
    .describe("The form's own condition; the first query-builder row takes its place"),
  z.object({ part: z.literal('queryBuilder'), row: z.number().int() }).describe('A query-builder row, counted from 0'),
  z.object({ part: z.literal('filter'), fields: z.array(z.string()) }).describe('A filter: the fields to leave out'),
  z.object({ part: z.literal('countries') }).describe('The countries: all that the account may see instead'),
  z
    .object({ part: z.literal('dates'), fromDate: z.string(), toDate: z.string() })
    .describe(
      'The dates: all that are loaded and may be seen instead; found are records from the one day to the other',
    ),
  z
    .object({
      part: z.literal('instead'),
      searchBy: z.enum(SEARCH_BY),
      matchType: z.enum(MATCH_TYPES),
      searchValue: z.array(z.string()),
    })
    .describe("A condition to ask in place of the form's own, whose words find nothing"),
]);
export type Clause = z.output<typeof clause>;

/** A clause, in words, and the search without it. */
interface Loosened {
  clause: Clause;
  label: string;
  query: SearchQuery;
}

/** The form needs a condition: a row may take its place that could have been asked there, or a line may stand alone. */
function withoutForm(query: SearchQuery): Loosened[] {
  const [first, ...queryBuilder] = query.queryBuilder;
  if (query.line !== undefined && !first && query.searchValue.length > 0) {
    const { pickedValue: _, ...rest } = query;
    return [{ clause: { part: 'form' }, label: describeCondition(query), query: { ...rest, searchValue: [] } }];
  }
  if (!first || first.relation === 'NOT' || !matchTypesFor(first.searchBy).includes(first.matchType)) return [];
  const { relation: _, ...condition } = first;
  const { pickedValue: __, ...rest } = query;
  return [
    { clause: { part: 'form' }, label: describeCondition(query), query: { ...rest, ...condition, queryBuilder } },
  ];
}

function withoutRows(query: SearchQuery): Loosened[] {
  return query.queryBuilder.map((row, index) => ({
    clause: { part: 'queryBuilder', row: index },
    label: `${JOIN[row.relation]} ${describeCondition(row)}`,
    query: { ...query, queryBuilder: query.queryBuilder.filter((other) => other !== row) },
  }));
}

/** Without a line there must be another condition. */
function withoutLine({ line, ...query }: SearchQuery): Loosened[] {
  if (line === undefined || query.searchValue.length === 0) return [];
  return [{ clause: { part: 'filter', fields: ['line'] }, label: line, query }];
}

function withoutLists(query: SearchQuery): Loosened[] {
  return FILTER_LISTS.flatMap((name) => {
    const lists = [
      { field: name, says: '' },
      { field: exceptListOf(name), says: 'not ' },
    ];
    return lists
      .filter(({ field }) => query[field].length > 0)
      .map(({ field, says }) => ({
        clause: { part: 'filter' as const, fields: [field] },
        label: `${FILTERS[name].label}: ${says}${query[field].join(', ')}`,
        query: { ...query, [field]: [] },
      }));
  });
}

function withoutRanges(query: SearchQuery): Loosened[] {
  return RANGE_NAMES.flatMap((name) => {
    const range = rangeOf(query, name);
    if (!range) return [];
    const fields = [`${name}Start`, `${name}End`] as const;
    return [
      {
        clause: { part: 'filter', fields: [...fields] },
        label: `${RANGES[name].label}: ${describeRange(range)}`,
        query: { ...query, [fields[0]]: undefined, [fields[1]]: undefined },
      },
    ];
  });
}

function withoutProduct(query: SearchQuery): Loosened[] {
  const { productDesc, conditionProductDesc } = query;
  if (productDesc.length === 0) return [];
  const label = describeCondition({ searchBy: 'PRODUCT', matchType: conditionProductDesc, searchValue: productDesc });
  return [{ clause: { part: 'filter', fields: ['productDesc'] }, label, query: { ...query, productDesc: [] } }];
}

function withoutOnlyNew(query: SearchQuery): Loosened[] {
  if (!query.onlyNew) return [];
  return [{ clause: { part: 'filter', fields: ['onlyNew'] }, label: ONLY_NEW, query: { ...query, onlyNew: false } }];
}

function withoutNewSince(query: SearchQuery): Loosened[] {
  if (query.newSince === undefined) return [];
  const clause = { part: 'filter' as const, fields: ['newSince'] };
  return [{ clause, label: NEW_SINCE, query: { ...query, newSince: undefined } }];
}

const withoutFilters = (query: SearchQuery) => [
  ...withoutLists(query),
  ...withoutRanges(query),
  ...withoutProduct(query),
  ...withoutOnlyNew(query),
  ...withoutNewSince(query),
];

/** The filters of a search in words, each by itself; no page changes them. */
export const describeFilters = (query: SavedQuery) =>
  withoutFilters({ ...query, pageNumber: 0, numberOfRecords: LIMITS.pageSize }).map(({ label }) => label);

/** A question with its filters, in words. */
export const searchInWords = (query: SavedQuery) => [describeQuestion(query), ...describeFilters(query)].join(' · ');

/** Everything that can be left out of a search, one clause at a time: the search's conditions, its scope, its filters. */
export function loosenedQueries(query: SearchQuery): Loosened[] {
  return [
    ...withoutForm(query),
    ...withoutRows(query),
    ...withoutLine(query),
    {
      clause: { part: 'dates', fromDate: FIRST_DAY, toDate: LAST_DAY },
      label: `${displayDate(query.fromDate)} – ${displayDate(query.toDate)}`,
      query: { ...query, fromDate: FIRST_DAY, toDate: LAST_DAY },
    },
    {
      clause: { part: 'countries' },
      label: describeCountries(query.countryCode),
      query: { ...query, countryCode: EVERY_COUNTRY.map(({ shortcode }) => shortcode) },
    },
    ...withoutFilters(query),
  ];
}
