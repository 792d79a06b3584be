/**
 * The embedded engine: the only file that knows chDB. It plugs into the ordinary ClickHouse client through a hook that
 * upstream marks experimental.
 */
import { mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { PortalError } from '@tidewaiter/contract';
import { createChdbConnection } from 'chdb/connection';
import {
  type Command,
  EngineError,
  quote,
  type RecordEngine,
  type Settings,
  type Statement,
  settingsClause,
} from './engine.js';
import { Lanes } from './lanes.js';

/**
 * The engine's number of an error: on the client's error where it could read the message, else on the embedded engine's own
 * beneath it (a message of several lines, as for a cell that cannot be parsed).
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && /^\d+$/.test(String(error.code))) return String(error.code);
  return 'clickhouseCode' in error ? String(error.clickhouseCode) : codeOf(error.cause);
}

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>;

/** Lanes for long questions; with the short lane, one connection each. */
const LONG_LANES = 3;

/**
 * Sent with every statement. Per-statement settings travel as a SETTINGS clause instead: the embedded connection turns
 * client settings into `SET`, which would stay in force for the next statement of that connection.
 */
const ALWAYS = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  // The longest question that the contract lets through is some 400 kB of SQL.
  max_query_size: '4000000',
} as const;

/** A change of the records may take this much memory, a search a third of it: a greedy one fails alone, not the process. */
const LOAD_MEMORY = Math.min(6_000_000_000, Math.floor(totalmem() * 0.4));
const LOAD_LIMITS: Settings = { max_memory_usage: LOAD_MEMORY };
const SEARCH_LIMITS: Settings = { max_execution_time: 30, max_memory_usage: Math.floor(LOAD_MEMORY / 3) };

/** TIMEOUT_EXCEEDED, MEMORY_LIMIT_EXCEEDED: the question was too much, nothing is broken. */
const TOO_EXPENSIVE = new Set(['159', '241']);

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
  const clients = Array.from({ length: LONG_LANES + 1 }, connect);
  const short = new Lanes(clients.slice(0, 1));
  const long = new Lanes(clients.slice(1));

  async function send<Result>(
    lanes: Lanes<ClickHouseClient>,
    command: Command,
    limits: Settings,
    act: (client: ClickHouseClient, sql: string) => Promise<Result>,
  ): Promise<Result> {
    const sql = command.sql + settingsClause({ ...limits, ...command.settings, log_comment: command.name });
    try {
      return await lanes.use((client) => act(client, sql));
    } catch (error) {
      const code = codeOf(error);
      if (limits === SEARCH_LIMITS && TOO_EXPENSIVE.has(code)) throw new PortalError('SEARCH_TOO_EXPENSIVE');
      throw new EngineError(command.name, code, error);
    }
  }

  const bound = (command: Command) => (command.parameters ? { query_params: { ...command.parameters } } : {});

  return {
    async query<Row>(statement: Statement<Row>): Promise<Row[]> {
      const lanes = statement.lane === 'short' ? short : long;
      const limits = statement.lane === 'load' ? LOAD_LIMITS : SEARCH_LIMITS;
      const rows = await send(lanes, statement, limits, async (client, sql) => {
        const result = await client.query({ query: sql, format: 'JSONCompactEachRow', ...bound(statement) });
        return result.json<unknown>();
      });
      return rows.map((row) => statement.row.parse(row));
    },

    async run(command) {
      await send(long, command, LOAD_LIMITS, (client, sql) => client.command({ query: sql, ...bound(command) }));
    },

    csvFile(path, columns, delimiter) {
      const structure = Array.from({ length: columns }, (_, index) => `c${index + 1} Nullable(String)`).join(', ');
      return {
        sql: `file(${quote(path)}, 'CSV', ${quote(structure)})`,
        settings: {
          format_csv_delimiter: delimiter,
          // A short row leaves its last cells NULL, a long one fills the spare columns: both are then rejected by name.
          input_format_csv_allow_variable_number_of_columns: 1,
          input_format_csv_detect_header: 0,
          input_format_csv_empty_as_default: 0,
          input_format_csv_trim_whitespaces: 0,
          // Nothing a customs file says may turn into NULL on its own.
          format_csv_null_representation: '\u0001\u0002',
          max_insert_threads: 1,
        },
      };
    },

    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
