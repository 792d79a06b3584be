import type { SearchQuery, TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { TEXT_SETTINGS } from './bindings.js';
import { type Condition, compileSearch, compileUnconditional, type Selection, selected } from './compile.js';
import { type NarrowedQuery, type Scope, type Unconditional, unconditional } from './entitlement.js';
import { isFiltered } from './filters.js';
import { type FoundDays, withoutDays } from './found-days.js';
import type { AnswerKind } from './kept-answers.js';
import { rollUpScope } from './roll-up-scope.js';
import type { Snapshot } from './snapshot.js';

/** Whether a question is everything but what contains some text, and so the difference of two questions that indexes answer. */
export const isComplement = ({ matchType, queryBuilder }: Pick<SearchQuery, 'matchType' | 'queryBuilder'>) =>
  matchType === 'D' && queryBuilder.length === 0;

/** What a complement leaves out, as a question. */
export const leftOut = (query: NarrowedQuery): NarrowedQuery => ({ ...query, matchType: 'C' });

/**
 * The records of a question by day: one scan that gives the count and the place of every page of the list by date.
 */
export async function daysOf(query: NarrowedQuery, snapshot: Snapshot): Promise<FoundDays> {
  if (!isComplement(query)) return snapshot.kept(SCANNED_DAYS, query);
  const [all, out] = await Promise.all([daysOfAll(unconditional(query), snapshot), daysOf(leftOut(query), snapshot)]);
  return withoutDays(all, out);
}

/** Of everything that a question's scope and filters leave; without filters, the counts of days know it. */
function daysOfAll(query: Unconditional, snapshot: Snapshot): Promise<FoundDays> {
  const { tradeType, scope } = query;
  if (scope === null || isFiltered(query)) return snapshot.kept(UNCONDITIONAL_DAYS, query);
  return snapshot.kept(ROLLED_UP_DAYS, { tradeType, scope });
}

const SCANNED_DAYS: AnswerKind<NarrowedQuery, FoundDays> = {
  name: 'days',
  find: (query, snapshot) => countDays(scanned(compileSearch(query, snapshot.version)), snapshot),
};

const UNCONDITIONAL_DAYS: AnswerKind<Unconditional, FoundDays> = {
  name: 'unconditional-days',
  find: (query, snapshot) => countDays(scanned(compileUnconditional(query, snapshot.version)), snapshot),
};

const ROLLED_UP_DAYS: AnswerKind<{ tradeType: TradeType; scope: Scope }, FoundDays> = {
  name: 'rolled-up-days',
  find({ tradeType, scope }, snapshot) {
    const visible = rollUpScope(tradeType, scope, snapshot.version);
    const found = {
      sql: `SELECT day, sum(records) FROM day_counts WHERE ${visible.sql} AND day BETWEEN {from_date:Date} AND {to_date:Date}
        GROUP BY day ORDER BY day`,
      parameters: { ...visible.parameters, from_date: scope.fromDate, to_date: scope.toDate },
    };
    return countDays(found, snapshot);
  },
};

const scanned = (selection: Selection): Condition => ({
  sql: `SELECT record_date, count() FROM ${selected('record_date', selection)} GROUP BY record_date ORDER BY record_date`,
  parameters: selection.parameters,
});

/** @param found selects days and the records of each, in the order of the days */
async function countDays(found: Condition, snapshot: Snapshot): Promise<FoundDays> {
  const rows = await snapshot.query({
    name: 'search.days',
    ...found,
    settings: TEXT_SETTINGS,
    row: z.tuple([z.string(), z.coerce.number()]),
  });
  const counts = rows.map(([, records]) => records);
  return { days: rows.map(([day]) => day), counts, total: counts.reduce((sum, records) => sum + records, 0) };
}
