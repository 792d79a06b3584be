/** The work of looking for the entries of a list, as its job does it. */
import type { OwnListCandidate, Sureness } from '@tidewaiter/contract';
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { ownListEntries, ownLists } from '../database/schema.js';
import type { OwnListFigures } from '../database/tables/own-lists.js';
import type { RunningJob } from '../jobs/job.js';

export type OwnList = typeof ownLists.$inferSelect;
export type OwnListEntry = typeof ownListEntries.$inferSelect;

/** The kind of job that looks for the entries of a list. */
export const OWN_LIST_JOB = 'own list';

/** What such a job is about: the list, and how often it had been looked for. */
export interface OwnListPayload {
  list: string;
  run: number;
}

/** What an entry was found to be. */
export interface FoundEntry {
  key: string;
  sureness: Sureness;
  candidates: OwnListCandidate[];
  chosen: string | null;
}

export const NO_FIGURES: OwnListFigures = {
  ...{ entries: 0, looked: 0, sure: 0, probable: 0, ambiguous: 0, none: 0, found: 0, members: 0 },
};

export class OwnListWork {
  constructor(private readonly database: Database) {}

  /** The list of a job; undefined where it is gone, or is looked for anew. */
  async ofJob({ list, run }: OwnListPayload): Promise<OwnList | undefined> {
    const [found] = await this.database
      .select()
      .from(ownLists)
      .where(and(eq(ownLists.id, list), eq(ownLists.run, run), eq(ownLists.state, 'MATCHING')));
    return found;
  }

  /** The next entries of a list that have not been looked for. */
  async waiting(id: string, most: number): Promise<OwnListEntry[]> {
    return this.database
      .select()
      .from(ownListEntries)
      .where(and(eq(ownListEntries.listId, id), isNull(ownListEntries.sureness)))
      .orderBy(asc(ownListEntries.firstRow))
      .limit(most);
  }

  /** Writes down what entries were found to be. What somebody has said of one stays. */
  async note(job: RunningJob<OwnListPayload>, found: readonly FoundEntry[]): Promise<OwnListFigures> {
    return this.database.transaction(async (transaction) => {
      await job.mustHold(transaction);
      const { list } = job.payload;
      await transaction.execute(sql`
        update own_list_entries set sureness = found.sureness, candidates = found.candidates,
          chosen = case when decided_at is null then found.chosen else own_list_entries.chosen end
        from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found(key text, sureness text, candidates jsonb, chosen text)
        where list_id = ${list} and own_list_entries.key = found.key`);
      return countEntries(transaction, list);
    });
  }

  /** Ends the work on a list. */
  async ended(
    { list, run }: OwnListPayload,
    state: 'READY' | 'FAILED',
    transaction: Database | Transaction = this.database,
  ): Promise<void> {
    const ready = state === 'READY' ? { contents: sql`${ownLists.contents} + 1` } : {};
    await transaction
      .update(ownLists)
      .set({ state, ...ready })
      .where(and(eq(ownLists.id, list), eq(ownLists.run, run)));
  }
}

/** Counts anew what the entries of a list have come to. */
export async function countEntries(transaction: Transaction, id: string): Promise<OwnListFigures> {
  const rows = (which: SQL) => sql<number>`coalesce(sum(${ownListEntries.rows}) filter (where ${which}), 0)::integer`;
  const { sureness, chosen } = ownListEntries;
  const [figures = NO_FIGURES] = await transaction
    .select({
      entries: sql<number>`count(*)::integer`,
      looked: sql<number>`count(${sureness})::integer`,
      sure: rows(sql`${sureness} = 'SURE'`),
      probable: rows(sql`${sureness} = 'PROBABLE'`),
      ambiguous: rows(sql`${sureness} = 'AMBIGUOUS'`),
      none: rows(sql`${sureness} = 'NONE'`),
      found: rows(sql`${chosen} is not null`),
      members: sql<number>`count(distinct ${chosen})::integer`,
    })
    .from(ownListEntries)
    .where(eq(ownListEntries.listId, id));
  await transaction.update(ownLists).set({ figures }).where(eq(ownLists.id, id));
  return figures;
}
