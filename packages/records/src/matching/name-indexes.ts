/** Threads that keep the parties of records to compare names with, each of one scope at one data version. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ListedName, MatchedName } from './matched-name.js';
import type { JoinedKeys } from './name-index.js';
import type { ToIndex } from './name-index-thread.js';

/** Threads at once: each keeps a million parties in some 300 MB. */
const THREADS = 2;

/** How long a thread waits for the next batch of a list, in milliseconds. */
const IDLE_MS = 30_000;

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
  users = 0;
  readonly filled: Promise<void>;

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
    this.filled = fill(async (parties) => void (await this.#ask({ parties })), this.#closing.signal);
    this.filled.catch(() => this.close());
  }

  match(names: readonly ListedName[]): Promise<MatchedName[]> {
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

  take(): void {
    this.users += 1;
    clearTimeout(this.#idle);
  }

  leave(): void {
    this.users -= 1;
    if (this.users === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
    // What fills it reads the engine, which is not to be closed beneath it.
    await this.filled.catch(() => {});
  }
}

/**
 * What lists are matched with. A thread begins with the first batch that needs it and is kept for the next ones; of more scopes than
 * there may be threads, one waits for another to be left.
 */
export class NameIndexes {
  readonly #threads = new Map<string, NameThread>();
  #waiting: (() => void)[] = [];
  #isClosed = false;

  /** @throws what `fill` throws, or the signal's reason */
  async match(names: readonly ListedName[], parties: Parties, signal: AbortSignal | undefined): Promise<MatchedName[]> {
    const thread = await this.#thread(parties, signal);
    try {
      await thread.filled;
      signal?.throwIfAborted();
      return await thread.match(names);
    } finally {
      thread.leave();
      this.#wake();
    }
  }

  async #thread(parties: Parties, signal: AbortSignal | undefined): Promise<NameThread> {
    const { about } = parties;
    for (;;) {
      signal?.throwIfAborted();
      if (this.#isClosed) throw new Error('the records are being closed');
      const known = this.#threads.get(about);
      if (known) return this.#taken(about, known);
      if (this.#threads.size < THREADS) break;
      const [idle] = [...this.#threads].find(([, { users }]) => users === 0) ?? [];
      if (idle === undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else await this.#end(idle);
    }
    const thread = new NameThread(parties, () => {
      if (this.#threads.get(about) === thread) this.#threads.delete(about);
      this.#wake();
    });
    return this.#taken(about, thread);
  }

  #taken(about: string, thread: NameThread): NameThread {
    // The last to have been used is the last to be ended.
    this.#threads.delete(about);
    this.#threads.set(about, thread);
    thread.take();
    return thread;
  }

  async #end(about: string): Promise<void> {
    const thread = this.#threads.get(about);
    this.#threads.delete(about);
    await thread?.close();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads.keys()].map((about) => this.#end(about)));
    this.#wake();
  }
}
