import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../columns.js';

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
