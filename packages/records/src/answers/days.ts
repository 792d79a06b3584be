import { alternatives, type TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import {
  compileSearch,
  compileUnconditional,
  isFiltered,
  type Selection,
  selected,
  type Where,
} from '../query/compile.js';
import { type NarrowedQuery, type Scope, type Unconditional, unconditional } from '../query/entitlement.js';
import { rollUpScope } from '../query/roll-up-scope.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';

/** How many records a question finds on each day that has any, in the order of the days. */
export interface FoundDays {
  days: readonly string[];
  counts: readonly number[];
  total: number;
}

/** The days, first and last, on which a page of a list by date lies, and how many records of those days come before it. */
interface PageDays {
  from: string;
  to: string;
  offset: number;
}

/**
 * Where a page of a list by date lies: known from the counts, so that the page itself reads a few days only.
 *
 * @returns null when the page lies beyond the last record
 */
export function daysOfPage(
  daily: FoundDays,
  mode: 'asc' | 'desc',
  page: { offset: number; limit: number },
): PageDays | null {
  if (page.offset >= daily.total) return null;
  const order = daily.days.map((_, index) => (mode === 'asc' ? index : daily.days.length - 1 - index));
  let before = 0;
  let start = 0;
  while (before + count(daily, order, start) <= page.offset) {
    before += count(daily, order, start);
    start += 1;
  }
  let end = start;
  let until = before + count(daily, order, start);
  while (until < page.offset + page.limit && end + 1 < order.length) {
    end += 1;
    until += count(daily, order, end);
  }
  const [one, other] = [day(daily, order, start), day(daily, order, end)];
  return { from: one < other ? one : other, to: one < other ? other : one, offset: page.offset - before };
}

const count = (daily: FoundDays, order: readonly number[], index: number) => daily.counts[order[index] ?? -1] ?? 0;
const day = (daily: FoundDays, order: readonly number[], index: number) => daily.days[order[index] ?? -1] ?? '';

/** The days of some records without those of a part of them. */
function withoutDays(all: FoundDays, part: FoundDays): FoundDays {
  const left = new Map(part.days.map((day, index) => [day, part.counts[index] ?? 0]));
  const rest = all.days
    .map((day, index) => ({ day, records: (all.counts[index] ?? 0) - (left.get(day) ?? 0) }))
    .filter(({ records }) => records > 0);
  return {
    days: rest.map(({ day }) => day),
    counts: rest.map(({ records }) => records),
    total: all.total - part.total,
  };
}

/**
 * What a question leaves out, as a question, where that is all that it says: everything but what contains some text, and so the difference of
 * two questions that indexes answer.
 */
const negatedPart = ({ condition, ...query }: NarrowedQuery): NarrowedQuery | undefined =>
  condition.is === 'not' && alternatives(condition.of).every((one) => one.is === 'term' && one.match.kind === 'text')
    ? { ...query, condition: condition.of }
    : undefined;

/**
 * The records of a question by day: one scan that gives the count and the place of every page of the list by date.
 */
export async function daysOfRecords(query: NarrowedQuery, snapshot: Snapshot): Promise<FoundDays> {
  const part = negatedPart(query);
  if (part === undefined) return scannedDays(query, snapshot);
  const [all, out] = await Promise.all([
    daysOfEverything(unconditional(query), snapshot),
    daysOfRecords(part, snapshot),
  ]);
  return withoutDays(all, out);
}

/** Of everything that a question's scope and filters leave; without filters, the counts of days know it. */
function daysOfEverything(query: Unconditional, snapshot: Snapshot): Promise<FoundDays> {
  const { tradeType, scope } = query;
  if (scope === null || isFiltered(query)) return unconditionalDays(query, snapshot);
  return rolledUpDays({ tradeType, scope }, snapshot);
}

const scannedDays = cachedQuery('days', (query: NarrowedQuery, snapshot) =>
  countDays(scanned(compileSearch(query, snapshot)), snapshot),
);

const unconditionalDays = cachedQuery('unconditional-days', (query: Unconditional, snapshot) =>
  countDays(scanned(compileUnconditional(query, snapshot)), snapshot),
);

const rolledUpDays = cachedQuery(
  'rolled-up-days',
  ({ tradeType, scope }: { tradeType: TradeType; scope: Scope }, snapshot): Promise<FoundDays> => {
    const visible = rollUpScope(tradeType, scope, snapshot.version);
    const daily = {
      sql: `SELECT day, sum(records) FROM day_counts WHERE ${visible.sql} AND day BETWEEN {from_date:Date} AND {to_date:Date}
        GROUP BY day ORDER BY day`,
      parameters: { ...visible.parameters, from_date: scope.fromDate, to_date: scope.toDate },
    };
    return countDays(daily, snapshot);
  },
);

const scanned = (selection: Selection): Where => ({
  sql: `SELECT record_date, count() FROM ${selected('record_date', selection)} GROUP BY record_date ORDER BY record_date`,
  parameters: selection.parameters,
});

/** @param where selects days and the records of each, in the order of the days */
async function countDays(where: Where, snapshot: Snapshot): Promise<FoundDays> {
  const rows = await snapshot.query({
    name: 'search.days',
    ...where,
    settings: TEXT_SETTINGS,
    row: z.tuple([z.string(), z.coerce.number()]),
  });
  const counts = rows.map(([, records]) => records);
  return { days: rows.map(([day]) => day), counts, total: counts.reduce((sum, records) => sum + records, 0) };
}
