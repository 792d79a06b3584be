import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.js';
import { users } from './users.js';

/** A named place of an account for saved searches. A name is an account's once: `nameKey` is what two of them are compared by. */
export const workspaces = pgTable(
  'workspaces',
  {
    id: uuid('id').primaryKey(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('workspaces_name').on(table.ownerId, table.nameKey)],
);

/** A search in a workspace, whole in itself: it outlives the search that it was saved from. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: uuid('id').primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The search that was asked; it is its asker's, and others of the account know its query from here only. */
    searchId: uuid('search_id').notNull(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    description: text('description').notNull(),
    query: jsonb('query').notNull(),
    columnKeys: text('column_keys').array().notNull(),
    /** What it found, and in which state of the records, when it was last saved. */
    totalRecords: bigint('total_records', { mode: 'number' }).notNull(),
    dataVersion: integer('data_version').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_searches_name').on(table.workspaceId, table.nameKey),
    index('saved_searches_latest').on(table.workspaceId, table.createdAt),
  ],
);
