import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';

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
