import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A person. `uplineId` names the owner of a sub-user; a main account has none. */
export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    uplineId: integer('upline_id').references((): AnyPgColumn => users.id),
    /** Lower case; an address has one account. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    mobile: text('mobile').notNull(),
    companyName: text('company_name').notNull(),
    /** Belongs to the demo and goes with it. */
    demo: boolean('demo').notNull().default(false),
    disabledAt: moment('disabled_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
  ],
);

/** What a main account has bought; its sub-users use it too. */
export const subscriptions = pgTable('subscriptions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  plan: text('plan').notNull(),
  /** Shortcodes; null means every source country, empty means none. */
  countries: text('countries').array(),
  /** Last visible date, and how many months back from it (SPEC 3); null means no bound. */
  dataAccessUpto: date('data_access_upto', { mode: 'string' }),
  dataAccessInMonth: integer('data_access_in_month'),
  /** Last day on which it can be used; null means it does not expire. */
  expiresOn: date('expires_on', { mode: 'string' }),
});

/** A sign-in. Only hashes of its secrets are kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    loginId: uuid('login_id').notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    restoreHash: text('restore_hash').notNull().unique(),
    /** "Keep me logged in". */
    kept: boolean('kept').notNull(),
    address: text('address').notNull(),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** A question that somebody asked. One row per account, question and calendar day: asking it again is the same search. */
export const searches = pgTable(
  'searches',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    questionHash: text('question_hash').notNull(),
    question: jsonb('question').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('searches_once_a_day').on(table.userId, table.questionHash, table.day)],
);

/** One row: whether the site is in maintenance, and what it says. */
export const siteSettings = pgTable(
  'site_settings',
  {
    id: integer('id').primaryKey().default(1),
    maintenance: boolean('maintenance').notNull().default(false),
    message: text('message').notNull().default(''),
  },
  (table) => [check('site_settings_one_row', sql`${table.id} = 1`)],
);
