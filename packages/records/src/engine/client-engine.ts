/** The record engine over ClickHouse clients: what is the same whether they reach an embedded engine or a server. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PortalError } from '@tidewaiter/contract';
import {
  type AskedEngine,
  type Asker,
  type BytesFormat,
  CHUNK_ROWS,
  type Command,
  type DataFile,
  EngineClosed,
  EngineError,
  type FileFormat,
  type FileInsert,
  type Lane,
  type Settings,
  WARMING,
} from './engine.js';
import { BEYOND_SHARE, type Limits, STATEMENT_BYTES } from './limits.js';
import { parameterText } from './parameter-text.js';
import type { LaneState, Scheduler } from './scheduler.js';
import { inSlices } from './slices.js';

/** TIMEOUT_EXCEEDED, MEMORY_LIMIT_EXCEEDED: the question was too much, nothing is broken. */
const TOO_EXPENSIVE = new Set(['159', '241']);

/** TOO_DEEP_AST, TOO_BIG_AST: more alternatives of more words than the engine reads in one statement. */
const TOO_LONG = new Set(['167', '168']);

/** TOO_MANY_ROWS_OR_BYTES: the answer holds more than one may (`limits.ts`). */
const TOO_LARGE = '396';

/**
 * The engine's number of an error: on the client's error where it could read the message, else on the embedded engine's own
 * beneath it (a message of several lines, as for a cell that cannot be parsed); a streamed answer's stands in the message only.
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && /^\d+$/.test(String(error.code))) return String(error.code);
  if ('clickhouseCode' in error && error.clickhouseCode !== undefined) return String(error.clickhouseCode);
  return codeOf(error.cause) || (/^Code: (\d+)\./.exec(error.message)?.[1] ?? '');
}

/** A client's error as the rest of the product knows it. A question can ask for too much; a change of the records fails. */
function failure(error: unknown, statement: string, isQuestion: boolean): PortalError | EngineError {
  const code = codeOf(error);
  if (isQuestion && TOO_EXPENSIVE.has(code)) return new PortalError('SEARCH_TOO_EXPENSIVE');
  if (isQuestion && TOO_LONG.has(code)) return new PortalError('SEARCH_TOO_LARGE');
  if (isQuestion && code === TOO_LARGE) return new PortalError('ANSWER_TOO_LARGE');
  return new EngineError(statement, code, error);
}

