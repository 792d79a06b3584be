import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from './database/database.js';
import { oneUseLinks, passwordResets } from './database/schema.js';
import type { User } from './user.js';

/**
 * Takes back what was mailed on somebody's behalf and still works: links, the tokens that codes were traded for, and codes. Whoever
 * sets a new password to shut somebody out must not leave them another way in. The ways back to former addresses stay: whoever
 * took an account over sets a new password too.
 */
export async function takeBackMailed(user: Pick<User, 'id' | 'email'>, transaction: Transaction): Promise<void> {
  await transaction
    .delete(oneUseLinks)
    .where(and(eq(oneUseLinks.userId, user.id), ne(oneUseLinks.purpose, 'UNDO_EMAIL')));
  await transaction.delete(passwordResets).where(eq(passwordResets.email, user.email));
}
