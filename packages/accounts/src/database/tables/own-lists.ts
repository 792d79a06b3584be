import type { OwnListCandidate, OwnListKind, OwnListState, Sureness } from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';
import { ofPerson, users } from './people.js';

/** What the entries of a list come to, counted when they change: a list of many would be counted for long at each look. */
export interface OwnListFigures {
  entries: number;
  looked: number;
  sure: number;
  probable: number;
  ambiguous: number;
  none: number;
  found: number;
  members: number;
}

/** A list that an account has brought: companies, codes or records of a file. */
export const ownLists = pgTable(
  'own_lists',
  {
    id: uuid('id').primaryKey(),
    ownerId: ofPerson('owner_id'),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    kind: oneOf<OwnListKind>('kind').notNull(),
    /** What the file called its columns; which of them is looked for, says the country, the official number, and what was chosen before. */
    columns: text('columns').array().notNull(),
    valueColumn: integer('value_column').notNull(),
    countryColumn: integer('country_column'),
    numberColumn: integer('number_column'),
    chosenColumn: integer('chosen_column'),
    /** As many as were announced, and have come. */
    rows: integer('rows').notNull(),
    received: integer('received').notNull().default(0),
    state: oneOf<OwnListState>('state').notNull().default('SENDING'),
    /** Counts how often it was looked for: a job is of one of them. */
    run: integer('run').notNull().default(0),
    /** Counts changes of what it stands for; 0 until it has been looked for. */
    contents: integer('contents').notNull().default(0),
    figures: jsonb('figures').$type<OwnListFigures>().notNull(),
    createdAt: moment('created_at').notNull(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [uniqueIndex('own_lists_name').on(table.ownerId, table.nameKey)],
);

/** What rows of a list say alike, and what it stands for. */
export const ownListEntries = pgTable(
  'own_list_entries',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => ownLists.id, { onDelete: 'cascade' }),
    /** Of what it says. */
    key: text('key').notNull(),
    firstRow: integer('first_row').notNull(),
    rows: integer('rows').notNull(),
    value: text('value').notNull(),
    country: text('country'),
    number: text('number'),
    /** What was chosen for it before, as its file says. */
    before: text('before'),
    /** Null until it has been looked for. */
    sureness: oneOf<Sureness>('sureness'),
    candidates: jsonb('candidates').$type<OwnListCandidate[]>().notNull().default([]),
    /** A company's name, a code or an id; null where it stands for nothing. */
    chosen: text('chosen'),
    /** When somebody said so; null where nobody did. */
    decidedAt: moment('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.key] }),
    index('own_list_entries_order').on(table.listId, table.firstRow),
    index('own_list_entries_sureness').on(table.listId, table.sureness, table.firstRow),
    index('own_list_entries_waiting').on(table.listId, table.firstRow).where(sql`${table.sureness} is null`),
  ],
);

/** The rows of a list as they came. */
export const ownListRows = pgTable(
  'own_list_rows',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => ownLists.id, { onDelete: 'cascade' }),
    /** From 1. */
    row: integer('row').notNull(),
    key: text('key').notNull(),
    cells: text('cells').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.row] })],
);
