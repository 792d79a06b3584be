import type { SearchQuery } from '@tidewaiter/contract';
import { z } from 'zod';
import type { DataVersion } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import type { SharedAnswers } from '../shared-answers.js';
import { TEXT_SETTINGS } from './bindings.js';
import { type Condition, compileBase, compileSearch } from './compile.js';
import type { Entitlement } from './entitlement.js';
import { type FoundDays, withoutDays } from './found-days.js';

/** What a kept day weighs, in bytes. */
const DAY_WEIGHT = 48;

/** Whether a question is everything but what contains some text, and so the difference of two questions that indexes answer. */
export const isComplement = ({ matchType, queryBuilder }: SearchQuery) =>
  matchType === 'D' && queryBuilder.length === 0;

/** What a complement leaves out, as a question. */
export const leftOut = <Query extends SearchQuery>(query: Query): Query => ({ ...query, matchType: 'C' });

/**
 * A question that ends with what must not be, as the difference of two that say what must be: the text index answers those,
 * and reads the column for a denial. `all` is null where no condition is left.
 */
function differenceOf(query: SearchQuery): { all: SearchQuery | null; out: SearchQuery } | null {
  if (isComplement(query)) return { all: null, out: leftOut(query) };
  const rest = query.queryBuilder.slice(0, -1);
  const last = query.queryBuilder.at(-1);
  if (!last || last.searchBy === 'HS_CODE' || last.searchBy === 'HS_CODE_2') return null;
  const denies = last.matchType === 'D' ? last.relation === 'AND' : last.relation === 'NOT';
  if (!denies) return null;
  const said = {
    ...last,
    relation: 'AND' as const,
    matchType: last.matchType === 'D' ? ('C' as const) : last.matchType,
  };
  return { all: { ...query, queryBuilder: rest }, out: { ...query, queryBuilder: [...rest, said] } };
}

/** Counts the records of questions by day: one scan that gives the count and the place of every page of the list by date. */
export class Days {
  constructor(
    private readonly engine: RecordEngine,
    private readonly answers: SharedAnswers,
  ) {}

  async of(
    query: SearchQuery,
    entitlement: Entitlement,
    version: DataVersion,
    signal?: AbortSignal,
  ): Promise<FoundDays> {
    const difference = differenceOf(query);
    if (!difference) return this.#ask(compileSearch(query, entitlement, version), version, signal);
    const { all, out } = difference;
    const [whole, part] = await Promise.all([
      all
        ? this.of(all, entitlement, version, signal)
        : this.#ask(compileBase(query, entitlement, version), version, signal),
      this.of(out, entitlement, version, signal),
    ]);
    return withoutDays(whole, part);
  }

  #ask(where: Condition, version: DataVersion, signal?: AbortSignal): Promise<FoundDays> {
    return this.answers.get(
      {
        key: ['days', version.version, where],
        ask: async (work) => {
          const rows = await this.engine.query({
            name: 'search.days',
            sql: `SELECT record_date, count() FROM records WHERE ${where.sql} GROUP BY record_date ORDER BY record_date`,
            parameters: where.parameters,
            settings: TEXT_SETTINGS,
            row: z.tuple([z.string(), z.coerce.number()]),
            signal: work,
          });
          const counts = rows.map(([, records]) => records);
          return { days: rows.map(([day]) => day), counts, total: counts.reduce((sum, records) => sum + records, 0) };
        },
        weigh: ({ days }) => days.length * DAY_WEIGHT,
      },
      signal,
    );
  }
}
