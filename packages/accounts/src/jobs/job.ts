/** What a kind of job says of itself, and what its handler is given. */
import type { Transaction } from '../database/database.js';
import type { ClaimedJob, JobOwner, NewJob } from './queue.js';

const MINUTE_MS = 60_000;

/** Waits between tries at a place of somebody's own, in milliseconds: one that is away for a day is told after it. */
export const TRIES_OF_A_DAY_MS = [
  5_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...Array<number>(12).fill(120 * MINUTE_MS),
];

/** An error that no other try would mend. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure';
}

/** The process ended twice while this was under way: nobody works on it until an operator says so, and everything else goes on. */
export class SetAside extends FinalFailure {
  /** @param about what it is, in words */
  constructor(about: string) {
    super(`The portal's process ended twice while ${about} was under way: it is set aside.`);
  }
}

/** A part of a job as the job of its own that it becomes where it is set aside; with what it is in words. */
export type PartAsJob = Omit<NewJob, 'kind' | 'afterMs'> & { about: string };

/** The job is somebody else's by now, or was cancelled, or the portal stops: whatever is under way ends. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';

  constructor(readonly why: 'lost' | 'cancelled' | 'stopping') {
    super(`the job was interrupted: ${why}`);
  }
}

/** A job in the hands of its handler. */
export interface RunningJob<Payload> {
  readonly key: string;
  readonly owner: JobOwner | null;
  readonly payload: Payload;
  /** Another one at each try: whatever is written outside the database goes under it, so a worker that lost its job spoils nothing. */
  readonly lease: string;
  readonly createdAt: Date;
  /** Which try this is, from 1, and whether another one follows if it fails. */
  readonly tries: number;
  readonly isLastTry: boolean;
  /** Aborted when the job is cancelled or lost, or the portal stops; the handler then ends, by throwing. */
  readonly signal: AbortSignal;
  /**
   * Says how far it is. It writes nothing itself: the next sign of life carries it, some seconds later.
   *
   * @throws JobInterrupted once the signal is aborted
   */
  progress(rowsDone: number, rowsTotal?: number): void;
  /**
   * Works on parts of the job: on all together, but where its process has ended with it on one after another, each noted before it is begun.
   * That at which the process ends again is set aside as a job of its own, and left out of every job of the kind until that is tried anew.
   */
  parts<Part>(
    parts: readonly Part[],
    asJob: (part: Part) => PartAsJob,
    work: (parts: Part[]) => Promise<void>,
  ): Promise<void>;
  /**
   * Makes sure that the job is still this worker's, until the transaction ends.
   *
   * @throws JobInterrupted when it is not: the transaction must not be committed
   */
  mustHold(transaction: Transaction): Promise<void>;
  /**
   * Ends the job within a transaction: what else is written in it is committed with the job's end, or not at all.
   *
   * @throws JobInterrupted when the job is somebody else's by now: the transaction must not be committed
   */
  complete(result: unknown, transaction: Transaction): Promise<void>;
}

/** How a try of a job ended. A job that is postponed is tried again later, one that is released as soon as somebody is there, and one that is lost is somebody else's. */
export interface TriedJob {
  outcome: 'DONE' | 'FAILED' | 'CANCELLED' | 'POSTPONED' | 'RELEASED' | 'LOST';
  error?: unknown;
}

/** What is done around each try of a job: it measures, or says for whom the work is. */
export type AroundTry = (job: ClaimedJob, work: () => Promise<TriedJob>) => Promise<TriedJob>;

export interface JobKind<Payload> {
  /**
   * Does the work. It may be begun again from the start, after a failure or a kill; never within a transaction of the caller's.
   *
   * @returns the result, as JSON, unless the job is completed already
   * @throws FinalFailure when no other try would mend it; anything else is tried again
   */
  work(job: RunningJob<Payload>): Promise<unknown>;
  /** How many are worked on at once by a portal; 1 unless said otherwise. */
  atOnce?: number;
  /** Of one account no two are under way at once. */
  onePerAccount?: true;
  /** Waits between tries, in milliseconds; one try more than there are waits. */
  retryAfterMs?: readonly number[];
  /** What belongs to the end of a job that is not done, in the transaction that ends it: points that are given back, for instance. */
  onRolledBack?(job: ClaimedJob, error: unknown, transaction: Transaction): Promise<void>;
}
