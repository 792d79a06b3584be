import type { Finding, WatchRhythm, WatchSignal, WatchStrictness } from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';
import { ofPerson } from './people.js';
import { savedSearches } from './saved.js';

/** A question that a person wants to hear of: a saved search's, for as long as that is there, or one of its own. */
export const watches = pgTable(
  'watches',
  {
    id: uuid('id').primaryKey(),
    userId: ofPerson('user_id'),
    /** The main account of the person, whose plan says how many there may be. */
    ownerId: integer('owner_id').notNull(),
    name: text('name').notNull(),
    savedSearchId: uuid('saved_search_id').references(() => savedSearches.id, { onDelete: 'set null' }),
    /** What it asks where no saved search says it: of a saved one, what that asked when it was removed. */
    query: jsonb('query').notNull(),
    signals: oneOf<WatchSignal>('signals').array().notNull(),
    strictness: oneOf<WatchStrictness>('strictness').notNull(),
    isMuted: boolean('is_muted').notNull().default(false),
    /** The state of the records up to which it has been looked after. */
    toldVersion: integer('told_version').notNull(),
    /** Why it could not be looked after the last time. */
    problem: text('problem'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('watches_person').on(table.userId, table.name, table.id),
    index('watches_account').on(table.ownerId),
    index('watches_saved_search').on(table.savedSearchId),
  ],
);

/** From one day to another, both as YYYY-MM-DD. */
export interface FoundDays {
  from: string;
  to: string;
}

/** What a watch found: figures and keys, in no words. The same is found once. */
export const watchFindings = pgTable(
  'watch_findings',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    watchId: uuid('watch_id')
      .notNull()
      .references(() => watches.id, { onDelete: 'cascade' }),
    userId: ofPerson('user_id'),
    /** What it tells of. */
    about: text('about').notNull(),
    finding: jsonb('finding').$type<Finding>().notNull(),
    /** Of whom: a party by its key, or a place. The finding has no name of it: that is read when it is told. */
    groupKey: text('group_key'),
    /** What was asked, over the days that were looked at; of which of them it tells, and with which it compares them. */
    query: jsonb('query').notNull(),
    days: jsonb('days').$type<FoundDays>(),
    before: jsonb('before').$type<FoundDays>(),
    /** Of which countries and days its records are: nobody is told of it who may not see all of them. */
    countries: text('countries').array().notNull(),
    firstDay: text('first_day').notNull(),
    lastDay: text('last_day').notNull(),
    /** The number of the latest suppression that was in force. */
    suppression: integer('suppression').notNull(),
    /** The states of the records between which it came to pass. */
    sinceVersion: integer('since_version').notNull(),
    dataVersion: integer('data_version').notNull(),
    foundAt: moment('found_at').notNull(),
    readAt: moment('read_at'),
    snoozedUntil: moment('snoozed_until'),
    /** Since when its records are gone. */
    withdrawnAt: moment('withdrawn_at'),
    /** When a message with it was handed to the mail, or it was settled that none is; and when that of its withdrawal was. */
    mailedAt: moment('mailed_at'),
    withdrawalMailedAt: moment('withdrawal_mailed_at'),
  },
  (table) => [
    uniqueIndex('watch_findings_about').on(table.watchId, table.about),
    index('watch_findings_latest').on(table.userId, table.id),
    index('watch_findings_unread').on(table.userId, table.id).where(sql`${table.readAt} is null`),
    index('watch_findings_unmailed').on(table.userId, table.id).where(sql`${table.mailedAt} is null`),
    index('watch_findings_age').on(table.foundAt),
  ],
);

/** How often a person is written to of what their watches find. Who has no row is written to weekly, in UTC. */
export const watchMail = pgTable(
  'watch_mail',
  {
    userId: ofPerson('user_id').primaryKey(),
    rhythm: oneOf<WatchRhythm>('rhythm').notNull(),
    timeZone: text('time_zone').notNull(),
    /** When the next message is due, if there is anything to say. */
    nextAt: moment('next_at').notNull(),
    /** Who has it from a message ends these messages, and can do nothing else. */
    endToken: uuid('end_token').notNull().unique(),
  },
  (table) => [index('watch_mail_next').on(table.nextAt).where(sql`${table.rhythm} <> 'NEVER'`)],
);
