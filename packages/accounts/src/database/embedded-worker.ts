/** The embedded engine, in a thread of its own: what it works on, the portal's event loop does not wait for. */
import { constants, cpSync, fsyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { PreparedStatements } from './prepared-statements.js';

declare global {
  /** Node.js has it; its types leave it to those of browsers. */
  namespace WebAssembly {
    type Module = object;
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}

/** What the thread is started with. */
export interface EngineStart {
  /** The folder that holds the database. */
  folder: string;
  /** Whether each fsync is told. */
  tellsFsyncs: boolean;
  /** Postgres, compiled. */
  program: WebAssembly.Module;
}

/** What the engine is asked. Answers come in the order of the questions. */
export type EngineQuestion =
  | { sql: string; parameters: readonly unknown[]; rowMode: 'array' | 'object' }
  | { listen: string }
  | { copy: string; given: Uint8Array | undefined }
  | { copyFiles: string }
  | { close: true };

/** Rows of a statement, of each column the text or value that Drizzle reads. */
export interface EngineRows {
  rows: unknown[];
  command?: string | undefined;
  affectedRows?: number | undefined;
}

/** What the engine tells: an answer, a notice of a channel that it listens to, or an fsync. */
export type EngineMessage =
  | { answer: EngineRows | null }
  | { copied: Uint8Array }
  | { refusal: Record<string, unknown> & { message: string } }
  | { channel: string; notice: string }
  | { fsync: true };

type InitArguments = Parameters<NodeFS['init']>;
type EmscriptenOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts'];
interface NodeStreamOperations {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/**
 * PGlite's files on the disk, with fsync. As it comes, PGlite starts Postgres with fsync off, and its Node file system has
 * no fsync even when it is on, so a power cut could take back a committed charge. `onFsync` is called after each one.
 */
class DurableFiles extends NodeFS {
  readonly #onFsync: () => void;

  constructor(folder: string, onFsync: () => void) {
    super(folder);
    this.#onFsync = onFsync;
  }

  override async init(pg: InitArguments[0], options: InitArguments[1]): Promise<{ emscriptenOpts: EmscriptenOptions }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const onFsync = this.#onFsync;
    const addFsync = (module: unknown) => {
      (module as NodeStreamOperations).NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd);
        onFsync();
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/**
 * Start parameters under which Postgres waits for the disk at every commit: PGlite's own, less `-F` (fsync off). Its buffers are all in
 * memory from the start, 128 MB unless it is told otherwise, and what they do not hold is in the system's cache of files (decision 0082).
 * A segment of the log that is written anew would keep what was erased until then, so none is: the next is another file.
 * Statements that are kept are planned each time they run: a plan that was made for empty tables would stay, since nothing gathers statistics here.
 */
const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'wal_recycle=off', 'shared_buffers=32MB', 'plan_cache_mode=force_custom_plan'].flatMap(
    (setting) => ['-c', setting],
  ),
];

/** Drizzle reads dates and times from their text, also those of arrays. */
const asText = (text: string) => text;
const [TIMESTAMPS, TIMESTAMPTZS, DATES, INTERVALS, NUMERICS] = [1115, 1185, 1182, 1187, 1231];
const PARSERS = Object.fromEntries(
  [
    types.TIMESTAMP,
    types.TIMESTAMPTZ,
    types.DATE,
    types.INTERVAL,
    TIMESTAMPS,
    TIMESTAMPTZS,
    DATES,
    INTERVALS,
    NUMERICS,
  ].map((type) => [type, asText]),
);

const port = parentPort;
if (port === null) throw new Error('the embedded engine runs in a thread of its own');
const tell = (message: EngineMessage) => port.postMessage(message);

const { folder, tellsFsyncs, program } = workerData as EngineStart;
const engine = await PGlite.create({
  fs: new DurableFiles(folder, tellsFsyncs ? () => tell({ fsync: true }) : () => {}),
  startParams: DURABLE_START,
  pgliteWasmModule: program,
  extensions: { pg_trgm },
});

const statements = new PreparedStatements(engine, PARSERS);

/** COPY, from bytes that are given or to bytes that are answered. */
async function copied(sql: string, given: Uint8Array | undefined): Promise<Uint8Array> {
  const blob = given === undefined ? undefined : new Blob([given]);
  const answered = await engine.query(sql, [], blob === undefined ? {} : { blob });
  return new Uint8Array((await answered.blob?.arrayBuffer()) ?? new ArrayBuffer(0));
}

async function answer(asked: Exclude<EngineQuestion, { copy: string }>): Promise<EngineRows | null> {
  if ('sql' in asked) {
    return statements.query(asked.sql, asked.parameters, asked.rowMode);
  }
  if ('copyFiles' in asked) {
    // Nothing else of the engine runs meanwhile. After a checkpoint its files are whole, and its sequences stand where they stood.
    await engine.exec('checkpoint');
    cpSync(folder, asked.copyFiles, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return null;
  }
  if ('listen' in asked) await engine.listen(asked.listen, (notice) => tell({ channel: asked.listen, notice }));
  else await engine.close();
  return null;
}

/** What Postgres says of an error: its code, the constraint and so on. An error does not keep them on its way to another thread. */
function refusalOf(error: unknown) {
  const { query: _, params: __, queryOptions: ___, ...said } = error as Record<string, unknown>;
  return { ...said, message: error instanceof Error ? error.message : String(error) };
}

let before = Promise.resolve();
port.on('message', (asked: EngineQuestion) => {
  before = before.then(async () => {
    try {
      tell('copy' in asked ? { copied: await copied(asked.copy, asked.given) } : { answer: await answer(asked) });
    } catch (error) {
      tell({ refusal: refusalOf(error) });
    }
  });
});
tell({ answer: null });