/** One place in which one statement at a time runs, under an id by which it can be stopped. */
export interface Channel {
  /** The answer, each row of which is a line: an array of cells, as JSON. */
  query(command: Command, limits: Settings, id: string): Promise<string>;
  /** The same in chunks, each when the one before has been read. */
  stream(
    command: Command,
    limits: Settings,
    id: string,
    read: (rows: readonly unknown[]) => Promise<void>,
  ): Promise<void>;
  /** The answer as the engine writes it, each chunk when the one before has been read. */
  bytes(
    command: Command,
    format: BytesFormat,
    limits: Settings,
    id: string,
    read: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void>;
  writeFile(command: Command, format: FileFormat, path: string, limits: Settings, id: string): Promise<void>;
  run(command: Command, limits: Settings, id: string): Promise<void>;
  insertFile(file: DataFile, insert: FileInsert, limits: Settings, id: string): Promise<void>;
}

export interface Channels {
  shared: boolean;
  limits: Limits;
  lanes: Readonly<Record<Lane, Scheduler<Channel>>>;
  /** Asks the engine to stop a statement, without waiting for a lane. */
  stop(id: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Between two tries to stop a statement, in milliseconds. */
const STOP_AGAIN = 50;

/** Whether a statement answers what somebody asks, who is told in words when it asks for too much. */
const isAsked = (lane: Lane) => lane === 'short' || lane === 'search';

/** A statement as the lanes and the limits see it. */
type Sent = Pick<Command, 'name' | 'parameters'> & {
  sql: string;
  asker: Asker;
  signal?: AbortSignal | undefined;
};

/** The SQL of a statement and its bound values, in bytes. */
function bytesOf({ sql, parameters = {} }: Sent): number {
  const values = Object.values(parameters).map((value) => Buffer.byteLength(parameterText(value)));
  return values.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(sql));
}

/** An engine with lanes to look at. */
export interface LanedEngine extends AskedEngine {
  /** The lanes by name; of one that serves several kinds of statements, the first. */
  lanes(): Record<string, LaneState>;
}

export function clientEngine(channels: Channels): LanedEngine {
  /** Statements that are being stopped: an embedded connection that is closed under one of them takes the process with it. */
  const stopping = new Set<Promise<void>>();
  let isClosed = false;
  const mustBeOpen = () => {
    if (isClosed) throw new EngineClosed();
  };

  /**
   * Runs one statement in a lane. When its signal is aborted it leaves the queue, or the engine is asked to stop it, again
   * and again until it has ended: the first time may come before the engine knows the statement.
   *
   * @throws PortalError SEARCH_TOO_LARGE for a question that became too long a statement; PORTAL_BUSY where too many wait
   * @throws EngineClosed where the engine was closed before it had ended
   */
  async function send<Result>(
    lane: Lane,
    command: Sent,
    act: (channel: Channel, limits: Settings, id: string) => Promise<Result>,
  ): Promise<Result> {
    mustBeOpen();
    const { name, asker, signal } = command;
    const bytes = bytesOf(command);
    if (bytes > STATEMENT_BYTES) {
      if (isAsked(lane)) throw new PortalError('SEARCH_TOO_LARGE');
      throw new EngineError(name, '', `a statement of ${bytes} bytes, where ${STATEMENT_BYTES} are the most`);
    }
    const work = async (channel: Channel, beyondShare: boolean) => {
      const id = randomUUID();
      let ended = false;
      const stop = async () => {
        while (!ended) {
          // A try that fails is followed by another; at last the statement's own limits end it.
          await channels.stop(id).catch(() => {});
          await sleep(STOP_AGAIN);
        }
      };
      const onAbort = () => {
        const stopped = stop().finally(() => stopping.delete(stopped));
        stopping.add(stopped);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const limits = {
        ...channels.limits[lane === 'short' ? 'search' : lane],
        ...(beyondShare && BEYOND_SHARE),
        ...(asker === WARMING && channels.limits.warming),
      };
      try {
        return await act(channel, limits, id);
      } catch (error) {
        signal?.throwIfAborted();
        mustBeOpen();
        throw failure(error, name, isAsked(lane));
      } finally {
        ended = true;
        signal?.removeEventListener('abort', onAbort);
      }
    };
    return channels.lanes[lane].use(work, { asker, bytes, signal });
  }

  return {
    shared: channels.shared,
    lanes() {
      const named = Object.entries(channels.lanes);
      const isFirst = ([, lane]: (typeof named)[0], at: number) => named.findIndex(([, one]) => one === lane) === at;
      return Object.fromEntries(named.filter(isFirst).map(([name, lane]) => [name, lane.state]));
    },
    async query(statement) {
      const answer = await send(statement.lane ?? 'search', statement, (channel, limits, id) =>
        channel.query(statement, limits, id),
      );
      const lines = answer.split('\n').filter((line) => line !== '');
      return inSlices(lines, (line) => statement.row.parse(JSON.parse(line)), statement);
    },
    async stream(statement, read) {
      const reading = readerOf(statement.signal, read);
      const readRows = (rows: readonly unknown[]) => reading.read(rows.map((row) => statement.row.parse(row)));
      // Chunk after chunk leaves this process again: what a whole answer may hold is no bound of a stream.
      const settings = { max_block_size: CHUNK_ROWS, max_result_rows: 0, max_result_bytes: 0, ...statement.settings };
      await reading.done(
        send(statement.lane ?? 'search', statement, (channel, limits, id) =>
          channel.stream({ ...statement, settings }, limits, id, readRows),
        ),
      );
    },
    async bytes(output, format, read) {
      const reading = readerOf(output.signal, read);
      await reading.done(
        send('export', output, (channel, limits, id) => channel.bytes(output, format, limits, id, reading.read)),
      );
    },
    writeFile: (output, format, path) =>
      send('export', output, (channel, limits, id) => channel.writeFile(output, format, path, limits, id)),
    run: (command) => send('load', command, (channel, limits, id) => channel.run(command, limits, id)),
    insertFile(file, insert) {
      const sent = { ...insert, sql: insert.sql('') };
      return send('load', sent, (channel, limits, id) => channel.insertFile(file, insert, limits, id));
    },
    async close() {
      isClosed = true;
      await Promise.all(stopping);
      await channels.close();
    },
  };
}

/** Reads chunks while somebody waits for them. What the reader throws is no failure of the engine's. */
function readerOf<Chunk>(signal: AbortSignal | undefined, read: (chunk: Chunk) => Promise<void> | void) {
  let thrown: { error: unknown } | undefined;
  return {
    async read(chunk: Chunk): Promise<void> {
      signal?.throwIfAborted();
      try {
        await read(chunk);
      } catch (error) {
        thrown = { error };
        throw error;
      }
    },
    /** @throws what the reader threw, else what the statement did */
    async done(statement: Promise<unknown>): Promise<void> {
      try {
        await statement;
      } catch (error) {
        throw thrown ? thrown.error : error;
      }
    },
  };
}
