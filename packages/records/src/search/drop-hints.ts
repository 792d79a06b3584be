import { type DropHint, LIMITS, loosenedQueries, type SearchQuery } from '@tidewaiter/contract';
import { z } from 'zod';
import type { DataVersion, DataVersions } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import type { SharedAnswers } from '../shared-answers.js';
import { prefixed, TEXT_SETTINGS } from './bindings.js';
import { compileSearch, selected } from './compile.js';
import type { Entitlement } from './entitlement.js';
import { orNothing } from './or-nothing.js';

/** Clauses that are tried; a search with more filters than that is told of its first ones. */
const TRIED = 12;

/** In seconds, for all of them together. A hint helps, nobody asked for it. */
const HINT_TIME = 2;

/** What a kept hint weighs, in bytes. */
const HINT_WEIGHT = 300;

/** Says what to leave out of a search that finds nothing. */
export class DropHints {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly answers: SharedAnswers,
  ) {}

  /**
   * The clauses without which there would be records, with how many; most first. One statement counts them all, each by the
   * index that serves it; where that takes too long there are no hints.
   */
  async of(query: SearchQuery, entitlement: Entitlement, signal?: AbortSignal): Promise<DropHint[]> {
    const version = await this.versions.current();
    const asked = compileSearch(query, entitlement, version);
    return this.answers.get(
      {
        key: ['drop-hints', version.version, asked, query],
        ask: (work) => this.#count(query, entitlement, version, work),
        weigh: (hints) => (hints.length + 1) * HINT_WEIGHT,
      },
      signal,
    );
  }

  async #count(
    query: SearchQuery,
    entitlement: Entitlement,
    version: DataVersion,
    signal: AbortSignal,
  ): Promise<DropHint[]> {
    const tried = loosenedQueries(query).slice(0, TRIED);
    const counts = tried.map((loosened, index) => {
      const selection = compileSearch(loosened.query, entitlement, version);
      const sql = `SELECT ${index} AS tried, count() AS found, toString(min(record_date)) AS first, toString(max(record_date)) AS last
        FROM ${selected('record_date', selection)}`;
      return prefixed({ sql, parameters: selection.parameters }, `h${index}_`);
    });
    const rows = await orNothing(
      this.engine.query({
        name: 'search.drop-hints',
        sql: `SELECT * FROM (${counts.map(({ sql }) => sql).join(' UNION ALL ')}) WHERE found > 0
          ORDER BY found DESC, tried LIMIT ${LIMITS.dropHints}`,
        parameters: Object.assign({}, ...counts.map(({ parameters }) => parameters)),
        settings: { ...TEXT_SETTINGS, max_execution_time: HINT_TIME },
        row: z.tuple([z.number(), z.coerce.number(), z.string(), z.string()]),
        signal,
      }),
    );
    return rows.flatMap(([index, records, fromDate, toDate]) => {
      const loosened = tried[index];
      if (!loosened) return [];
      const { clause, label } = loosened;
      return [{ clause: clause.part === 'dates' ? { ...clause, fromDate, toDate } : clause, label, records }];
    });
  }
}
