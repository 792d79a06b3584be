/** The search that a query line asks for: what the form and its filters can show stands there, and the rest stays a line. */

import type { TradeType } from '../columns/column.js';
import { exceptListOf, OPEN_BOUNDS } from '../columns/filters.js';
import { all, type Condition, conjuncts, type Term, termsOf } from '../line/expression.js';
import { isSaidOnce, lineField } from '../line/fields.js';
import { writeLine } from '../line/write.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import type { MatchType, Relation, SearchBy, SearchCondition, SearchPayload } from './search-query.js';

/** What is searched where a line does not say it. */
export interface LineScope {
  tradeType: TradeType;
  countryCode: readonly string[];
  fromDate: string;
  toDate: string;
}

interface Row extends SearchCondition {
  relation: Relation;
}

/** The conditions of one field that stand as alternatives; undefined where that is not what an expression is. */
function alternativesOf(expression: Condition): [Term, ...Term[]] | undefined {
  const [first, ...others] = expression.is === 'or' ? expression.of : [expression];
  if (first?.is !== 'term') return undefined;
  const terms = others.filter((one): one is Term => one.is === 'term' && one.field === first.field);
  return terms.length === others.length ? [first, ...terms] : undefined;
}

/** How the form would ask for a condition; a code of two digits is a chapter. */
function formValue({
  field,
  match,
}: Term): { matchType: MatchType; value: string; picked?: true; isChapter?: true } | undefined {
  const kind = field && lineField(field).kind;
  if (kind === 'goods') {
    if (match.kind === 'text') return { matchType: 'C', value: match.text };
    const value = match.kind === 'words' && match.words.length <= LIMITS.productWords ? match.words.join(' ') : '';
    return [...value].length >= LIMITS.textMinLength && value.length <= LIMITS.searchValueMaxLength
      ? { matchType: 'W', value }
      : undefined;
  }
  if (kind === 'party') {
    if (match.kind === 'text') return { matchType: 'L', value: match.text };
    return match.kind === 'is' ? { matchType: 'L', value: match.value, picked: true } : undefined;
  }
  const isCode = kind === 'code' && match.kind === 'range' && match.from === match.to;
  const code = isCode ? (match.from ?? '') : '';
  if (code.length === 2) return { matchType: 'L', value: code, isChapter: true };
  return code.length >= LIMITS.hsCodeMinLength ? { matchType: 'L', value: code } : undefined;
}

/** A condition as the form has it, and whether it is denied. */
function conditionOf(expression: Condition): { condition: SearchCondition; isDenied: boolean } | undefined {
  const isDenied = expression.is === 'not';
  const terms = alternativesOf(isDenied ? expression.of : expression);
  const ofField = terms?.[0].field ? lineField(terms[0].field).searchBy : undefined;
  if (!terms || ofField === undefined || terms.length > LIMITS.searchValues) return undefined;
  const values = terms.map(formValue);
  const matchType = values[0]?.matchType;
  const isChapter = values[0]?.isChapter;
  const isAlike = (value: (typeof values)[number]) => value?.matchType === matchType && value?.isChapter === isChapter;
  const found = values.flatMap((value) => (value && isAlike(value) ? [value] : []));
  if (matchType === undefined || found.length < terms.length) return undefined;
  const pickedValue = found.flatMap(({ value, picked }) => (picked ? [value] : []));
  // A text that is part of a name and a name itself would be one value.
  if (found.some(({ value, picked }) => !picked && pickedValue.includes(value))) return undefined;
  const searchBy: SearchBy = isChapter ? 'HS_CODE_2' : ofField;
  const searchValue = found.map(({ value }) => value);
  const condition = { searchBy, matchType, searchValue, ...(pickedValue.length > 0 && { pickedValue }) };
  return isDenied && matchType === 'C'
    ? { condition: { ...condition, matchType: 'D' }, isDenied: false }
    : { condition, isDenied };
}

/** An expression as the form and its rows would ask for it, joined from left to right; undefined where they cannot. */
function rowsOf(expression: Condition): Row[] | undefined {
  const alone = conditionOf(expression);
  if (alone) return alone.isDenied ? undefined : [{ relation: 'AND', ...alone.condition }];
  if (expression.is !== 'and' && expression.is !== 'or') return undefined;
  const { rows, left } = rowsOfAll(expression.of, expression.is === 'or' ? 'OR' : 'AND');
  return left.length === 0 ? rows : undefined;
}

/** As many of some parts as the form and its rows have room for, and what is left. */
function rowsOfAll(parts: readonly Condition[], relation: 'AND' | 'OR'): { rows: Row[]; left: Condition[] } {
  const first =
    parts.find((part) => !conditionOf(part) && rowsOf(part)) ??
    parts.find((part) => conditionOf(part)?.isDenied === false);
  const rows = (first && rowsOf(first)) ?? [];
  const left: Condition[] = [];
  for (const part of parts) {
    if (part === first) continue;
    const found = conditionOf(part);
    const fits = found && rows.length > 0 && rows.length <= LIMITS.queryBuilderRows;
    if (fits && !(found.isDenied && relation === 'OR'))
      rows.push({ relation: found.isDenied ? 'NOT' : relation, ...found.condition });
    else left.push(part);
  }
  return { rows, left };
}

