import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../database/database.js';
import { jobs, oneUseLinks, passwordResets, users } from '../database/schema.js';
import { MAIL_JOB } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
import type { User } from '../users/user.js';
import { addressIsTaken } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { ApiKeys } from './api-keys.js';
import type { KnownBrowsers } from './known-browsers.js';
import type { OneUseLinks } from './one-use-links.js';
import { hashPassword, mustBeHardToGuess, verifyPassword } from './password.js';
import type { OpenedSession } from './session.js';
import type { Sessions } from './sessions.js';

export class Passwords {
  constructor(
    private readonly deps: Foundation & {
      links: OneUseLinks;
      sessions: Sessions;
      knownBrowsers: KnownBrowsers;
      apiKeys: ApiKeys;
    },
  ) {}

  /**
   * Changes the caller's own password, ends all their sessions and takes back what was mailed to them. Their API keys stay, since programs
   * work by them; the mail says so.
   *
   * @returns the session that takes the place of the caller's, with a token and a cookie of its own
   * @throws PortalError INCORRECT_PASSWORD or PASSWORD_REFUSED
   */
  async change(
    user: User,
    change: { currentPassword: string; password: string; sessionId: string; address: string },
  ): Promise<OpenedSession> {
    const { passwordHash: before, mustChangePassword } = user;
    if (before === null || !(await verifyPassword(before, change.currentPassword))) {
      throw new PortalError('INCORRECT_PASSWORD');
    }
    if (mustChangePassword && (await verifyPassword(before, change.password))) {
      throw new PortalError('PASSWORD_REFUSED', [], MESSAGES.passwordNotNew);
    }
    await mustBeHardToGuess(change.password, user, this.deps.now());
    const passwordHash = await hashPassword(change.password);
    return this.deps.database.transaction(async (transaction) => {
      const [changed] = await transaction
        .update(users)
        .set({ passwordHash, mustChangePassword: false })
        .where(and(eq(users.id, user.id), eq(users.passwordHash, before)))
        .returning();
      // Changed by somebody else while this password was looked at.
      if (!changed) throw new PortalError('INCORRECT_PASSWORD');
      const opened = await this.deps.sessions.renew(changed, change, transaction);
      await this.deps.knownBrowsers.forgetAll(user.id, transaction);
      await takeBackMailed(user, transaction);
      const act = { event: 'PASSWORD_CHANGED', subjectId: user.id, actorId: user.id, address: change.address } as const;
      await this.deps.audit.write(act, transaction);
      const standing = await this.deps.apiKeys.standing(user.id, transaction);
      await this.deps.mailer.send(MAIL.passwordChanged(user, standing > 0 ? 'STAND' : undefined), transaction);
      return opened;
    });
  }

  /**
   * Sets a password by a one-use token, ends every session, revokes every API key and takes back what else was mailed. Whoever has the token has read the mail, so the address is
   * verified by it.
   *
   * @throws PortalError LINK_EXPIRED or PASSWORD_REFUSED; the latter leaves the token usable
   */
  async set(token: string, password: string, address: string): Promise<string> {
    const holder = await this.deps.links.holder(token, 'SET_PASSWORD');
    const [user] =
      holder === undefined ? [] : await this.deps.database.select().from(users).where(eq(users.id, holder));
    if (!user) throw new PortalError('LINK_EXPIRED');
    await mustBeHardToGuess(password, user, this.deps.now());
    const passwordHash = await hashPassword(password);
    await this.deps.database.transaction(async (transaction) => {
      await this.deps.links.redeem(token, 'SET_PASSWORD', transaction);
      // Somebody else may have shown that the address is theirs since the link was sent.
      if (user.verifiedAt === null && (await addressIsTaken(transaction, user.email)))
        throw new PortalError('LINK_EXPIRED');
      const verifiedAt = user.verifiedAt ?? this.deps.now();
      const set = { passwordHash, verifiedAt, mustChangePassword: false };
      await transaction.update(users).set(set).where(eq(users.id, user.id));
      await this.deps.sessions.endAll(user.id, {}, transaction);
      await this.deps.knownBrowsers.forgetAll(user.id, transaction);
      const revoked = await this.deps.apiKeys.revokeAll(user.id, { actorId: user.id, address }, transaction);
      await this.deps.webhooks.stopAll(user.id, transaction);
      await takeBackMailed(user, transaction);
      const act = { event: 'PASSWORD_SET', subjectId: user.id, actorId: user.id, address } as const;
      await this.deps.audit.write(act, transaction);
      const changed = MAIL.passwordChanged(user, revoked > 0 ? 'REVOKED' : undefined);
      if (user.passwordHash !== null) await this.deps.mailer.send(changed, transaction);
    });
    return user.email;
  }
}

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
