/** A ClickHouse server, or a cluster of them, over HTTP. */
import { createReadStream, createWriteStream } from 'node:fs';
import { PassThrough, type Readable, pipeline as through } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { type ClickHouseClient, ClickHouseLogLevel, createClient, drainStream } from '@clickhouse/client';
import { type Channel, clientEngine, type LanedEngine } from './client-engine.js';
import { type Command, IN_FILE_ORDER, quote, type Settings, settingsClause } from './engine.js';
import { ALWAYS, SEARCH_SECONDS, SERVER_LIMITS } from './limits.js';
import { Scheduler } from './scheduler.js';

/** Where the records are. */
export interface ClickHouseLocation {
  /** `http://user:password@host:8123/database`, or https. */
  url: string;
  /** The name of the cluster, as the server knows it; none for a single server. */
  cluster?: string | undefined;
}

/** Statements of a portal that run at once, by lane; the server has limits of its own. */
const LANES = { short: 4, search: 8, load: 4, export: 2 } as const;

/** Longest that a statement of a change or an export may take, in milliseconds: a large file is read or made, or an index written. */
const LOAD_MS = 6 * 60 * 60 * 1000;

/** Beyond the server's own limit, which answers better. */
const SEARCH_MS = (SEARCH_SECONDS + 10) * 1000;

/** Longest that a stop or a ping may take. */
const STOP_MS = 5000;

