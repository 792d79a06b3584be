import { type Allowance, type LedgerCause, LIMITS, type Period } from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';
import { ofPerson } from './people.js';

/** What can be subscribed to. Rows are data that the operator edits; the migration brings the first ones. */
export const plans = pgTable('plans', {
  name: text('name').primaryKey(),
  /** Shown to those who pick a plan; the others are given by the operator only. */
  listed: boolean('listed').notNull().default(true),
  priceUsd: integer('price_usd').notNull().default(0),
  /** Months that a subscription lasts; null means that it does not expire. */
  termMonths: integer('term_months'),
  /** How often searches and download points are given anew. */
  period: oneOf<Period>('period').notNull(),
  searches: integer('searches').notNull(),
  downloads: integer('downloads').notNull(),
  workspaces: integer('workspaces').notNull(),
  subUserCount: integer('sub_user_count').notNull(),
  /** Most records in one download. */
  maxDownload: integer('max_download').notNull(),
  /** Most records of one paid search that are handed out without points, over all questions within it. */
  freeRecords: integer('free_records').notNull().default(LIMITS.reachableRows),
  recordsPerWorkspace: integer('records_per_workspace').notNull(),
  /** Lists that an account brings, and what all its people follow that is looked at as data are published. */
  ownLists: integer('own_lists').notNull().default(50),
  watches: integer('watches').notNull().default(100),
  /** Shortcodes; null means every source country, empty means those chosen for each subscription. */
  countries: text('countries').array(),
  /** How many countries an account chooses at its first visit, where nobody has chosen any for it (DESIGN 5). */
  countriesToChoose: integer('countries_to_choose').notNull().default(0),
  /** Last visible date, and how many months back from it (SPEC 3); null means no bound. */
  dataAccessUpto: date('data_access_upto', { mode: 'string' }),
  dataAccessInMonth: integer('data_access_in_month'),
});

/**
 * What a main account has bought; its sub-users use it too. Where a column that the plan has as well is null here, the plan's
 * holds.
 */
export const subscriptions = pgTable('subscriptions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: ofPerson('user_id').unique(),
  plan: text('plan')
    .notNull()
    .references(() => plans.name),
  countries: text('countries').array(),
  /** The account chose its countries itself: it may choose others until it has searched. */
  countriesOpen: boolean('countries_open').notNull().default(false),
  dataAccessUpto: date('data_access_upto', { mode: 'string' }),
  dataAccessInMonth: integer('data_access_in_month'),
  /** The day from which its periods are counted. */
  startsOn: date('starts_on', { mode: 'string' }).notNull().default(sql`current_date`),
  /** Last day on which it can be used; null means it does not expire. */
  expiresOn: date('expires_on', { mode: 'string' }),
  /** The period whose allowances have been given. */
  renewedPeriod: text('renewed_period'),
  /** How many days ahead its end was last announced. */
  expiryNotice: integer('expiry_notice'),
});

/** A plan that somebody asked for on the plans' page; the operator answers it. */
export const planRequests = pgTable('plan_requests', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: ofPerson('user_id'),
  plan: text('plan')
    .notNull()
    .references(() => plans.name),
  createdAt: moment('created_at').notNull(),
});

/** What is left of an allowance: always the sum of its entries. */
export const balances = pgTable(
  'balances',
  {
    userId: ofPerson('user_id'),
    allowance: oneOf<Allowance>('allowance').notNull(),
    balance: integer('balance').notNull(),
    /** How many entries it has. */
    entries: integer('entries').notNull().default(0),
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
    userId: ofPerson('user_id'),
    /** The main account of the person: entries are listed by it. */
    ownerId: integer('owner_id').notNull(),
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
    /** The API key by which it was done, or given back in the month in which it was. The key may be gone. */
    apiKeyId: uuid('api_key_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_once').on(table.userId, table.allowance, table.key, table.sequence),
    index('ledger_entries_latest').on(table.ownerId, table.id),
    index('ledger_entries_api_key').on(table.apiKeyId, table.createdAt).where(sql`${table.apiKeyId} is not null`),
    index('ledger_entries_plan').on(table.userId, table.allowance).where(sql`${table.cause} = 'PLAN'`),
  ],
);
