import { and, eq, isNull } from 'drizzle-orm';
import { AccountError } from './account-error.js';
import type { Audit } from './audit.js';
import type { Database, Transaction } from './database/database.js';
import { signUps, users } from './database/schema.js';
import type { FirstLinks } from './first-links.js';
import type { Jobs } from './jobs/jobs.js';
import { type Mailer, unnoticedAfterMs } from './mail/mailer.js';
import { MAIL } from './mail/messages.js';
import type { PortalSettings } from './settings.js';
import type { NewSubscription, Subscriptions } from './subscriptions.js';
import type { User } from './user.js';
import { addressIsTaken, normalEmail } from './users.js';

/** The plan on which whoever signs up begins. */
const FIRST_PLAN = 'Free';

/** The kind of job that makes an account of a sign-up. */
const SIGN_UP_JOB = 'sign-up';

export interface SignUp {
  email: string;
  firstname: string;
  lastname: string;
  mobile: string;
  companyName: string;
}

/** People who ask for an account. */
export class SignUps {
  constructor(
    private readonly database: Database,
    private readonly subscriptions: Subscriptions,
    private readonly firstLinks: FirstLinks,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
    private readonly settings: PortalSettings,
    private readonly now: () => Date,
    private readonly jobs: Jobs,
  ) {
    jobs.handle<{ id: number }>(SIGN_UP_JOB, { work: ({ payload }) => this.#handle(payload.id) });
  }

  /** Takes a sign-up in, in the same way for every address; what comes of it is done when nobody waits. */
  async take(signUp: SignUp): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [taken] = await transaction
        .insert(signUps)
        .values({ ...signUp, email: normalEmail(signUp.email), createdAt: this.now() })
        .returning({ id: signUps.id });
      if (!taken) throw new Error('a sign-up that was just taken in is not there');
      const job = { key: `${SIGN_UP_JOB} ${taken.id}`, kind: SIGN_UP_JOB, payload: taken };
      await this.jobs.enqueue({ ...job, afterMs: unnoticedAfterMs() }, transaction);
    });
  }

  /**
   * Lets an account in that waits for the operator, and mails its person a link to set their password.
   *
   * @throws AccountError when it does not wait, or somebody else has shown that the address is theirs
   */
  async verify(user: User, subscription?: NewSubscription): Promise<void> {
    if (user.verifiedAt !== null) throw new AccountError(`${user.email} is verified already.`);
    if (user.uplineId !== null) throw new AccountError(`${user.email} was invited by a main account, by a link.`);
    const verifiedAt = this.now();
    await this.database.transaction(async (transaction) => {
      if (await addressIsTaken(transaction, user.email)) {
        throw new AccountError(`${user.email} belongs to another account.`);
      }
      await transaction.update(users).set({ verifiedAt }).where(eq(users.id, user.id));
      if (subscription) await this.subscriptions.subscribe(user.id, subscription, transaction);
      await this.audit.write({ event: 'ACCOUNT_VERIFIED', subjectId: user.id }, transaction);
      await this.firstLinks.send({ ...user, verifiedAt }, transaction);
    });
  }

  async #handle(id: number): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [signUp] = await transaction.delete(signUps).where(eq(signUps.id, id)).returning();
      if (!signUp) return;
      const { email, firstname, lastname, mobile, companyName } = signUp;
      const [known] = await transaction
        .select()
        .from(users)
        .where(and(eq(users.email, email), isNull(users.uplineId)));
      if (known || (await addressIsTaken(transaction, email))) {
        await this.mailer.send(MAIL.signUpAgain(known ?? signUp), transaction);
        return;
      }
      const [user] = await transaction
        .insert(users)
        .values({ email, firstname, lastname, mobile, companyName })
        .returning();
      if (!user) throw new Error('a person who was just made is not there');
      await this.subscriptions.subscribe(user.id, { plan: FIRST_PLAN }, transaction);
      await this.audit.write({ event: 'ACCOUNT_CREATED', subjectId: user.id, actorId: user.id }, transaction);
      await this.#welcome(user, transaction);
    });
  }

  async #welcome(user: User, transaction: Transaction): Promise<void> {
    const { operatorEmail, signUpVerification } = this.settings;
    const waits = signUpVerification === 'operator';
    if (!waits) await this.firstLinks.send(user, transaction);
    if (operatorEmail) await this.mailer.send(MAIL.operatorSignUp(operatorEmail, user, waits), transaction);
  }
}
