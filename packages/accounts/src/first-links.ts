import { PortalError } from '@tidewaiter/contract';
import { eq } from 'drizzle-orm';
import { AccountError } from './account-error.js';
import type { Audit } from './audit.js';
import type { Database } from './database/database.js';
import { users } from './database/schema.js';
import type { Mailer } from './mail/mailer.js';
import { MAIL } from './mail/messages.js';
import { LINK_DAYS, type OneUseLinks } from './one-use-links.js';
import type { RateLimiter } from './rate-limiter.js';
import type { PortalSettings } from './settings.js';
import type { User } from './user.js';
import { addressIsTaken } from './users.js';

/** The mailed links by which people set their first password. */
export class FirstLinks {
  constructor(
    private readonly database: Database,
    private readonly links: OneUseLinks,
    private readonly mailer: Mailer,
    private readonly limiter: RateLimiter,
    private readonly audit: Audit,
    private readonly settings: PortalSettings,
  ) {}

  /**
   * Mails a link, in the words of how its person came to have an account. Earlier ones no longer work. An address that was mailed
   * enough is mailed no other: its last link stays good.
   */
  async send(user: User, asker: 'ANYBODY' | 'OPERATOR'): Promise<void> {
    if (asker === 'ANYBODY' && !(await this.limiter.mayMail(user.email))) return;
    const link = this.settings.link.setPassword(await this.links.issue(user.id, 'SET_PASSWORD'));
    const { uplineId } = user;
    if (uplineId !== null) return this.mailer.runUnnoticed(() => this.#invite(user, uplineId, link));
    const message = user.verifiedAt === null ? MAIL.verifyAddress : MAIL.firstPassword;
    this.mailer.send(message(user, link, LINK_DAYS));
  }

  /**
   * Mails another link to somebody whose first one is lost or too old.
   *
   * @param actorId who asks for it; null for the operator
   * @throws PortalError LINK_NOT_NEEDED when the person has a password, or is disabled
   * @throws AccountError when it is the operator's to verify the account, which mails a link too
   */
  async sendAgain(user: User, actorId: number | null): Promise<void> {
    if (user.passwordHash !== null || user.disabledAt !== null) throw new PortalError('LINK_NOT_NEEDED');
    const waits = user.uplineId === null && user.verifiedAt === null;
    if (waits && this.settings.signUpVerification === 'operator') {
      throw new AccountError(`${user.email} waits to be verified: npx tidewaiter account verify ${user.email}`);
    }
    await this.audit.write({ event: 'LINK_SENT', subjectId: user.id, actorId });
    await this.send(user, actorId === null ? 'OPERATOR' : 'ANYBODY');
  }

  /** Whoever has shown that the address is theirs is told of it; the invitation stays open. */
  async #invite(user: User, uplineId: number, link: string): Promise<void> {
    if (await addressIsTaken(this.database, user.email)) return this.mailer.send(MAIL.signUpAgain(user));
    const [owner] = await this.database.select().from(users).where(eq(users.id, uplineId));
    if (owner) this.mailer.send(MAIL.invitation(user, owner, link, LINK_DAYS));
  }
}
