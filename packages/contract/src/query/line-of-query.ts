/** What a search asks, as conditions: of its form, its filters and its line alike. */
import { exceptListOf, FILTER_LISTS, OPEN_BOUNDS, RANGE_NAMES, rangeOf } from '../columns/filters.js';
import { all, any, type Condition, none, term } from '../line/expression.js';
import { fieldOfList, fieldOfRange, type LineField } from '../line/fields.js';
import { readLine } from '../line/read.js';
import { lineWords } from '../line/values.js';
import { productWords } from '../rules/searched-text.js';
import type { SavedQuery, SearchBy, SearchCondition } from './search-query.js';

const FIELD_OF: Record<SearchBy, LineField> = {
  HS_CODE: 'hs',
  HS_CODE_2: 'hs',
  PRODUCT: 'product',
  IMPORTER: 'importer',
  EXPORTER: 'exporter',
};

const text = (field: LineField, value: string) => term(field, { kind: 'text', text: value });
const is = (field: LineField, value: string) => term(field, { kind: 'is', value });
const begins = (digits: string) => term('hs', { kind: 'range', from: digits, to: digits });

function valueExpression({ searchBy, matchType, pickedValue = [] }: SearchCondition, value: string): Condition {
  const field = FIELD_OF[searchBy];
  if (field === 'hs') return begins(value);
  if (field !== 'product') return pickedValue.includes(value) ? is(field, value) : text(field, value);
  if (matchType === 'W') return term(field, { kind: 'words', words: lineWords(value) });
  return matchType === 'L' ? all(...productWords(value).map((word) => text(field, word))) : text(field, value);
}

function conditionExpression(condition: SearchCondition): Condition {
  const found = any(...condition.searchValue.map((value) => valueExpression(condition, value)));
  return condition.matchType === 'D' ? none(found) : found;
}

type Conditions = Pick<SavedQuery, 'queryBuilder' | 'line'> & SearchCondition;

/**
 * What a search costs for: the form's condition and its rows, which join from left to right, and what its line says.
 *
 * @param line read of the query's
 */
export function conditionOf(query: Conditions, line: Condition | undefined): Condition | undefined {
  const form = query.queryBuilder.reduce((found, { relation, ...row }) => {
    const condition = conditionExpression(row);
    if (relation === 'OR') return any(found, condition);
    return all(found, relation === 'NOT' ? none(condition) : condition);
  }, conditionExpression(query));
  if (query.searchValue.length === 0) return line;
  return line === undefined ? form : all(form, line);
}

type Filters = Omit<SavedQuery, keyof Conditions | 'tradeType' | 'countryCode' | 'fromDate' | 'toDate'>;

function listFilters(query: Filters): Condition[] {
  return FILTER_LISTS.flatMap((list) => {
    const [values, except] = [query[list], query[exceptListOf(list)]];
    const anyOf = (some: readonly string[]) => any(...some.map((value) => is(fieldOfList(list), value)));
    return [...(values.length > 0 ? [anyOf(values)] : []), ...(except.length > 0 ? [none(anyOf(except))] : [])];
  });
}

function rangeFilters(query: Filters): Condition[] {
  return RANGE_NAMES.flatMap((name) => {
    const range = rangeOf(query, name);
    return range ? [term(fieldOfRange(name), { kind: 'range', ...range })] : [];
  });
}

function describedFilter({ productDesc, conditionProductDesc }: Filters): Condition[] {
  if (productDesc.length === 0) return [];
  const described = any(...productDesc.map((value) => text('description', value)));
  return [conditionProductDesc === 'D' ? none(described) : described];
}

/** What narrows a search for nothing, each by itself; what is new is no condition of a record. */
export const filtersOf = (query: Filters): Condition[] => [
  ...listFilters(query),
  ...rangeFilters(query),
  ...describedFilter(query),
];

/** A bound that leaves out no amount of zero or more is not said. */
function withoutOpenBounds(filter: Condition): Condition {
  if (filter.is !== 'term' || filter.match.kind !== 'range') return filter;
  const { from, to } = filter.match;
  const isOpen = to === OPEN_BOUNDS.most;
  const [least, most] = [(from !== OPEN_BOUNDS.least || isOpen) && { from }, !isOpen && { to }];
  return term(filter.field, { kind: 'range', ...least, ...most });
}

/** What a search asks for, its scope first, as one expression. */
export function lineOfQuery(query: SavedQuery): Condition {
  const condition = conditionOf(query, undefined);
  const kept = query.line === undefined ? undefined : readLine(query.line, query.toDate).expression;
  return all(
    is('trade', query.tradeType),
    any(...query.countryCode.map((code) => is('country', code))),
    term('date', { kind: 'range', from: query.fromDate, to: query.toDate }),
    ...(condition ? [condition] : []),
    ...filtersOf(query).map(withoutOpenBounds),
    ...(query.onlyNew ? [is('is', 'new')] : []),
    ...(kept ? [kept] : []),
  );
}
