import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { type DamagedAccounts, explainFailure } from '../database/damage.js';
import { type Database, migrationsNow, type OpenDatabase, othersConnected } from '../database/database.js';
import { recordExports, storeIdentity, users } from '../database/schema.js';
import { type Ask, findRows, type UnreconciledBalance, unreadable, unreconciled } from '../database/soundness.js';

/** What of the exports tells whether records are the ones that these accounts have exported from. */
export interface ExportTrail {
  /** The highest number that an export was ever given; 0 where none was. */
  given: number;
  /** The ready export of the highest number that holds records which were new to its account. */
  latest: { account: number; number: number; rows: number } | null;
}

/** What every question goes through, and by which keys a row at an end of each is found; ids of searches say nothing of when they were. */
const PATH_OF_A_QUESTION = [
  ['users', 'id desc'],
  ['sessions', 'id'],
  ['subscriptions', 'id desc'],
  ['balances', 'user_id desc, allowance desc'],
  ['ledger_entries', 'id desc'],
  ['searches', 'id'],
  ['searches', 'id desc'],
] as const;

/** Rows, each read where it lies. */
const ENDS = PATH_OF_A_QUESTION.map(([table, key]) => `(select ctid from ${table} order by ${key} limit 1)`).join(
  ' union all ',
);

const asking =
  (database: Pick<Database, 'execute'>): Ask =>
  async <Row extends object>(statement: string) =>
    (await database.execute<Row & Record<string, unknown>>(sql.raw(statement))).rows;

/** These accounts as one of two stores: which records they belong with. */
export class AccountStore {
  constructor(private readonly open: Pick<OpenDatabase, 'database' | 'pool' | 'damage'>) {}

  /** How many other processes work with these accounts at this moment; the embedded engine's are one process's. */
  async othersConnected(): Promise<number> {
    return this.open.pool ? othersConnected(this.open.pool) : 0;
  }

  /**
   * Reads a few rows of what every call goes through, which fails or hangs as those would.
   *
   * @throws OperatorError once any statement has met damage: what is written since would be lost with it
   */
  async answers(): Promise<void> {
    if (this.open.damage.met) throw this.open.damage.met;
    await this.open.database
      .transaction(async (transaction) => {
        const ask = asking(transaction);
        await findRows(ask, 'indexscan');
        await ask(ENDS);
      })
      .catch((error: unknown) => {
        throw explainFailure(error);
      });
  }

  /** The damage of files that statements have met since the start, in an operator's words. */
  get damageMet(): DamagedAccounts | undefined {
    return this.open.damage.met;
  }

  async engineVersion(): Promise<string> {
    const { rows } = await this.open.database.execute<{ version: string }>(
      sql`select current_setting('server_version') as version`,
    );
    return rows[0]?.version ?? '';
  }

  /** How many migrations the tables have seen, and how many this version knows. */
  async migrations(): Promise<{ applied: number; known: number }> {
    const { rows } = await this.open.database.execute<{ applied: number }>(
      sql`select count(*)::integer as applied from drizzle.__drizzle_migrations`,
    );
    return { applied: rows[0]?.applied ?? 0, known: migrationsNow() };
  }

  /** Files of theirs that are damaged, by the tables and indexes that they are of: every row is read. A server's disks are the server's matter. */
  async unreadable(): Promise<string[]> {
    if (this.open.pool) return [];
    return unreadable(
      (work) => this.open.database.transaction((transaction) => work(asking(transaction))),
      (error) => explainFailure(error) !== error,
    );
  }

  /** Who they are, by an id that is never used twice, and with which records they belong; null where they have met none. */
  async identity(): Promise<{ id: string; partner: string | null }> {
    await this.open.database.insert(storeIdentity).values({ id: randomUUID() }).onConflictDoNothing();
    const [row] = await this.open.database.select().from(storeIdentity);
    if (!row) throw new Error('an identity that was written is not there');
    return { id: row.id, partner: row.partner };
  }

  /** From now on these accounts belong with those records. */
  async joinWith(partner: string): Promise<void> {
    await this.open.database.update(storeIdentity).set({ partner });
  }

  /** The keys of all accounts by their serial numbers. */
  async keys(): Promise<Map<number, string>> {
    const rows = await this.open.database
      .select({ id: users.id, key: users.accountKey })
      .from(users)
      .where(isNull(users.uplineId));
    return new Map(rows.map(({ id, key }) => [id, key]));
  }

  async exportTrail(): Promise<ExportTrail> {
    const [given] = await this.open.database
      .select({ number: sql<number>`(case when is_called then last_value else 0 end)::integer` })
      .from(sql`export_numbers`);
    const [latest] = await this.open.database
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
    await this.open.database.execute(
      sql`select setval('export_numbers', greatest(${upTo}::bigint, (select last_value from export_numbers)))`,
    );
  }

  /** Balances that are not the sum of their entries: there are none, whatever happened. */
  unreconciled(): Promise<UnreconciledBalance[]> {
    return unreconciled(asking(this.open.database));
  }
}
