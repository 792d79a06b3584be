import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';

/**
 * SENDING: its file is not whole yet. LOOKING: it is read, to see what it is. OPEN: it was looked at, and waits for somebody. LOADING and
 * LOADED: its records are made, or there. FAILED: it cannot be read or loaded as it is.
 */
export type DraftState = 'SENDING' | 'LOOKING' | 'OPEN' | 'LOADING' | 'LOADED' | 'FAILED';

/** A load that an operator prepares on the screen: a file that was sent, what it was found to be, and what was answered of it. */
export const loadDrafts = pgTable(
  'load_drafts',
  {
    id: uuid('id').primaryKey(),
    file: text('file').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** When the file was changed, in milliseconds, as the browser says: another one of its name and size is another file. */
    modified: bigint('modified', { mode: 'number' }).notNull(),
    /** Bytes from its beginning that are there. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    state: oneOf<DraftState>('state').notNull().default('SENDING'),
    /** Counts what was said of it: who says something names the revision that they saw. */
    revision: integer('revision').notNull().default(1),
    /** What was answered, in order, as JSON. */
    answers: jsonb('answers').notNull().default([]),
    /** What its mapping is called; null where that is found out. */
    name: text('name'),
    /** What it was found to be, or what was loaded, as JSON for the screen. */
    found: jsonb('found'),
    /** Why it failed, in lines. */
    error: jsonb('error').$type<string[]>(),
    loadId: bigint('load_id', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    // The same file is sent once, whoever begins twice.
    uniqueIndex('load_drafts_file').on(table.file, table.bytes, table.modified).where(sql`${table.state} <> 'LOADED'`),
    index('load_drafts_changed').on(table.changedAt),
  ],
);

/** How files of a source are read, as the operator has confirmed it: the latest version of each name is followed. */
export const savedMappings = pgTable(
  'saved_mappings',
  {
    name: text('name').notNull(),
    version: integer('version').notNull(),
    /** The mapping's file, as text. */
    mapping: text('mapping').notNull(),
    hash: text('hash').notNull(),
    /** What it was confirmed on: a file, or that it was taken from one. */
    origin: text('origin').notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** What is kept of a public source: since which year it is followed, when it is looked for again, and what came of it last. */
export const publicSources = pgTable('public_sources', {
  name: text('name').primaryKey(),
  /** Null where an operator has not said that it be followed, or no longer wants it. */
  since: integer('since'),
  nextAt: moment('next_at'),
  /** As JSON for the screen. */
  news: jsonb('news'),
  /** What it has published as the sums of its files, as JSON. */
  totals: jsonb('totals'),
});
