import type {
  DeliveryWay,
  DestinationPlace,
  ExportFormat,
  FileDays,
  Finding,
  QuestionTrigger,
  WatchRhythm,
  WatchSignal,
  WatchStrictness,
} from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';
import { ofPerson } from './people.js';
import { reports, savedSearches } from './saved.js';

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

/** What a file holds that a standing question has made, and the points that its files may cost in a calendar month. */
export interface FileContents {
  columnKeys: string[];
  format: ExportFormat;
  onlyNew: boolean;
  days: FileDays;
  budget: number;
}

/**
 * A question that stands: a saved search's, for as long as that is there, or one of its own. It is asked when its trigger says so, tells what
 * its signals name by its deliveries, and notes up to where it has told. Each saved search has one without a delivery for each person who has
 * seen it: what came to it is shown beside it.
 */
export const standingQuestions = pgTable(
  'standing_questions',
  {
    id: uuid('id').primaryKey(),
    userId: ofPerson('user_id'),
    /** The main account of the person, whose plan says how many there may be. */
    ownerId: integer('owner_id').notNull(),
    name: text('name').notNull(),
    savedSearchId: uuid('saved_search_id').references(() => savedSearches.id, { onDelete: 'set null' }),
    /** What it asks where no saved search says it: of a saved one, what that asked when it was removed. */
    query: jsonb('query').notNull(),
    trigger: oneOf<QuestionTrigger>('trigger').notNull(),
    /** By whose clock it is asked, and when next; null where something else than a clock says so. */
    timeZone: text('time_zone').notNull(),
    nextAt: moment('next_at'),
    signals: oneOf<WatchSignal>('signals').array().notNull(),
    strictness: oneOf<WatchStrictness>('strictness').notNull(),
    deliveries: oneOf<DeliveryWay>('deliveries').array().notNull(),
    /** Of the file among its deliveries, and where that is sent; null where it waits in the downloads. */
    file: jsonb('file').$type<FileContents>(),
    destinationId: uuid('destination_id').references(() => destinations.id, { onDelete: 'set null' }),
    /** The report that is mailed, where that is its delivery. */
    reportId: uuid('report_id').references(() => reports.id, { onDelete: 'cascade' }),
    isPaused: boolean('is_paused').notNull().default(false),
    /** The state of the records up to which it has told. */
    toldVersion: integer('told_version').notNull(),
    /** The latest month that it has told of because it had become whole, as YYYY-MM. */
    toldMonth: text('told_month'),
    /** When it was last asked, from which state of the records on, and how much was told then. */
    lookedAt: moment('looked_at'),
    lookedFrom: integer('looked_from'),
    lookedTold: integer('looked_told'),
    /** Of a saved search: after which state came what its person has not seen yet; null where there is none. */
    unseenSince: integer('unseen_since'),
    /** The same of what they saw when they last looked, and when that was. */
    seenSince: integer('seen_since'),
    seenAt: moment('seen_at'),
    /** Why it could not be asked the last time, and why its file was not made: who has been told of that is told of another reason alone. */
    problem: text('problem'),
    fileProblem: text('file_problem'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('standing_questions_person').on(table.userId, table.name, table.id),
    index('standing_questions_account').on(table.ownerId),
    index('standing_questions_saved_search').on(table.savedSearchId),
    uniqueIndex('standing_questions_seen').on(table.savedSearchId, table.userId).where(sql`${table.deliveries} = '{}'`),
    index('standing_questions_due').on(table.nextAt).where(sql`not ${table.isPaused}`),
    index('standing_questions_report').on(table.reportId),
    index('standing_questions_destination').on(table.destinationId),
    check('standing_questions_file', sql`('FILE' = any(${table.deliveries})) = (${table.file} is not null)`),
  ],
);

/** From one day to another, both as YYYY-MM-DD. */
export interface FoundDays {
  from: string;
  to: string;
}

/** What was found for a standing question: figures and keys, in no words. The same is found once. */
export const findings = pgTable(
  'findings',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    questionId: uuid('question_id')
      .notNull()
      .references(() => standingQuestions.id, { onDelete: 'cascade' }),
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
    uniqueIndex('findings_about').on(table.questionId, table.about),
    index('findings_latest').on(table.userId, table.id),
    index('findings_unread').on(table.userId, table.id).where(sql`${table.readAt} is null`),
    index('findings_unmailed').on(table.userId, table.id).where(sql`${table.mailedAt} is null`),
    index('findings_age').on(table.foundAt),
  ],
);

/** How often a person is written to of what is found for them. Who has no row is written to weekly, in UTC. */
export const digests = pgTable(
  'digests',
  {
    userId: ofPerson('user_id').primaryKey(),
    rhythm: oneOf<WatchRhythm>('rhythm').notNull(),
    timeZone: text('time_zone').notNull(),
    /** When the next message is due, if there is anything to say. */
    nextAt: moment('next_at').notNull(),
    /** Who has it from a message ends these messages, and can do nothing else. */
    endToken: uuid('end_token').notNull().unique(),
  },
  (table) => [index('digests_next').on(table.nextAt).where(sql`${table.rhythm} <> 'NEVER'`)],
);
