import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.js';

/** A captcha that was given out, good for one try. */
export const captchas = pgTable('captchas', {
  id: uuid('id').primaryKey(),
  answerHash: text('answer_hash').notNull(),
  tried: boolean('tried').notNull().default(false),
  /** Null where an answer may come at once. */
  acceptedFrom: moment('accepted_from'),
  expiresAt: moment('expires_at').notNull(),
});
