/** The record engine over ClickHouse clients: what is the same whether they reach an embedded engine or a server. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PortalError } from '@tidewaiter/contract';
import {
  type Asker,
  CHUNK_ROWS,
  type Command,
  type DataFile,
  EngineError,
  type FileInsert,
  type RecordEngine,
  type Settings,
} from './engine.js';
import { failure } from './failures.js';
import type { Lanes } from './lanes.js';
import { BEYOND_SHARE, type Limits, STATEMENT_BYTES } from './limits.js';
import { parameterText } from './parameter-text.js';

/** One place in which one statement at a time runs, under an id by which it can be stopped. */
export interface Channel {
  /** The rows of the answer, each an array of cells. */
  query(command: Command, limits: Settings, id: string): Promise<unknown[]>;
  /** The same in chunks, each when the one before has been read. */
  stream(
    command: Command,
    limits: Settings,
    id: string,
    read: (rows: readonly unknown[]) => Promise<void>,
  ): Promise<void>;
  run(command: Command, limits: Settings, id: string): Promise<void>;
  insertFile(file: DataFile, insert: FileInsert, limits: Settings, id: string): Promise<void>;
}

export interface Channels {
  shared: boolean;
  limits: Limits;
  lanes: Readonly<Record<'short' | 'search' | 'load', Lanes<Channel>>>;
  /** Asks the engine to stop a statement, without waiting for a lane. */
  stop(id: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Between two tries to stop a statement, in milliseconds. */
const STOP_AGAIN = 50;

/** A statement as the lanes and the limits see it. */
type Sent = Pick<Command, 'name' | 'parameters'> & {
  sql: string;
  asker?: Asker | undefined;
  signal?: AbortSignal | undefined;
};

/** The SQL of a statement and its bound values, in bytes. */
function bytesOf({ sql, parameters = {} }: Sent): number {
  const values = Object.values(parameters).map((value) => Buffer.byteLength(parameterText(value)));
  return values.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(sql));
}

export function clientEngine(channels: Channels): RecordEngine {
  /** Statements that are being stopped: an embedded connection that is closed under one of them takes the process with it. */
  const stopping = new Set<Promise<void>>();

  /**
   * Runs one statement in a lane. When its signal is aborted it leaves the queue, or the engine is asked to stop it, again
   * and again until it has ended: the first time may come before the engine knows the statement.
   *
   * @throws PortalError SEARCH_TOO_LARGE for a question that became too long a statement; PORTAL_BUSY where too many wait
   */
  async function send<Result>(
    lane: 'short' | 'search' | 'load',
    command: Sent,
    act: (channel: Channel, limits: Settings, id: string) => Promise<Result>,
  ): Promise<Result> {
    const { name, asker, signal } = command;
    const bytes = bytesOf(command);
    if (bytes > STATEMENT_BYTES) {
      if (lane !== 'load') throw new PortalError('SEARCH_TOO_LARGE');
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
      const limits = { ...channels.limits[lane === 'load' ? 'load' : 'search'], ...(beyondShare && BEYOND_SHARE) };
      try {
        return await act(channel, limits, id);
      } catch (error) {
        signal?.throwIfAborted();
        throw failure(error, name, lane !== 'load');
      } finally {
        ended = true;
        signal?.removeEventListener('abort', onAbort);
      }
    };
    return channels.lanes[lane].use(work, { asker, bytes, signal });
  }

  return {
    shared: channels.shared,
    async query(statement) {
      const rows = await send(statement.lane ?? 'search', statement, (channel, limits, id) =>
        channel.query(statement, limits, id),
      );
      return rows.map((row) => statement.row.parse(row));
    },
    async stream(statement, read) {
      // What the reader throws is no failure of the engine's.
      let thrown: { error: unknown } | undefined;
      const readChunk = async (rows: readonly unknown[]) => {
        statement.signal?.throwIfAborted();
        const chunk = rows.map((row) => statement.row.parse(row));
        try {
          await read(chunk);
        } catch (error) {
          thrown = { error };
          throw error;
        }
      };
      // Chunk after chunk leaves this process again: what a whole answer may hold is no bound of a stream.
      const settings = { max_block_size: CHUNK_ROWS, max_result_rows: 0, max_result_bytes: 0, ...statement.settings };
      try {
        await send(statement.lane ?? 'search', statement, (channel, limits, id) =>
          channel.stream({ ...statement, settings }, limits, id, readChunk),
        );
      } catch (error) {
        throw thrown ? thrown.error : error;
      }
    },
    run: (command) => send('load', command, (channel, limits, id) => channel.run(command, limits, id)),
    insertFile(file, insert) {
      const sent = { name: insert.name, sql: insert.sql('') };
      return send('load', sent, (channel, limits, id) => channel.insertFile(file, insert, limits, id));
    },
    async close() {
      await Promise.all(stopping);
      await channels.close();
    },
  };
}
