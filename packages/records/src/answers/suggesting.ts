import { PortalError, type SuggestionQuery, TOO_MUCH } from '@tidewaiter/contract';
import { z } from 'zod';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import type { Parameter } from '../engine/engine.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { cutsMonths, IN_CUT_MONTHS, monthsOf } from '../query/roll-up-scope.js';
import type { Snapshot } from '../query/snapshot.js';
import type { Edition } from '../reference/edition.js';

/** What helps but is not asked for: where it would be too much, there is none of it. */
export async function orNothing<Row>(rows: Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await rows;
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
  /** Of one of the likeliest headings of what was typed: its place among them, before all that have none. */
  place?: number;
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

/** Something that may be suggested, with records that it has in the scope. */
export interface Counted {
  /** What names it among the others. */
  id: string;
  value: string;
  shipments: number;
}

/** Most of what may be suggested that is looked at: of whole months, and of those that the scope cuts. */
export const CANDIDATES = 1_000;

/** In seconds. Nobody waits for a suggestion. */
export const COUNT_TIME = 2;

/** What may be suggested, in the records of months that a scope cuts. */
interface InCutMonths {
  /** Which records have any of it. */
  records: string;
  /** Of a record, an array of what it has of them: the id of each and the value to show for it. */
  pairs: string;
  parameters: Record<string, Parameter>;
}

/**
 * What may be suggested, with all its records in the scope. The roll-ups know whole months; what lies in months that the scope cuts is
 * found among the records themselves, so that no day beside the scope counts, nor decides what is looked at. Where that takes too long,
 * the whole months are all that is told of.
 *
 * @param wholeMonths what the roll-ups offer, and which records it has there
 */
export async function counted(
  { typed: { tradeType, scope }, snapshot }: Suggesting,
  wholeMonths: Promise<readonly Counted[]>,
  { records, pairs, parameters }: InCutMonths,
): Promise<Counted[]> {
  const inCutMonths = async () => {
    if (!cutsMonths(scope)) return [];
    const within = compileScope(tradeType, scope, snapshot.version);
    const { wholeFrom, wholeUpto } = monthsOf(scope);
    return orNothing(
      snapshot.query({
        name: 'suggestion.cut-months',
        sql: `SELECT id, argMax(value, (found, value)), sum(found) FROM (
            SELECT pair.1 AS id, pair.2 AS value, count() AS found FROM records ARRAY JOIN ${pairs} AS pair
            WHERE ${within.sql} AND ${IN_CUT_MONTHS} AND ${records}
            GROUP BY id, value
          ) GROUP BY id ORDER BY sum(found) DESC, id LIMIT ${CANDIDATES}`,
        parameters: { ...within.parameters, ...parameters, whole_from: wholeFrom, whole_upto: wholeUpto },
        settings: { ...TEXT_SETTINGS, max_execution_time: COUNT_TIME },
        row: z.tuple([z.string(), z.string(), z.coerce.number()]),
      }),
    );
  };
  const [whole, cut] = await Promise.all([wholeMonths, inCutMonths()]);
  const all = new Map(whole.map((one) => [one.id, one]));
  for (const [id, value, shipments] of cut) {
    const known = all.get(id);
    all.set(id, known ? { ...known, shipments: known.shipments + shipments } : { id, value, shipments });
  }
  return [...all.values()];
}
