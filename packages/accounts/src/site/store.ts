import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type pg from 'pg';
import { explainFailure } from '../database/damage.js';
import { type Database, migrationsNow, othersConnected } from '../database/database.js';
import { balances, ledgerEntries, recordExports, storeIdentity, users } from '../database/schema.js';

/** What of the exports tells whether records are the ones that these accounts have exported from. */
export interface ExportTrail {
  /** The highest number that an export was ever given; 0 where none was. */
  given: number;
  /** The ready export of the highest number that holds records which were new to its account. */
  latest: { account: number; number: number; rows: number } | null;
}

/** A balance that is not the sum of its entries. */
export type UnreconciledBalance = Record<'allowance' | 'balance' | 'entries', string> & { account: number };

/** These accounts as one of two stores: which records they belong with. */
export class AccountStore {
  constructor(
    private readonly database: Database,
    private readonly pool: pg.Pool | undefined,
  ) {}

  /** How many other processes work with these accounts at this moment; the embedded engine's are one process's. */
  async othersConnected(): Promise<number> {
    return this.pool ? othersConnected(this.pool) : 0;
  }

  /** Asks the database for nothing, which fails or hangs as it does. */
  async answers(): Promise<void> {
    await this.database.execute(sql`select 1`);
  }

  async engineVersion(): Promise<string> {
    const { rows } = await this.database.execute<{ version: string }>(
      sql`select current_setting('server_version') as version`,
    );
    return rows[0]?.version ?? '';
  }

  /** How many migrations the tables have seen, and how many this version knows. */
  async migrations(): Promise<{ applied: number; known: number }> {
    const { rows } = await this.database.execute<{ applied: number }>(
      sql`select count(*)::integer as applied from drizzle.__drizzle_migrations`,
    );
    return { applied: rows[0]?.applied ?? 0, known: migrationsNow() };
  }

  /**
   * Tables of which not every row can be read, and indexes that are cut off, since files of theirs are damaged. Each table is read whole, as its primary key names its rows: of a
   * table that was cut off the engine itself would read what is left. A server's disks are the server's matter.
   */
  async unreadable(): Promise<string[]> {
    if (this.pool) return [];
    const keys = await this.database.execute<{ table: string; key: string }>(sql`
      select conrelid::regclass::text as table, pg_get_constraintdef(oid) as key from pg_constraint
      where contype = 'p' and connamespace = 'public'::regnamespace order by 1`);
    // A file of theirs is as many pages as it has, and an index has one at least.
    const cut = await this.database.execute<{ name: string }>(sql`
      select c.oid::regclass::text as name from pg_class c, pg_stat_file(pg_relation_filepath(c.oid)) file
      where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace
        and (file.size % 8192 <> 0 or c.relkind = 'i' and file.size = 0)`);
    const damaged = cut.rows.map(({ name }) => name);
    for (const { table, key } of keys.rows) {
      const columns = sql.raw(key.slice('PRIMARY KEY '.length).replace(/^\(|\)$/g, ''));
      const read = this.database.transaction(async (transaction) => {
        for (const way of ['seqscan', 'bitmapscan', 'indexonlyscan'])
          await transaction.execute(sql.raw(`set local enable_${way} = off`));
        const rows = sql`select t::text as said from ${sql.raw(table)} t order by ${columns}`;
        await transaction.execute(sql`select sum(length(said)) from (${rows}) r`);
      });
      await read.catch((error: unknown) => {
        if (explainFailure(error) === error) throw error;
        if (!damaged.includes(table)) damaged.push(table);
      });
    }
    return damaged;
  }

  /** Who they are, by an id that is never used twice, and with which records they belong; null where they have met none. */
  async identity(): Promise<{ id: string; partner: string | null }> {
    await this.database.insert(storeIdentity).values({ id: randomUUID() }).onConflictDoNothing();
    const [row] = await this.database.select().from(storeIdentity);
    if (!row) throw new Error('an identity that was written is not there');
    return { id: row.id, partner: row.partner };
  }

  /** From now on these accounts belong with those records. */
  async joinWith(partner: string): Promise<void> {
    await this.database.update(storeIdentity).set({ partner });
  }

  /** The keys of all accounts by their serial numbers. */
  async keys(): Promise<Map<number, string>> {
    const rows = await this.database
      .select({ id: users.id, key: users.accountKey })
      .from(users)
      .where(isNull(users.uplineId));
    return new Map(rows.map(({ id, key }) => [id, key]));
  }

  async exportTrail(): Promise<ExportTrail> {
    const [given] = await this.database
      .select({ number: sql<number>`(case when is_called then last_value else 0 end)::integer` })
      .from(sql`export_numbers`);
    const [latest] = await this.database
      .select({ account: recordExports.ownerId, number: recordExports.number, rows: recordExports.rows })
      .from(recordExports)
      .where(and(eq(recordExports.state, 'READY'), gt(recordExports.newRows, 0)))
      .orderBy(desc(recordExports.number))
      .limit(1);
    return {
      given: given?.number ?? 0,
      latest: latest && latest.number !== null ? { ...latest, number: latest.number } : null,
    };
  }

  /** Gives no number up to this one to an export any more. */
  async passNumbers(upTo: number): Promise<void> {
    await this.database.execute(
      sql`select setval('export_numbers', greatest(${upTo}::bigint, (select last_value from export_numbers)))`,
    );
  }

  /** Balances that are not the sum of their entries: there are none, whatever happened. */
  async unreconciled(): Promise<UnreconciledBalance[]> {
    const { rows } = await this.database.execute<UnreconciledBalance>(sql`
      select coalesce(b.user_id, e.user_id)::integer as account, coalesce(b.allowance, e.allowance) as allowance,
        coalesce(b.balance, 0)::text as balance, coalesce(e.total, 0)::text as entries
      from ${balances} b
      full join (select user_id, allowance, sum(amount) as total from ${ledgerEntries} group by 1, 2) e
        on e.user_id = b.user_id and e.allowance = b.allowance
      where coalesce(b.balance, 0) <> coalesce(e.total, 0)`);
    return rows;
  }
}
