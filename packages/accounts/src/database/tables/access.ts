import type { KeyScope } from '@tidewaiter/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';
import { ofPerson } from './people.js';

/** A sign-in. Only hashes of its secrets are kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    loginId: uuid('login_id').notNull().unique(),
    userId: ofPerson('user_id'),
    tokenHash: text('token_hash').notNull().unique(),
    restoreHash: text('restore_hash').notNull().unique(),
    /** "Keep me logged in". */
    kept: boolean('kept').notNull(),
    address: text('address').notNull(),
    /** The browser and system that it was opened with, in words; null where they did not say. */
    device: text('device'),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    endedAt: moment('ended_at'),
    /** When its person last showed who they are; null where that was when it was opened. */
    confirmedAt: moment('confirmed_at'),
    /** It was opened by the sign-in of the person's firm. */
    byProvider: boolean('by_provider').notNull().default(false),
    /** Where the person signs out of their firm, too; null where its provider has no such place. */
    providerEnd: text('provider_end'),
    /** When the person had signed in before: what has come since is new to them. */
    previousVisitAt: moment('previous_visit_at'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_standing').on(table.userId, table.lastSeenAt).where(sql`${table.endedAt} is null`),
  ],
);

/** What a mailed link, or the token that a one-time password was traded for, lets its bearer do, once. */
export type LinkPurpose = 'SET_PASSWORD' | 'CHANGE_EMAIL' | 'UNDO_EMAIL';

/** Links and tokens that work once. Only their hashes are kept. */
export const oneUseLinks = pgTable(
  'one_use_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: ofPerson('user_id'),
    purpose: oneOf<LinkPurpose>('purpose').notNull(),
    /** The new address, for CHANGE_EMAIL; the old one, for UNDO_EMAIL. */
    email: text('email'),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('one_use_links_user').on(table.userId)],
);

/**
 * A password that somebody says they forgot. A row is made for every address, known or not, so neither time nor words tell
 * whether it has an account.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /**
     * Of the mailed code, or of the last one that was where no further one may be sent; null until it is made, for good where the
     * address has no account.
     */
    codeHash: text('code_hash'),
    tries: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
    /** When a code of this request's own was mailed. */
    sentAt: moment('sent_at'),
    usedAt: moment('used_at'),
  },
  (table) => [index('password_resets_email').on(table.email)],
);

/** A browser that a person signed in with before. Only the hash of its cookie's secret is kept. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    secretHash: text('secret_hash').primaryKey(),
    userId: ofPerson('user_id'),
    signedInAt: moment('signed_in_at').notNull(),
  },
  (table) => [index('known_browsers_user').on(table.userId)],
);

/**
 * A key by which a program does what its person may. Only its hash is kept, and how it begins. A connection has neither: it is what stands
 * for the tokens that an issuer gives one client for one person, and its scopes are those of the last token that was noted.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    userId: ofPerson('user_id'),
    name: text('name').notNull(),
    keyHash: text('key_hash').unique(),
    prefix: text('prefix').notNull(),
    scopes: oneOf<KeyScope>('scopes').array().notNull(),
    /** The last day on which it works; null where it does not expire. */
    expiresOn: date('expires_on', { mode: 'string' }),
    /** What it may spend in a calendar month; null for as much as there is. */
    searchLimit: integer('search_limit'),
    pointLimit: integer('point_limit'),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
    /** Who revoked it; null for the operator and the portal itself. */
    revokedBy: integer('revoked_by'),
    /** Of a connection: whose tokens, given to which client; null for a key. */
    issuer: text('issuer'),
    clientId: text('client_id'),
  },
  (table) => [
    index('api_keys_standing').on(table.userId).where(sql`${table.revokedAt} is null`),
    unique('api_keys_connection').on(table.userId, table.issuer, table.clientId),
  ],
);

/** A captcha that was given out, good for one try. */
export const captchas = pgTable('captchas', {
  id: uuid('id').primaryKey(),
  answerHash: text('answer_hash').notNull(),
  tried: boolean('tried').notNull().default(false),
  /** Null where an answer may come at once. */
  acceptedFrom: moment('accepted_from'),
  expiresAt: moment('expires_at').notNull(),
});

/** How often somebody called, where several portals share a database. Its columns are what the limiter asks for. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: bigint('expire', { mode: 'number' }),
});
