import { OperatorError } from '@tidewaiter/contract';
import type { z } from 'zod';

/** A value bound to a `{name:Type}` placeholder. */
export type Parameter = string | number | readonly string[] | readonly number[];

/** A setting of one statement; names and values come from our code, never from a request. */
export type Settings = Readonly<Record<string, string | number>>;

export interface Command {
  /** What the statement is, as the slow-statement log and the engine's own log name it: `search.page`. */
  name: string;
  sql: string;
  parameters?: Readonly<Record<string, Parameter>>;
  settings?: Settings;
  /** Running it twice does what running it once does, so it may be repeated over a connection that was lost. */
  repeatable?: boolean;
  /** Of the span that it is, as W3C Trace Context writes it: a server goes on with it. */
  traceparent?: string | undefined;
}

/**
 * For whom a statement works. Statements wait per person, then per account, so that nobody's questions hold up everybody's. Each call has an
 * object of its own: by it the scheduler knows what belongs to one call.
 */
export interface Asker {
  /** The id of the person who signed in. */
  person: string;
  /** The id of the main account that the person belongs to, or is. */
  account: string;
  /** Is told how long the call waited in a pool, in milliseconds. */
  waited?(pool: Pool, milliseconds: number): void;
}

/** Where work waits for a place: the lanes of the engine, and what this process does for many in turn. */
export type Pool = 'short' | 'search' | 'load' | 'export' | 'heavy' | 'serialise' | 'compress' | 'parse';

/** What the portal does by itself, and what the operator's commands do: an account of its own, with a share like everybody's. */
export const PORTAL: Asker = { person: '', account: '' };

/** The same for what it finds before anybody asks. */
export const WARMING: Asker = { ...PORTAL };

interface Awaited {
  /** Nobody waits for the answer any more: the statement is stopped in the engine, or never started. */
  signal?: AbortSignal | undefined;
}

interface EngineCall {
  asker: Asker;
}

/** Who waits for an answer, and for whom it is found: who does not say so would wait in one line with all others who do not. */
export type Call = Awaited & EngineCall;

export interface Statement<Row> extends Omit<Command, 'repeatable'>, Awaited {
  /** One result row as the engine sends it: an array of cells in the order of the SELECT. */
  row: z.ZodType<Row>;
  /**
   * `search` (unless said) has a limit of time and memory; `short` keeps off the lanes that searches fill; `load` is part of a
   * change of the records and takes what it needs; `export` has little memory, and as long as it takes.
   */
  lane?: Lane;
}

export type Lane = 'short' | 'search' | 'load' | 'export';

/** Asks statements for somebody: their signal is its own matter. */
export interface StatementReader {
  query<Row>(statement: Omit<Statement<Row>, 'signal'>): Promise<Row[]>;
}

/** A statement of which a file is made, in the lane for exports. */
export type Output = Omit<Command, 'repeatable'> & Awaited;

/** How the engine writes an answer whose chunks, one after another, are the whole: one text column, nothing between. */
export type BytesFormat = 'RawBLOB';

/** Formats of a file that is more than its chunks: only whole. */
export type FileFormat = 'Parquet' | 'Native';

/** A file on this machine that the engine reads; one whose name ends in `.br` is compressed with Brotli. */
export interface DataFile {
  path: string;
  format: 'CSV' | 'JSONEachRow' | 'LineAsString' | 'Native' | 'Parquet' | 'RowBinary';
  /** Its columns and their types, as the engine writes them. */
  structure: string;
  /** Those of its format. */
  settings: Settings;
}

/** An INSERT … SELECT whose FROM is a file. */
export interface FileInsert {
  name: string;
  /** The statement, given the SQL of the table that stands for the file; it may stand there once. */
  sql: (table: string) => string;
}

/**
 * The engine that holds shipment records, for one asker. Values are bound, never pasted; 64-bit integers and decimals arrive as strings.
 *
 * @typeParam By what each statement says beside itself
 */
