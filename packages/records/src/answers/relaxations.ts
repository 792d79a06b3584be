import { type Clause, type DropHint, LIMITS, loosenedQueries, type SearchQuery } from '@tidewaiter/contract';
import { z } from 'zod';
import { prefixed, TEXT_SETTINGS } from '../engine/bindings.js';
import { compileSearch, selected } from '../query/compile.js';
import { type Entitlement, type NarrowedQuery, narrowQuery } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { proposedQueries } from './proposals.js';
import { orNothing } from './suggesting.js';

/** Clauses that are tried; a search with more filters than that is told of its first ones. */
const TRIED = 12;

/** In seconds, for all of them together. A relaxation helps, nobody asked for it. */
const RELAXATION_TIME = 2;

/**
 * What to leave out of a search that finds nothing: the clauses without which there would be records, with how many, most first; and what
 * to ask in place of words that find nothing, the likeliest first. Each search is narrowed by itself.
 */
export async function relaxationsOf(
  query: SearchQuery,
  entitlement: Entitlement,
  snapshot: Snapshot,
): Promise<DropHint[]> {
  const [loosened, proposed] = await Promise.all([
    counted(loosenedQueries(query).slice(0, TRIED), entitlement, snapshot),
    proposedQueries(query, entitlement, snapshot).then(async ({ readings, words, codes }) => {
      const all = await counted([...readings, ...words, ...codes], entitlement, snapshot);
      const hits = (some: readonly Tried[]) =>
        some.flatMap(({ label }) => all.find((hint) => hint.label === label) ?? []);
      return [firstOfEachField(hits(readings)), hits(words), hits(codes)].flatMap((some) =>
        some.slice(0, LIMITS.proposals),
      );
    }),
  ]);
  return [...loosened.slice(0, LIMITS.dropHints), ...proposed];
}

/** A company's key is asked for only where its name as it was written finds nothing. */
function firstOfEachField(hints: readonly DropHint[]): DropHint[] {
  const fieldOf = ({ clause }: DropHint) => clause.part === 'instead' && clause.searchBy;
  return hints.filter((hint, at) => hints.findIndex((other) => fieldOf(other) === fieldOf(hint)) === at);
}

/** A search that is tried. */
interface Tried {
  clause: Clause;
  label: string;
  query: SearchQuery;
}

/** Those of some searches that find anything, with how much, most first. */
async function counted(tried: readonly Tried[], entitlement: Entitlement, snapshot: Snapshot): Promise<DropHint[]> {
  if (tried.length === 0) return [];
  // Around what is cached: what took too long once is asked again.
  const counts = await orNothing(
    foundWithout(
      tried.map(({ query }) => narrowQuery(query, entitlement)),
      snapshot,
    ),
  );
  return counts.flatMap(({ at, records, fromDate, toDate }) => {
    const one = tried[at];
    if (!one) return [];
    const { clause, label } = one;
    return [{ clause: clause.part === 'dates' ? { ...clause, fromDate, toDate } : clause, label, records }];
  });
}

/** What one of several questions finds: its place among them, how many records, and the days of the first and the last. */
interface CountedRelaxation {
  at: number;
  records: number;
  fromDate: string;
  toDate: string;
}

/** One statement counts them all, each by the index that serves it. */
const foundWithout = cachedQuery<readonly NarrowedQuery[], readonly CountedRelaxation[]>(
  'found-without',
  async (loosened, snapshot) => {
    const counts = loosened.map((query, at) => {
      const selection = compileSearch(query, snapshot);
      const sql = `SELECT ${at} AS at, count() AS found, toString(min(record_date)) AS first, toString(max(record_date)) AS last
        FROM ${selected('record_date', selection)}`;
      return prefixed({ sql, parameters: selection.parameters }, `h${at}_`);
    });
    const rows = await snapshot.query({
      name: 'search.relaxations',
      sql: `SELECT * FROM (${counts.map(({ sql }) => sql).join(' UNION ALL ')}) WHERE found > 0
          ORDER BY found DESC, at`,
      parameters: Object.assign({}, ...counts.map(({ parameters }) => parameters)),
      settings: { ...TEXT_SETTINGS, max_execution_time: RELAXATION_TIME },
      row: z.tuple([z.number(), z.coerce.number(), z.string(), z.string()]),
    });
    return rows.map(([at, records, fromDate, toDate]) => ({ at, records, fromDate, toDate }));
  },
);