type Fields = Record<string, unknown>;

/** What a filter of the description, a filter list, or what it leaves out, takes of a condition. */
function listFields(expression: Condition): Fields | undefined {
  const isDenied = expression.is === 'not';
  const terms = alternativesOf(isDenied ? expression.of : expression);
  if (!terms?.[0].field || terms.length > LIMITS.filterValues) return undefined;
  if (terms[0].field === 'description') {
    const productDesc = terms.flatMap(({ match }) => (match.kind === 'text' ? [match.text] : []));
    if (productDesc.length < terms.length || terms.length > LIMITS.searchValues) return undefined;
    return { productDesc, conditionProductDesc: isDenied ? 'D' : 'C' };
  }
  const { list } = lineField(terms[0].field);
  if (list === undefined) return undefined;
  const values = terms.flatMap(({ match }) => (match.kind === 'is' ? [match.value] : []));
  return values.length < terms.length ? undefined : { [isDenied ? exceptListOf(list) : list]: values };
}

/** What the form's days and countries, the trade type, the ranges and what is new take of a condition. */
function scopeFields(expression: Condition, scope: LineScope): Fields | undefined {
  const [term, ...others] = alternativesOf(expression) ?? [];
  if (!term?.field) return undefined;
  const { field, match } = term;
  const { kind, range } = lineField(field);
  if (kind === 'source') {
    const countries = [term, ...others].flatMap((one) => (one.match.kind === 'is' ? [one.match.value] : []));
    return countries.length <= LIMITS.countryCodes ? { countryCode: countries } : undefined;
  }
  if (others.length > 0) return undefined;
  if (kind === 'trade' && match.kind === 'is') return { tradeType: match.value };
  if (kind === 'state') return { onlyNew: true };
  if (match.kind !== 'range') return undefined;
  if (kind === 'day') return { fromDate: match.from ?? scope.fromDate, toDate: match.to ?? scope.toDate };
  if (range === undefined || match.beyond) return undefined;
  return { [`${range}Start`]: match.from ?? OPEN_BOUNDS.least, [`${range}End`]: match.to ?? OPEN_BOUNDS.most };
}

/**
 * The search of an expression, as a payload that is still to be checked.
 *
 * @throws a message where a part stands where it cannot: the direction of trade is one for all, and so is what is new
 */
export function queryOfLine(expression: Condition, scope: LineScope): SearchPayload {
  const fields: Fields = {};
  const filters: Condition[] = [];
  const others: Condition[] = [];
  for (const part of conjuncts(expression)) {
    const ofScope = scopeFields(part, scope);
    const taken = ofScope ?? listFields(part);
    const isFree = taken && Object.keys(taken).every((key) => !(key in fields));
    if (isFree) Object.assign(fields, taken);
    if (isFree && !Object.keys(taken).some((key) => SCOPE.includes(key))) filters.push(part);
    if (!isFree) others.push(part);
  }
  const { rows, left } = rowsOfAll(others, 'AND');
  const picked = rows.length === 0 ? pickedInForm(fields) : undefined;
  // A search needs a condition: filters alone are one.
  if (rows.length === 0 && !picked && left.length === 0) {
    for (const part of filters)
      for (const key of Object.keys(scopeFields(part, scope) ?? listFields(part) ?? {})) delete fields[key];
    left.push(...filters);
  }
  const line = left.length > 0 ? all(...left) : undefined;
  for (const { field } of line ? termsOf(line) : []) if (isSaidOnce(field)) throw new Error(MESSAGES.lineOnce);
  const { countryCode, ...days } = scope;
  const [form = picked, ...queryBuilder] = rows;
  if (!form && !line) throw new Error(MESSAGES.lineNeedsCondition);
  const { relation: _, ...first } = form ?? NO_CONDITION;
  return {
    ...days,
    countryCode: [...countryCode],
    ...fields,
    ...first,
    queryBuilder,
    ...(line && { line: writeLine(line) }),
  };
}

const SCOPE = ['tradeType', 'countryCode', 'fromDate', 'toDate', 'onlyNew'];
const NO_CONDITION: Row = { relation: 'AND', searchBy: 'PRODUCT', matchType: 'W', searchValue: [] };

/** Where nothing else is searched for, a party that is asked for by its whole name. */
function pickedInForm(fields: Fields): Row | undefined {
  for (const searchBy of ['IMPORTER', 'EXPORTER'] as const) {
    const list = lineField(searchBy === 'IMPORTER' ? 'importer' : 'exporter').list as string;
    const values = fields[list] as string[] | undefined;
    if (!values || values.length > LIMITS.searchValues) continue;
    delete fields[list];
    return { relation: 'AND', searchBy, matchType: 'L', searchValue: values, pickedValue: values };
  }
  return undefined;
}
