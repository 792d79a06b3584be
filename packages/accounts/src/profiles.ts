import { PortalError } from '@tidewaiter/contract';
import { eq } from 'drizzle-orm';
import type { Audit } from './audit.js';
import type { Database } from './database/database.js';
import { users } from './database/schema.js';
import type { AskForLetter, HeldJob, Mailer, Message } from './mail/mailer.js';
import { MAIL } from './mail/messages.js';
import { LINK_DAYS, type OneUseLinks } from './one-use-links.js';
import type { PortalSettings } from './settings.js';
import { takeBackMailed } from './take-back-mailed.js';
import { ownerOf, type User } from './user.js';
import { addressIsTaken, normalEmail } from './users.js';

export interface Profile {
  firstname: string;
  lastname: string;
  email: string;
  mobile: string;
  companyName: string;
}

/** What people say of themselves. */
export class Profiles {
  readonly #askToConfirm: AskForLetter<{ userId: number; email: string }>;

  constructor(
    private readonly database: Database,
    private readonly links: OneUseLinks,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
    private readonly settings: PortalSettings,
  ) {
    this.#askToConfirm = mailer.letter('confirm address', (about, job) => this.#writeConfirmation(about, job));
  }

  /**
   * Changes a profile. A new e-mail address counts only once its link is opened, so nobody takes an address that is not
   * theirs, and the answer does not tell whether it has an account.
   *
   * @returns the person as they are now, and whether an address waits to be confirmed
   */
  async update(user: User, { email, ...profile }: Profile): Promise<{ user: User; toConfirm: boolean }> {
    const newEmail = normalEmail(email);
    const toConfirm = newEmail !== user.email;
    const updated = await this.database.transaction(async (transaction) => {
      const [updated] = await transaction.update(users).set(profile).where(eq(users.id, user.id)).returning();
      const owner = { accountId: ownerOf(user), personId: user.id };
      const about = { userId: user.id, email: newEmail };
      if (toConfirm) await this.#askToConfirm(about, { owner, unnoticed: true }, transaction);
      return updated;
    });
    return { user: updated ?? user, toConfirm };
  }

  /**
   * Makes a new address count, and tells the old one.
   *
   * @throws PortalError LINK_EXPIRED, also when somebody else has shown since that the address is theirs
   */
  async confirmEmail(token: string, address: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const { userId, email } = await this.links.redeem(token, 'CHANGE_EMAIL', transaction);
      const [before] = await transaction.select().from(users).where(eq(users.id, userId));
      if (!before || email === null || (await addressIsTaken(transaction, email)))
        throw new PortalError('LINK_EXPIRED');
      await transaction.update(users).set({ email }).where(eq(users.id, userId));
      await takeBackMailed(before, transaction);
      const details = { from: before.email, to: email };
      await this.audit.write(
        { event: 'EMAIL_CHANGED', subjectId: userId, actorId: userId, address, details },
        transaction,
      );
      await this.mailer.send(MAIL.addressChanged(before, email), transaction);
    });
  }

  async #writeConfirmation(
    { userId, email }: { userId: number; email: string },
    job: HeldJob,
  ): Promise<Message | undefined> {
    const [user] = await this.database.select().from(users).where(eq(users.id, userId));
    if (!user || (await addressIsTaken(this.database, email))) return undefined;
    const token = await this.database.transaction(async (transaction) => {
      await job.mustHold(transaction);
      return this.links.issue(userId, 'CHANGE_EMAIL', { email }, transaction);
    });
    return MAIL.confirmNewAddress({ ...user, email }, this.settings.link.confirmEmail(token), LINK_DAYS);
  }
}
