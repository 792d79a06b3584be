import { OperatorError, PortalError } from '@tidewaiter/contract';
import { eq } from 'drizzle-orm';
import { LINK_DAYS, type OneUseLinks } from '../access/one-use-links.js';
import type { RateLimiter } from '../access/rate-limiter.js';
import type { Database, Transaction } from '../database/database.js';
import { users } from '../database/schema.js';
import type { AskForLetter, HeldJob, Message } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
import { ownerOf, type User } from '../users/user.js';
import { addressIsTaken } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';

/** Who caused a link to be mailed: the operator, or whoever may cause it by a call. */
type Asker = 'ANYBODY' | 'OPERATOR';

/** The mailed links by which people set their first password. */
export class FirstLinks {
  readonly #mailLink: AskForLetter<{ userId: number; asker: Asker }>;

  constructor(private readonly deps: Foundation & { links: OneUseLinks; rateLimiter: RateLimiter }) {
    this.#mailLink = deps.mailer.letter('first password', (about, job) => this.#write(about, job));
  }

  /**
   * Mails a link, in the words of how its person came to have an account. Earlier ones no longer work from then on. An address that
   * was mailed enough of what anybody may cause is mailed no other: its last link stays good.
   */
  async send(user: User, asker: Asker, database: Database | Transaction = this.deps.database): Promise<void> {
    const owner = { accountId: ownerOf(user), personId: user.id };
    await this.#mailLink({ userId: user.id, asker }, { owner, unnoticed: user.uplineId !== null }, database);
  }

  /**
   * Mails another link to somebody whose first one is lost or too old.
   *
   * @param actorId who asks for it; null for the operator
   * @throws PortalError LINK_NOT_NEEDED when the person has a password, or is disabled
   * @throws OperatorError when it is the operator's to verify the account, which mails a link too
   */
  async sendAgain(user: User, actorId: number | null): Promise<void> {
    if (user.passwordHash !== null || user.disabledAt !== null) throw new PortalError('LINK_NOT_NEEDED');
    const waits = user.uplineId === null && user.verifiedAt === null;
    if (waits && this.deps.settings.signUpVerification === 'operator') {
      throw new OperatorError(`${user.email} waits to be verified: npx tidewaiter account verify ${user.email}`);
    }
    await this.deps.database.transaction(async (transaction) => {
      await this.deps.audit.write({ event: 'LINK_SENT', subjectId: user.id, actorId }, transaction);
      await this.send(user, actorId === null ? 'OPERATOR' : 'ANYBODY', transaction);
    });
  }

  /** Makes the link when it is mailed. Nothing for somebody who has a password by then, or is disabled. */
  async #write({ userId, asker }: { userId: number; asker: Asker }, job: HeldJob): Promise<Message | undefined> {
    const [user] = await this.deps.database.select().from(users).where(eq(users.id, userId));
    if (!user || user.passwordHash !== null || user.disabledAt !== null) return undefined;
    // Counted when it is first tried.
    if (asker === 'ANYBODY' && job.tries === 1 && !(await this.deps.rateLimiter.mayMail(user.email))) return undefined;
    const { uplineId } = user;
    // Whoever has shown that an invited address is theirs is told of it; the invitation stays open.
    if (uplineId !== null && (await addressIsTaken(this.deps.database, user.email))) return MAIL.signUpAgain(user);
    const token = await this.deps.database.transaction(async (transaction) => {
      await job.mustHold(transaction);
      return this.deps.links.issue(userId, 'SET_PASSWORD', {}, transaction);
    });
    const link = this.deps.settings.link.setPassword(token);
    if (uplineId === null) {
      return (user.verifiedAt === null ? MAIL.verifyAddress : MAIL.firstPassword)(user, link, LINK_DAYS);
    }
    const [owner] = await this.deps.database.select().from(users).where(eq(users.id, uplineId));
    return owner && MAIL.invitation(user, owner, link, LINK_DAYS);
  }
}
