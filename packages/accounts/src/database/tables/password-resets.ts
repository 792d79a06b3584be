import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.js';

/**
 * A password that somebody says they forgot. A row is made for every address, known or not, so neither time nor words tell
 * whether it has an account.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /**
     * Of the mailed code, or of the last one that was where no further one may be sent; null until it is made, for good where the
     * address has no account.
     */
    codeHash: text('code_hash'),
    tries: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
    /** When a code of this request's own was mailed. */
    sentAt: moment('sent_at'),
    usedAt: moment('used_at'),
  },
  (table) => [index('password_resets_email').on(table.email)],
);
