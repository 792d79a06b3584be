import type { Accounts } from '@tidewaiter/accounts';
import { databaseOf, schema } from '@tidewaiter/accounts/database';
import { sql } from 'drizzle-orm';

/** Balances that are not the sum of their entries. There are none, whatever happened. */
export async function unreconciled(accounts: Accounts): Promise<unknown[]> {
  const { rows } = (await databaseOf(accounts).execute(sql`
    select b.user_id, e.user_id, b.balance, e.total
    from ${schema.balances} b
    full join (select user_id, allowance, sum(amount) as total from ${schema.ledgerEntries} group by 1, 2) e
      on e.user_id = b.user_id and e.allowance = b.allowance
    where coalesce(b.balance, 0) <> coalesce(e.total, 0)`)) as unknown as { rows: unknown[] };
  return rows;
}
