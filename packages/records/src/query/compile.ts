import {
  exceptListOf,
  FILTER_LISTS,
  type FilterList,
  RANGE_NAMES,
  type RangeName,
  rangeOf,
  type SearchCondition,
  type TradeType,
} from '@tidewaiter/contract';
import { PARTY_ROLES } from '../columns/parties.js';
import { Bindings, not } from '../engine/bindings.js';
import type { Parameter } from '../engine/engine.js';
import { partyText } from '../text/normalise.js';
import { boundPartyKey } from '../text/party-name-keys.js';
import { cameSince } from '../versions/arrivals.js';
import { type DataVersion, visibleRecords } from '../versions/data-version.js';
import { isOfNamed, joinedParameters } from '../versions/joined-parties.js';
import {
  type Compiling,
  describedAs,
  hasAny,
  matchProduct,
  matchText,
  RANGE_COLUMNS,
  type SearchedName,
} from './conditions.js';
import type { NarrowedQuery, Scope, Unconditional } from './entitlement.js';
import { matchLine } from './line.js';
import { isOwned } from './owned.js';
import type { Snapshot } from './snapshot.js';

/** What questions are compiled at: a data version, and what is known of its words. */
export type CompiledAt = Pick<Snapshot, 'version' | 'tokenDictionary'>;

const compilingAt = ({ version, tokenDictionary }: CompiledAt): Compiling => ({
  bindings: new Bindings(),
  joins: version,
  tokenDictionary,
});

/** What one list finds, without what its other one leaves out. */
function listFilter(filter: FilterList, query: Unconditional, compiling: Compiling): string[] {
  const [values, except] = [query[filter], query[exceptListOf(filter)]];
  return [
    ...(values.length > 0 ? [hasAny(filter, values, query, compiling)] : []),
    ...(except.length > 0 ? [not(hasAny(filter, except, query, compiling))] : []),
  ];
}

function rangeFilter(name: RangeName, query: Unconditional, bindings: Bindings): string[] {
  const range = rangeOf(query, name);
  if (!range) return [];
  const amount = (text: string) => `toDecimal128(${bindings.string(text)}, 18)`;
  return [`${RANGE_COLUMNS[name]} BETWEEN ${amount(range.from)} AND ${amount(range.to)}`];
}

function productFilter(query: Unconditional, compiling: Compiling): string[] {
  if (query.productDesc.length === 0) return [];
  const any = query.productDesc.map((text) => describedAs(text, compiling)).join(' OR ');
  return [query.conditionProductDesc === 'D' ? not(`(${any})`) : `(${any})`];
}

/** The filters of a query, each of which must hold. */
function compileFilters(query: Unconditional, compiling: Compiling): string[] {
  const { bindings } = compiling;
  return [
    ...FILTER_LISTS.flatMap((name) => listFilter(name, query, compiling)),
    ...RANGE_NAMES.flatMap((name) => rangeFilter(name, query, bindings)),
    ...productFilter(query, compiling),
    ...(query.without === null ? [] : [not(isOwned(query.without, bindings))]),
    ...(query.newSince === undefined ? [] : [cameSince(query.newSince, bindings)]),
  ];
}

/** Whether a query has any filter. */
export const isFiltered = (query: Unconditional) =>
  compileFilters(query, { bindings: new Bindings(), joins: { joinedParties: [] }, tokenDictionary: () => undefined })
    .length > 0;

/** A WHERE condition with the values that it binds. */
export interface Condition {
  sql: string;
  parameters: Record<string, Parameter>;
}

/** The records of a question: those that meet one of these conditions. None meets two. */
export interface Selection {
  conditions: readonly string[];
  parameters: Record<string, Parameter>;
}

/**
 * Some columns of a selection's records, as a table expression.
 *
 * @param narrowing a condition that they must meet as well, with values bound by the caller
 */
export function selected(columns: string, { conditions }: Selection, narrowing?: string): string {
  const parts = conditions.map(
    (sql) => `SELECT ${columns} FROM records WHERE ${sql}${narrowing ? ` AND ${narrowing}` : ''}`,
  );
  return `(${parts.join(' UNION ALL ')})`;
}

/** A party by what its name contains; a picked one is the party itself, under all its spellings and names. */
function matchParty(name: SearchedName, value: string, picked: boolean, compiling: Compiling): string {
  if (!picked) return matchText(`${name}_text`, value, partyText, compiling);
  const { bindings, joins } = compiling;
  const key = boundPartyKey(value, bindings);
  return isOfNamed(`${name}_key`, key, joins);
}

