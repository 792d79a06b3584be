import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import type { EngineMessage, EngineQuestion, EngineRows, EngineStart } from './embedded-worker.js';
import { Turns } from './turns.js';

/** The built thread, also where the rest runs from its sources: Node.js itself reads no TypeScript. */
const THREAD = new URL('../../dist/database/embedded-worker.js', import.meta.url);

interface Asked {
  resolve(answer: EngineRows | Uint8Array | null): void;
  reject(error: unknown): void;
}

/** What Drizzle asks of a client of PGlite. */
interface Client {
  query(sql: string, parameters?: unknown[], options?: { rowMode?: 'array' | 'object' }): Promise<EngineRows>;
}

/**
 * The embedded engine, which works in a thread of its own (decision 0040). One question after another, as over one connection: what is not
 * of a transaction waits for its end, and accounts have it in turn.
 */
export class EmbeddedEngine implements Client {
  readonly #thread: Worker;
  readonly #onFsync: (() => void) | undefined;
  readonly #asked: Asked[] = [];
  readonly #listeners = new Map<string, Set<(notice: string) => void>>();
  readonly #turns = new Turns();
  /** Why nothing can be asked any more. */
  #ended: Error | undefined;

  /** @param onFsync is called after each fsync */
  static async open(folder: string, onFsync?: () => void): Promise<EmbeddedEngine> {
    const start: EngineStart = { folder, tellsFsyncs: onFsync !== undefined };
    const engine = new EmbeddedEngine(new Worker(THREAD, { workerData: start }), onFsync);
    await engine.#answer();
    return engine;
  }

  private constructor(thread: Worker, onFsync: (() => void) | undefined) {
    this.#thread = thread;
    this.#onFsync = onFsync;
    thread.on('message', (message: EngineMessage) => this.#hear(message));
    thread.on('error', (error) => this.#end(error));
    thread.on('exit', () => this.#end(new Error('the accounts database is closed')));
  }

  async query(sql: string, parameters: unknown[] = [], { rowMode = 'object' }: { rowMode?: 'array' | 'object' } = {}) {
    return this.#turns.take(() => this.#ask(sql, parameters, rowMode));
  }

  /** Drizzle's: what is asked within `work` is one transaction. */
  async transaction<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return this.#turns.take(() => this.#transact(work));
  }

  async #transact<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    try {
      await this.#ask('begin');
      const result = await work({ query: (sql, parameters, { rowMode } = {}) => this.#ask(sql, parameters, rowMode) });
      const { command } = await this.#ask('commit');
      if (command === 'ROLLBACK')
        throw new Error('the transaction was rolled back, since a statement of it had failed');
      return result;
    } catch (error) {
      await this.#ask('rollback').catch(() => {});
      throw error;
    }
  }

  /** Hears what is notified on a channel once the transaction is committed. @returns ends it */
  async listen(channel: string, onNotice: (notice: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    if (!this.#listeners.has(channel)) {
      this.#listeners.set(channel, listeners);
      await this.#post({ listen: channel });
    }
    listeners.add(onNotice);
    return async () => {
      listeners.delete(onNotice);
    };
  }

  /** Runs a COPY from or to '/dev/blob'. @returns what it gives out */
  async copy(sql: string, given?: Uint8Array): Promise<Uint8Array> {
    return (await this.#turns.take(() => this.#post({ copy: sql, given }))) as Uint8Array;
  }

  /** Copies the files of the database into a folder that is made: those of a moment between two statements. */
  async copyFiles(to: string): Promise<void> {
    await this.#turns.take(() => this.#post({ copyFiles: to }));
  }

  /** Ends it once what was asked has been answered. */
  async close(): Promise<void> {
    await this.#turns.finished();
    await this.#post({ close: true });
    await this.#thread.terminate();
  }

  /** It, as Drizzle's driver takes it: that driver asks nothing else of a client. */
  asPglite(): PGlite {
    return this as unknown as PGlite;
  }

  async #ask(sql: string, parameters: unknown[] = [], rowMode: 'array' | 'object' = 'object'): Promise<EngineRows> {
    return ((await this.#post({ sql, parameters, rowMode })) as EngineRows | null) ?? { rows: [] };
  }

  async #post(question: EngineQuestion): Promise<EngineRows | Uint8Array | null> {
    if (this.#ended) throw this.#ended;
    this.#thread.postMessage(question);
    return this.#answer();
  }

  /** The next answer. Until it is there, the process lives. */
  #answer(): Promise<EngineRows | Uint8Array | null> {
    this.#thread.ref();
    return new Promise((resolve, reject) => this.#asked.push({ resolve, reject }));
  }

  #hear(message: EngineMessage): void {
    if ('fsync' in message) {
      this.#onFsync?.();
      return;
    }
    if ('channel' in message) {
      for (const onNotice of this.#listeners.get(message.channel) ?? []) onNotice(message.notice);
      return;
    }
    const asked = this.#asked.shift();
    if (this.#asked.length === 0) this.#thread.unref();
    if ('answer' in message) asked?.resolve(message.answer);
    else if ('copied' in message) asked?.resolve(message.copied);
    else asked?.reject(Object.assign(new Error(message.refusal.message), message.refusal));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#asked.splice(0)) reject(this.#ended);
  }
}
