import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '@tidewaiter/contract';
import { drizzle as overPg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { DamageWatch, explainStart, mustBeWhole } from './damage.js';
import { EmbeddedEngine } from './embedded.js';
import { putPrepared } from './prepared-database.js';
import * as schema from './schema.js';
import { tellOfPool } from './told-statements.js';

/** What a statement of one's own answers, on either engine: rows of which its writer knows more than the compiler. */
interface Rows<Row> {
  rows: Row[];
}

interface Answer extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

/** The accounts database, on either engine: the same dialect through the same client. */
export type Database = PgDatabase<Answer, typeof schema>;

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** What is done once a transaction is committed. */
const AFTERWARDS = new WeakMap<Transaction, (() => void)[]>();

/** Does something once a transaction is committed, and never where it is not. */
export function afterCommit(transaction: Transaction, act: () => void): void {
  AFTERWARDS.get(transaction)?.push(act);
}

/** A database whose transactions can be waited for by {@link afterCommit}. */
function withAfterwards<Opened extends Database>(database: Opened): Opened {
  const run = database.transaction.bind(database);
  database.transaction = async (work, config) => {
    const acts: (() => void)[] = [];
    const result = await run((transaction) => {
      AFTERWARDS.set(transaction, acts);
      return work(transaction);
    }, config);
    for (const act of acts) act();
    return result;
  };
  return database;
}

export interface OpenDatabase {
  database: Database;
  /** The same without limits of time, for work that nobody waits for and that takes as long as there are rows. */
  patient: Database;
  /** The server's connections; none on the embedded engine. */
  pool?: pg.Pool;
  /** The embedded engine; none where a server has the accounts. */
  engine?: EmbeddedEngine;
  /** The damage of its files that statements have met. */
  damage: DamageWatch;
  /** Whether it is this process's alone. */
  isEmbedded: boolean;
  /** Hears what transactions that are committed say on a channel (`pg_notify`), of whichever portal. @returns ends it */
  listen(channel: string, onNotice: (notice: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

const JOURNAL = 'meta/_journal.json';

const journal = (): { entries: { when: number }[] } =>
  JSON.parse(readFileSync(join(migrationsFolder, JOURNAL), 'utf8'));

/** How many migrations this version has. */
export const migrationsNow = () => journal().entries.length;

/** Runs one statement and answers with its rows, on either engine. */
type Ask = (sql: string) => Promise<{ rows: unknown[] }>;

/**
 * The migrator goes by dates: tables that another version made would look to it as if they were older ones of ours.
 *
 * @returns how many migrations the tables have seen
 * @throws OperatorError when this version does not know what made the tables
 */
async function mustKnowTables(ask: Ask): Promise<number> {
  const { rows } = await ask("select to_regclass('drizzle.__drizzle_migrations') is not null as made");
  if (!(rows as { made: boolean }[])[0]?.made) return 0;
  const applied = await ask('select created_at::text as at from drizzle.__drizzle_migrations');
  const known = journal().entries.map(({ when }) => String(when));
  const unknown = (applied.rows as { at: string }[]).filter(({ at }) => !known.includes(at));
  if (unknown.length === 0) return applied.rows.length;
  if (unknown.some(({ at }) => Number(at) < Number(known.at(-1))))
    throw new OperatorError(
      'These accounts belong to another version of Tidewaiter, or to a build from before the first release.',
      ['Start the version that they belong to, or set TIDEWAITER_DATA_DIR (or DATABASE_URL) to a new place.'],
    );
  throw new OperatorError('These accounts belong to a newer version of Tidewaiter.', [
    'Start that version. Or go back to what was there before it: the folder before-VERSION of the data folder, or a backup of that day',
    '(see "Upgrades" in docs/operator.md). Nothing was changed here.',
  ]);
}

/** Where the accounts live: a folder for the embedded engine, or the URL of a PostgreSQL server. */
export type DatabaseLocation = { dataFolder: string; onFsync?: () => void } | ServerLocation;

interface ServerLocation {
  databaseUrl: string;
  /** Is asked before tables that an earlier version made are changed, and may refuse it. */
  beforeMigration?: () => Promise<void>;
}

/** What a server calls the connections of our processes, each by a name of its own. */
const PROGRAM = 'tidewaiter';
const THIS_PROCESS = `${PROGRAM} ${randomUUID()}`;

/** How a server is reached: one that does not answer is given up, and a host that is gone is noticed. */
const REACHED: pg.PoolConfig = { connectionTimeoutMillis: 10_000, keepAlive: true, application_name: THIS_PROCESS };

/** How many other processes of ours are connected to a server's database. */
export async function othersConnected(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ others: number }>(
    `select count(distinct application_name)::integer as others from pg_stat_activity
     where datname = current_database() and application_name like $1 and application_name <> $2`,
    [`${PROGRAM} %`, THIS_PROCESS],
  );
  return rows[0]?.others ?? 0;
}

/** What calls wait for a server. A server that works ends a statement itself; the last limit is for one that does not even do that. */
const LIMITED: pg.PoolConfig = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
  query_timeout: 20_000,
};

/** Connections for work without limits of time: little of it is done at once. */
const PATIENT_CONNECTIONS = 2;

function poolOf(config: pg.PoolConfig, damage: DamageWatch): pg.Pool {
  const pool = new pg.Pool(config);
  // An idle connection that the server ends is replaced when next needed; unheard, its error would end the process.
  pool.on('error', () => {});
  tellOfPool(pool, damage);
  return pool;
}

/** Opens the accounts database and brings its tables up to date. For a folder, the caller holds the folder's lock. */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  if ('databaseUrl' in location) {
    await migrateAlone(location);
    const [damage, reached] = [new DamageWatch(), { connectionString: location.databaseUrl, ...REACHED }];
    const pool = poolOf({ ...reached, ...LIMITED }, damage);
    const patient = poolOf({ ...reached, max: PATIENT_CONNECTIONS }, damage);
    return {
      database: withAfterwards(overPg({ client: pool, schema })),
      patient: overPg({ client: patient, schema }),
      ...{ pool, damage, isEmbedded: false },
      listen: (channel, onNotice) => listenToServer(location.databaseUrl, channel, onNotice),
      close: async () => {
        await Promise.all([pool.end(), patient.end()]);
      },
    };
  }
  const folder = join(location.dataFolder, 'accounts');
  mustBeWhole(folder);
  putPrepared(folder, migrationsFolder);
  const engine = await EmbeddedEngine.open(folder, location.onFsync).catch((error: unknown) => {
    throw explainStart(error, folder);
  });
  const database = withAfterwards(overPglite({ client: engine.asPglite(), schema }));
  try {
    await mustKnowTables((sql) => engine.query(sql));
    await migratePglite(database, { migrationsFolder });
  } catch (error) {
    await engine.close();
    throw explainStart(error, folder);
  }
  return {
    ...{ database, patient: database, engine, damage: engine.damage, isEmbedded: true },
    listen: (channel, onNotice) => engine.listen(channel, onNotice),
    close: () => engine.close(),
  };
}

/** By this number of ours the server's programs know the lock. */
const MIGRATION_LOCK = 7_314_206;

/** Brings the tables up to date, while other portals that start at the same time wait. */
async function migrateAlone({ databaseUrl, beforeMigration }: ServerLocation): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, ...REACHED });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await mustKnowTables((sql) => client.query(sql));
    if (applied > 0 && applied < migrationsNow()) await beforeMigration?.();
    await migratePg(overPg({ client }), { migrationsFolder });
  } finally {
    // Ends the session, and the lock with it.
    await client.end().catch(() => {});
  }
}

