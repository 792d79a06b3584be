import type {
  DataAccess,
  ErrorCode,
  ExportFormat,
  ExportState,
  OwnColumns,
  SearchQuery,
  TradeType,
} from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sessions } from './access.js';
import { moment, oneOf } from './columns.js';
import { ofPerson } from './people.js';
import { standingQuestions } from './standing.js';

/** What a record of each country costs to export, where it is not one point (SPEC 3 "Country"). */
export const weightages = pgTable(
  'weightages',
  {
    country: text('country').notNull(),
    tradeType: oneOf<TradeType>('trade_type').notNull(),
    points: integer('points').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.country, table.tradeType] }),
    check('weightages_points', sql`${table.points} > 0`),
  ],
);

/** Numbers under which the record engine keeps what exports hold: a new one for each try, so that one that lost its job spoils nothing. */
export const exportNumbers = pgSequence('export_numbers');

/**
 * What people took away. Its records lie in the record engine under its number; they are the account's while it is being made or
 * ready, which is decided here, together with the points.
 */
export const recordExports = pgTable(
  'exports',
  {
    id: uuid('id').primaryKey(),
    ownerId: ofPerson('owner_id'),
    personId: ofPerson('person_id'),
    /** The caller's name for it: the same one is the same export. */
    key: uuid('key').notNull(),
    /** The API key that started it, which pays for it. */
    apiKeyId: uuid('api_key_id'),
    state: oneOf<ExportState>('state').notNull().default('WAITING'),
    /** Why nothing came of it. */
    reason: oneOf<ErrorCode>('reason'),
    searchId: uuid('search_id').notNull(),
    question: text('question').notNull(),
    query: jsonb('query').$type<SearchQuery>().notNull(),
    columnKeys: text('column_keys').array().notNull(),
    format: oneOf<ExportFormat>('format').notNull(),
    trace: boolean('trace').notNull(),
    raw: boolean('raw').notNull(),
    /** Columns of the account's lists that its file has behind those of the records: they are read when it is written. */
    ownColumns: jsonb('own_columns').$type<OwnColumns>().notNull().default([]),
    fileName: text('file_name').notNull(),
    /** Of which standing question it is a delivery and the latest month that was whole then, when its destination had it, and why that did not have it at the latest try. */
    questionId: uuid('question_id').references(() => standingQuestions.id, { onDelete: 'set null' }),
    questionMonth: text('question_month'),
    sentAt: moment('sent_at'),
    sendProblem: text('send_problem'),
    /** The records that were ticked; null for all. They go when the records are kept under a number. */
    ids: text('ids').array(),
    /** The most that it may cost: what its person saw before. */
    agreedPoints: integer('agreed_points').notNull(),
    /** While it waits, that of its latest try; once it has come to nothing, one under which records may still be kept. */
    number: bigint('number', { mode: 'number' }),
    rows: integer('rows').notNull(),
    newRows: integer('new_rows').notNull().default(0),
    points: integer('points').notNull(),
    dataVersion: integer('data_version'),
    /** What the account could see when it was paid for: the file tells of nothing else. None of exports from before this was kept. */
    entitlement: jsonb('entitlement').$type<DataAccess>(),
    /** Of the file, and the latest suppression that was in force when it was last made. */
    bytes: bigint('bytes', { mode: 'number' }),
    fileSuppressed: integer('file_suppressed'),
    createdAt: moment('created_at').notNull(),
    /** When it was ready for the first time: from then on the file can be fetched for a set time. */
    readyAt: moment('ready_at'),
  },
  (table) => [
    uniqueIndex('exports_key').on(table.personId, table.key),
    index('exports_latest').on(table.ownerId, table.createdAt, table.id),
    index('exports_latest_of_person').on(table.personId, table.createdAt, table.id),
    index('exports_of_question').on(table.questionId, table.createdAt).where(sql`${table.questionId} is not null`),
    index('exports_words').using('gin', table.question.op('gin_trgm_ops')),
    index('exports_abandoned')
      .on(table.number)
      .where(sql`${table.state} in ('FAILED', 'CANCELLED') and ${table.number} is not null`),
    // Of one account, one at a time takes its points: two at once would both pay for a record that they share.
    uniqueIndex('exports_one_at_a_time').on(table.ownerId).where(sql`${table.state} = 'MAKING'`),
  ],
);

/** Addresses from which a file can be fetched once, without a session's token: browsers send none with a download. */
export const exportTickets = pgTable('export_tickets', {
  ticketHash: text('ticket_hash').primaryKey(),
  exportId: uuid('export_id')
    .notNull()
    .references(() => recordExports.id, { onDelete: 'cascade' }),
  personId: ofPerson('person_id'),
  /** The session that asked for it: with its end the ticket is none. */
  sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
});
