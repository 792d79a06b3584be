import type { KeptBlock, TradeType } from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';
import { ofPerson, users } from './people.js';

/** The direction of trade of a question that a column holds, by which lists are narrowed and put in order. */
const tradeTypeOf = (column: 'question' | 'query') =>
  oneOf<TradeType>('trade_type').generatedAlwaysAs(sql.raw(`"${column}" ->> 'tradeType'`));

/**
 * A question that somebody asked. One row per person, question and calendar day: asking it again is the same search, and the row
 * keeps the filters and the time of the last one.
 */
export const searches = pgTable(
  'searches',
  {
    id: uuid('id').primaryKey(),
    userId: ofPerson('user_id'),
    /** The main account of the person, who sees the searches of all its people. */
    ownerId: integer('owner_id').notNull(),
    questionHash: text('question_hash').notNull(),
    /** Of the question without its countries and days. */
    conditionsHash: text('conditions_hash').notNull().default(''),
    /** There were no records of the question, whatever its filters: it is free for its day. */
    findsNothing: boolean('finds_nothing').notNull().default(false),
    /** The question with its filters and its order. The hash is of the question alone. */
    question: jsonb('question').notNull(),
    tradeType: tradeTypeOf('question'),
    day: date('day', { mode: 'string' }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The question with its filters in words, to be found by. */
    words: text('words').notNull().default(''),
    /** What it found, and in which state of the records, when it was last counted; null where it never was. */
    totalRecords: bigint('total_records', { mode: 'number' }),
    dataVersion: integer('data_version'),
  },
  (table) => [
    uniqueIndex('searches_once_a_day').on(table.userId, table.questionHash, table.day),
    index('searches_latest').on(table.userId, table.createdAt, table.id),
    index('searches_latest_of_account').on(table.ownerId, table.createdAt, table.id),
    index('searches_latest_of_trade').on(table.ownerId, table.tradeType, table.createdAt, table.id),
    index('searches_charged').on(table.ownerId, table.questionHash, table.day),
    index('searches_words').using('gin', table.words.op('gin_trgm_ops')),
    index('searches_around').on(table.ownerId, table.conditionsHash, table.day, table.createdAt, table.id),
  ],
);

/** Which records of a paid search were handed out without points, on the day on which it was paid. Purged once that is over. */
export const freeReads = pgTable(
  'free_reads',
  {
    userId: ofPerson('user_id'),
    /** Under which the ledger has the search. */
    search: text('search').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** The first halves of their ids, in the order in which they were handed out. */
    records: bigint('records', { mode: 'bigint' }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.search] })],
);

/**
 * What things that an account keeps have in common: who made one, how often it has been changed, and when it was removed. Whoever changes
 * one names the revision that they saw, so that two people do not lose each other's change. What was removed can be put back until it is
 * purged; meanwhile it holds no name.
 */
const keptColumns = () => ({
  createdAt: moment('created_at').notNull(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  revision: integer('revision').notNull().default(1),
  removedAt: moment('removed_at'),
});

/** A named place of an account for saved searches. A name is an account's once: `nameKey` is what two of them are compared by. */
export const workspaces = pgTable(
  'workspaces',
  {
    id: uuid('id').primaryKey(),
    ownerId: ofPerson('owner_id'),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    /** How many saved searches it holds: who changes that has locked this row. */
    held: integer('held').notNull().default(0),
    ...keptColumns(),
  },
  (table) => [
    uniqueIndex('workspaces_name').on(table.ownerId, table.nameKey).where(sql`${table.removedAt} is null`),
    index('workspaces_removed').on(table.removedAt).where(sql`${table.removedAt} is not null`),
  ],
);

/** A search in a workspace, whole in itself: it outlives the search that it was saved from. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: uuid('id').primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Whose workspace it is. */
    ownerId: integer('owner_id').notNull(),
    /** The search that was asked; it is its asker's, and others of the account know its query from here only. */
    searchId: uuid('search_id').notNull(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    description: text('description').notNull(),
    /** What it is found by. */
    words: text('words').notNull().generatedAlwaysAs(sql`lower("name" || ' ' || "description")`),
    query: jsonb('query').notNull(),
    tradeType: tradeTypeOf('query'),
    columnKeys: text('column_keys').array().notNull(),
    /** What it found, and in which state of the records, when it was last saved. */
    totalRecords: bigint('total_records', { mode: 'number' }).notNull(),
    dataVersion: integer('data_version').notNull(),
    ...keptColumns(),
  },
  (table) => [
    uniqueIndex('saved_searches_name').on(table.workspaceId, table.nameKey).where(sql`${table.removedAt} is null`),
    index('saved_searches_latest')
      .on(table.workspaceId, table.createdAt, table.id)
      .where(sql`${table.removedAt} is null`),
    index('saved_searches_latest_of_account')
      .on(table.ownerId, table.createdAt, table.id)
      .where(sql`${table.removedAt} is null`),
    index('saved_searches_words').using('gin', table.words.op('gin_trgm_ops')),
    index('saved_searches_search').on(table.searchId),
    index('saved_searches_removed').on(table.removedAt).where(sql`${table.removedAt} is not null`),
  ],
);

