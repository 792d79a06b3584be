import { rmSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { OperatorError } from '@tidewaiter/contract';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { DamagedAccounts, explainFailure } from './damage.js';
import { type DatabaseLocation, migrateTo, migrationsFolder, migrationsNow } from './database.js';
import { EmbeddedEngine } from './embedded.js';
import { putPrepared } from './prepared-database.js';
import { orphaned, type UnreconciledBalance, unreadable, unreconciled } from './soundness.js';

/** Pages of 8 kB of a table that are copied into one file: what was copied of full ones need not be copied again. */
const PAGES_OF_A_PIECE = 4096;

const QUICKEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** A table as it is copied: what is computed from other columns is computed again where the rows arrive. */
export interface CopiedAccountTable {
  name: string;
  columns: string[];
  rows: number;
  /** Over all cells, in any order of the rows, on any version of PostgreSQL. */
  sum: string;
  /** A page has 8 kB. */
  pages: number;
}

/** What there is to copy of the accounts at one moment. */
export interface AccountsPlan {
  /** How many migrations the tables have seen. */
  migrations: number;
  tables: CopiedAccountTable[];
  /** Where sequences stand. */
  sequences: { name: string; last: string; called: boolean }[];
  /** The highest number that was given to an export; 0 where none was. */
  highestExport: number;
}

/** Which numbers exports take. */
const EXPORT_NUMBERS = 'export_numbers';

/** One connection to either engine, over which tables are copied as text. */
interface CopyConnection {
  /** Makes the tables as they were after so many migrations. */
  migrateTo(count: number): Promise<void>;
  query<Row extends object>(sql: string): Promise<Row[]>;
  copyOut(sql: string, path: string): Promise<void>;
  copyIn(sql: string, path: string): Promise<void>;
  close(): Promise<void>;
}

async function toServer(connectionString: string): Promise<CopyConnection> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return {
    migrateTo: (count) => migrateTo(client, count),
    query: async (sql) => (await client.query(sql)).rows,
    copyOut: async (sql, path) =>
      pipeline(
        client.query(copyStreams.to(`copy ${sql} to stdout`)),
        createBrotliCompress(QUICKEST),
        (await open(path, 'w', 0o600)).createWriteStream({ flush: true }),
      ),
    copyIn: async (sql, path) =>
      pipeline(
        (await open(path)).createReadStream(),
        createBrotliDecompress(),
        client.query(copyStreams.from(`copy ${sql} from stdin`)),
      ),
    close: () => client.end(),
  };
}

async function toEmbedded(folder: string): Promise<CopyConnection> {
  const engine = await EmbeddedEngine.open(folder);
  return {
    migrateTo: (count) => migrateTo(engine, count),
    query: async <Row extends object>(sql: string) => (await engine.query(sql)).rows as Row[],
    async copyOut(sql, path) {
      const copied = await engine.copy(`copy ${sql} to '/dev/blob'`);
      const file = (await open(path, 'w', 0o600)).createWriteStream({ flush: true });
      await pipeline(Readable.from([copied]), createBrotliCompress(QUICKEST), file);
    },
    async copyIn(sql, path) {
      const parts: Buffer[] = [];
      await pipeline((await open(path)).createReadStream(), createBrotliDecompress(), async (bytes) => {
        for await (const part of bytes) parts.push(part as Buffer);
      });
      await engine.copy(`copy ${sql} from '/dev/blob'`, Buffer.concat(parts));
    },
    close: () => engine.close(),
  };
}

