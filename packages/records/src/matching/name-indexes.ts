/** Threads that keep the parties of records to compare names with, each of one scope at one data version. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ListedName, MatchedName } from './matched-name.js';
import type { JoinedKeys } from './name-index.js';
import type { ToIndex } from './name-index-thread.js';

/** Threads at once: each keeps a million parties in some 300 MB. */
const THREADS = 2;

/** How long a thread waits for the next batch of a list, in milliseconds. */
const IDLE_MS = 30_000;

/** How long a thread of a list must have been left before another list may end it, and how often that one looks, in milliseconds. */
const LEFT_FOR_MS = 2_000;
const LOOK_MS = 200;

/** What a thread may take beside its tables, in MB. */
const THREAD_MB = 1024;

/** Also where the sources are run: a thread takes what is built. */
const ENTRY = new URL('../../dist/matching/name-index-thread.js', import.meta.url);

/** The parties that names are compared with. */
interface Parties {
  /** All that decides which they are. */
  about: string;
  joined: JoinedKeys;
  /** Sends them, piece by piece. */
  fill(add: (piece: Uint8Array) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** A thread, what is asked of it one after another. */
class NameThread {
  readonly #worker: Worker;
  readonly #closing = new AbortController();
  #asked: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #users = 0;
  #leftAt = 0;
  readonly #filled: Promise<void>;

  constructor({ joined, fill }: Parties, onClosed: () => void) {
    // The conditions by which tests find sources are not for what is built.
    this.#worker = new Worker(ENTRY, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MB },
      workerData: joined,
    });
    this.#worker.unref();
    this.#worker.on('error', () => {});
    this.#worker.once('exit', () => {
      this.#closing.abort(new Error('the thread of names has ended'));
      clearTimeout(this.#idle);
      onClosed();
    });
    this.#filled = fill(async (parties) => void (await this.#ask({ parties })), this.#closing.signal);
    this.#filled.catch(() => this.close());
  }

  async match(names: readonly ListedName[]): Promise<MatchedName[]> {
    await this.#filled;
    return this.#ask({ names });
  }

  #ask(message: ToIndex): Promise<MatchedName[]> {
    const answer = this.#asked.then(async () => {
      this.#closing.signal.throwIfAborted();
      this.#worker.postMessage(message);
      const [matched] = (await once(this.#worker, 'message', { signal: this.#closing.signal })) as [MatchedName[]];
      return matched;
    });
    this.#asked = answer.catch(() => {});
    return answer;
  }

  /** Whether nobody has used it for a while. */
  get isLeft(): boolean {
    return this.#users === 0 && Date.now() - this.#leftAt > LEFT_FOR_MS;
  }

  take(): void {
    this.#users += 1;
    clearTimeout(this.#idle);
  }

  leave(): void {
    this.#users -= 1;
    this.#leftAt = Date.now();
    if (this.#users === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
    // What fills it reads the engine, which is not to be closed beneath it.
    await this.#filled.catch(() => {});
  }
}

/**
 * What lists are matched with. A thread begins with the first batch that needs it and is kept for the next ones; of more scopes than
 * there may be threads, one waits for another to be left.
 */
export class NameIndexes {
  readonly #threads = new Map<string, NameThread>();
  #isClosed = false;

  /** @throws what `fill` throws, or the signal's reason */
  async match(
    names: readonly ListedName[],
    parties: Parties,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<MatchedName[]> {
    const thread = await this.#taken(parties, signal);
    const done = new AbortController();
    try {
      return await Promise.race([thread.match(names), abandoned(signal, done.signal)]);
    } finally {
      done.abort();
      thread.leave();
    }
  }

  async #taken(parties: Parties, signal: AbortSignal): Promise<NameThread> {
    const { about } = parties;
    for (;;) {
      signal.throwIfAborted();
      if (this.#isClosed) throw new Error('the records are being closed');
      const thread = this.#threads.get(about) ?? this.#begun(parties);
      if (thread) {
        thread.take();
        return thread;
      }
      const left = [...this.#threads].find(([, { isLeft }]) => isLeft);
      if (left) await this.#end(left[0]);
      else await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Another thread; none where there are as many as there may be. */
  #begun(parties: Parties): NameThread | undefined {
    const { about } = parties;
    if (this.#threads.size >= THREADS) return undefined;
    const thread = new NameThread(parties, () => {
      if (this.#threads.get(about) === thread) this.#threads.delete(about);
    });
    this.#threads.set(about, thread);
    return thread;
  }

  async #end(about: string): Promise<void> {
    const thread = this.#threads.get(about);
    this.#threads.delete(about);
    await thread?.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads.keys()].map((about) => this.#end(about)));
  }
}

/** Until nobody waits any more, or there is nothing more to wait for. */
async function abandoned(signal: AbortSignal, done: AbortSignal): Promise<never> {
  await once(signal, 'abort', { signal: done });
  throw signal.reason;
}