/** A document of an account: its blocks with the figures that they had when they were computed, each of its data version. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    ownerId: ofPerson('owner_id'),
    name: text('name').notNull(),
    blocks: jsonb('blocks').$type<KeptBlock[]>().notNull(),
    changedAt: moment('changed_at').notNull(),
    createdAt: moment('created_at').notNull(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    revision: integer('revision').notNull().default(1),
    /** Of the secret that the link for anybody ends in, where there is one. */
    linkHash: text('link_hash').unique(),
    linkEndsAt: moment('link_ends_at'),
    linkNote: text('link_note'),
  },
  (table) => [index('reports_latest').on(table.ownerId, table.changedAt, table.id)],
);

/**
 * A company that an account remembers, once. `companyKey` is its name as it is found and put in order; `partyKey`, made by the
 * rule that records' parties have, is what two are compared by. It is null until the first start under that rule.
 */
export const contacts = pgTable(
  'contacts',
  {
    id: uuid('id').primaryKey(),
    ownerId: ofPerson('owner_id'),
    companyName: text('company_name').notNull(),
    companyKey: text('company_key').notNull(),
    partyKey: text('party_key'),
    address: text('address'),
    mobile: text('mobile'),
    email: text('email'),
    website: text('website'),
    notes: text('notes').notNull().default(''),
    tags: text('tags').array().notNull().default([]),
    ...keptColumns(),
  },
  (table) => [
    uniqueIndex('contacts_party').on(table.ownerId, table.partyKey).where(sql`${table.removedAt} is null`),
    index('contacts_company').on(table.ownerId, table.companyKey, table.id).where(sql`${table.removedAt} is null`),
    index('contacts_words').using('gin', table.companyKey.op('gin_trgm_ops')),
    index('contacts_tags').using('gin', table.tags),
    // Those from before there were keys of parties: the start looks for them.
    index('contacts_unkeyed').on(table.createdAt, table.id).where(sql`${table.partyKey} is null`),
    index('contacts_removed').on(table.removedAt).where(sql`${table.removedAt} is not null`),
  ],
);

/** What a contact held when a person last looked at it: what came since is new to them. */
export const looks = pgTable(
  'looks',
  {
    userId: ofPerson('user_id'),
    /** The id of a contact. */
    thingId: uuid('thing_id').notNull(),
    totalRecords: bigint('total_records', { mode: 'number' }).notNull(),
    lookedAt: moment('looked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.thingId] }), index('looks_thing').on(table.thingId)],
);

/**
 * How many contacts an account has of each tag, and of all under the empty text, which is no tag. Triggers of the migration keep it: to count
 * a large account's anew for each page took longer than the page.
 */
export const contactCounts = pgTable(
  'contact_counts',
  {
    ownerId: ofPerson('owner_id'),
    tag: text('tag').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.tag] })],
);

/** How many searches and exports a person's history has. Triggers of the migration keep it. */
export const historyCounts = pgTable(
  'history_counts',
  {
    userId: ofPerson('user_id'),
    kind: oneOf<'SEARCH' | 'EXPORT'>('kind').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);
