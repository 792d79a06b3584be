import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.js';

/** A captcha that was shown. Either of its answers solves it, at the first try. */
export const captchas = pgTable('captchas', {
  id: uuid('id').primaryKey(),
  imageHash: text('image_hash').notNull(),
  questionHash: text('question_hash').notNull(),
  tried: boolean('tried').notNull().default(false),
  expiresAt: moment('expires_at').notNull(),
});
