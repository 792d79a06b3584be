import { sql } from 'drizzle-orm';
import { date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../columns.js';
import { plans } from './plans.js';
import { users } from './users.js';

/**
 * What a main account has bought; its sub-users use it too. Where a column that the plan has as well is null here, the plan's
 * holds.
 */
export const subscriptions = pgTable('subscriptions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  plan: text('plan')
    .notNull()
    .references(() => plans.name),
  countries: text('countries').array(),
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
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  plan: text('plan')
    .notNull()
    .references(() => plans.name),
  createdAt: moment('created_at').notNull(),
});
