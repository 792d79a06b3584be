import type { Accounts } from '@tidewaiter/accounts';
import { databaseOf, schema } from '@tidewaiter/accounts/database';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';

/** What changes with any call: who was seen when, what was refused, how often somebody called. */
const ALWAYS_CHANGING = ['audit_log', 'rate_limits', 'captchas'];

const written = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/**
 * All that the accounts hold, as text, to tell that nothing of it has changed.
 *
 * @param except tables that may change
 */
export async function contentsOf(accounts: Accounts, ...except: string[]): Promise<string[]> {
  const database = databaseOf(accounts);
  const tables = Object.values<unknown>(schema).filter((one): one is PgTable => is(one, PgTable));
  const kept = tables.filter((table) => ![...ALWAYS_CHANGING, ...except].includes(getTableName(table)));
  const rows = await Promise.all(kept.map(async (table) => ({ table, rows: await database.select().from(table) })));
  return rows.flatMap(({ table, rows }) =>
    rows.map((row) => `${getTableName(table)} ${JSON.stringify({ ...row, lastSeenAt: undefined }, written)}`).sort(),
  );
}