/** A connection that broke, before or under way; a statement whose repetition is safe is sent again. */
const DROPPED = new Set(['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Waits before the second and the third try, in milliseconds. */
const BACKOFF = [100, 400];

/** In a cluster, what was acknowledged is what everybody reads, and what is not there yet is refused rather than left out. */
const CLUSTER_SETTINGS: Settings = {
  // One insert at a time, on a majority of a shard's replicas; a replica that lacks one does not answer.
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: 1,
  // An insert into all shards is done when they have it.
  distributed_foreground_insert: 1,
  // Records with one id are on one shard, so a question within a question stays on it.
  distributed_product_mode: 'local',
  alter_sync: 2,
};

function isDropped(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && DROPPED.has(String(error.code))) return true;
  return error.message === 'socket hang up' || error.message === 'aborted' || isDropped(error.cause);
}

/** A server that has said nothing for as long as a statement may take, as the system tells of hosts that do not answer. */
const silentServer = (cause: unknown) =>
  Object.assign(new Error('the record server does not answer', { cause }), { code: 'ETIMEDOUT' });

/** What the client says of that. */
const isSilent = (error: unknown) => error instanceof Error && error.message === 'Timeout error.';

/** Sends, and sends again over a new connection when the first is lost; only what may be repeated. */
async function repeated<Result>(send: (attempt: number) => Promise<Result>): Promise<Result> {
  for (const [attempt, wait] of BACKOFF.entries()) {
    try {
      return await send(attempt);
    } catch (error) {
      if (!isDropped(error)) throw isSilent(error) ? silentServer(error) : error;
      await sleep(wait);
    }
  }
  return send(BACKOFF.length);
}

/** The server refuses an id that it still knows: each try has its own, and all begin alike. */
const idOf = (id: string, attempt: number) => `${id}-${attempt}`;

/** What is between a file of this machine and the server: the embedded engine knows compressed files by their names, as we do here. */
const isCompressed = (path: string) => path.endsWith('.br');
const QUICKEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** A file's bytes, decompressed. What fails on the way fails the reading. */
function openToRead(path: string): Readable {
  const file = createReadStream(path);
  return isCompressed(path) ? through(file, createBrotliDecompress(), () => {}) : file;
}

function channelOver(client: ClickHouseClient, always: Settings): Channel {
  const written = ({ name, sql, settings }: Command, limits: Settings) =>
    sql + settingsClause({ ...always, ...limits, ...settings, log_comment: name });
  const bound = ({ parameters, traceparent }: Command) => ({
    ...(parameters && { query_params: { ...parameters } }),
    ...(traceparent !== undefined && { http_headers: { traceparent } }),
  });
  const outputOf = async (command: Command, format: string, limits: Settings, id: string): Promise<Readable> => {
    const { stream } = await repeated((attempt) =>
      client.exec({
        query: `${written(command, limits)} FORMAT ${format}`,
        query_id: idOf(id, attempt),
        clickhouse_settings: { cancel_http_readonly_queries_on_client_close: 1 },
        ...bound(command),
      }),
    );
    return stream;
  };
  return {
    async bytes(command, format, limits, id, read) {
      // A server that fails on the way breaks the connection off: an answer that ends is whole.
      for await (const chunk of await outputOf(command, format, limits, id)) await read(chunk);
    },
    writeFile: async (command, format, path, limits, id) =>
      pipeline(
        await outputOf(command, format, limits, id),
        isCompressed(path) ? createBrotliCompress(QUICKEST) : new PassThrough(),
        createWriteStream(path, { mode: 0o600 }),
      ),
    query: (command, limits, id) =>
      repeated(async (attempt) => {
        const result = await client.query({
          query: written(command, limits),
          format: 'JSONCompactEachRow',
          query_id: idOf(id, attempt),
          // A failure comes before the first row, and the server stops when nobody listens any more.
          clickhouse_settings: { wait_end_of_query: 1, cancel_http_readonly_queries_on_client_close: 1 },
          ...bound(command),
        });
        return result.text();
      }),
    async stream(command, limits, id, read) {
      const result = await repeated((attempt) =>
        client.query({
          query: written(command, limits),
          format: 'JSONCompactEachRow',
          query_id: idOf(id, attempt),
          clickhouse_settings: { cancel_http_readonly_queries_on_client_close: 1 },
          ...bound(command),
        }),
      );
      // From the first row on nothing is repeated. Leaving the loop ends the connection, and the server the statement.
      for await (const rows of result.stream<unknown>()) await read(rows.map((row) => row.json()));
    },
    async run(command, limits, id) {
      const send = async (attempt: number) => {
        await client.command({ query: written(command, limits), query_id: idOf(id, attempt), ...bound(command) });
      };
      await (command.repeatable ? repeated(send) : send(0));
    },
    async insertFile({ path, format, structure, settings }, { name, sql }, limits, id) {
      const { stream } = await client.exec({
        query: `${sql(`input(${quote(structure)})`)} FORMAT ${format}`,
        values: openToRead(path),
        query_id: idOf(id, 0),
        // The settings of a file's format belong to the request: behind FORMAT there is no place for a clause.
        clickhouse_settings: {
          ...always,
          ...limits,
          ...settings,
          ...IN_FILE_ORDER,
          input_format_parallel_parsing: 0,
          log_comment: name,
        },
      });
      await drainStream(stream);
    },
  };
}

/**
 * Connects to a record server. That it can be reached shows with the first statement.
 *
 * @param searchMs the longest that a question waits for a server that says nothing
 */
export function openClickHouse({ url, cluster }: ClickHouseLocation, searchMs = SEARCH_MS): LanedEngine {
  const connect = (connections: number, timeout: number) =>
    createClient({
      url,
      application: 'tidewaiter',
      request_timeout: timeout,
      max_open_connections: connections,
      clickhouse_settings: ALWAYS,
      // Long lists of values go into the body: a URL has a limit everywhere.
      use_multipart_params_auto: true,
      // A connection that the server has closed meanwhile would fail a statement that may not be repeated.
      keep_alive: { eagerly_destroy_stale_sockets: true },
      // Failures are told to whoever asked; the client would print statements with their values.
      log: { level: ClickHouseLogLevel.OFF },
    });
  const always = cluster === undefined ? {} : CLUSTER_SETTINGS;
  const clients = {
    short: connect(LANES.short, searchMs),
    search: connect(LANES.search, searchMs),
    load: connect(LANES.load, LOAD_MS),
    export: connect(LANES.export, LOAD_MS),
  };
  const stopper = connect(2, STOP_MS);
  const schedulerOf = (lane: keyof typeof LANES) =>
    new Scheduler(
      lane,
      Array.from({ length: LANES[lane] }, () => channelOver(clients[lane], always)),
    );
  const everywhere = cluster === undefined ? '' : ` ON CLUSTER ${quote(cluster)}`;
  return clientEngine({
    shared: true,
    limits: SERVER_LIMITS,
    lanes: {
      short: schedulerOf('short'),
      search: schedulerOf('search'),
      load: schedulerOf('load'),
      export: schedulerOf('export'),
    },
    stop: (id) => stopper.command({ query: `KILL QUERY${everywhere} WHERE startsWith(query_id, ${quote(`${id}-`)})` }),
    async close() {
      await Promise.all([...Object.values(clients), stopper].map((client) => client.close()));
    },
  });
}
