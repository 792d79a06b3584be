import type { Period } from '@tidewaiter/contract';
import { boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { oneOf } from '../columns.js';

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
  recordsPerWorkspace: integer('records_per_workspace').notNull(),
  /** Shortcodes; null means every source country, empty means those chosen for each subscription. */
  countries: text('countries').array(),
  /** Last visible date, and how many months back from it (SPEC 3); null means no bound. */
  dataAccessUpto: date('data_access_upto', { mode: 'string' }),
  dataAccessInMonth: integer('data_access_in_month'),
});
