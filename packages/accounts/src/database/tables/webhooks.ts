import type { DeliveryState, SentEvent, StoppedWebhook, WebhookEvent } from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';
import { ofPerson } from './people.js';

/** An address that a person has told of what happens. Its secrets are sealed: whoever reads the database alone can sign nothing. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    userId: ofPerson('user_id'),
    address: text('address').notNull(),
    events: oneOf<WebhookEvent>('events').array().notNull(),
    secret: text('secret').notNull(),
    /** The one before, which signs beside it until then. */
    formerSecret: text('former_secret'),
    formerUntil: moment('former_until'),
    createdAt: moment('created_at').notNull(),
    /** Why nothing is sent to it. */
    stopped: oneOf<StoppedWebhook>('stopped'),
    /** Since when nothing has been delivered that was sent; null after each that was. */
    failingSince: moment('failing_since'),
  },
  (table) => [index('webhooks_user').on(table.userId)],
);

/** A message to a webhook, from when it is to be sent until it is forgotten. Its id is its receiver's, too. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: oneOf<SentEvent>('event').notNull(),
    /** What it tells of: the same is told once. */
    about: text('about').notNull(),
    /** What is told, in no words that records have: the message is written when it is sent. */
    facts: jsonb('facts').$type<Record<string, unknown>>().notNull(),
    state: oneOf<DeliveryState>('state').notNull().default('WAITING'),
    createdAt: moment('created_at').notNull(),
    /** How often it was asked for again: each is a job of its own. */
    replays: integer('replays').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    /** Of the latest try. */
    triedAt: moment('tried_at'),
    status: integer('status'),
    tookMs: integer('took_ms'),
    error: text('error'),
  },
  (table) => [
    uniqueIndex('deliveries_about').on(table.webhookId, table.about),
    index('deliveries_latest').on(table.webhookId, table.createdAt, table.id),
    index('deliveries_age').on(table.createdAt),
  ],
);

/** One row: the state of the records that webhooks were last told of. */
export const toldRecords = pgTable(
  'told_records',
  {
    row: integer('row').primaryKey().default(1),
    dataVersion: integer('data_version').notNull(),
    /** The highest load that could be seen then: what has a higher number is new. */
    highestLoad: integer('highest_load').notNull(),
  },
  (table) => [check('told_records_one_row', sql`${table.row} = 1`)],
);
