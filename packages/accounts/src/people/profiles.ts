import { type NumberSystem, PortalError } from '@tidewaiter/contract';
import { eq } from 'drizzle-orm';
import type { ApiKeys } from '../access/api-keys.js';
import type { Factors } from '../access/factors.js';
import { LINK_DAYS, type OneUseLinks, RESET_TOKEN_MS, UNDO_DAYS } from '../access/one-use-links.js';
import { verifyPassword } from '../access/password.js';
import { takeBackMailed } from '../access/passwords.js';
import type { RateLimiter } from '../access/rate-limiter.js';
import { sha256 } from '../access/secrets.js';
import type { Sessions } from '../access/sessions.js';
import type { Transaction } from '../database/database.js';
import { users } from '../database/schema.js';
import type { AskForLetter, HeldJob, Message } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
import { ownerOf, type User } from '../users/user.js';
import { addressIsTaken, normalEmail } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';

export interface Profile {
  firstname: string;
  lastname: string;
  email: string;
  mobile: string;
  companyName: string;
}

/** What shows that it is the person who moves their account to a new address. */
export interface Proof {
  /** Needed where the address changes only. */
  currentPassword?: string | undefined;
  /** The session that stays, of the one who asks. */
  sessionId: string;
  address: string;
}

/** The letter to the address that an account is to be moved from. */
type WayBack = { userId: number; from: string; to: string; asked: string };

/** Changes with the password, and tells nothing of it. */
const passwordMark = ({ passwordHash }: User) => sha256(passwordHash ?? '');

/** What people say of themselves. */
export class Profiles {
  readonly #askToConfirm: AskForLetter<{ userId: number; email: string }>;
  readonly #mailWayBack: AskForLetter<WayBack>;

  constructor(
    private readonly deps: Foundation & {
      links: OneUseLinks;
      sessions: Sessions;
      factors: Factors;
      apiKeys: ApiKeys;
      rateLimiter: RateLimiter;
    },
  ) {
    this.#mailWayBack = deps.mailer.letter('way back to an address', (about, job) => this.#writeWayBack(about, job));
    this.#askToConfirm = deps.mailer.letter('confirm address', (about, job) => this.#writeConfirmation(about, job));
  }

  /**
   * Changes a profile. A new e-mail address needs the current password, ends the person's other sessions, and counts only once its
   * link is opened: nobody takes an address that is not theirs, and the answer does not tell whether it has an account. Before the new
   * address has that link, the old one has another, which undoes the change.
   *
   * @returns the person as they are now, and whether an address waits to be confirmed
   * @throws PortalError INCORRECT_PASSWORD, and nothing has changed
   */
  async update(user: User, changed: Profile, proof: Proof): Promise<{ user: User; toConfirm: boolean }> {
    const { email, ...profile } = changed;
    const newEmail = normalEmail(email);
    const toConfirm = newEmail !== user.email;
    if (toConfirm && !(await verifyPassword(user.passwordHash ?? undefined, proof.currentPassword ?? ''))) {
      throw new PortalError('INCORRECT_PASSWORD');
    }
    const updated = await this.deps.database.transaction(async (transaction) => {
      const [updated] = await transaction.update(users).set(profile).where(eq(users.id, user.id)).returning();
      if (toConfirm) await this.#askToMove(user, newEmail, proof, transaction);
      return updated;
    });
    return { user: updated ?? user, toConfirm };
  }

  /** Keeps how a person's screens write numbers; null leaves it to their browsers. @returns the person as they are now */
  async chooseNumbers(user: User, numberSystem: NumberSystem | null): Promise<User> {
    const [updated] = await this.deps.database
      .update(users)
      .set({ numberSystem })
      .where(eq(users.id, user.id))
      .returning();
    return updated ?? user;
  }

