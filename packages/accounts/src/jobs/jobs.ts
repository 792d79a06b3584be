import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@tidewaiter/contract';
import type { Database, OpenDatabase, Transaction } from '../database/database.js';
import {
  type AroundTry,
  FinalFailure,
  JobInterrupted,
  type JobKind,
  type PartAsJob,
  type RunningJob,
  SetAside,
  type TriedJob,
} from './job.js';
import {
  type ClaimedJob,
  droppedWords,
  type Early,
  JOBS_CHANNEL,
  JobQueue,
  type JobView,
  LONGEST_WAIT_MS,
  type NewJob,
  OPEN,
  type OpenJobs,
  type Progress,
  SET_ASIDE_AT,
} from './queue.js';

/** How long a worker that says nothing is believed to be at work, in milliseconds. Killed, its job goes on elsewhere after that. */
const LEASE_MS = 30_000;

/** How many times within a lease a worker says that it is still at work, and hears that its job was cancelled. */
const HOLDS_IN_A_LEASE = 6;

/** How often the queue is looked at where nobody said that anything is due, in milliseconds: a notice may be lost. */
const LOOK_MS = 30_000;

/** A job that is due may be locked by somebody for a moment: it is looked for again so many milliseconds later. */
const SOON_MS = 50;

/** How long work under way may go on when the portal stops, in milliseconds. */
const STOP_WITHIN_MS = 10_000;

/** How long an ended job is kept, in days: its key names the same job for as long. */
const KEPT_DAYS = { DONE: 7, CANCELLED: 7, FAILED: 30 } as const;

const MINUTE_MS = 60_000;

