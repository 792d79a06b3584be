import { performance } from 'node:perf_hooks';
import type { StatementTaken } from '@tidewaiter/records';
import { Work } from './work.js';

/** What is looked back at, in milliseconds: at calls and statements, and at which of the latter were slowest. */
const WINDOW_MS = 60_000;
const SLOWEST_WITHIN_MS = 15 * 60_000;

/** What is remembered at most. */
const REMEMBERED = 20_000;
const SLOWEST = 10;

/** Something that was done, and when it ended. */
interface Done {
  at: number;
  ms: number;
}

type Waits = Work['waits'];

const NO_WAITS: Waits = new Map();

/** What was done of late, as its newest part. */
class Window<What extends Done> {
  #done: What[] = [];

  add(what: What): void {
    this.#done.push(what);
    if (this.#done.length >= 2 * REMEMBERED) this.#done = this.#done.slice(-REMEMBERED);
  }

  /** What lies within the window. */
  get latest(): What[] {
    const since = performance.now() - WINDOW_MS;
    this.#done = this.#done.filter(({ at }) => at >= since);
    return this.#done;
  }
}

/** How often something was done, and what the quickest half and all but a twentieth took at most, in milliseconds. */
interface Pace {
  perSecond: number;
  p50: number;
  p95: number;
}

function paceOf(done: readonly Done[], seconds: number): Pace {
  const sorted = done.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { perSecond: done.length / seconds, p50: at(0.5), p95: at(0.95) };
}

/** One of the slowest statements, with what was asked by it. */
interface SlowStatement extends Pick<StatementTaken, 'name' | 'lane' | 'ms'> {
  secondsAgo: number;
  question: string | undefined;
}

interface DoneStatement extends Done, Pick<StatementTaken, 'name' | 'lane'> {
  work: Work | undefined;
}

/** What a portal has done lately: who looks at it needs nothing else that measures. */
export class Lately {
  readonly #begun = performance.now();
  readonly #calls = new Window<Done & { status: number; waits: Waits }>();
  readonly #statements = new Window<Done & Pick<StatementTaken, 'lane'>>();
  #slowest: DoneStatement[] = [];
  #busy = performance.eventLoopUtilization();

  call(status: number, ms: number, waits: Waits = NO_WAITS): void {
    this.#calls.add({ at: performance.now(), ms, status, waits });
  }

  readonly statement = ({ name, lane, ms }: StatementTaken): void => {
    const at = performance.now();
    this.#statements.add({ at, ms, lane });
    // Those of changes and files take what they take.
    if (lane === 'load' || lane === 'export') return;
    const isSlow = this.#slowest.length < SLOWEST || ms > (this.#slowest.at(-1)?.ms ?? 0);
    if (isSlow) this.#slowest = this.#stillSlowest([...this.#slowest, { at, ms, name, lane, work: Work.current }]);
  };

  #stillSlowest(statements: DoneStatement[]): DoneStatement[] {
    const since = performance.now() - SLOWEST_WITHIN_MS;
    return statements
      .filter(({ at }) => at >= since)
      .sort((one, other) => other.ms - one.ms)
      .slice(0, SLOWEST);
  }

  /** Where calls of late waited, how many and how long at most, in milliseconds; the longest first. */
  waits(): { where: string; calls: number; longestMs: number }[] {
    const places = new Map<string, { calls: number; longestMs: number }>();
    for (const { waits } of this.#calls.latest)
      for (const [where, ms] of waits) {
        const { calls, longestMs } = places.get(where) ?? { calls: 0, longestMs: 0 };
        places.set(where, { calls: calls + 1, longestMs: Math.max(longestMs, ms) });
      }
    return [...places].map(([where, of]) => ({ where, ...of })).sort((one, other) => other.longestMs - one.longestMs);
  }

  read() {
    const now = performance.now();
    // Of a portal that has just begun, what it has had of the window.
    const seconds = Math.max(1, Math.min(WINDOW_MS, now - this.#begun) / 1000);
    const calls = this.#calls.latest;
    const statements = this.#statements.latest;
    const count = (is: (status: number) => boolean) => calls.filter(({ status }) => is(status)).length;
    const before = this.#busy;
    this.#busy = performance.eventLoopUtilization();
    this.#slowest = this.#stillSlowest(this.#slowest);
    const { rss, heapUsed } = process.memoryUsage();
    return {
      upSeconds: Math.round((now - this.#begun) / 1000),
      calls: {
        ...paceOf(calls, seconds),
        refused: count((status) => status === 429 || status === 503),
        failed: count((status) => status >= 500 && status !== 503),
      },
      statements: (lane: string) =>
        paceOf(
          statements.filter((one) => one.lane === lane),
          seconds,
        ),
      slowest: this.#slowest.map(
        ({ at, name, lane, ms, work }): SlowStatement => ({
          ...{ name, lane, ms, secondsAgo: Math.round((now - at) / 1000) },
          question: work?.question,
        }),
      ),
      process: { rss, heapUsed, loopBusy: performance.eventLoopUtilization(this.#busy, before).utilization },
    };
  }
}
