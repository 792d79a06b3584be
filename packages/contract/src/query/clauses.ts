import { z } from 'zod';
import { keptFilterFields } from '../columns/filters.js';
import { EVERY_COUNTRY } from '../rules/countries.js';
import { displayDate, FIRST_DAY, LAST_DAY } from '../rules/dates.js';
import { describeFilters, filtersInWords } from './filters-in-words.js';
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
      pickedValue: z.array(z.string()).optional(),
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

const withoutFilters = (query: SearchQuery): Loosened[] =>
  filtersInWords(query).map(({ label, without }) => {
    const left = Object.keys(without).map((field) => [field, NO_FILTERS[field as keyof typeof NO_FILTERS]]);
    return {
      ...{ clause: { part: 'filter', fields: Object.keys(without) }, label },
      query: { ...query, ...Object.fromEntries(left) },
    };
  });

/** Filters that narrow nothing. */
const NO_FILTERS = z.object(keptFilterFields).parse({});

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
