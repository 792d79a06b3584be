import type { PublishedTotal, SourceNews } from '@tidewaiter/contract';
import { eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { publicSources } from '../database/schema.js';
import type { Foundation } from '../webhooks/foundation.js';

export type FollowedSource = typeof publicSources.$inferSelect;

/** The kind of job that looks for new files of a source that is followed. */
export const SOURCE_JOB = 'public source';

export interface SourcePayload {
  name: string;
}

/** Public sources whose files an operator wants to have as they are published, and what came of each last. */
export class FollowedSources {
  constructor(private readonly deps: Foundation) {}

  async list(): Promise<FollowedSource[]> {
    return this.deps.database.select().from(publicSources);
  }

  /** Looks for files of a source from now on, for the first time at once. @param since the first year */
  async follow(name: string, since: number): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      const said = { since, nextAt: this.deps.now() };
      await transaction
        .insert(publicSources)
        .values({ name, ...said })
        .onConflictDoUpdate({ target: publicSources.name, set: said });
      await this.deps.audit.write({ event: 'SOURCE_FOLLOWED', details: { name, since } }, transaction);
      await this.#ask({ name, ...said }, transaction);
    });
  }

  /** Looks for them no more. What is loaded stays. @returns whether it was followed */
  async leave(name: string): Promise<boolean> {
    return this.deps.database.transaction(async (transaction) => {
      const [before] = await transaction.select().from(publicSources).where(eq(publicSources.name, name)).for('update');
      if (before?.since == null) return false;
      await transaction.update(publicSources).set({ since: null, nextAt: null }).where(eq(publicSources.name, name));
      await this.deps.audit.write({ event: 'SOURCE_LEFT', details: { name } }, transaction);
      return true;
    });
  }

  /** Asks for those whose time has come; of several portals each asks, and one looks. */
  async askDue(): Promise<void> {
    const due = await this.deps.database.select().from(publicSources).where(lte(publicSources.nextAt, this.deps.now()));
    for (const one of due) await this.#ask(one);
  }

  /** Notes what came of a source. @param days until it is looked for again, where it is followed; left as it is without */
  async note(
    name: string,
    news: SourceNews,
    days?: number,
    database: Database | Transaction = this.deps.database,
  ): Promise<void> {
    await database
      .insert(publicSources)
      .values({ name, news })
      .onConflictDoUpdate({ target: publicSources.name, set: { news } });
    if (days === undefined) return;
    const next = sql`${this.deps.now().toISOString()}::timestamptz + make_interval(days => ${days})`;
    await database
      .update(publicSources)
      .set({ nextAt: next })
      .where(sql`${publicSources.name} = ${name} and ${isNotNull(publicSources.since)}`);
  }

  /** Keeps what a source has published as the sums of its files, in the place of what it said of the same trade before. */
  async noteTotals(name: string, totals: readonly PublishedTotal[]): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      const [before] = await transaction.select().from(publicSources).where(eq(publicSources.name, name)).for('update');
      const others = ((before?.totals ?? []) as PublishedTotal[]).filter(
        ({ trade }) => !totals.some((one) => one.trade === trade),
      );
      const said = { totals: [...others, ...totals] };
      await transaction
        .insert(publicSources)
        .values({ name, ...said })
        .onConflictDoUpdate({ target: publicSources.name, set: said });
    });
  }

  async #ask(
    { name, nextAt }: Pick<FollowedSource, 'name' | 'nextAt'>,
    database: Database | Transaction = this.deps.database,
  ): Promise<void> {
    const payload: SourcePayload = { name };
    const key = `${SOURCE_JOB} ${name} ${nextAt?.toISOString()}`;
    await this.deps.jobs.enqueue({ key, kind: SOURCE_JOB, payload }, database);
  }
}