/** Makes the tables as they were after so many migrations: for rows that were copied then. The next start runs the others. */
export async function migrateTo(database: EmbeddedEngine | pg.Client, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-migrations-'));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    const { entries, ...rest } = journal();
    writeFileSync(join(folder, JOURNAL), JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
    if (database instanceof EmbeddedEngine)
      await migratePglite(overPglite({ client: database.asPglite() }), { migrationsFolder: folder });
    else await migratePg(overPg({ client: database }), { migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How long after a connection was lost another one is tried, in milliseconds. */
const RECONNECT_MS = 5_000;

/** Hears notices over a connection of its own. After one is lost whoever listens is told to look, since notices were lost too. */
async function listenToServer(
  connectionString: string,
  channel: string,
  onNotice: (notice: string) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const connect = async () => {
    const next = new pg.Client({ connectionString, ...REACHED });
    client = next;
    const again = () => {
      if (ended || client !== next) return;
      client = undefined;
      timer = setTimeout(connect, RECONNECT_MS);
      timer.unref();
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ payload = '' }) => onNotice(payload));
    try {
      await next.connect();
      if (ended) return await next.end();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
      onNotice('');
    } catch {
      again();
      await next.end().catch(() => {});
    }
  };
  await connect();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

/** Which part of a list is asked for: pages count from 0. */
export interface Page {
  number: number;
  size: number;
}

/** Postgres's code of a unique index that stands against a row, wherever in the chain of causes it is said. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '23505') || isUniqueViolation(error.cause);
}

/** What PostgreSQL and the network say of a server that is away, stops, starts, has no connection left or took too long. */
const AWAY_CODE =
  /^(08\d{3}|53300|57014|57P0[1-5]|25P03|ECONN(REFUSED|RESET|ABORTED)|E(TIMEDOUT|PIPE|NOTFOUND|HOSTUNREACH|NETUNREACH)|EAI_AGAIN)$/;

/** What the client says in words only. */
const AWAY_WORDS =
  /^(Query read timeout|timeout (expired|exceeded when trying to connect)|Connection terminated|Client has encountered a connection error)/;

/** Whether a failure is that of a database which does not answer just now, wherever in the chain of causes it is said. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  const code = 'code' in error ? String(error.code) : '';
  return AWAY_CODE.test(code) || AWAY_WORDS.test(error.message) || isDatabaseAway(error.cause);
}
