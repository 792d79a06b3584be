import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../columns.js';
import { users } from './users.js';

/** A browser that a person signed in with before. Only the hash of its cookie's secret is kept. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    secretHash: text('secret_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    signedInAt: moment('signed_in_at').notNull(),
  },
  (table) => [index('known_browsers_user').on(table.userId)],
);
