import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as overPg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { DURABLE_START, DurableFiles } from './durable-files.js';
import * as schema from './schema.js';

/** The accounts database, on either engine: the same dialect through the same client. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** A transaction of it. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface OpenDatabase {
  database: Database;
  /** The server's connections; none on the embedded engine. */
  pool?: pg.Pool;
  /** Whether it is this process's alone. */
  isEmbedded: boolean;
  /** Hears what transactions that are committed say on a channel (`pg_notify`), of whichever portal. @returns ends it */
  listen(channel: string, onNotice: (notice: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Where the accounts live: a folder for the embedded engine, or the URL of a PostgreSQL server. */
export type DatabaseLocation = { dataFolder: string; onFsync?: () => void } | { databaseUrl: string };

/** Opens the accounts database and brings its tables up to date. For a folder, the caller holds the folder's lock. */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  if ('databaseUrl' in location) {
    const pool = new pg.Pool({ connectionString: location.databaseUrl });
    // An idle connection that the server ends is replaced when next needed; unheard, its error would end the process.
    pool.on('error', () => {});
    await migrateAlone(pool).catch(async (error: unknown) => {
      await pool.end();
      throw error;
    });
    const database = overPg({ client: pool, schema });
    return {
      ...{ database, pool, isEmbedded: false },
      listen: (channel, onNotice) => listenToServer(location.databaseUrl, channel, onNotice),
      close: () => pool.end(),
    };
  }
  const client = await PGlite.create({
    fs: new DurableFiles(join(location.dataFolder, 'accounts'), location.onFsync),
    startParams: DURABLE_START,
  });
  const database = overPglite({ client, schema });
  await migratePglite(database, { migrationsFolder });
  return {
    ...{ database, isEmbedded: true },
    listen: (channel, onNotice) => client.listen(channel, onNotice),
    close: () => client.close(),
  };
}

/** A number of ours among the locks that the server's programs agree on. */
const MIGRATION_LOCK = 7_314_206;

/** Brings the tables up to date, while other portals that start at the same time wait. */
async function migrateAlone(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePg(overPg({ client }), { migrationsFolder });
  } finally {
    // Ends the session, and the lock with it.
    client.release(true);
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
    const next = new pg.Client({ connectionString });
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