/** One value in one field (DESIGN 4, "What the matches mean"). */
function matchOne(
  { searchBy, matchType, pickedValue = [] }: SearchCondition,
  value: string,
  compiling: Compiling,
): string {
  const { bindings } = compiling;
  switch (searchBy) {
    case 'HS_CODE':
    case 'HS_CODE_2':
      return `startsWith(hs_code, ${bindings.string(value)})`;
    case 'PRODUCT':
      return matchProduct(matchType, value, compiling);
    case 'IMPORTER':
    case 'EXPORTER':
      return matchParty(PARTY_ROLES[searchBy], value, pickedValue.includes(value), compiling);
  }
}

/** Values of one field are alternatives; for "does not contain", none of them may occur. */
function matchAny(row: SearchCondition, compiling: Compiling): string {
  const any = `(${row.searchValue.map((value) => matchOne(row, value, compiling)).join(' OR ')})`;
  return row.matchType === 'D' ? not(any) : any;
}

/** Whether the sort key finds what a condition asks for. */
const isByCode = ({ searchBy }: SearchCondition) => searchBy === 'HS_CODE' || searchBy === 'HS_CODE_2';

/**
 * One more condition beside others, so that no record meets two. A code is denied where the others are met: that is read for few
 * records; of texts the new one gives way.
 */
function alternatively(found: readonly string[], row: SearchCondition, condition: string): string[] {
  return isByCode(row)
    ? [condition, ...found.map((other) => `(${other} AND NOT ${condition})`)]
    : [...found, `(${[condition, ...found.map(not)].join(' AND ')})`];
}

/**
 * The form's condition and the query-builder rows, applied from left to right: conditions of which a record meets one at most.
 * Each is served by its own index, where the engine would read every record for one condition with an OR. What the line says holds for all.
 */
function matches(query: NarrowedQuery, compiling: Compiling): string[] {
  const line = query.line === undefined ? undefined : matchLine(query.line, query, compiling);
  if (query.searchValue.length === 0) return [line ?? '0'];
  const found = query.queryBuilder.reduce<string[]>(
    (found, row) => {
      const condition = matchAny(row, compiling);
      if (row.relation === 'OR') return alternatively(found, row, condition);
      return found.map((left) => `(${left} AND ${row.relation === 'NOT' ? not(condition) : condition})`);
    },
    [matchAny(query, compiling)],
  );
  return line === undefined ? found : found.map((condition) => `${condition} AND ${line}`);
}

/**
 * What may be seen of the records, whatever is asked of them: a scope's countries and dates, at a data version. There is no way to a
 * record around it, and a scope is made of an entitlement only.
 */
export function compileScope(tradeType: TradeType, scope: Scope, version: DataVersion): Condition {
  const visible = visibleRecords(version);
  // Named by its value, so that the scopes of both directions can stand in one statement.
  const trade = `trade_${tradeType}`;
  return {
    sql: [
      `trade_type = {${trade}:String}`,
      'country IN {countries:Array(String)}',
      'record_date BETWEEN {from_date:Date} AND {to_date:Date}',
      visible.sql,
    ].join(' AND '),
    parameters: {
      [trade]: tradeType,
      countries: scope.countryCode,
      from_date: scope.fromDate,
      to_date: scope.toDate,
      ...visible.parameters,
      ...joinedParameters(version),
    },
  };
}

/** What is grouped binds its values where there is nothing to group, too. */
const nothing = (version: DataVersion): Selection => ({ conditions: ['false'], parameters: joinedParameters(version) });

/** A question without its conditions: what its scope and its filters leave. */
export function compileUnconditional(query: Unconditional, at: CompiledAt): Selection {
  if (query.scope === null) return nothing(at.version);
  const scope = compileScope(query.tradeType, query.scope, at.version);
  const compiling = compilingAt(at);
  return {
    conditions: [[scope.sql, ...compileFilters(query, compiling)].join(' AND ')],
    parameters: { ...scope.parameters, ...compiling.bindings.parameters },
  };
}

/** Compiles a question to the selection of records that every statement about it reads. */
export function compileSearch(query: NarrowedQuery, at: CompiledAt): Selection {
  if (query.scope === null) return nothing(at.version);
  const scope = compileScope(query.tradeType, query.scope, at.version);
  const compiling = compilingAt(at);
  const filters = compileFilters(query, compiling);
  return {
    conditions: matches(query, compiling).map((condition) => [scope.sql, condition, ...filters].join(' AND ')),
    parameters: { ...scope.parameters, ...compiling.bindings.parameters },
  };
}
