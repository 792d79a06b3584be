import type { FactorKind } from '@tidewaiter/contract';
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';
import { ofPerson, users } from './people.js';

/** What a person shows beside their password. */
export const factors = pgTable(
  'factors',
  {
    id: uuid('id').primaryKey(),
    userId: ofPerson('user_id'),
    kind: oneOf<FactorKind>('kind').notNull(),
    name: text('name').notNull(),
    /** Of an app: what it makes its codes of, sealed. */
    secret: text('secret'),
    /** Of an app: the time step of the last code that was taken, so that none is taken twice. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** Of a passkey: by what its browser finds it. */
    credentialId: text('credential_id').unique(),
    /** Of a passkey, in base64url. */
    publicKey: text('public_key'),
    /** Of a passkey: how often it says it was used; one that goes back has been copied. */
    counter: bigint('counter', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('factors_user').on(table.userId)],
);

/** Codes that sign in once in place of an app's. Only their hashes are kept; a used one goes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { codeHash: text('code_hash').primaryKey(), userId: ofPerson('user_id') },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

/** What a challenge asks for: a code of an app that is to be added, a passkey that is, or any passkey that is there. */
export type ChallengeKind = 'ADD_APP' | 'ADD_PASSKEY' | 'SHOW_PASSKEY';

/** What was asked of somebody's app or browser, good for one answer. */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    id: uuid('id').primaryKey(),
    kind: oneOf<ChallengeKind>('kind').notNull(),
    /** Whose answer it waits for; null where the passkey says who answers. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** What the browser signs; of an app, its secret, sealed. */
    challenge: text('challenge').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('factor_challenges_end').on(table.expiresAt)],
);
