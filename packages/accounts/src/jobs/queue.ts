import { randomUUID } from 'node:crypto';
import { and, desc, eq, getTableColumns, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { jobs } from '../database/schema.js';
import type { JobState } from '../database/tables/jobs.js';
import { workingFor } from '../database/turns.js';

/** Whose job it is: an account, and whom of it; they take turns with other accounts. */
export interface JobOwner {
  /** The main account's user id. */
  accountId: number;
  personId: number;
}

export interface NewJob {
  /** Names the job: the same one is taken in once, for as long as it is kept after its end. */
  key: string;
  kind: string;
  /** Null for the portal's own work. */
  owner?: JobOwner | null;
  /** As JSON. It goes with the end of the job; what must not lie in a database does not belong into it. */
  payload?: unknown;
  /** Begun after so many milliseconds at the earliest. */
  afterMs?: number;
}

/** A job as others see it: without its payload. */
export type JobView = Omit<typeof jobs.$inferSelect, 'payload' | 'lease' | 'leasedUntil'>;

/** A job that somebody has taken on. */
export type ClaimedJob = typeof jobs.$inferSelect & { lease: string };

/** Jobs of a kind that have not ended, are set aside, or failed within the last day. */
export interface OpenJobs {
  kind: string;
  state: JobState | 'SET_ASIDE';
  count: number;
  /** How old the oldest of them is. */
  oldestSeconds: number;
}

/** How far a job is. */
export interface Progress {
  rowsDone?: number;
  rowsTotal?: number;
}

/** Which jobs count as due before their moment: none, those that were never tried, or all. */
export type Early = 'none' | 'untried' | 'all';

/** What portals that share a database tell each other by: in so many milliseconds something is due. */
export const JOBS_CHANNEL = 'tidewaiter_jobs';

/** No job waits longer for its next try, in milliseconds: one that seems to was entered before the clock was turned back. */
export const LONGEST_WAIT_MS = 2 * 60 * 60 * 1000;

export const OPEN: JobState[] = ['WAITING', 'RUNNING'];

const { payload: _payload, lease: _lease, leasedUntil: _leasedUntil, ...VIEW } = getTableColumns(jobs);

const after = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

/** The jobs in the database. All moments are the database's, so portals with different clocks agree. */
export class JobQueue {
  constructor(
    private readonly database: Database,
    private readonly leaseMs: number,
  ) {}

  /** @returns whether it is a new one */
  async add(job: NewJob, database: Database | Transaction): Promise<boolean> {
    const { key, kind, owner = null, payload = null, afterMs = 0 } = job;
    // In one statement, and heard of when its transaction is committed, never before.
    const { rows } = await database.execute(sql`
      with added as (
        insert into ${jobs} (key, kind, account_id, person_id, traceparent, payload, run_after)
        values (${key}, ${kind}, ${owner?.accountId ?? null}, ${owner?.personId ?? null},
          ${workingFor.getStore()?.traceparent ?? null}, ${JSON.stringify(payload)}::jsonb, ${after(afterMs)})
        on conflict (key) do nothing
        returning id)
      select pg_notify(${JOBS_CHANNEL}, ${String(afterMs)}) from added`);
    return rows.length > 0;
  }

  async find(key: string): Promise<JobView | undefined> {
    const [found] = await this.database.select(VIEW).from(jobs).where(eq(jobs.key, key));
    return found;
  }

  async get(id: number): Promise<JobView | undefined> {
    const [found] = await this.database.select(VIEW).from(jobs).where(eq(jobs.id, id));
    return found;
  }

  /** The latest jobs, newest first. */
  async list(options: { states?: JobState[]; kind?: string | undefined; limit: number }): Promise<JobView[]> {
    const { states, kind, limit } = options;
    return this.database
      .select(VIEW)
      .from(jobs)
      .where(and(states && inArray(jobs.state, states), kind === undefined ? undefined : eq(jobs.kind, kind)))
      .orderBy(desc(jobs.id))
      .limit(limit);
  }

  async unfinished(): Promise<OpenJobs[]> {
    return (
      this.database
        .select({
          kind: jobs.kind,
          state: sql<OpenJobs['state']>`case when ${IS_SET_ASIDE} then 'SET_ASIDE' else ${jobs.state} end`,
          count: sql<number>`count(*)::integer`,
          oldestSeconds: sql<number>`greatest(0, extract(epoch from now() - min(${jobs.createdAt})))::float8`,
        })
        .from(jobs)
        .where(or(inArray(jobs.state, OPEN), IS_SET_ASIDE, HAS_JUST_FAILED))
        // The second column that is selected.
        .groupBy(jobs.kind, sql`2`)
    );
  }

  /**
   * Takes on the job whose turn it is: of the account that has the fewest under way, then of the one that waited longest for its turn,
   * then the oldest. Two that ask at the same time never get the same one.
   *
   * @param alone kinds of which an account has one under way at most
   * @param suspects whether it may be one with which a process has ended
   */
  async claim(kinds: string[], early: Early, alone: string[] = [], suspects = true): Promise<ClaimedJob | undefined> {
    if (kinds.length === 0) return undefined;
    const others = sql`from ${jobs} o where o.kind = j.kind and ${account('o')} = ${account('j')}`;
    // The condition stands twice, since a row that somebody else has just taken is read again before it is locked.
    const next = sql`(
      select j.id from ${jobs} j join (
        select distinct on (d.kind, ${account('d')}) d.id from ${jobs} d
        where d.kind in ${kinds} and ${this.#due('d', early)} ${unsuspected('d', suspects)} and not ${waitsForOwn('d', alone)}
        order by d.kind, ${account('d')}, d.run_after, d.id
      ) first on first.id = j.id
      where ${this.#due('j', early)}
      order by (select count(*) ${others} and o.state = 'RUNNING'), (select max(o.started_at) ${others}) nulls first, j.id
      limit 1 for update of j skip locked)`;
    const [claimed] = await this.database
      .update(jobs)
      .set({
        state: 'RUNNING',
        lease: randomUUID(),
        leasedUntil: after(this.leaseMs),
        tries: sql`${jobs.tries} + 1`,
        ends: sql`${jobs.ends} + (${jobs.state} = 'RUNNING')::integer`,
        startedAt: sql`now()`,
      })
      .where(eq(jobs.id, next))
      .returning();
    return claimed as ClaimedJob | undefined;
  }

  /**
   * In how many milliseconds the next job of these kinds is due, or the next lease runs out; undefined while there is none.
   *
   * @param alone as in {@link claim}, as is `suspects`: what waits for the end of another is due when that has ended
   */
  async nextDue(kinds: string[], alone: string[], suspects = true): Promise<number | undefined> {
    if (kinds.length === 0) return undefined;
    const at = sql`case j.state when 'RUNNING' then j.leased_until else j.run_after end`;
    const { rows } = await this.database.execute<{ ms: number | null }>(sql`
      select (extract(epoch from min(${at}) - now()) * 1000)::float8 as ms from ${jobs} j
      where j.kind in ${kinds} and j.state in ${OPEN} ${unsuspected('j', suspects)} and not ${waitsForOwn('j', alone)}`);
    return rows[0]?.ms ?? undefined;
  }

  /** Holds on to a job, and says how far it is. Undefined when somebody else has it by now. */
  async hold(job: ClaimedJob, progress: Progress = {}): Promise<{ cancelAsked: boolean } | undefined> {
    const [held] = await this.database
      .update(jobs)
      .set({ leasedUntil: after(this.leaseMs), ...progress })
      .where(heldBy(job))
      .returning({ cancelAsked: jobs.cancelAsked });
    return held;
  }

  /** Whether the job is still this one's, which holds until the transaction ends. */
  async isHeld(job: ClaimedJob, transaction: Transaction): Promise<boolean> {
    return (await transaction.select({ id: jobs.id }).from(jobs).where(heldBy(job)).for('update')).length > 0;
  }

  /** Ends a job. @returns false when it was somebody else's by now, or had ended */
  async end(
    job: ClaimedJob,
    end: { state: 'DONE' | 'FAILED' | 'CANCELLED'; result?: unknown; error?: string | null } & Progress,
    database: Database | Transaction = this.database,
  ): Promise<boolean> {
    const { state, result = null, error = null, ...progress } = end;
    const ended = await database
      .update(jobs)
      .set({
        ...{ ...progress, state, result, error, lease: null, leasedUntil: null, endedAt: sql`now()` },
        ...(state === 'FAILED' ? {} : { payload: null }),
      })
      .where(heldBy(job))
      .returning({ id: jobs.id });
    return ended.length > 0;
  }

  /** Gives a job back, to be tried again after a while. */
  async postpone(job: ClaimedJob, afterMs: number, error: string): Promise<void> {
    await this.#giveBack(heldBy(job), { runAfter: after(afterMs), error }, afterMs);
  }

  /** Gives a job back as if it had not been begun, by a process that stops and has {@link excuse}d it. */
  async release(job: ClaimedJob): Promise<void> {
    await this.#giveBack(heldBy(job), {
      ...{ runAfter: after(0), tries: sql`${jobs.tries} - 1`, ends: sql`${jobs.ends} + 1` },
    });
  }

  /** Gives back whatever is under way: for a database that is one process's, by the process that has just opened it. */
  async releaseAll(): Promise<void> {
    await this.#giveBack(eq(jobs.state, 'RUNNING'), { ends: sql`${jobs.ends} + 1` });
  }

  /** Says of jobs that whoever goes on with them took them from a process that lived, or was told to stop: that is no end to be counted. */
  async excuse(ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database
      .update(jobs)
      .set({ ends: sql`${jobs.ends} - 1` })
      .where(and(inArray(jobs.id, ids), inArray(jobs.state, OPEN)));
  }

  /** Notes which part of a job is begun now. */
  async notePart(job: ClaimedJob, part: string | null): Promise<void> {
    await this.database.update(jobs).set({ part }).where(heldBy(job));
  }

  /** Enters a part of a job as one of its own that is set aside; the last end is that one's. */
  async setAside(job: ClaimedJob, part: NewJob, error: string, transaction: Transaction): Promise<ClaimedJob> {
    await transaction
      .update(jobs)
      .set({ part: null, ends: sql`${jobs.ends} - 1` })
      .where(heldBy(job));
    const { key, kind, owner, payload } = part;
    const row = {
      ...{ key, kind, payload, error, accountId: owner?.accountId ?? null, personId: owner?.personId ?? null },
      ...{ state: 'FAILED' as const, ends: SET_ASIDE_AT, startedAt: sql`now()`, endedAt: sql`now()` },
    };
    const [made] = await transaction
      .insert(jobs)
      .values(row)
      .onConflictDoUpdate({ target: jobs.key, set: row })
      .returning();
    return made as ClaimedJob;
  }

  /** The keys of those of a kind that are set aside. */
  async setAsideOf(kind: string, database: Database | Transaction): Promise<string[]> {
    const found = await database
      .select({ key: jobs.key })
      .from(jobs)
      .where(and(eq(jobs.kind, kind), IS_SET_ASIDE));
    return found.map(({ key }) => key);
  }

  /**
   * Writes down that a job is to be cancelled. One that waits is taken on by the asker, who ends it in the same transaction.
   *
   * @param canEnd whether the asker can end jobs of a kind
   * @returns the job as it was; undefined when it has ended, or never was
   */
  async askToCancel(
    key: string,
    canEnd: (kind: string) => boolean,
    transaction: Transaction,
  ): Promise<{ job: ClaimedJob; taken: boolean } | undefined> {
    const [found] = await transaction
      .update(jobs)
      .set({ cancelAsked: true })
      .where(and(eq(jobs.key, key), inArray(jobs.state, OPEN)))
      .returning();
    if (!found) return undefined;
    const taken = found.state === 'WAITING' && canEnd(found.kind);
    if (!taken) return { job: found as ClaimedJob, taken };
    const lease = randomUUID();
    const running = { state: 'RUNNING', lease, leasedUntil: after(this.leaseMs) } as const;
    await transaction.update(jobs).set(running).where(eq(jobs.id, found.id));
    return { job: { ...found, lease }, taken };
  }

  /** Lets a failed job be tried anew. @returns false when it has not failed */
  async retry(id: number): Promise<boolean> {
    const failed = and(eq(jobs.id, id), eq(jobs.state, 'FAILED'));
    return this.#giveBack(failed, {
      ...{ runAfter: after(0), tries: 0, ends: 0, part: null, cancelAsked: false, endedAt: null },
    });
  }

  /** Ends a failed job for good. @returns false when it has not failed */
  async drop(id: number): Promise<boolean> {
    const dropped = await this.database
      .update(jobs)
      .set({ state: 'CANCELLED', payload: null, endedAt: sql`now()` })
      .where(and(eq(jobs.id, id), eq(jobs.state, 'FAILED')))
      .returning({ id: jobs.id });
    return dropped.length > 0;
  }

  /** Removes what ended so many days ago; what is set aside stays, or it would come again. */
  async purge(states: JobState[], days: number): Promise<void> {
    await this.database
      .delete(jobs)
      .where(
        and(inArray(jobs.state, states), not(IS_SET_ASIDE), sql`${jobs.endedAt} < now() - ${days} * interval '1 day'`),
      );
  }

  async #giveBack(which: SQL | undefined, changes: Record<string, unknown>, afterMs = 0): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const given = await transaction
        .update(jobs)
        .set({ state: 'WAITING', lease: null, leasedUntil: null, ...changes })
        .where(which)
        .returning({ id: jobs.id });
      if (given.length === 0) return false;
      await transaction.execute(sql`select pg_notify(${JOBS_CHANNEL}, ${String(afterMs)})`);
      return true;
    });
  }

  /** Waiting, and its moment has come; or under way, and its lease has run out. A clock that was turned back delays neither for long. */
  #due(alias: string, early: Early): SQL {
    const column = (name: string) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
    const passed = (name: string, longestMs: number) =>
      sql`(${column(name)} <= now() or ${column(name)} > ${after(longestMs)})`;
    const isEarly = { none: sql`false`, untried: sql`${column('tries')} = 0`, all: sql`true` }[early];
    return sql`(${column('state')} = 'WAITING' and (${isEarly} or ${passed('run_after', LONGEST_WAIT_MS)})
      or ${column('state')} = 'RUNNING' and ${passed('leased_until', 2 * this.leaseMs)})`;
  }
}

