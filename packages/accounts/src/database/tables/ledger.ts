import type { Allowance, LedgerCause } from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, oneOf } from '../columns.js';
import { users } from './users.js';

/** What is left of an allowance: always the sum of its entries. */
export const balances = pgTable(
  'balances',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    allowance: oneOf<Allowance>('allowance').notNull(),
    balance: integer('balance').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.allowance] }),
    // A smaller plan takes no workspace away, so there the balance may lie below zero.
    check('balances_not_overspent', sql`${table.balance} >= 0 or ${table.allowance} = 'WORKSPACES'`),
  ],
);

/** Each change of an allowance. Entries are added, never changed; a trigger of the migration sees to that. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    allowance: oneOf<Allowance>('allowance').notNull(),
    amount: integer('amount').notNull(),
    balanceAfter: integer('balance_after').notNull(),
    cause: oneOf<LedgerCause>('cause').notNull(),
    /** Names the act: the same act is entered once. */
    key: text('key').notNull(),
    /** 1 for the act itself; a charge's release is 2, its being charged again 3, and so on. */
    sequence: integer('sequence').notNull(),
    reason: text('reason'),
    /** Who did it; null for the operator and the portal itself. */
    actorId: integer('actor_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_once').on(table.userId, table.allowance, table.key, table.sequence),
    index('ledger_entries_latest').on(table.userId, table.id),
  ],
);
