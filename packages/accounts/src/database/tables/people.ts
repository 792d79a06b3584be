import { type FactorDemand, NUMBER_SYSTEMS } from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';

/** A person. `uplineId` names the owner of a sub-user; a main account has none. */
export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Names the account in the record engine. Serial numbers begin anew in another database; this is never used twice. */
    accountKey: uuid('account_key').notNull().defaultRandom(),
    uplineId: integer('upline_id').references((): AnyPgColumn => users.id, { onDelete: 'cascade' }),
    /** It is kept in lower case. */
    email: text('email').notNull(),
    /** Null until the person has set a password. */
    passwordHash: text('password_hash'),
    /** The password is the operator's: its person signs in with it only to choose their own. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    mobile: text('mobile').notNull(),
    companyName: text('company_name').notNull(),
    /** How the person's screens write numbers; null until they choose. */
    numberSystem: text('number_system', { enum: NUMBER_SYSTEMS }),
    /** May do over HTTP what the operator does by command. It is given by a command alone. */
    operator: boolean('operator').notNull().default(false),
    /** Belongs to the demo and goes with it. */
    demo: boolean('demo').notNull().default(false),
    /** Download points that the owner gives a sub-user in every period. */
    downloadLimit: integer('download_limit').notNull().default(0),
    /** Of a main account: who asks that everybody of it have a second factor. */
    factorsDemandedBy: oneOf<FactorDemand>('factors_demanded_by'),
    /** Null while the account waits: for the operator, or for the mailed link to be used. */
    verifiedAt: moment('verified_at'),
    disabledAt: moment('disabled_at'),
    /** The person is gone: the row stays for the entries that are about it, without what names anybody. */
    erasedAt: moment('erased_at'),
    lastVisitAt: moment('last_visit_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    // Who has not shown that an address is theirs does not keep it from anybody else.
    uniqueIndex('users_email').on(table.email).where(sql`${table.verifiedAt} is not null`),
    index('users_upline').on(table.uplineId),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
  ],
);

/** Whose a row is: it goes when the person does. */
export const ofPerson = (column: string) =>
  integer(column)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * A sign-up as it came in. It becomes an account afterwards, so that a known address takes no other time to
 * answer, and the row goes then.
 */
export const signUps = pgTable('sign_ups', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull(),
  firstname: text('firstname').notNull(),
  lastname: text('lastname').notNull(),
  mobile: text('mobile').notNull(),
  companyName: text('company_name').notNull(),
  createdAt: moment('created_at').notNull(),
});
