import { productWords, type SearchCondition, type TradeType } from '@tidewaiter/contract';
import { type DataVersion, visibleRecords } from '../data-version.js';
import type { Parameter } from '../engine/engine.js';
import { descriptionText, partyKey, partyText } from '../normalise.js';
import { PARTY_ROLES } from '../parties.js';
import { Bindings, containsText, not } from './bindings.js';
import type { NarrowedQuery, Scope, Unconditional } from './entitlement.js';
import { compileFilters } from './filters.js';

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

function allWords(value: string, bindings: Bindings): string {
  return `(${productWords(value)
    .map((word) => containsText('product_description_text', word, descriptionText, bindings))
    .join(' AND ')})`;
}

/** A party by what its name contains; a picked one is the party itself, under all its spellings. */
function matchParty(column: string, value: string, picked: boolean, bindings: Bindings): string {
  if (!picked) return containsText(`${column}_text`, value, partyText, bindings);
  // A value of which no key is left would be every record without a party.
  return `(${column}_key = ${partyKey(partyText(bindings.string(value)))} AND ${column}_key != 0)`;
}

/** One value in one field (DESIGN 4, "What the matches mean"). */
function matchOne(
  { searchBy, matchType, pickedValue = [] }: SearchCondition,
  value: string,
  bindings: Bindings,
): string {
  switch (searchBy) {
    case 'HS_CODE':
    case 'HS_CODE_2':
      return `startsWith(hs_code, ${bindings.string(value)})`;
    case 'PRODUCT':
      return matchType === 'L'
        ? allWords(value, bindings)
        : containsText('product_description_text', value, descriptionText, bindings);
    case 'IMPORTER':
    case 'EXPORTER':
      return matchParty(PARTY_ROLES[searchBy], value, pickedValue.includes(value), bindings);
  }
}

/** Values of one field are alternatives; for "does not contain", none of them may occur. */
function matchAny(row: SearchCondition, bindings: Bindings): string {
  const any = `(${row.searchValue.map((value) => matchOne(row, value, bindings)).join(' OR ')})`;
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
 * Each is served by its own index, where the engine would read every record for one condition with an OR.
 */
function matches(query: NarrowedQuery, bindings: Bindings): string[] {
  return query.queryBuilder.reduce<string[]>(
    (found, row) => {
      const condition = matchAny(row, bindings);
      if (row.relation === 'OR') return alternatively(found, row, condition);
      return found.map((left) => `(${left} AND ${row.relation === 'NOT' ? not(condition) : condition})`);
    },
    [matchAny(query, bindings)],
  );
}

/**
 * What may be seen of the records, whatever is asked of them: a scope's countries and dates, at a data version. There is no way to a
 * record around it, and a scope is made of an entitlement only.
 */
export function compileScope(tradeType: TradeType, scope: Scope, version: DataVersion): Condition {
  const visible = visibleRecords(version);
  return {
    sql: [
      'trade_type = {trade_type:String}',
      'country IN {countries:Array(String)}',
      'record_date BETWEEN {from_date:Date} AND {to_date:Date}',
      visible.sql,
    ].join(' AND '),
    parameters: {
      trade_type: tradeType,
      countries: scope.countryCode,
      from_date: scope.fromDate,
      to_date: scope.toDate,
      ...visible.parameters,
    },
  };
}

const NOTHING: Selection = { conditions: ['false'], parameters: {} };

/** A question without its conditions: what its scope and its filters leave. */
export function compileUnconditional(query: Unconditional, version: DataVersion): Selection {
  if (query.scope === null) return NOTHING;
  const scope = compileScope(query.tradeType, query.scope, version);
  const bindings = new Bindings();
  return {
    conditions: [[scope.sql, ...compileFilters(query, bindings)].join(' AND ')],
    parameters: { ...scope.parameters, ...bindings.parameters },
  };
}

/** Compiles a question to the selection of records that every statement about it reads. */
export function compileSearch(query: NarrowedQuery, version: DataVersion): Selection {
  if (query.scope === null) return NOTHING;
  const scope = compileScope(query.tradeType, query.scope, version);
  const bindings = new Bindings();
  const filters = compileFilters(query, bindings);
  return {
    conditions: matches(query, bindings).map((condition) => [scope.sql, condition, ...filters].join(' AND ')),
    parameters: { ...scope.parameters, ...bindings.parameters },
  };
}
