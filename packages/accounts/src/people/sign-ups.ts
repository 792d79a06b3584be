import { OperatorError } from '@tidewaiter/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { RateLimiter } from '../access/rate-limiter.js';
import type { Transaction } from '../database/database.js';
import { signUps, users } from '../database/schema.js';
import { type AskForLetter, type HeldJob, type Message, unnoticedAfterMs } from '../mail/mailer.js';
import { MAIL } from '../mail/messages.js';
import type { NewSubscription, Subscriptions } from '../plans/subscriptions.js';
import type { User } from '../users/user.js';
import { addressIsTaken, normalEmail } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { FirstLinks } from './invitations.js';

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

/** Whom a letter is to. */
type Addressee = { email: string; firstname: string };

/** People who ask for an account. */
export class SignUps {
  readonly #mailAgain: AskForLetter<Addressee>;
  readonly #tellOperator: AskForLetter<{ userId: number }>;

  constructor(
    private readonly deps: Foundation & {
      subscriptions: Subscriptions;
      firstLinks: FirstLinks;
      rateLimiter: RateLimiter;
    },
  ) {
    deps.jobs.handle<{ id: number }>(SIGN_UP_JOB, { work: ({ payload }) => this.#handle(payload.id) });
    this.#mailAgain = deps.mailer.letter('sign-up again', (about, job) => this.#writeAgain(about, job));
    this.#tellOperator = deps.mailer.letter('sign-up to the operator', ({ userId }, job) =>
      this.#writeToOperator(userId, job),
    );
  }

  /** Takes a sign-up in, in the same way for every address; what comes of it is done when nobody waits. */
  async take(signUp: SignUp): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      const [taken] = await transaction
        .insert(signUps)
        .values({ ...signUp, email: normalEmail(signUp.email), createdAt: this.deps.now() })
        .returning({ id: signUps.id });
      if (!taken) throw new Error('a sign-up that was just taken in is not there');
      const job = { key: `${SIGN_UP_JOB} ${taken.id}`, kind: SIGN_UP_JOB, payload: taken };
      await this.deps.jobs.enqueue({ ...job, afterMs: unnoticedAfterMs() }, transaction);
    });
  }

  /**
   * Lets an account in that waits for the operator, and mails its person a link to set their password.
   *
   * @throws OperatorError when it does not wait, or somebody else has shown that the address is theirs
   */
  async verify(user: User, subscription?: NewSubscription): Promise<void> {
    if (user.verifiedAt !== null) throw new OperatorError(`${user.email} is verified already.`);
    if (user.uplineId !== null) throw new OperatorError(`${user.email} was invited by a main account, by a link.`);
    const verifiedAt = this.deps.now();
    await this.deps.database.transaction(async (transaction) => {
      if (await addressIsTaken(transaction, user.email)) {
        throw new OperatorError(`${user.email} belongs to another account.`);
      }
      await transaction.update(users).set({ verifiedAt }).where(eq(users.id, user.id));
      if (subscription) await this.deps.subscriptions.subscribe(user.id, subscription, transaction);
      await this.deps.audit.write({ event: 'ACCOUNT_VERIFIED', subjectId: user.id }, transaction);
      await this.deps.firstLinks.send({ ...user, verifiedAt }, 'OPERATOR', transaction);
    });
  }

  async #handle(id: number): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      const [signUp] = await transaction.delete(signUps).where(eq(signUps.id, id)).returning();
      if (!signUp) return;
      const { email, firstname, lastname, mobile, companyName } = signUp;
      const [known] = await transaction
        .select()
        .from(users)
        .where(and(eq(users.email, email), isNull(users.uplineId)));
      if (known || (await addressIsTaken(transaction, email))) {
        const { email, firstname } = known ?? signUp;
        await this.#mailAgain({ email, firstname }, {}, transaction);
        return;
      }
      const [user] = await transaction
        .insert(users)
        .values({ email, firstname, lastname, mobile, companyName })
        .returning();
      if (!user) throw new Error('a person who was just made is not there');
      await this.deps.subscriptions.subscribe(user.id, { plan: FIRST_PLAN }, transaction);
      await this.deps.audit.write({ event: 'ACCOUNT_CREATED', subjectId: user.id, actorId: user.id }, transaction);
      await this.#welcome(user, transaction);
    });
  }

  get #waits(): boolean {
    return this.deps.settings.signUpVerification === 'operator';
  }

  async #welcome(user: User, transaction: Transaction): Promise<void> {
    if (!this.#waits) await this.deps.firstLinks.send(user, 'ANYBODY', transaction);
    if (this.deps.settings.operatorEmail) await this.#tellOperator({ userId: user.id }, {}, transaction);
  }

  // Both may be caused by anybody: they are counted when they are first tried.

  async #writeAgain(to: Addressee, { tries }: HeldJob): Promise<Message | undefined> {
    if (tries === 1 && !(await this.deps.rateLimiter.mayMail(to.email))) return undefined;
    return MAIL.signUpAgain(to);
  }

  async #writeToOperator(userId: number, { tries }: HeldJob): Promise<Message | undefined> {
    const { operatorEmail } = this.deps.settings;
    const [user] = await this.deps.database.select().from(users).where(eq(users.id, userId));
    if (!user || !operatorEmail) return undefined;
    if (tries === 1 && !(await this.deps.rateLimiter.mayMailOperator('SIGN_UP'))) return undefined;
    return MAIL.operatorSignUp(operatorEmail, user, this.#waits);
  }
}
