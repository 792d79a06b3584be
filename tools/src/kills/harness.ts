/** One way to kill: something is begun, its process is killed at a random moment of it, and what must hold is looked at. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@tidewaiter/demo';
import { ended } from '@tidewaiter/testing/command';

/** Moments are drawn from the time that the whole thing takes, and a little more: some rounds come too late. */
const LATEST = 1.1;

/** Draws the moments of kills from the times of what nobody kills. */
export class Moments {
  readonly #times = new Map<string, number>();

  constructor(readonly random: Random) {}

  isKnown(kind: string): boolean {
    return this.#times.has(kind);
  }

  /** Does something that nobody kills, unless it is known already how long that takes. */
  async learn(kind: string, act: () => Promise<unknown>): Promise<void> {
    if (this.isKnown(kind)) return;
    const began = Date.now();
    await act();
    this.#times.set(kind, Date.now() - began);
  }

  /** Waits until some moment of it. @param latest in times of what nobody kills */
  async come(kind: string, latest = LATEST): Promise<void> {
    await sleep((this.#times.get(kind) ?? 0) * latest * this.random.next());
  }
}

/** Ends a process as a machine that loses its power does. */
export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended(child);
}

/** Throws where something is not what it must be. */
export function mustBe(what: string, is: unknown, expected: unknown): void {
  if (is !== expected) throw new Error(`${what}: ${is}, and not ${expected}`);
}

interface Killing {
  moments: Moments;
  random: Random;
  /** Those of its kinds that are killed. */
  kinds: readonly string[];
  /** A round or two of a test: on few records. */
  isShort: boolean;
}

interface Attempts {
  /**
   * Begins something and kills it.
   *
   * @returns whether it had done its work by then
   * @throws where what is left is not as it must be
   */
  kill(kind: string): Promise<boolean>;
  /** Looks at what must hold in the end. @returns what is worth telling */
  end?(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** What is killed. */
export interface Subject {
  name: string;
  about: string;
  /** Rounds where no other number is asked for. */
  rounds: number;
  /** What is killed in turn. */
  kinds: readonly string[];
  /** Why it cannot be killed on this machine; undefined where it can. */
  missing?(): string | undefined;
  open(killing: Killing): Promise<Attempts>;
}

export interface Killed {
  rounds: number;
  /** By kind, how many had not done their work when they were killed, and how many had. */
  kinds: Record<string, { before: number; after: number }>;
  told: Record<string, number>;
}

interface KillOptions {
  rounds: number;
  seed: number;
  /** Kills one kind only, which the seed draws, on few records: so that short runs add up. */
  isShort?: boolean;
  onRound?: (killed: Killed) => void;
}

/** Kills so many times, each kind in turn. @throws at the first that left what it may not */
export async function killRounds(
  subject: Subject,
  { rounds, seed, isShort = false, onRound }: KillOptions,
): Promise<Killed> {
  const random = Random.of(seed, subject.name);
  const kinds = isShort ? [random.pick(subject.kinds)] : subject.kinds;
  const killed: Killed = {
    rounds: 0,
    kinds: Object.fromEntries(kinds.map((kind) => [kind, { before: 0, after: 0 }])),
    told: {},
  };
  const attempts = await subject.open({ moments: new Moments(random), random, kinds, isShort });
  try {
    for (; killed.rounds < rounds; killed.rounds += 1) {
      const kind = kinds[killed.rounds % kinds.length] ?? '';
      const counts = killed.kinds[kind];
      const isDone = await attempts.kill(kind);
      if (counts) counts[isDone ? 'after' : 'before'] += 1;
      onRound?.({ ...killed, rounds: killed.rounds + 1 });
    }
    killed.told = (await attempts.end?.()) ?? {};
    return killed;
  } finally {
    await attempts.close();
  }
}
