import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { DamageWatch } from './damage.js';
import type { EngineMessage, EngineQuestion, EngineRows, EngineStart } from './embedded-worker.js';
import { told } from './told-statements.js';
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

/** Of these Postgres does not recover: a server ends all its processes and starts anew. The embedded engine would answer nothing any more. */
const ENDS_THE_ENGINE = new Set(['PANIC', 'FATAL']);

/** Columns of tables, and no function that could do anything: of what Drizzle writes, nearly every question outside of transactions. */
const READS = /^select (distinct on \([^)]*\) )?"/;

/** How long after a start that failed another one is tried, in milliseconds. */
const START_AGAIN_MS = 2_000;

/** As PostgreSQL tells of a server that crashed, or does not take anything on just now. */
const away = (code: '57P02' | '57P03', cause: unknown) =>
  Object.assign(new Error('the accounts database has failed, and is started anew', { cause }), { code });

/** One for a process: a thread that starts anew goes on with what those before it have made fast. */
let program: Promise<WebAssembly.Module> | undefined;

async function compileProgram(): Promise<WebAssembly.Module> {
  const path = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm');
  return WebAssembly.compile(await readFile(path));
}

/**
 * The embedded engine, which works in a thread of its own (decision 0040). One question after another, as over one connection: what is not
 * of a transaction waits for its end, and accounts have it in turn. Where the engine fails, another thread takes its place, as a server's
 * processes are started anew: it goes on from what was committed.
 */
export class EmbeddedEngine implements Client {
  readonly #start: EngineStart;
  readonly #onFsync: (() => void) | undefined;
  readonly #listeners = new Map<string, Set<(notice: string) => void>>();
  readonly #turns = new Turns();
  readonly damage = new DamageWatch();
  /** The thread; none after it has failed, until something is asked. */
  #thread: Worker | undefined;
  /** What the thread was asked and has not answered. */
  #asked: Asked[] = [];
  /** Ready once the thread takes questions. */
  #opened: Promise<void> | undefined;
  /** When a start failed, and why. */
  #failed: { at: number; error: unknown } | undefined;
  #isOpen = false;
  #closed = false;

  /** @param onFsync is called after each fsync */
  static async open(folder: string, onFsync?: () => void): Promise<EmbeddedEngine> {
    program ??= compileProgram();
    const engine = new EmbeddedEngine({ folder, tellsFsyncs: onFsync !== undefined, program: await program }, onFsync);
    await engine.#begin();
    return engine;
  }

  private constructor(start: EngineStart, onFsync: (() => void) | undefined) {
    this.#start = start;
    this.#onFsync = onFsync;
  }

  /** Starts a thread, which hears again what its predecessor heard. */
  async #begin(): Promise<void> {
    const thread = new Worker(THREAD, { workerData: this.#start });
    this.#thread = thread;
    thread.on('message', (message: EngineMessage) => this.#receive(thread, message));
    thread.on('error', (error) => this.#end(thread, error));
    thread.on('exit', () => this.#end(thread, new Error('the thread of the accounts database has ended')));
    await this.#answer(thread);
    for (const channel of this.#listeners.keys()) {
      thread.postMessage({ listen: channel } satisfies EngineQuestion);
      await this.#answer(thread);
    }
    this.#isOpen = true;
  }

  /** The thread that takes questions: another one where the last has failed. */
  async #ready(): Promise<Worker> {
    if (this.#closed) throw new Error('the accounts database is closed');
    if (this.#failed && performance.now() - this.#failed.at < START_AGAIN_MS) throw away('57P03', this.#failed.error);
    if (!this.#thread) {
      this.#opened = this.#begin().catch((error: unknown) => {
        this.#failed = { at: performance.now(), error };
        this.#thread = undefined;
        throw away('57P03', error);
      });
    }
    await this.#opened;
    if (!this.#thread) throw away('57P03', this.#failed?.error);
    return this.#thread;
  }

  async query(sql: string, parameters: unknown[] = [], { rowMode = 'object' }: { rowMode?: 'array' | 'object' } = {}) {
    const ask = () => this.#ask(sql, parameters, rowMode);
    // Rows as arrays are Drizzle's, which makes its caller's values of them and leaves them as they are.
    const isShared = rowMode === 'array' && READS.test(sql);
    const name = isShared ? `${sql} ${JSON.stringify(parameters)}` : '';
    return told(sql, () => (isShared ? this.#turns.read(name, ask) : this.#turns.take(ask)));
  }

  /** Drizzle's: what is asked within `work` is one transaction. */
  async transaction<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return this.#turns.take(() => this.#transact(work));
  }

  async #transact<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    await this.#ask('begin');
    const thread = this.#thread;
    // What a thread that has failed began is not gone on with outside of a transaction by its successor.
    const ask = (sql: string, parameters?: unknown[], rowMode?: 'array' | 'object') => {
      if (this.#thread !== thread) throw away('57P02', undefined);
      return this.#ask(sql, parameters, rowMode);
    };
    try {
      const result = await work({
        query: (sql, parameters, { rowMode } = {}) => told(sql, async () => ask(sql, parameters, rowMode)),
      });
      const { command } = await ask('commit');
      if (command === 'ROLLBACK')
        throw new Error('the transaction was rolled back, since a statement of it had failed');
      return result;
    } catch (error) {
      if (this.#thread === thread) await this.#ask('rollback').catch(() => {});
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
    if (this.#thread) await this.#post({ close: true }).catch(() => {});
    this.#closed = true;
    await this.#thread?.terminate();
  }

  /** It, as Drizzle's driver takes it: that driver asks nothing else of a client. */
  asPglite(): PGlite {
    return this as unknown as PGlite;
  }

  async #ask(sql: string, parameters: unknown[] = [], rowMode: 'array' | 'object' = 'object'): Promise<EngineRows> {
    return ((await this.#post({ sql, parameters, rowMode })) as EngineRows | null) ?? { rows: [] };
  }

  async #post(question: EngineQuestion): Promise<EngineRows | Uint8Array | null> {
    const thread = await this.#ready();
    thread.postMessage(question);
    return this.damage.over(this.#answer(thread));
  }

  /** The next answer. Until it is there, the process lives. */
  #answer(thread: Worker): Promise<EngineRows | Uint8Array | null> {
    thread.ref();
    return new Promise((resolve, reject) => this.#asked.push({ resolve, reject }));
  }

  #receive(thread: Worker, message: EngineMessage): void {
    if (thread !== this.#thread) return;
    if ('fsync' in message) {
      this.#onFsync?.();
      return;
    }
    if ('channel' in message) {
      for (const onNotice of this.#listeners.get(message.channel) ?? []) onNotice(message.notice);
      return;
    }
    const asked = this.#asked.shift();
    if (this.#asked.length === 0) thread.unref();
    if ('answer' in message) asked?.resolve(message.answer);
    else if ('copied' in message) asked?.resolve(message.copied);
    else {
      const error = Object.assign(new Error(message.refusal.message), message.refusal);
      asked?.reject(error);
      if (ENDS_THE_ENGINE.has(String(message.refusal.severity))) this.#end(thread, error);
    }
  }

  /** A thread has failed: whatever it was asked has no answer, and the next question goes to another one. */
  #end(thread: Worker, error: unknown): void {
    if (thread !== this.#thread) return;
    this.#thread = undefined;
    const told = this.#isOpen && !this.#closed ? away('57P02', error) : error;
    this.#isOpen = false;
    for (const { reject } of this.#asked.splice(0)) reject(told);
    void thread.terminate();
  }
}
