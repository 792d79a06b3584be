import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** How often somebody called, where several portals share a database. Its columns are what the limiter asks for. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: bigint('expire', { mode: 'number' }),
});
