import { productWords, type Relation, type SearchCondition, type SearchQuery } from '@tidewaiter/contract';
import { type DataVersion, visibleLoads } from '../data-version.js';
import type { Parameter } from '../engine/engine.js';
import { descriptionText, partyKey, partyText } from '../normalise.js';
import { PARTY_ROLES } from '../parties.js';
import { Bindings, containsText, not } from './bindings.js';
import { type Entitlement, narrow } from './entitlement.js';
import { compileFilters } from './filters.js';

/** A WHERE condition with the values that it binds. */
export interface Condition {
  sql: string;
  parameters: Record<string, Parameter>;
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

function join(left: string, relation: Relation, right: string): string {
  return relation === 'OR' ? `(${left} OR ${right})` : `(${left} AND ${relation === 'NOT' ? not(right) : right})`;
}

/** The form's condition and the query-builder rows, applied from left to right. */
function matches(query: SearchQuery, bindings: Bindings): string {
  return query.queryBuilder.reduce(
    (left, row) => join(left, row.relation, matchAny(row, bindings)),
    matchAny(query, bindings),
  );
}

/**
 * What a question may see of the records, whatever it asks of them: its countries and dates within the entitlement, at a data
 * version. Null when that is nothing. The entitlement is put in here and not by callers: there is no way to a record around it.
 */
export function compileScope(
  query: Pick<SearchQuery, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate'>,
  entitlement: Entitlement,
  version: DataVersion,
): Condition | null {
  const scope = narrow(query, entitlement);
  if (scope === null) return null;
  const visible = visibleLoads(version);
  return {
    sql: [
      'trade_type = {trade_type:String}',
      'country IN {countries:Array(String)}',
      'record_date BETWEEN {from_date:Date} AND {to_date:Date}',
      visible.sql,
    ].join(' AND '),
    parameters: {
      trade_type: query.tradeType,
      countries: scope.countryCode,
      from_date: scope.fromDate,
      to_date: scope.toDate,
      ...visible.parameters,
    },
  };
}

/** A condition that holds for no record. */
const NOTHING: Condition = { sql: 'false', parameters: {} };

/** A question without its conditions: what its scope and its filters leave. */
export function compileBase(query: SearchQuery, entitlement: Entitlement, version: DataVersion): Condition {
  const scope = compileScope(query, entitlement, version);
  if (scope === null) return NOTHING;
  const bindings = new Bindings();
  return {
    sql: [scope.sql, ...compileFilters(query, bindings)].join(' AND '),
    parameters: { ...scope.parameters, ...bindings.parameters },
  };
}

/** Compiles a question to the WHERE condition of every statement that answers it. */
export function compileSearch(query: SearchQuery, entitlement: Entitlement, version: DataVersion): Condition {
  const scope = compileScope(query, entitlement, version);
  if (scope === null) return NOTHING;
  const bindings = new Bindings();
  return {
    sql: [scope.sql, matches(query, bindings), ...compileFilters(query, bindings)].join(' AND '),
    parameters: { ...scope.parameters, ...bindings.parameters },
  };
}
