import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, oneOf } from '../columns.js';
import { users } from './users.js';

/** What a mailed link, or the token that a one-time password was traded for, lets its bearer do, once. */
export type LinkPurpose = 'SET_PASSWORD' | 'CHANGE_EMAIL' | 'UNDO_EMAIL';

/** Links and tokens that work once. Only their hashes are kept. */
export const oneUseLinks = pgTable(
  'one_use_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: oneOf<LinkPurpose>('purpose').notNull(),
    /** The new address, for CHANGE_EMAIL; the old one, for UNDO_EMAIL. */
    email: text('email'),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('one_use_links_user').on(table.userId)],
);
