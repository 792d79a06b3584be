import { OperatorError } from '@tidewaiter/contract';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/database.js';
import { users } from '../database/schema.js';
import type { AskForLetter, HeldJob, Message } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
import { ownerOf, type User } from '../users/user.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { ApiKeys } from './api-keys.js';
import type { Factors } from './factors.js';
import type { KnownBrowsers } from './known-browsers.js';
import { LINK_DAYS, type OneUseLinks } from './one-use-links.js';
import { generatePassword, hashPassword } from './password.js';
import { takeBackMailed } from './passwords.js';
import type { Sessions } from './sessions.js';

/** Whose password was taken away, and how many API keys went with it. */
type Reset = { userId: number; keys: number };

/** Passwords that the operator takes away, because they are forgotten or known to somebody else: at once, with all that was opened by them. */
export class OperatorResets {
  readonly #mailLink: AskForLetter<Reset>;

  constructor(
    private readonly deps: Foundation & {
      links: OneUseLinks;
      sessions: Sessions;
      factors: Factors;
      knownBrowsers: KnownBrowsers;
      apiKeys: ApiKeys;
    },
  ) {
    this.#mailLink = deps.mailer.letter('another password', (about, job) => this.#write(about, job));
  }

  /**
   * Takes a password away, and mails its person a link to set another.
   *
   * @throws OperatorError for who has never set one, or is disabled
   */
  async mailLink(user: User): Promise<void> {
    await this.#reset(user, { passwordHash: null }, (transaction, keys) =>
      this.#mailLink(
        { userId: user.id, keys },
        { owner: { accountId: ownerOf(user), personId: user.id } },
        transaction,
      ),
    );
  }

  /**
   * Puts a random password in place of a person's, who chooses their own at the next sign-in.
   *
   * @returns it, once: it is never stored
   * @throws OperatorError for who has never set one, or is disabled
   */
  async replace(user: User): Promise<string> {
    const password = generatePassword();
    await this.#reset(user, { passwordHash: await hashPassword(password), mustChangePassword: true });
    return password;
  }

  /**
   * Takes away the second factors of somebody who has lost them, with their recovery codes, and ends their sessions. The password stays:
   * who asked for this is known to the operator by other means.
   *
   * @returns how many there were
   * @throws OperatorError where there are none
   */
  async removeFactors(user: User): Promise<number> {
    return this.deps.database.transaction(async (transaction) => {
      const removed = await this.deps.factors.removeAll(user, transaction);
      if (removed === 0) throw new OperatorError(`${user.email} has no second factor.`);
      await this.deps.sessions.endAll(user.id, {}, transaction);
      await this.deps.knownBrowsers.forgetAll(user.id, transaction);
      await this.deps.audit.write({ event: 'FACTORS_RESET', subjectId: user.id, details: { removed } }, transaction);
      await this.deps.mailer.send(MAIL.factorsReset(user), transaction);
      return removed;
    });
  }

  async #reset(
    user: User,
    set: Partial<Pick<User, 'passwordHash' | 'mustChangePassword'>>,
    then: (transaction: Transaction, keys: number) => Promise<void> = async () => {},
  ): Promise<void> {
    if (user.disabledAt)
      throw new OperatorError(`${user.email} is disabled: npx tidewaiter account enable ${user.email}`);
    if (!user.verifiedAt)
      throw new OperatorError(`${user.email} has never set a password: npx tidewaiter account link ${user.email}`);
    await this.deps.database.transaction(async (transaction) => {
      await transaction.update(users).set(set).where(eq(users.id, user.id));
      await this.deps.sessions.endAll(user.id, {}, transaction);
      await this.deps.knownBrowsers.forgetAll(user.id, transaction);
      const keys = await this.deps.apiKeys.revokeAll(user.id, { actorId: null }, transaction);
      await this.deps.webhooks.stopAll(user.id, transaction);
      await takeBackMailed(user, transaction);
      await this.deps.audit.write({ event: 'PASSWORD_RESET', subjectId: user.id }, transaction);
      await then(transaction, keys);
    });
  }

  /** Makes the link when it is mailed. Nothing for somebody who has a password by then, or is disabled. */
  async #write({ userId, keys }: Reset, job: HeldJob): Promise<Message | undefined> {
    const [user] = await this.deps.database.select().from(users).where(eq(users.id, userId));
    if (!user || user.passwordHash !== null || user.disabledAt !== null) return undefined;
    const token = await this.deps.database.transaction(async (transaction) => {
      await job.mustHold(transaction);
      return this.deps.links.issue(userId, 'SET_PASSWORD', {}, transaction);
    });
    return MAIL.anotherPassword(user, this.deps.settings.link.setPassword(token), LINK_DAYS, keys > 0);
  }
}
