/** A search as an expression of the query line. */
import { exceptListOf, FILTER_LISTS, type FilterList, OPEN_BOUNDS, RANGE_NAMES, rangeOf } from '../columns/filters.js';
import { all, any, type LineExpression, none, term } from '../line/expression.js';
import { fieldOfList, LINE_FIELD_NAMES, type LineField, lineField } from '../line/fields.js';
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

function valueExpression({ searchBy, matchType, pickedValue = [] }: SearchCondition, value: string): LineExpression {
  const field = FIELD_OF[searchBy];
  if (field === 'hs') return begins(value);
  if (field !== 'product') return pickedValue.includes(value) ? is(field, value) : text(field, value);
  if (matchType === 'W') return term(field, { kind: 'words', words: lineWords(value) });
  return matchType === 'L' ? all(...productWords(value).map((word) => text(field, word))) : text(field, value);
}

function conditionExpression(condition: SearchCondition): LineExpression {
  const found = any(...condition.searchValue.map((value) => valueExpression(condition, value)));
  return condition.matchType === 'D' ? none(found) : found;
}

/** The form's condition and the rows, which join from left to right; none where the form is empty. */
function conditionsExpression(query: SavedQuery): LineExpression[] {
  if (query.searchValue.length === 0) return [];
  const joined = query.queryBuilder.reduce((found, { relation, ...row }) => {
    const condition = conditionExpression(row);
    if (relation === 'OR') return any(found, condition);
    return all(found, relation === 'NOT' ? none(condition) : condition);
  }, conditionExpression(query));
  return [joined];
}

/** The headings of a list are how codes begin. */
const ofList = (list: FilterList, value: string) => {
  const field = fieldOfList(list);
  return field === undefined ? begins(value) : is(field, value);
};

function listExpressions(query: SavedQuery): LineExpression[] {
  return FILTER_LISTS.flatMap((list) => {
    const [values, except] = [query[list], query[exceptListOf(list)]];
    return [
      ...(values.length > 0 ? [any(...values.map((value) => ofList(list, value)))] : []),
      ...(except.length > 0 ? [none(any(...except.map((value) => ofList(list, value))))] : []),
    ];
  });
}

function rangeExpressions(query: SavedQuery): LineExpression[] {
  return RANGE_NAMES.flatMap((name) => {
    const range = rangeOf(query, name);
    const field = LINE_FIELD_NAMES.find((one) => lineField(one).range === name);
    if (!range || field === undefined) return [];
    const { from, to } = range;
    const bounds = {
      ...((from !== OPEN_BOUNDS.least || to === OPEN_BOUNDS.most) && { from }),
      ...(to !== OPEN_BOUNDS.most && { to }),
    };
    return [term(field, { kind: 'range', ...bounds })];
  });
}

function describedExpression({ productDesc, conditionProductDesc }: SavedQuery): LineExpression[] {
  if (productDesc.length === 0) return [];
  const described = any(...productDesc.map((value) => text('product', value)));
  return [conditionProductDesc === 'D' ? none(described) : described];
}

/** What a search asks for, its scope first, as one expression. */
export function lineOfQuery(query: SavedQuery): LineExpression {
  const kept = query.line === undefined ? undefined : readLine(query.line, query.toDate).expression;
  return all(
    is('trade', query.tradeType),
    any(...query.countryCode.map((code) => is('country', code))),
    term('date', { kind: 'range', from: query.fromDate, to: query.toDate }),
    ...conditionsExpression(query),
    ...listExpressions(query),
    ...rangeExpressions(query),
    ...describedExpression(query),
    ...(query.onlyNew ? [is('is', 'new')] : []),
    ...(kept ? [kept] : []),
  );
}
