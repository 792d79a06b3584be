/**
 * The embedded engine: the only file that knows chDB. It plugs into the ordinary ClickHouse client through a hook that
 * upstream marks experimental.
 */
import { mkdirSync } from 'node:fs';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import { type Channel, clientEngine } from './client-engine.js';
import { type Command, IN_FILE_ORDER, quote, type RecordEngine, type Settings, settingsClause } from './engine.js';
import { Lanes } from './lanes.js';
import { ALWAYS, embeddedLimits } from './limits.js';
import { parameterText, placeholders } from './parameter-text.js';

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>;

/** Lanes for long questions; with the short lane and the one for stopping, one connection each. */
const LONG_LANES = 3;

/**
 * Binds a statement's values on its connection. The binding's own way runs the statements with values of all connections
 * one after another, so that one long search holds up every other (decision 0010). Values set like this stay on the
 * connection, where a statement that forgot one of its own would find another's: that is refused.
 */
function bind({ name, sql, parameters = {} }: Command): string {
  const forgotten = placeholders(sql).filter((placeholder) => !Object.hasOwn(parameters, placeholder));
  if (forgotten.length > 0) throw new Error(`${name} binds no value to ${forgotten.join(', ')}`);
  const values = Object.entries(parameters).map(([key, value]) => `param_${key} = ${quote(parameterText(value))}`);
  // One SET for all of them: one each took half as long again as the whole statement.
  return values.length === 0 ? sql : `SET ${values.join(', ')}; ${sql}`;
}

/** By its id a statement is found again to be stopped: the embedded engine takes none of its own from us. */
const comment = (name: string, id: string) => `${name} ${id}`;

/** Settings travel as a clause: the embedded connection turns a client's settings into `SET`, which would stay in force. */
function written(command: Command, limits: Settings, id: string): string {
  const settings = { ...limits, ...command.settings, log_comment: comment(command.name, id) };
  return bind(command) + settingsClause(settings);
}

/** A file that is mapped into memory would count as memory of ours, all of it. */
const READ_FILE: Settings = { storage_file_read_method: 'pread' };

/** A connection runs its statements one after another. */
function channelOver(client: ClickHouseClient): Channel {
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
  return {
    query: (command, limits, id) => alone(async () => (await ask(written(command, limits, id))).json<unknown>()),
    run,
    async insertFile({ path, format, structure, settings }, { name, sql }, limits, id) {
      const table = `file(${quote(path)}, '${format}', ${quote(structure)})`;
      await run({ name, sql: sql(table), settings: { ...settings, ...IN_FILE_ORDER, ...READ_FILE } }, limits, id);
    },
  };
}

/**
 * Opens (and creates) the record engine in a folder of its own.
 *
 * @param folder its path may hold none of `* ? { } [ ]`: the engine's file table reads them as a pattern
 * @throws Error when the folder is open in another process (chDB locks it)
 */
export function openChdb(folder: string): RecordEngine {
  mkdirSync(folder, { recursive: true });
  const connect = () =>
    createClient({
      // The two packages each declare the same interface with a private field, which the compiler takes for two types.
      connection: createChdbConnection({ path: folder }) as unknown as NonNullable<ClientOptions['connection']>,
      clickhouse_settings: ALWAYS,
    });
  const [short, stopper] = [connect(), connect()];
  const clients = Array.from({ length: LONG_LANES }, connect);
  const long = new Lanes(clients.map(channelOver));
  return clientEngine({
    shared: false,
    limits: embeddedLimits(),
    lanes: { short: new Lanes([channelOver(short)]), search: long, load: long },
    stop: (id) => stopper.command({ query: `KILL QUERY WHERE endsWith(Settings['log_comment'], ${quote(` ${id}`)})` }),
    async close() {
      await Promise.all([short, stopper, ...clients].map((client) => client.close()));
    },
  });
}
