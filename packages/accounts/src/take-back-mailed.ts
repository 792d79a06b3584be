import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from './database/database.js';
import { jobs, oneUseLinks, passwordResets } from './database/schema.js';
import { MAIL_JOB } from './mail/mailer.js';
import type { User } from './user.js';

/**
 * Takes back what was mailed on somebody's behalf and still works, or is about to be: letters, links, the tokens that codes were traded for, and codes. Whoever
 * sets a new password to shut somebody out must not leave them another way in. The ways back to former addresses stay: whoever
 * took an account over sets a new password too.
 */
export async function takeBackMailed(user: Pick<User, 'id' | 'email'>, transaction: Transaction): Promise<void> {
  // Letters that are still to be written; one that is being written finds that it lost its job before it makes a secret.
  const letters = and(
    eq(jobs.personId, user.id),
    eq(jobs.kind, MAIL_JOB),
    inArray(jobs.state, ['WAITING', 'RUNNING', 'FAILED']),
  );
  await transaction
    .update(jobs)
    .set({ state: 'CANCELLED', payload: null, lease: null, endedAt: sql`now()` })
    .where(letters);
  await transaction
    .delete(oneUseLinks)
    .where(and(eq(oneUseLinks.userId, user.id), ne(oneUseLinks.purpose, 'UNDO_EMAIL')));
  await transaction.delete(passwordResets).where(eq(passwordResets.email, user.email));
}
