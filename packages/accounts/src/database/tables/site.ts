import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.js';

/** One row: whether the site is in maintenance, and what it says. */
export const siteSettings = pgTable(
  'site_settings',
  {
    id: integer('id').primaryKey().default(1),
    maintenance: boolean('maintenance').notNull().default(false),
    message: text('message').notNull().default(''),
    /** E-mail addresses of those who may use a closed site: whoever tries it before it opens. */
    allowed: text('allowed').array().notNull().default([]),
  },
  (table) => [check('site_settings_one_row', sql`${table.id} = 1`)],
);

/** One row: who these accounts are among stores, and with which records they belong; null until they have met some. */
export const storeIdentity = pgTable(
  'store_identity',
  {
    row: integer('row').primaryKey().default(1),
    id: uuid('id').notNull(),
    partner: uuid('partner'),
  },
  (table) => [check('store_identity_one_row', sql`${table.row} = 1`)],
);

/** An important notification (SPEC 2 "/dashboard"): the operator's, for everybody who is signed in. */
export const notices = pgTable('notices', {
  id: uuid('id').primaryKey(),
  title: text('title').notNull(),
  body: text('body').notNull(),
  createdAt: moment('created_at').notNull(),
});

/** What is written down: every login, what was refused, every change of a password, a limit, a role and a grant, and what the operator does to the records and the site. */
export type AuditEvent =
  | 'LOGIN'
  | 'LOGIN_REFUSED'
  | 'FORBIDDEN'
  | 'REFUSALS_UNLISTED'
  | 'LOGOUT'
  | 'SESSION_ENDED'
  | 'OPERATOR_SET'
  | 'PERSON_EXPORTED'
  | 'SITE_SET'
  | 'PARTIES_DECIDED'
  | 'LOAD_FILE_SENT'
  | 'LOAD_ASKED'
  | 'LOAD_DISCARDED'
  | 'LOAD_TAKEN_OUT'
  | 'LOADED'
  | 'SUPPRESSED'
  | 'SUPPRESSION_LIFTED'
  | 'PARTIES_JOINED'
  | 'PARTIES_PARTED'
  | 'COUNTRY_ADDED'
  | 'COUNTRY_REMOVED'
  | 'RATES_LOADED'
  | 'NOMENCLATURE_LOADED'
  | 'NOMENCLATURE_REMOVED'
  | 'DEMO_ADDED'
  | 'STORES_JOINED'
  | 'BACKED_UP'
  | 'RESTORED'
  | 'MAPPING_SAVED'
  | 'MAPPING_REMOVED'
  | 'SOURCE_FOLLOWED'
  | 'SOURCE_LEFT'
  | 'FACTOR_REFUSED'
  | 'FACTOR_ADDED'
  | 'FACTOR_REMOVED'
  | 'FACTORS_RESET'
  | 'FACTORS_DEMANDED'
  | 'RECOVERY_CODES_MADE'
  | 'RECOVERY_CODE_USED'
  | 'SESSION_CONFIRMED'
  | 'SIGN_ON_SET'
  | 'SIGN_ON_REMOVED'
  | 'SIGN_ON_LINKED'
  | 'SIGN_ON_UNLINKED'
  | 'SIGN_ON_REFUSED'
  | 'KEY_CREATED'
  | 'KEY_CHANGED'
  | 'KEY_REVOKED'
  | 'DESTINATION_CREATED'
  | 'DESTINATION_REMOVED'
  | 'WEBHOOK_CREATED'
  | 'WEBHOOK_CHANGED'
  | 'WEBHOOK_REMOVED'
  | 'WEBHOOK_STOPPED'
  | 'KEY_ALLOWED'
  | 'PASSWORD_CHANGED'
  | 'PASSWORD_SET'
  | 'PASSWORD_RESET_ASKED'
  | 'PASSWORD_RESET'
  | 'EMAIL_CHANGE_ASKED'
  | 'EMAIL_CHANGED'
  | 'EMAIL_CHANGE_UNDONE'
  | 'ACCOUNT_CREATED'
  | 'ACCOUNT_VERIFIED'
  | 'ACCOUNT_DISABLED'
  | 'ACCOUNT_ENABLED'
  | 'ACCOUNT_ERASED'
  | 'DEMO_REMOVED'
  | 'SUB_USER_CREATED'
  | 'LINK_SENT'
  | 'LIMIT_SET'
  | 'SUBSCRIBED'
  | 'PLAN_SET'
  | 'WEIGHTAGE_SET'
  | 'PLAN_REQUESTED'
  | 'GRANTED'
  | 'COUNTRIES_CHOSEN'
  | 'NOTICE_ADDED'
  | 'NOTICE_REMOVED'
  | 'MAIL_FAILED';

/** What was done to accounts, by whom. Entries stay when the account goes; a trigger of the migration refuses changes but one, that addresses are taken out. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    createdAt: moment('created_at').notNull(),
    event: oneOf<AuditEvent>('event').notNull(),
    /** Whom it happened to; null where an address has no account. */
    subjectId: integer('subject_id'),
    /** Who did it; null for the operator and the portal itself. */
    actorId: integer('actor_id'),
    /** The system's user who did it by a command. */
    operator: text('operator'),
    address: text('address'),
    details: jsonb('details').notNull().default({}),
  },
  (table) => [index('audit_log_subject').on(table.subjectId, table.id)],
);