export interface RecordEngine<By = unknown> {
  /** Whether other portals may ask and change the same records. */
  readonly shared: boolean;
  /** @throws what the statement's signal was aborted with, once the engine has stopped working on it */
  query: <Row>(statement: Statement<Row> & By) => Promise<Row[]>;
  /**
   * Reads an answer that is too large to hold, in chunks of at most {@link CHUNK_ROWS} rows: the next one is fetched when `read` is
   * done with the one before. It keeps its lane until it has ended; a reader that throws ends it.
   *
   * @throws what `read` throws, or what the statement's signal was aborted with; what was read until then is then not all
   */
  stream: <Row>(statement: Statement<Row> & By, read: (rows: Row[]) => Promise<void> | void) => Promise<void>;
  /**
   * Reads an answer as the engine writes it, chunk after chunk, each when `read` is done with the one before. A chunk may end anywhere.
   *
   * @throws as {@link stream} does
   */
  bytes: (output: Output & By, format: BytesFormat, read: (bytes: Uint8Array) => Promise<void> | void) => Promise<void>;
  /**
   * Writes an answer into a file of this machine, in place of what is there, compressed with Brotli where its name ends in `.br`.
   * Where it fails, what it has written lies there.
   */
  writeFile: (output: Output & By, format: FileFormat, path: string) => Promise<void>;
  run: (command: Command & By) => Promise<void>;
  /** Reads a file of this machine into a table, in one pass that numbers its rows in order. */
  insertFile: (file: DataFile, insert: FileInsert & By) => Promise<void>;
  close(): Promise<void>;
}

/** The same for everybody: each statement says for whom it works. */
export type AskedEngine = RecordEngine<EngineCall>;

/** An engine as one asker has it. */
export const engineFor = (engine: AskedEngine, asker: Asker): RecordEngine => ({
  shared: engine.shared,
  query: (statement) => engine.query({ ...statement, asker }),
  stream: (statement, read) => engine.stream({ ...statement, asker }, read),
  bytes: (output, format, read) => engine.bytes({ ...output, asker }, format, read),
  writeFile: (output, format, path) => engine.writeFile({ ...output, asker }, format, path),
  run: (command) => engine.run({ ...command, asker }),
  insertFile: (file, insert) => engine.insertFile(file, { ...insert, asker }),
  close: () => engine.close(),
});

/** A statement that the engine refused or could not finish. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    statement: string,
    /** The engine's number for what went wrong, or `''`. */
    readonly code: string,
    cause: unknown,
  ) {
    super(`${statement}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** The records were closed before a statement had ended, as they are when the portal stops. */
export class EngineClosed extends OperatorError {
  constructor() {
    super(
      'The portal was stopped before this had ended. Nothing that was not finished shows: begin it again once it runs.',
    );
  }
}

/** Writes settings as a SETTINGS clause. */
export function settingsClause(settings: Settings): string {
  const list = Object.entries(settings).map(([name, value]) => {
    if (!/^\w+$/.test(name)) throw new Error(`not a setting name: ${name}`);
    return `${name} = ${typeof value === 'number' ? value : quote(value)}`;
  });
  return list.length > 0 ? ` SETTINGS ${list.join(', ')}` : '';
}

/**
 * One stream of rows and one thread that writes them: they are numbered in the order in which they stand in the file. Whoever
 * parses ahead does so in order. Small blocks: a file's rows are held in memory several times over while they are written.
 */
export const IN_FILE_ORDER: Settings = {
  max_threads: 2,
  parallelize_output_from_storages: 0,
  max_insert_threads: 1,
  min_insert_block_size_bytes: 64 * 1024 * 1024,
};

/** Rows of a chunk of a streamed answer. */
export const CHUNK_ROWS = 8192;

/** A string literal for text of our own (a path, a delimiter, a catalogue name); requests are bound instead. */
export function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
