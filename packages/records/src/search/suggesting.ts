import type { SuggestionQuery } from '@tidewaiter/contract';
import { z } from 'zod';
import type { DataVersion } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import type { Edition } from '../nomenclature/edition.js';
import { compileScope } from './compile.js';
import type { Entitlement, Scope } from './entitlement.js';
import { orNothing } from './or-nothing.js';
import { monthsOf } from './roll-up-scope.js';

/** What is suggested. */
export interface Suggested {
  value: string;
  shipments: number;
  /** Of a party: its key. */
  key?: string;
  /** Of an HS code: what the records or the nomenclature call it. */
  description?: string;
}

/** A question for suggestions on its way: `scope` is what the entitlement leaves of it. */
export interface Suggesting {
  engine: RecordEngine;
  version: DataVersion;
  query: SuggestionQuery;
  scope: Scope;
  entitlement: Entitlement;
  /** What HS codes are called. */
  edition: Edition;
}

/** Something that the roll-ups offer; `certain` where it has a record inside the scope for sure. */
export interface Candidate extends Suggested {
  /** What names it among the candidates. */
  id: string;
  certain: boolean;
}

/** Offered by the roll-ups, so that ten are left when some turn out to lie outside the scope. */
export const CANDIDATES = 50;

/** In seconds. Nobody waits for a suggestion. */
const CONFIRM_TIME = 2;

/**
 * Of the candidates, those that have a record inside the scope. Those that the roll-ups cannot tell, since they occur only in
 * months that the scope cuts, are looked up among the records of those months, and take their value and count from there.
 *
 * @param records which records name one of `{uncertain:Array(String)}`, so that few are read; may bind `{typed:String}`
 * @param pairs for a record, an array of what it names: the candidate's id and the value to show for it
 */
export async function confirmed(
  { engine, version, query, scope, entitlement }: Suggesting,
  candidates: readonly Candidate[],
  records: string,
  pairs: string,
): Promise<Suggested[]> {
  const uncertain = candidates.filter(({ certain }) => !certain).map(({ id }) => id);
  const within = compileScope(query, entitlement, version);
  const known = new Map<string, { value: string; shipments: number }>();
  if (uncertain.length > 0 && within !== null) {
    const { wholeFrom, wholeUpto } = monthsOf(scope);
    const rows = await orNothing(
      engine.query({
        name: 'suggestion.confirm',
        sql: `SELECT id, argMax(value, (found, value)), sum(found) FROM (
            SELECT pair.1 AS id, pair.2 AS value, count() AS found FROM records ARRAY JOIN ${pairs} AS pair
            WHERE ${within.sql} AND toStartOfMonth(record_date) NOT BETWEEN {whole_from:Date} AND {whole_upto:Date}
              AND ${records} AND id IN {uncertain:Array(String)}
            GROUP BY id, value
          ) GROUP BY id`,
        parameters: {
          ...within.parameters,
          whole_from: wholeFrom,
          whole_upto: wholeUpto,
          uncertain,
          typed: query.searchValue,
        },
        settings: { max_execution_time: CONFIRM_TIME },
        row: z.tuple([z.string(), z.string(), z.coerce.number()]),
      }),
    );
    for (const [id, value, shipments] of rows) known.set(id, { value, shipments });
  }
  return candidates.flatMap(({ id, certain, ...suggested }) => {
    const seen = known.get(id);
    if (seen) return [{ ...suggested, ...seen }];
    return certain ? [suggested] : [];
  });
}
