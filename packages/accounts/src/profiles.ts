import { PortalError } from '@tidewaiter/contract';
import { eq } from 'drizzle-orm';
import type { Audit } from './audit.js';
import type { Database } from './database/database.js';
import { users } from './database/schema.js';
import type { Mailer } from './mail/mailer.js';
import { MAIL } from './mail/messages.js';
import { LINK_DAYS, type OneUseLinks, RESET_TOKEN_MS, UNDO_DAYS } from './one-use-links.js';
import { verifyPassword } from './password.js';
import type { Sessions } from './sessions.js';
import type { PortalSettings } from './settings.js';
import { takeBackMailed } from './take-back-mailed.js';
import type { User } from './user.js';
import { addressIsTaken, normalEmail } from './users.js';

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

/** What people say of themselves. */
export class Profiles {
  constructor(
    private readonly database: Database,
    private readonly links: OneUseLinks,
    private readonly sessions: Sessions,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
    private readonly settings: PortalSettings,
  ) {}

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
    const [updated] = await this.database.update(users).set(profile).where(eq(users.id, user.id)).returning();
    if (toConfirm) await this.#askToMove(user, newEmail, proof);
    return { user: updated ?? user, toConfirm };
  }

  async #askToMove(user: User, newEmail: string, { sessionId, address }: Proof): Promise<void> {
    await this.sessions.endAll(user.id, { except: sessionId });
    const details = { from: user.email, to: newEmail };
    await this.audit.write({
      event: 'EMAIL_CHANGE_ASKED',
      subjectId: user.id,
      actorId: user.id,
      address,
      details,
    });
    const wayBack = await this.links.issue(user.id, 'UNDO_EMAIL', { email: user.email });
    this.mailer.send(MAIL.addressWillChange(user, newEmail, this.settings.link.undoEmail(wayBack), UNDO_DAYS));
    this.mailer.runUnnoticed(() => this.#askToConfirm(user, newEmail));
  }

  /**
   * Makes a new address count, and tells the old one.
   *
   * @throws PortalError LINK_EXPIRED, also when somebody else has shown since that the address is theirs
   */
  async confirmEmail(token: string, address: string): Promise<void> {
    const { before, email } = await this.#move(token, 'CHANGE_EMAIL', address);
    this.mailer.send(MAIL.addressChanged(before, email));
  }

  /**
   * Undoes a change of the address, whether or not the new one counts already. Whoever asked for it knew the password, which opens
   * nothing any more: every session ends, and a new one is to be set.
   *
   * @returns the token that sets a new password, once
   * @throws PortalError LINK_EXPIRED, also when somebody else has shown since that the old address is theirs
   */
  async undoEmail(token: string, address: string): Promise<string> {
    const { before, email } = await this.#move(token, 'UNDO_EMAIL', address);
    // The person may be the one at the address that goes, and the link with somebody who reads their former mail.
    if (before.email !== email) this.mailer.send(MAIL.addressChangeUndone(before, email));
    return this.links.issue(before.id, 'SET_PASSWORD', { lifeMs: RESET_TOKEN_MS });
  }

  /**
   * Uses a token up that moves an account to an address, and takes back what else was mailed.
   *
   * @returns the person as they were, and the address
   */
  async #move(token: string, purpose: 'CHANGE_EMAIL' | 'UNDO_EMAIL', address: string) {
    const undone = purpose === 'UNDO_EMAIL';
    const holder = await this.links.holder(token, purpose);
    if (holder === undefined) throw new PortalError('LINK_EXPIRED');
    return this.database.transaction(async (transaction) => {
      // The person first, then the links, in every such transaction: two that held one of the two would wait for each other.
      const [before] = await transaction.select().from(users).where(eq(users.id, holder)).for('update');
      const { email } = await this.links.redeem(token, purpose, transaction);
      const taken = email !== null && email !== before?.email && (await addressIsTaken(transaction, email));
      if (!before || email === null || taken) throw new PortalError('LINK_EXPIRED');
      const moved = undone ? { email, passwordHash: null } : { email };
      await transaction.update(users).set(moved).where(eq(users.id, before.id));
      if (undone) await this.sessions.endAll(before.id, {}, transaction);
      await takeBackMailed(before, transaction);
      await this.links.closeWaysBack(before.id, email, transaction);
      const event = undone ? 'EMAIL_CHANGE_UNDONE' : 'EMAIL_CHANGED';
      const details = { from: before.email, to: email };
      await this.audit.write({ event, subjectId: before.id, actorId: before.id, address, details }, transaction);
      return { before, email };
    });
  }

  async #askToConfirm(user: User, email: string): Promise<void> {
    if (await addressIsTaken(this.database, email)) return;
    const token = await this.links.issue(user.id, 'CHANGE_EMAIL', { email });
    this.mailer.send(MAIL.confirmNewAddress({ ...user, email }, this.settings.link.confirmEmail(token), LINK_DAYS));
  }
}
