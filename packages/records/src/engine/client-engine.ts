/** The record engine over ClickHouse clients: what is the same whether they reach an embedded engine or a server. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CHUNK_ROWS,
  type Command,
  type DataFile,
  type FileInsert,
  type RecordEngine,
  type Settings,
} from './engine.js';
import { failure } from './failures.js';
import type { Lanes } from './lanes.js';
import type { Limits } from './limits.js';

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

export function clientEngine(channels: Channels): RecordEngine {
  /**
   * Runs one statement in a lane. When its signal is aborted it leaves the queue, or the engine is asked to stop it, again
   * and again until it has ended: the first time may come before the engine knows the statement.
   */
  async function send<Result>(
    lane: 'short' | 'search' | 'load',
    command: { name: string; signal?: AbortSignal | undefined },
    act: (channel: Channel, limits: Settings, id: string) => Promise<Result>,
  ): Promise<Result> {
    const { name, signal } = command;
    return channels.lanes[lane].use(async (channel) => {
      const id = randomUUID();
      let ended = false;
      const stop = async () => {
        while (!ended) {
          // A try that fails is followed by another; at last the statement's own limits end it.
          await channels.stop(id).catch(() => {});
          await sleep(STOP_AGAIN);
        }
      };
      const onAbort = () => void stop();
      signal?.addEventListener('abort', onAbort, { once: true });
      const limits = channels.limits[lane === 'load' ? 'load' : 'search'];
      try {
        return await act(channel, limits, id);
      } catch (error) {
        signal?.throwIfAborted();
        throw failure(error, name, lane !== 'load');
      } finally {
        ended = true;
        signal?.removeEventListener('abort', onAbort);
      }
    }, signal);
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
      const settings = { max_block_size: CHUNK_ROWS, ...statement.settings };
      try {
        await send(statement.lane ?? 'search', statement, (channel, limits, id) =>
          channel.stream({ ...statement, settings }, limits, id, readChunk),
        );
      } catch (error) {
        throw thrown ? thrown.error : error;
      }
    },
    run: (command) => send('load', command, (channel, limits, id) => channel.run(command, limits, id)),
    insertFile: (file, insert) =>
      send('load', insert, (channel, limits, id) => channel.insertFile(file, insert, limits, id)),
    close: () => channels.close(),
  };
}