/** Waits between tries unless a kind says otherwise, in milliseconds. */
const RETRY_AFTER_MS = [2_000, 15_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

type AnyKind = JobKind<unknown>;

/** A job that is under way in this process. */
interface UnderWay {
  id: number;
  kind: string;
  /** A process has ended with it before. */
  isSuspect: boolean;
  abort: AbortController;
  done: Promise<unknown>;
}

/**
 * Work that outlives the call that asked for it: taken in within a transaction, done by some portal, done again after a kill.
 * Accounts take turns. Whoever works holds a lease; no transaction is open meanwhile. Decision 0028.
 */
export class Jobs {
  /** What is done around each try, the last one innermost. */
  readonly around: AroundTry[] = [];
  readonly #queue: JobQueue;
  readonly #kinds = new Map<string, AnyKind>();
  /** By lease. */
  readonly #underWay = new Map<string, UnderWay>();
  /** Lost by this process, which goes on: nobody's end, which the database is told when it is there. */
  readonly #lost = new Set<number>();
  /** How many have ended here, however. */
  #ended = 0;
  #onError: (error: unknown) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #looking: Promise<unknown> = Promise.resolve();
  #started = false;
  #stopped = false;
  #ready: Promise<void> | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(
    private readonly open: Pick<OpenDatabase, 'database' | 'isEmbedded' | 'listen'>,
    private readonly leaseMs = LEASE_MS,
  ) {
    this.#queue = new JobQueue(open.database, leaseMs);
  }

  /** Says how jobs of a kind are done, before {@link start}. */
  handle<Payload>(kind: string, how: JobKind<Payload>): void {
    if (this.#kinds.has(kind)) throw new Error(`jobs of the kind ${kind} have a handler already`);
    if (how.retryAfterMs?.some((ms) => ms > LONGEST_WAIT_MS)) throw new Error(`jobs of the kind ${kind} wait too long`);
    this.#kinds.set(kind, how as AnyKind);
  }

  /**
   * Takes a job in: with the transaction that is given, or not at all. Under a key that is known already nothing happens.
   *
   * @returns whether it is a new one
   */
  async enqueue(job: NewJob, database: Database | Transaction = this.open.database): Promise<boolean> {
    return this.#queue.add(job, database);
  }

  async find(key: string): Promise<JobView | undefined> {
    return this.#queue.find(key);
  }

  async list(options: Parameters<JobQueue['list']>[0]): Promise<JobView[]> {
    return this.#queue.list(options);
  }

  /** The jobs that have not ended, are set aside or failed within the last day, by kind and state: how many, and how old the oldest is. Of a kind that is known here with zeros. */
  async unfinished(): Promise<OpenJobs[]> {
    const found = await this.#queue.unfinished();
    const missing = [...this.#kinds.keys()].flatMap((kind) =>
      ([...OPEN, 'FAILED', 'SET_ASIDE'] as const)
        .filter((state) => !found.some((one) => one.kind === kind && one.state === state))
        .map((state) => ({
          ...{ kind, state, count: 0, oldestSeconds: 0 },
        })),
    );
    return [...found, ...missing];
  }

  async get(id: number): Promise<JobView | undefined> {
    return this.#queue.get(id);
  }

  /** Lets a failed job be tried anew, from its first try on. @returns false when it has not failed */
  async retry(id: number): Promise<boolean> {
    return this.#queue.retry(id);
  }

  /** Ends a failed job for good: nobody tries it anew. @returns false when it has not failed */
  async drop(id: number): Promise<boolean> {
    return this.#queue.drop(id);
  }

  async #named(id: number): Promise<JobView> {
    const job = await this.get(id);
    if (!job) throw new OperatorError(`There is no job ${id}.`);
    return job;
  }

  /**
   * Lets a failed job be tried anew, as the operator asks for it.
   *
   * @returns what is said of it
   * @throws OperatorError where it has not failed, or is none
   */
  async tryAnew(id: number): Promise<string> {
    const { state } = await this.#named(id);
    if (!(await this.retry(id))) throw new OperatorError(`Job ${id} has not failed: it is ${state.toLowerCase()}.`);
    return `Job ${id} is tried anew.`;
  }

  /**
   * Ends a job, as the operator asks for it: one that failed is dropped, any other is cancelled.
   *
   * @returns what is said of it
   * @throws OperatorError where it has ended, or is none
   */
  async end(id: number): Promise<string> {
    const job = await this.#named(id);
    if (await this.drop(id)) return droppedWords(job);
    if (!(await this.cancel(job.key)))
      throw new OperatorError(`Job ${id} has ended: it is ${job.state.toLowerCase()}.`);
    return `Job ${id} is cancelled, or will be as soon as whoever works on it hears of it.`;
  }

  /** The keys of the jobs of a kind that are set aside, since the process ended twice while they were under way. */
  async setAside(kind: string, database: Database | Transaction = this.open.database): Promise<string[]> {
    return this.#queue.setAsideOf(kind, database);
  }

  /**
   * Cancels a job: at once when it waits; when it is under way, as soon as its worker hears of it, which may still end it before.
   *
   * @returns false when it has ended, or never was
   */
  async cancel(key: string): Promise<boolean> {
    const asked = await this.open.database.transaction(async (transaction) => {
      const asked = await this.#queue.askToCancel(key, (kind) => this.#kinds.has(kind), transaction);
      if (asked?.taken) await this.#rollBack(asked.job, 'CANCELLED', undefined, transaction);
      return asked;
    });
    if (asked?.taken) await this.#tried(asked.job, async () => ({ outcome: 'CANCELLED' }));
    for (const { id, abort } of this.#underWay.values()) {
      if (id === asked?.job.id) abort.abort(new JobInterrupted('cancelled'));
    }
    return asked !== undefined;
  }

  /** Removes what ended long ago. */
  async purge(): Promise<void> {
    for (const [state, days] of Object.entries(KEPT_DAYS)) {
      await this.#queue.purge([state as keyof typeof KEPT_DAYS], days);
    }
  }

  /**
   * Begins to work, in the background, until {@link close}.
   *
   * @param onError told what the background meets; a database that is away, for instance
   */
  async start(onError: (error: unknown) => void = () => {}): Promise<void> {
    this.#started = true;
    this.#onError = onError;
    await this.#takeOver();
    this.#stopListening = await this.open.listen(JOBS_CHANNEL, (afterMs) => this.#lookIn(Number(afterMs) || 0));
    this.#lookIn(0);
  }

  /**
   * Works on what waits until nothing does, here and now.
   *
   * @param early which jobs need not wait for their moment
   * @param withinMs after which time nothing more is begun
   */
  async settle({ early = 'all', kinds, withinMs }: { early?: Early; kinds?: string[]; withinMs?: number } = {}) {
    await this.#takeOver();
    const until = performance.now() + (withinMs ?? Number.POSITIVE_INFINITY);
    while (!this.#stopped && performance.now() < until) {
      const ended = this.#ended;
      await this.#takeOn(early, kinds);
      const underWay = [...this.#underWay.values()].filter(({ kind }) => kinds?.includes(kind) ?? true);
      if (underWay.length > 0) await Promise.race(underWay.map(({ done }) => done));
      // What ended meanwhile may have been given back since it was looked for.
      else if (ended === this.#ended) return;
    }
  }

  /** Takes nothing more on, and lets what is under way end; what does not is given back, or goes on elsewhere when its lease runs out. */
  async close(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#stopListening?.();
    await this.#looking;
    // Whatever ends this process from here on, it was told to stop.
    await this.#queue.excuse([...this.#underWay.values()].map(({ id }) => id)).catch(this.#onError);
    for (const { abort } of this.#underWay.values()) abort.abort(new JobInterrupted('stopping'));
    const ended = Promise.all([...this.#underWay.values()].map(({ done }) => done));
    const giveUp = new AbortController();
    await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { signal: giveUp.signal }).catch(() => {})]);
    giveUp.abort();
  }

  /** The embedded database is one process's at a time: what is under way in it was left by one that died. */
  #takeOver(): Promise<void> {
    this.#ready ??= this.open.isEmbedded ? this.#queue.releaseAll() : Promise.resolve();
    return this.#ready;
  }

  /** Looks at the queue in so many milliseconds, unless it does so before. */
  #lookIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.#stopped || at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.#look().catch((error: unknown) => {
        this.#onError(error);
        this.#lookIn(LOOK_MS);
      });
    }, ms);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    await this.#takeOn('none');
    // Those of a kind or an account of which as many are under way as may be are looked for when one of them ends.
    const due = this.#stopped
      ? undefined
      : await this.#queue.nextDue(this.#free(), this.#onePerAccount, this.#mayBeSuspect);
    this.#lookIn(Math.min(LOOK_MS, Math.max(SOON_MS, due ?? LOOK_MS)));
  }

  /** The kinds of which an account has one under way at most. */
  get #onePerAccount(): string[] {
    return [...this.#kinds].flatMap(([name, { onePerAccount }]) => (onePerAccount ? [name] : []));
  }

  /** Whether one may be taken on with which a process has ended: of those one at a time, so that another end says which it was. */
  get #mayBeSuspect(): boolean {
    return ![...this.#underWay.values()].some(({ isSuspect }) => isSuspect);
  }

  /** The kinds of which more may be taken on. */
  #free(kinds = [...this.#kinds.keys()]): string[] {
    const underWay = [...this.#underWay.values()];
    return kinds.filter((name) => {
      const kind = this.#kinds.get(name);
      return kind && underWay.filter((job) => job.kind === name).length < (kind.atOnce ?? 1);
    });
  }

  /** Begins as many jobs as may be under way at once; one asker after another. */
  #takeOn(early: Early, kinds?: string[]): Promise<void> {
    const work = async () => {
      while (!this.#stopped) {
        const lost = [...this.#lost];
        await this.#queue.excuse(lost);
        for (const id of lost) this.#lost.delete(id);
        const job = await this.#queue.claim(this.#free(kinds), early, this.#onePerAccount, this.#mayBeSuspect);
        if (!job) return;
        this.#begin(job);
      }
    };
    const taken = this.#looking.then(work);
    this.#looking = taken.catch(() => {});
    return taken;
  }

  #begin(job: ClaimedJob): void {
    const abort = new AbortController();
    const done = this.#tried(job, () => this.#work(job, abort))
      .catch((error: unknown) => this.#onError(error))
      .finally(() => {
        this.#underWay.delete(job.lease);
        this.#ended += 1;
        if (this.#started) this.#lookIn(0);
      });
    this.#underWay.set(job.lease, { id: job.id, kind: job.kind, isSuspect: job.ends > 0, abort, done });
  }

  #tried(job: ClaimedJob, work: () => Promise<TriedJob>): Promise<TriedJob> {
    return this.around.reduceRight<() => Promise<TriedJob>>((inner, around) => () => around(job, inner), work)();
  }

  async #work(job: ClaimedJob, abort: AbortController): Promise<TriedJob> {
    const kind = this.#kinds.get(job.kind);
    if (!kind) return { outcome: 'LOST' };
    const waits = kind.retryAfterMs ?? RETRY_AFTER_MS;
    const end = async (outcome: 'FAILED' | 'CANCELLED', error?: unknown): Promise<TriedJob> => {
      await this.open.database.transaction((transaction) => this.#rollBack(job, outcome, error, transaction));
      return { outcome, error };
    };
    if (job.cancelAsked) return end('CANCELLED');
    // Where it was in a part of it, that is to blame, and not the whole.
    if (job.ends >= SET_ASIDE_AT && job.part === null) return end('FAILED', new SetAside('it'));
    const held = this.#keepHold(job, abort);
    try {
      const result = await kind.work(this.#running(job, abort.signal, held, job.tries > waits.length));
      await this.#queue.end(job, { state: 'DONE', result, ...held.progress });
      return { outcome: 'DONE' };
    } catch (error) {
      const why = abort.signal.reason instanceof JobInterrupted ? abort.signal.reason.why : undefined;
      if (why === 'lost' || (error instanceof JobInterrupted && error.why === 'lost')) {
        this.#lost.add(job.id);
        return { outcome: 'LOST' };
      }
      if (why === 'cancelled') return await end('CANCELLED');
      if (why === 'stopping') {
        await this.#queue.release(job);
        return { outcome: 'RELEASED' };
      }
      const wait = waits[job.tries - 1];
      if (error instanceof FinalFailure || wait === undefined) return await end('FAILED', error);
      await this.#queue.postpone(job, wait, textOf(error));
      return { outcome: 'POSTPONED', error };
    } finally {
      held.stop();
    }
  }

  /** Ends a job that is not done, with what belongs to that. */
  async #rollBack(
    job: ClaimedJob,
    state: 'FAILED' | 'CANCELLED',
    error: unknown,
    transaction: Transaction,
  ): Promise<void> {
    const ended = await this.#queue.end(job, { state, error: error === undefined ? null : textOf(error) }, transaction);
    if (ended) await this.#kinds.get(job.kind)?.onRolledBack?.(job, error, transaction);
  }

  /** As {@link RunningJob.parts} says. */
  async #parts<Part>(
    job: ClaimedJob,
    parts: readonly Part[],
    asJob: (part: Part) => PartAsJob,
    work: (parts: Part[]) => Promise<void>,
  ): Promise<void> {
    const resting = new Set(await this.setAside(job.kind));
    const left = parts.filter((part) => !resting.has(asJob(part).key));
    if (job.ends < 1) return work(left);
    try {
      for (const part of left) {
        const { about, ...own } = asJob(part);
        if (own.key !== job.part || job.ends < SET_ASIDE_AT) {
          await this.#queue.notePart(job, own.key);
          await work([part]);
          continue;
        }
        const error = new SetAside(about);
        if (own.key === job.key) throw error;
        await this.open.database.transaction(async (transaction) => {
          const aside = await this.#queue.setAside(job, { ...own, kind: job.kind }, error.message, transaction);
          await this.#kinds.get(job.kind)?.onRolledBack?.(aside, error, transaction);
        });
      }
    } finally {
      await this.#queue.notePart(job, null);
    }
  }

  /** Says from time to time that a job is being worked on, and how far it is. */
  #keepHold(job: ClaimedJob, abort: AbortController) {
    const progress: Progress = {};
    let lostAt = performance.now() + this.leaseMs;
    let saying: Promise<void> = Promise.resolve();
    const say = async () => {
      const saidAt = performance.now();
      try {
        const held = await this.#queue.hold(job, progress);
        if (!held) abort.abort(new JobInterrupted('lost'));
        else if (held.cancelAsked) abort.abort(new JobInterrupted('cancelled'));
        lostAt = saidAt + this.leaseMs;
      } catch (error) {
        // The database may come back before the lease runs out.
        this.#onError(error);
        if (performance.now() >= lostAt) abort.abort(new JobInterrupted('lost'));
      }
    };
    const timer = setInterval(() => {
      saying = saying.then(() => (abort.signal.aborted ? undefined : say()));
    }, this.leaseMs / HOLDS_IN_A_LEASE);
    timer.unref();
    return { progress, stop: () => clearInterval(timer) };
  }

  #running(
    job: ClaimedJob,
    signal: AbortSignal,
    { progress }: { progress: Progress },
    isLastTry: boolean,
  ): RunningJob<unknown> {
    const { key, payload, lease, createdAt, tries, accountId, personId } = job;
    return {
      ...{ key, payload, lease, createdAt, tries, isLastTry, signal },
      owner: accountId === null || personId === null ? null : { accountId, personId },
      progress(rowsDone, rowsTotal) {
        signal.throwIfAborted();
        progress.rowsDone = rowsDone;
        if (rowsTotal !== undefined) progress.rowsTotal = rowsTotal;
      },
      parts: (parts, asJob, work) => this.#parts(job, parts, asJob, work),
      mustHold: async (transaction) => {
        if (!(await this.#queue.isHeld(job, transaction))) throw new JobInterrupted('lost');
      },
      complete: async (result, transaction) => {
        const ended = await this.#queue.end(job, { state: 'DONE', result, ...progress }, transaction);
        if (!ended) throw new JobInterrupted('lost');
      },
    };
  }
}

/** Longest text that is kept of an error. */
const ERROR_MAX = 500;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX);