/** The tables of today are prepared; those of earlier versions are made. */
function intoEmbedded(folder: string, migrations: number): Promise<CopyConnection> {
  if (migrations === migrationsNow()) putPrepared(folder, migrationsFolder);
  return toEmbedded(folder);
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** How cells are written as text, whatever a server's own settings are. */
const AS_TEXT = [
  "set time zone 'UTC'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set bytea_output = 'hex'",
  'set extra_float_digits = 1',
];

async function sumOf(connection: CopyConnection, name: string, columns: readonly string[]) {
  const row = `row(${columns.map(quoted).join(', ')})::text`;
  const [found] = await connection.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(('x' || substr(md5(${row}), 1, 15))::bit(60)::bigint), 0)::text as sum from ${quoted(name)}`,
  );
  return { rows: Number(found?.rows ?? 0), sum: found?.sum ?? '0' };
}

async function tablesOf(connection: CopyConnection): Promise<CopiedAccountTable[]> {
  const found = await connection.query<{ name: string; columns: string[]; pages: number }>(
    `select t.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns,
       (pg_relation_size(quote_ident(t.table_name)) / 8192)::integer as pages
     from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
     where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
     group by t.table_name order by t.table_name`,
  );
  const tables: CopiedAccountTable[] = [];
  for (const table of found) tables.push({ ...table, ...(await sumOf(connection, table.name, table.columns)) });
  return tables;
}

const ONE_MOMENT = 'begin isolation level repeatable read read only';

/**
 * Reads all rows before any of them is copied: a copy of what a damaged file has left would look like one of everything. A server's disks
 * are the server's matter; what its tables say of each other is not.
 *
 * @throws OperatorError naming the tables that are damaged
 */
async function mustBeWhole({ query }: CopyConnection, isServer: boolean): Promise<void> {
  const within: Parameters<typeof unreadable>[0] = async (work) => {
    await query(ONE_MOMENT);
    return work(query).finally(() => query('rollback'));
  };
  const isDamage = (error: unknown) => explainFailure(error) !== error;
  const damaged = isServer ? [] : await unreadable(within, isDamage);
  if (damaged.length > 0) throw new DamagedAccounts(`Not every row can be read of: ${damaged.join(', ')}.`);
  const alone = await within(orphaned);
  if (alone.length > 0) throw new DamagedAccounts(`Rows name others that are gone: ${alone.join(', ')}.`);
}

/** Acts by which accounts lose rows that are else never removed. */
const REMOVALS = ['ACCOUNT_ERASED', 'DEMO_REMOVED'] as const;
export type Removal = (typeof REMOVALS)[number];

/** The accounts of one moment, open to be copied; people go on meanwhile. */
export class AccountsSnapshot {
  private constructor(
    private readonly connection: CopyConnection,
    readonly plan: AccountsPlan,
    private readonly forget: () => void,
  ) {}

  /**
   * @param engine the embedded one that serves, whose files are copied between two of its statements; without one, the server is read
   * within one transaction
   * @param scratch a folder that is made, and gone at the end
   * @throws OperatorError where what is to be copied is damaged
   */
  static async take(source: EmbeddedEngine | DatabaseLocation, scratch: string): Promise<AccountsSnapshot> {
    const forget = () => rmSync(scratch, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    if (source instanceof EmbeddedEngine) await source.copyFiles(join(scratch, 'accounts'));
    const connection =
      'databaseUrl' in source ? await toServer(source.databaseUrl) : await toEmbedded(join(scratch, 'accounts'));
    try {
      for (const sql of AS_TEXT) await connection.query(sql);
      await mustBeWhole(connection, 'databaseUrl' in source);
      await connection.query(ONE_MOMENT);
      const [applied] = await connection.query<{ count: string }>(
        'select count(*)::text from drizzle.__drizzle_migrations',
      );
      const sequences = await connection.query<{ name: string; last: string | null; start: string }>(
        `select sequencename::text as name, last_value::text as last, start_value::text as start from pg_sequences where schemaname = 'public' order by 1`,
      );
      const plan: AccountsPlan = {
        migrations: Number(applied?.count),
        tables: await tablesOf(connection),
        sequences: sequences.map(({ name, last, start }) => ({ name, last: last ?? start, called: last !== null })),
        highestExport: Number(sequences.find(({ name }) => name === EXPORT_NUMBERS)?.last ?? 0),
      };
      return new AccountsSnapshot(connection, plan, forget);
    } catch (error) {
      await connection.close().catch(() => {});
      forget();
      throw explainFailure(error);
    }
  }

  /** Balances that are not the sum of their entries. */
  unreconciled(): Promise<UnreconciledBalance[]> {
    return unreconciled(this.connection.query);
  }

  /** Which removals there were from a moment (ISO) on. */
  async removalsSince(moment: string): Promise<Removal[]> {
    const since = new Date(moment).toISOString();
    const found = await this.connection.query<{ event: Removal }>(
      `select distinct event from audit_log
       where event in (${REMOVALS.map((event) => `'${event}'`).join(', ')}) and created_at >= '${since}'`,
    );
    return found.map(({ event }) => event);
  }

  /** The pieces of a table, by their first pages. */
  pieces({ pages }: CopiedAccountTable): number[] {
    return Array.from({ length: Math.ceil(pages / PAGES_OF_A_PIECE) }, (_, index) => index * PAGES_OF_A_PIECE);
  }

  /** Writes a piece of a table as text, compressed with Brotli. */
  async write({ name, columns }: CopiedAccountTable, firstPage: number, path: string): Promise<void> {
    const [from, to] = [firstPage, firstPage + PAGES_OF_A_PIECE].map((page) => `'(${page},0)'::tid`);
    await this.connection.copyOut(
      `(select ${columns.map(quoted).join(', ')} from ${quoted(name)} where ctid >= ${from} and ctid < ${to})`,
      path,
    );
  }

  async close(): Promise<void> {
    await this.connection.close();
    this.forget();
  }
}

/** Brings accounts back into a database in which nobody has an account, all of them or none. */
export class RestoredAccounts {
  private constructor(private readonly connection: CopyConnection) {}

  /** @throws OperatorError where this version does not know the tables of the copy */
  static async in(location: DatabaseLocation, migrations: number): Promise<RestoredAccounts> {
    if (migrations > migrationsNow()) {
      throw new OperatorError(
        'These accounts were copied by a newer version of Tidewaiter. Restore them with that one.',
      );
    }
    const connection = await ('databaseUrl' in location
      ? toServer(location.databaseUrl)
      : intoEmbedded(join(location.dataFolder, 'accounts'), migrations));
    try {
      await connection.migrateTo(migrations);
      return new RestoredAccounts(connection);
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** Whether nobody has an account there. */
  async isEmpty(): Promise<boolean> {
    const [{ taken } = { taken: true }] = await this.connection.query<{ taken: boolean }>(
      'select exists (select 1 from users) as taken',
    );
    return !taken;
  }

  /** Whether all tables hold what was copied: a restore that was interrupted behind its last step has nothing left to do. */
  async holds({ tables }: AccountsPlan): Promise<boolean> {
    for (const sql of AS_TEXT) await this.connection.query(sql);
    for (const { name, columns, rows, sum } of tables) {
      const there = await sumOf(this.connection, name, columns);
      if (there.rows !== rows || there.sum !== sum) return false;
    }
    return true;
  }

  /**
   * Reads all tables in one transaction, and holds them against the sums that they had.
   *
   * @param files of each table, in the order of its pieces
   * @throws OperatorError where somebody has an account there, or what arrives is not what was copied
   */
  async read(plan: AccountsPlan, files: (table: string) => Promise<readonly string[]>): Promise<void> {
    const { query, copyIn } = this.connection;
    if (!(await this.isEmpty()))
      throw new OperatorError('There are accounts already. Restore into an empty database or folder.');
    for (const sql of AS_TEXT) await query(sql);
    await query('begin');
    const keys = await query<{ table: string; name: string }>(
      `select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    // Rows come table by table, before those that they name: what holds between them is looked at when all are there.
    for (const { table, name } of keys)
      await query(`alter table ${table} alter constraint ${name} deferrable initially deferred`);
    for (const { name } of plan.tables) await query(`alter table ${quoted(name)} disable trigger user`);
    await query(`truncate ${plan.tables.map(({ name }) => quoted(name)).join(', ')}`);
    for (const { name, columns } of plan.tables) {
      for (const path of await files(name)) await copyIn(`${quoted(name)} (${columns.map(quoted).join(', ')})`, path);
    }
    for (const { name, last, called } of plan.sequences)
      await query(`select setval('${quoted(name)}'::regclass, ${BigInt(last)}, ${called})`);
    await query('set constraints all immediate');
    for (const { name } of plan.tables) await query(`alter table ${quoted(name)} enable trigger user`);
    for (const { table, name } of keys) await query(`alter table ${table} alter constraint ${name} not deferrable`);
    if (!(await this.holds(plan)))
      throw new OperatorError('What arrived of the accounts is not what was copied: nothing of them was brought back.');
    await query('commit');
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