/** So many ends of its process set a job aside. */
export const SET_ASIDE_AT = 2;

/** What is said of a job that was dropped: one that was set aside is begun again with whatever it is of. */
export const droppedWords = ({ id, ends }: Pick<JobView, 'id' | 'ends'>) =>
  ends < SET_ASIDE_AT
    ? `Job ${id} is dropped.`
    : `Job ${id} is dropped. A standing question that it was set aside for is looked after again with the next records: remove or pause it to stop it for good.`;

// As its index says it.
const IS_SET_ASIDE = sql`(${jobs.state} = 'FAILED' and ${jobs.ends} > 1)`;

/** One that stays to be seen is news for a day. */
const HAS_JUST_FAILED = sql`(${jobs.state} = 'FAILED' and ${jobs.endedAt} > now() - interval '1 day')`;

/**
 * One with which a process has ended is under way alone of its like: with two of them, the next end would say of neither that it was it. One
 * that is still said to be under way, with a lease that has run out, is one of them as soon as it is taken on.
 */
const unsuspected = (table: string, suspects: boolean) =>
  suspects ? sql`` : sql`and ${sql.identifier(table)}.ends + (${sql.identifier(table)}.state = 'RUNNING')::integer < 1`;

const account = (table: string) => sql`coalesce(${sql.identifier(table)}.account_id, 0)`;

/**
 * Whether a job is of a kind of which its account has one under way at most, and has one. What is under way is read once and not for each job:
 * an account may have tens of thousands that wait.
 */
const waitsForOwn = (table: string, alone: string[]) =>
  alone.length === 0
    ? sql`false`
    : sql`(${sql.identifier(table)}.state = 'WAITING' and (${sql.identifier(table)}.kind, ${account(table)}) in (
        select u.kind, ${account('u')} from ${jobs} u where u.kind in ${alone} and u.state = 'RUNNING'))`;

/** Fencing: a job is written to by its latest lease only. */
const heldBy = ({ id, lease }: ClaimedJob) => and(eq(jobs.id, id), eq(jobs.lease, lease), eq(jobs.state, 'RUNNING'));
