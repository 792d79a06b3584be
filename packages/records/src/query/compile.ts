import { alternatives, any, type Condition, LIMITS, type Term, type TradeType } from '@tidewaiter/contract';
import { Bindings, not } from '../engine/bindings.js';
import type { Parameter } from '../engine/engine.js';
import { cameSince } from '../versions/arrivals.js';
import { type DataVersion, visibleRecords } from '../versions/data-version.js';
import { joinedParameters } from '../versions/joined-parties.js';
import type { Compiling } from './conditions.js';
import type { NarrowedQuery, Scope, Unconditional } from './entitlement.js';
import { compileExpression } from './expression.js';
import { isOwned } from './owned.js';
import type { Snapshot } from './snapshot.js';

/** What questions are compiled at: a data version, and what is known of its words. */
export type CompiledAt = Pick<Snapshot, 'version' | 'tokenDictionary'>;

const compilingAt = ({ version, tokenDictionary }: CompiledAt): Compiling => ({
  bindings: new Bindings(),
  joins: version,
  tokenDictionary,
});

/** The filters of a query, each of which must hold. */
function compileFilters(query: Unconditional, compiling: Compiling): string[] {
  const { bindings } = compiling;
  return [
    ...query.filters.map((filter) => compileExpression(filter, query, compiling)),
    ...(query.without === null ? [] : [not(isOwned(query.without, bindings))]),
    ...(query.newSince === undefined ? [] : [cameSince(query.newSince, bindings)]),
    ...(query.newSince === undefined || query.newUntil === undefined ? [] : [not(cameSince(query.newUntil, bindings))]),
  ];
}

/** Whether a query has any filter. */
export const isFiltered = ({ filters, without, newSince }: Unconditional) =>
  filters.length > 0 || without !== null || newSince !== undefined;

/** A WHERE condition with the values that it binds. */
export interface Where {
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

/** Alternatives that are found each by itself, as many as a form has: each further one repeats all before it. */
const MOST_APART = 1 + LIMITS.queryBuilderRows;

/** Alternatives that one index serves: those of one field are found together. */
function alternativesByField(of: readonly Condition[]): Condition[] {
  const fields = new Map<Term['field'], Condition[]>();
  const others: Condition[] = [];
  for (const one of of) {
    if (one.is === 'term') fields.set(one.field, [...(fields.get(one.field) ?? []), one]);
    else others.push(one);
  }
  return [...[...fields.values()].map((some) => any(...some)), ...others];
}

/** Whether the sort key finds what a condition asks for. */
const isByCode = (condition: Condition) =>
  alternatives(condition).every((one) => one.is === 'term' && one.field === 'hs' && one.match.kind === 'range');

/**
 * A condition as conditions of which a record meets one at most, each served by its own index, where the engine would read every record for
 * one condition with an OR. A code is denied where others are met: that is read for few records; of texts the later gives way.
 */
function matches(condition: Condition, query: Unconditional, compiling: Compiling): string[] {
  const compiled = (one: Condition) => compileExpression(one, query, compiling);
  if (condition.is === 'and') {
    const [first, ...rest] = condition.of;
    // Once, whatever they are beside: their values may be as many as a statement has room for.
    const others = rest.map(compiled);
    return first === undefined
      ? []
      : matches(first, query, compiling).map((found) => `(${[found, ...others].join(' AND ')})`);
  }
  const apart = condition.is === 'or' ? alternativesByField(condition.of) : [];
  if (apart.length === 0 || apart.length > MOST_APART) return [compiled(condition)];
  let conditions: string[] = [];
  for (const one of apart) {
    const more = compiled(one);
    conditions = isByCode(one)
      ? [more, ...conditions.map((other) => `(${other} AND NOT ${more})`)]
      : [...conditions, `(${[more, ...conditions.map(not)].join(' AND ')})`];
  }
  return conditions;
}

/**
 * What may be seen of the records, whatever is asked of them: a scope's countries and dates, at a data version. There is no way to a
 * record around it, and a scope is made of an entitlement only.
 */
export function compileScope(tradeType: TradeType, scope: Scope, version: DataVersion): Where {
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
    conditions: matches(query.condition, query, compiling).map((condition) =>
      [scope.sql, condition, ...filters].join(' AND '),
    ),
    parameters: { ...scope.parameters, ...compiling.bindings.parameters },
  };
}
