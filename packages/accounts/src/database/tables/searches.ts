import { date, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.js';
import { users } from './users.js';

/** A question that somebody asked. One row per person, question and calendar day: asking it again is the same search. */
export const searches = pgTable(
  'searches',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    questionHash: text('question_hash').notNull(),
    question: jsonb('question').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('searches_once_a_day').on(table.userId, table.questionHash, table.day)],
);
