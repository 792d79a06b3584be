import { PortalError, type SuggestionQuery, TOO_MUCH } from '@tidewaiter/contract';
import { z } from 'zod';
import type { Edition } from '../reference/edition.js';
import { compileScope } from './compile.js';
import type { Scope } from './entitlement.js';
import { cutsMonths, monthsOf } from './roll-up-scope.js';
import type { Snapshot } from './snapshot.js';

/** What helps but is not asked for: where it would be too much, there is none of it. */
export async function orNothing<Row>(asked: Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof PortalError && TOO_MUCH.some((code) => code === error.code)) return [];
    throw error;
  }
}

/** What is suggested. */
export interface Suggested {
  value: string;
  shipments: number;
  /** Of a party: its key. */
  key?: string;
  /** Of an HS code: what the records or the nomenclature call it. */
  description?: string;
}

/** What was typed, and where suggestions for it may come from. */
export interface Typed extends Pick<SuggestionQuery, 'tradeType' | 'searchBy' | 'searchValue'> {
  scope: Scope;
}

/** A question for suggestions on its way. */
export interface Suggesting {
  typed: Typed;
  snapshot: Snapshot;
  /** What HS codes are called. */
  edition: Edition;
}

/** Something that the roll-ups offer, with the records that it has in whole months of the scope. */
export interface Candidate extends Suggested {
  /** What names it among the candidates. */
  id: string;
}

/** Offered by the roll-ups, so that ten are left when some turn out to lie outside the scope. */
export const CANDIDATES = 50;

/** In seconds. Nobody waits for a suggestion. */
const COUNT_TIME = 2;

/**
 * Of the candidates, those that have a record inside the scope, with how many. The roll-ups know whole months; what lies in months
 * that the scope cuts is counted among the records, so that no day beside the scope is ever counted. Where that takes too long, the
 * whole months are all that is told of.
 *
 * @param records which records name one of `{candidates:Array(String)}`, so that few are read; may bind `{typed:String}`
 * @param pairs for a record, an array of what it names: the candidate's id and the value to show for it
 */
export async function counted(
  { typed: { tradeType, scope, searchValue }, snapshot }: Suggesting,
  candidates: readonly Candidate[],
  records: string,
  pairs: string,
): Promise<Suggested[]> {
  const inCutMonths = new Map<string, { value: string; shipments: number }>();
  if (candidates.length > 0 && cutsMonths(scope)) {
    const within = compileScope(tradeType, scope, snapshot.version);
    const { wholeFrom, wholeUpto } = monthsOf(scope);
    const rows = await orNothing(
      snapshot.query({
        name: 'suggestion.cut-months',
        sql: `SELECT id, argMax(value, (found, value)), sum(found) FROM (
            SELECT pair.1 AS id, pair.2 AS value, count() AS found FROM records ARRAY JOIN ${pairs} AS pair
            WHERE ${within.sql} AND toStartOfMonth(record_date) NOT BETWEEN {whole_from:Date} AND {whole_upto:Date}
              AND ${records} AND id IN {candidates:Array(String)}
            GROUP BY id, value
          ) GROUP BY id`,
        parameters: {
          ...within.parameters,
          whole_from: wholeFrom,
          whole_upto: wholeUpto,
          candidates: candidates.map(({ id }) => id),
          typed: searchValue,
        },
        settings: { max_execution_time: COUNT_TIME },
        row: z.tuple([z.string(), z.string(), z.coerce.number()]),
      }),
    );
    for (const [id, value, shipments] of rows) inCutMonths.set(id, { value, shipments });
  }
  return candidates.flatMap(({ id, shipments, ...suggested }) => {
    const more = inCutMonths.get(id);
    if (shipments === 0) return more ? [{ ...suggested, ...more }] : [];
    return [{ ...suggested, shipments: shipments + (more?.shipments ?? 0) }];
  });
}
