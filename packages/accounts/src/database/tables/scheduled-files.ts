import type { DestinationPlace, ExportFormat, FileDays, FileRhythm } from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';
import { ofPerson } from './people.js';
import { savedSearches } from './saved.js';
import { watches } from './watches.js';

/** A place of a person's where files are sent. */
export const destinations = pgTable(
  'destinations',
  {
    id: uuid('id').primaryKey(),
    userId: ofPerson('user_id'),
    name: text('name').notNull(),
    place: jsonb('place').$type<DestinationPlace>().notNull(),
    /** The secret key of a bucket, the password of a server, or the portal's private key for it: sealed for this row. */
    secret: text('secret').notNull(),
    /** Of the portal's key; null where a password opens the server. */
    publicKey: text('public_key'),
    /** The key by which a server was known when it was first reached, as its line of `known_hosts` names it. */
    hostKey: text('host_key'),
    createdAt: moment('created_at').notNull(),
    /** When something last arrived there, and why the latest did not. */
    checkedAt: moment('checked_at'),
    problem: text('problem'),
    /** Whether nothing is sent there since the person's password was reset: they may not have made it themselves. */
    isStopped: boolean('is_stopped').notNull().default(false),
  },
  (table) => [index('destinations_person').on(table.userId, table.name, table.id)],
);

/** Exports that make themselves, of a saved search for as long as it is there, or of a watch. */
export const scheduledFiles = pgTable(
  'scheduled_files',
  {
    id: uuid('id').primaryKey(),
    userId: ofPerson('user_id'),
    ownerId: integer('owner_id').notNull(),
    name: text('name').notNull(),
    savedSearchId: uuid('saved_search_id').references(() => savedSearches.id, { onDelete: 'set null' }),
    watchId: uuid('watch_id').references(() => watches.id, { onDelete: 'set null' }),
    /** What it asks where neither says it: what they asked when it was made. */
    query: jsonb('query').notNull(),
    columnKeys: text('column_keys').array().notNull(),
    format: oneOf<ExportFormat>('format').notNull(),
    onlyNew: boolean('only_new').notNull(),
    days: oneOf<FileDays>('days').notNull(),
    rhythm: oneOf<FileRhythm>('rhythm').notNull(),
    timeZone: text('time_zone').notNull(),
    /** When it is made next; null where something else than a clock says so. */
    nextAt: moment('next_at'),
    /** Points that its files may cost in a calendar month. */
    budget: integer('budget').notNull(),
    destinationId: uuid('destination_id').references(() => destinations.id, { onDelete: 'set null' }),
    isPaused: boolean('is_paused').notNull().default(false),
    /** The latest month that a file was made for because it had become whole, as YYYY-MM. */
    madeMonth: text('made_month'),
    /** Why the latest was not made. */
    problem: text('problem'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('scheduled_files_person').on(table.userId, table.name, table.id),
    index('scheduled_files_account').on(table.ownerId),
    index('scheduled_files_due').on(table.nextAt).where(sql`not ${table.isPaused}`),
    index('scheduled_files_watch').on(table.watchId),
    index('scheduled_files_saved_search').on(table.savedSearchId),
    index('scheduled_files_destination').on(table.destinationId),
  ],
);
