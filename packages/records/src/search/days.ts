import type { SearchQuery } from '@tidewaiter/contract';
import { z } from 'zod';
import type { DataVersion } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import type { SharedAnswers } from '../shared-answers.js';
import { TEXT_SETTINGS } from './bindings.js';
import { type Condition, compileBase, compileSearch, type Selection, selected } from './compile.js';
import { type Entitlement, narrow } from './entitlement.js';
import { isFiltered } from './filters.js';
import { type FoundDays, withoutDays } from './found-days.js';
import { rollUpScope } from './roll-up-scope.js';

/** What a kept day weighs, in bytes. */
const DAY_WEIGHT = 48;

/** Whether a question is everything but what contains some text, and so the difference of two questions that indexes answer. */
export const isComplement = ({ matchType, queryBuilder }: SearchQuery) =>
  matchType === 'D' && queryBuilder.length === 0;

/** What a complement leaves out, as a question. */
export const leftOut = <Query extends SearchQuery>(query: Query): Query => ({ ...query, matchType: 'C' });

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
    if (!isComplement(query)) return this.#ask(compileSearch(query, entitlement, version), version, signal);
    const [all, out] = await Promise.all([
      this.#ofAll(query, entitlement, version, signal),
      this.of(leftOut(query), entitlement, version, signal),
    ]);
    return withoutDays(all, out);
  }

  /** Of everything that a question's scope and filters leave; without filters, the counts of days know it. */
  #ofAll(query: SearchQuery, entitlement: Entitlement, version: DataVersion, signal?: AbortSignal): Promise<FoundDays> {
    const scope = narrow(query, entitlement);
    if (scope === null || isFiltered(query))
      return this.#ask(compileBase(query, entitlement, version), version, signal);
    const visible = rollUpScope(query.tradeType, scope, version);
    const found = {
      sql: `SELECT day, sum(records) FROM day_counts WHERE ${visible.sql} AND day BETWEEN {from_date:Date} AND {to_date:Date}
        GROUP BY day ORDER BY day`,
      parameters: { ...visible.parameters, from_date: scope.fromDate, to_date: scope.toDate },
    };
    return this.#count(found, version, signal);
  }

  #ask(selection: Selection, version: DataVersion, signal?: AbortSignal): Promise<FoundDays> {
    const found = {
      sql: `SELECT record_date, count() FROM ${selected('record_date', selection)} GROUP BY record_date ORDER BY record_date`,
      parameters: selection.parameters,
    };
    return this.#count(found, version, signal);
  }

  /** @param found selects days and the records of each, in the order of the days */
  #count(found: Condition, version: DataVersion, signal?: AbortSignal): Promise<FoundDays> {
    return this.answers.get(
      {
        key: ['days', version.version, found],
        ask: async (work) => {
          const rows = await this.engine.query({
            name: 'search.days',
            ...found,
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