  /** The way back has no owner: who took an account over cannot take the letter back by setting a password (`takeBackMailed`). */
  async #askToMove(user: User, to: string, { sessionId, address }: Proof, transaction: Transaction): Promise<void> {
    await this.deps.sessions.endAll(user.id, { except: sessionId }, transaction);
    const details = { from: user.email, to };
    const act = { event: 'EMAIL_CHANGE_ASKED', subjectId: user.id, actorId: user.id, address, details } as const;
    await this.deps.audit.write(act, transaction);
    const about = { userId: user.id, from: user.email, to, asked: passwordMark(user) };
    await this.#mailWayBack(about, {}, transaction);
  }

  async #writeWayBack({ userId, from, to, asked }: WayBack, job: HeldJob): Promise<Message | undefined> {
    const [user] = await this.deps.database.select().from(users).where(eq(users.id, userId));
    if (!user) return undefined;
    const token = await this.deps.database.transaction(async (transaction) => {
      await job.mustHold(transaction);
      // The new address has its link after the old one has been told, and not where the person has shut the asker out meanwhile.
      const owner = { accountId: ownerOf(user), personId: userId };
      const isStillAsked = passwordMark(user) === asked;
      if (isStillAsked) await this.#askToConfirm({ userId, email: to }, { owner, unnoticed: true }, transaction);
      return this.deps.links.issue(userId, 'UNDO_EMAIL', { email: from }, transaction);
    });
    return MAIL.addressWillChange({ ...user, email: from }, to, this.deps.settings.link.undoEmail(token), UNDO_DAYS);
  }

  /**
   * Makes a new address count, and tells the old one.
   *
   * @throws PortalError LINK_EXPIRED, also when somebody else has shown since that the address is theirs
   */
  async confirmEmail(token: string, address: string): Promise<void> {
    await this.#move(token, 'CHANGE_EMAIL', address);
  }

  /**
   * Undoes a change of the address, whether or not the new one counts already. Whoever asked for it knew the password, which opens
   * nothing any more: every session ends, every API key is revoked, second factors that they may have added go, and a new password is to be set.
   *
   * @returns the token that sets a new password, once
   * @throws PortalError LINK_EXPIRED, also when somebody else has shown since that the old address is theirs
   */
  async undoEmail(token: string, address: string): Promise<string> {
    const { id } = await this.#move(token, 'UNDO_EMAIL', address);
    return this.deps.links.issue(id, 'SET_PASSWORD', { lifeMs: RESET_TOKEN_MS });
  }

  /**
   * Uses a token up that moves an account to an address, takes back what else was mailed, and tells the address that goes.
   *
   * @returns the person as they were
   */
  async #move(token: string, purpose: 'CHANGE_EMAIL' | 'UNDO_EMAIL', address: string) {
    const undone = purpose === 'UNDO_EMAIL';
    const holder = await this.deps.links.holder(token, purpose);
    if (holder === undefined) throw new PortalError('LINK_EXPIRED');
    return this.deps.database.transaction(async (transaction) => {
      // The person first, then the links, in every such transaction: two that held one of the two would wait for each other.
      const [before] = await transaction.select().from(users).where(eq(users.id, holder)).for('update');
      const { email } = await this.deps.links.redeem(token, purpose, transaction);
      const taken = email !== null && email !== before?.email && (await addressIsTaken(transaction, email));
      if (!before || email === null || taken) throw new PortalError('LINK_EXPIRED');
      const moved = undone ? { email, passwordHash: null } : { email };
      await transaction.update(users).set(moved).where(eq(users.id, before.id));
      if (undone) {
        await this.deps.sessions.endAll(before.id, {}, transaction);
        await this.deps.apiKeys.revokeAll(before.id, { actorId: before.id, address }, transaction);
        await this.deps.webhooks.stopAll(before.id, transaction);
        await this.deps.factors.removeYoung(before, UNDO_DAYS, transaction);
      }
      await takeBackMailed(before, transaction);
      await this.deps.links.closeWaysBack(before.id, email, transaction);
      const event = undone ? 'EMAIL_CHANGE_UNDONE' : 'EMAIL_CHANGED';
      const details = { from: before.email, to: email };
      await this.deps.audit.write({ event, subjectId: before.id, actorId: before.id, address, details }, transaction);
      // Whoever undoes it may be somebody who reads the person's former mail: the address that goes is told of that, too.
      const told = undone ? MAIL.addressChangeUndone : MAIL.addressChanged;
      if (before.email !== email) await this.deps.mailer.send(told(before, email), transaction);
      return before;
    });
  }

  async #writeConfirmation(
    { userId, email }: { userId: number; email: string },
    job: HeldJob,
  ): Promise<Message | undefined> {
    const [user] = await this.deps.database.select().from(users).where(eq(users.id, userId));
    if (!user || (await addressIsTaken(this.deps.database, email))) return undefined;
    // Anybody can cause it, for any address: counted when it is first tried.
    if (job.tries === 1 && !(await this.deps.rateLimiter.mayMail(email))) return undefined;
    const token = await this.deps.database.transaction(async (transaction) => {
      await job.mustHold(transaction);
      return this.deps.links.issue(userId, 'CHANGE_EMAIL', { email }, transaction);
    });
    return MAIL.confirmNewAddress({ ...user, email }, this.deps.settings.link.confirmEmail(token), LINK_DAYS);
  }
}
