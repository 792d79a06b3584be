/**
 * The embedded engine: the only file that knows chDB. It plugs into the ordinary ClickHouse client through a hook that
 * upstream marks experimental.
 */
import { mkdirSync } from 'node:fs';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { OperatorError } from '@tidewaiter/contract';
import type { ChdbConnection } from 'chdb/connection';
import { type Channel, clientEngine, type LanedEngine } from './client-engine.js';
import { type Command, IN_FILE_ORDER, quote, type Settings, settingsClause } from './engine.js';
import { ALWAYS, BEHIND_THE_PORTAL, embeddedLimits, MERGES_BEHIND_QUESTIONS } from './limits.js';
import { parameterText, placeholders } from './parameter-text.js';
import { Scheduler } from './scheduler.js';

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>;

/** Lanes for long questions; with the short lane and the one for stopping, one connection each. */
const LONG_LANES = 3;

/** Files that are made at once, each with a connection of its own. */
const EXPORT_LANES = 2;

/**
 * Binds a statement's values on its connection. The binding's own way runs the statements with values of all connections
 * one after another, so that one long search holds up every other (decision 0010). Values set like this stay on the
 * connection, where a statement that forgot one of its own would find another's: that is refused.
 */
function bindings({ name, sql, parameters = {} }: Command): string {
  const forgotten = placeholders(sql).filter((placeholder) => !Object.hasOwn(parameters, placeholder));
  if (forgotten.length > 0) throw new Error(`${name} binds no value to ${forgotten.join(', ')}`);
  const values = Object.entries(parameters).map(([key, value]) => `param_${key} = ${quote(parameterText(value))}`);
  // One SET for all of them: one each took half as long again as the whole statement.
  return values.length === 0 ? '' : `SET ${values.join(', ')}; `;
}

/** By its id a statement is found again to be stopped: the embedded engine takes none of its own from us. */
const comment = (name: string, id: string) => `${name} ${id}`;

/** Settings travel as a clause: the embedded connection turns a client's settings into `SET`, which would stay in force. */
const withSettings = ({ name, sql, settings }: Command, limits: Settings, id: string) =>
  sql + settingsClause({ ...limits, ...settings, log_comment: comment(name, id) });

const written = (command: Command, limits: Settings, id: string) =>
  bindings(command) + withSettings(command, limits, id);

interface Connected {
  client: ClickHouseClient;
  connection: ChdbConnection;
}

const rowsOf = (lines: Uint8Array): unknown[] =>
  Buffer.from(lines)
    .toString()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

/** A file that is mapped into memory would count as memory of ours, all of it. */
const READ_FILE: Settings = { storage_file_read_method: 'pread' };

/** A connection runs its statements one after another. Streamed answers go past the client, which would hold them whole. */
function channelOver({ client, connection }: Connected): Channel {
  const ask = (query: string) => client.query({ query, format: 'JSONCompactEachRow' });

  /**
   * What a statement had answered before it failed or was stopped stays in its connection, which gives it out in front of the
   * next answer: to whoever asks next. A connection that has failed therefore answers a question of ours first.
   */
  let holdsRest = false;
  async function alone<Result>(statement: () => Promise<Result>): Promise<Result> {
    if (holdsRest) await (await ask('SELECT 1')).text();
    holdsRest = true;
    const result = await statement();
    holdsRest = false;
    return result;
  }

  const run: Channel['run'] = (command, limits, id) =>
    alone(async () => {
      await client.command({ query: written(command, limits, id) });
    });
  const chunks = (
    command: Command,
    format: string,
    limits: Settings,
    id: string,
    read: (raw: Uint8Array) => Promise<void>,
  ) =>
    alone(async () => {
      // A stream is of one statement: one before it binds the values, and has the client set what always holds.
      await (await ask(`${bindings(command)}SELECT 1`)).text();
      const sql = withSettings(command, limits, id);
      for await (const chunk of connection.chdb.queryStream(sql, { format })) await read(chunk.raw());
    });
  return {
    query: (command, limits, id) => alone(async () => (await ask(written(command, limits, id))).text()),
    stream: (command, limits, id, read) =>
      chunks(command, 'JSONCompactEachRow', limits, id, (raw) => read(rowsOf(raw))),
    bytes: (command, format, limits, id, read) => chunks(command, format, limits, id, read),
    // Streamed, each chunk would be a file of its own.
    writeFile: (command, format, path, limits, id) =>
      alone(async () => {
        const outfile = ` INTO OUTFILE ${quote(path)} TRUNCATE FORMAT ${format}`;
        await client.command({ query: written(command, limits, id) + outfile });
      }),
    run,
    async insertFile({ path, format, structure, settings }, { name, sql }, limits, id) {
      const table = `file(${quote(path)}, '${format}', ${quote(structure)})`;
      await run({ name, sql: sql(table), settings: { ...settings, ...IN_FILE_ORDER, ...READ_FILE } }, limits, id);
    },
  };
}

/**
 * The engine's library, loaded where it is needed alone: it is not there for every machine, and a record server needs none.
 *
 * @throws OperatorError where there is none
 */
async function library() {
  try {
    const [{ createChdbConnection }, { Session }] = await Promise.all([import('chdb/connection'), import('chdb')]);
    return { createChdbConnection, Session };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'CHDB_PLATFORM')) throw error;
    throw new OperatorError(
      `The embedded record engine is not there for this machine (${process.platform} ${process.arch}), or was not installed.`,
      ['Set CLICKHOUSE_URL to a record server; or install again, on Linux with glibc and an x64 processor: npm ci'],
      { cause: error },
    );
  }
}

/**
 * Opens (and creates) the record engine in a folder of its own.
 *
 * @param folder its path may hold none of `* ? { } [ ]`: the engine's file table reads them as a pattern
 * @throws Error when the folder is open in another process (chDB locks it)
 */
export async function openChdb(folder: string): Promise<LanedEngine> {
  const { createChdbConnection, Session } = await library();
  mkdirSync(folder, { recursive: true });
  // All connections are to one engine, which is set up by the first.
  const first = new Session(folder, {
    connectionArgs: Object.entries(MERGES_BEHIND_QUESTIONS).map(([name, value]) => `--${name}=${value}`),
  });
  const connect = (): Connected => {
    const connection = createChdbConnection({ path: folder });
    const client = createClient({
      // The two packages each declare the same interface with a private field, which the compiler takes for two types.
      connection: connection as unknown as NonNullable<ClientOptions['connection']>,
      clickhouse_settings: { ...ALWAYS, ...BEHIND_THE_PORTAL },
    });
    return { client, connection };
  };
  const [short, stopper] = [connect(), connect()];
  const connections = Array.from({ length: LONG_LANES }, connect);
  const long = new Scheduler('search', connections.map(channelOver));
  const exporting = Array.from({ length: EXPORT_LANES }, connect);
  return clientEngine({
    shared: false,
    limits: embeddedLimits(),
    lanes: {
      short: new Scheduler('short', [channelOver(short)]),
      search: long,
      load: long,
      export: new Scheduler('export', exporting.map(channelOver)),
    },
    stop: (id) =>
      stopper.client.command({ query: `KILL QUERY WHERE endsWith(Settings['log_comment'], ${quote(` ${id}`)})` }),
    async close() {
      await Promise.all([short, stopper, ...connections, ...exporting].map(({ client }) => client.close()));
      first.close();
    },
  });
}
