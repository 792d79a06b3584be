import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';
import { users } from './people.js';

/** RUNNING is under a lease; the last three are ends. */
export type JobState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED';

/** Work that outlives the call that asked for it. All moments are the database's own, so that several portals agree on them. */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Names the job: the same one is taken in once, for as long as its row is kept. */
    key: text('key').notNull(),
    kind: text('kind').notNull(),
    /** The main account whose turn it takes; null for the portal's own. */
    accountId: integer('account_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Whom of the account it is for. */
    personId: integer('person_id').references(() => users.id, { onDelete: 'cascade' }),
    state: oneOf<JobState>('state').notNull().default('WAITING'),
    /** Of the call or job that asked for it, as W3C Trace Context writes it. */
    traceparent: text('traceparent'),
    /** What is to be done. It goes when the job is done or cancelled, and stays with a failed one, to be tried again. */
    payload: jsonb('payload'),
    rowsDone: bigint('rows_done', { mode: 'number' }).notNull().default(0),
    /** Null where nobody knows. */
    rowsTotal: bigint('rows_total', { mode: 'number' }),
    /** Not begun before. */
    runAfter: moment('run_after').notNull().defaultNow(),
    /** Of whoever works on it: another one each time that somebody takes it on, so whoever lost it can write nothing more. */
    lease: uuid('lease'),
    leasedUntil: moment('leased_until'),
    /** How often it was taken on. */
    tries: integer('tries').notNull().default(0),
    /** How often its process ended while it was under way: without having been told to stop, and while it did not lose it. */
    ends: integer('ends').notNull().default(0),
    /** The key of the part of it that was begun last, where a process has ended with it before. */
    part: text('part'),
    /** Somebody has asked for it to be cancelled. */
    cancelAsked: boolean('cancel_asked').notNull().default(false),
    result: jsonb('result'),
    /** Why the latest try failed. */
    error: text('error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('jobs_key').on(table.key),
    index('jobs_open').on(table.kind, table.runAfter).where(sql`${table.state} in ('WAITING', 'RUNNING')`),
    // Whose turn it was last, by kind.
    index('jobs_turn').on(table.kind, sql`coalesce(${table.accountId}, 0)`, table.startedAt),
    index('jobs_person').on(table.personId),
    index('jobs_ended').on(table.endedAt),
    index('jobs_set_aside').on(table.kind).where(sql`${table.state} = 'FAILED' and ${table.ends} > 1`),
  ],
);
