import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, oneOf } from '../columns.js';

/** What is written down: every login, what was refused, and every change of a password, a limit, a role and a grant. */
export type AuditEvent =
  | 'LOGIN'
  | 'LOGIN_REFUSED'
  | 'FORBIDDEN'
  | 'REFUSALS_UNLISTED'
  | 'LOGOUT'
  | 'SESSION_ENDED'
  | 'PASSWORD_CHANGED'
  | 'PASSWORD_SET'
  | 'PASSWORD_RESET_ASKED'
  | 'EMAIL_CHANGE_ASKED'
  | 'EMAIL_CHANGED'
  | 'EMAIL_CHANGE_UNDONE'
  | 'ACCOUNT_CREATED'
  | 'ACCOUNT_VERIFIED'
  | 'ACCOUNT_DISABLED'
  | 'ACCOUNT_ENABLED'
  | 'SUB_USER_CREATED'
  | 'LINK_SENT'
  | 'LIMIT_SET'
  | 'SUBSCRIBED'
  | 'PLAN_SET'
  | 'PLAN_REQUESTED'
  | 'GRANTED'
  | 'MAIL_FAILED';

/** What was done to accounts, by whom. Entries stay when the account goes; a trigger of the migration refuses changes. */
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
    address: text('address'),
    details: jsonb('details').notNull().default({}),
  },
  (table) => [index('audit_log_subject').on(table.subjectId)],
);
