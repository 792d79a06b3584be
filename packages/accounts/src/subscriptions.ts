import {
  type DataAccessWindow,
  dataAccessWindow,
  MESSAGES,
  monthsAfter,
  PortalError,
  SOURCE_COUNTRIES,
} from '@tidewaiter/contract';
import { eq } from 'drizzle-orm';
import type { Audit } from './audit.js';
import type { Database, Transaction } from './database/database.js';
import { planRequests, plans, subscriptions } from './database/schema.js';
import type { Ledger } from './ledger/ledger.js';
import { hasBegun, nextPeriod, periodName } from './ledger/period.js';
import { beginPeriod } from './ledger/renewal.js';
import type { Mailer } from './mail/mailer.js';
import { MAIL } from './mail/messages.js';
import type { Plan, Plans } from './plans.js';
import type { RateLimiter } from './rate-limiter.js';
import type { PortalSettings } from './settings.js';
import { ownerOf, type User } from './user.js';

/** What an account may see of the records. */
export interface DataAccess extends DataAccessWindow {
  countries: readonly string[] | 'ALL';
}

/** A subscription with what holds in it: its own where it says something, else its plan's. */
export interface Subscription {
  id: number;
  ownerId: number;
  plan: Plan;
  startsOn: string;
  expiresOn: string | null;
  countries: readonly string[] | null;
  dataAccessUpto: string | null;
  dataAccessInMonth: number | null;
}

/** A subscription as its account sees it, with what is left in this period. */
export interface SubscriptionState extends Subscription {
  searchesLeft: number;
  /** Of the one who asks: an owner's and a sub-user's are separate. */
  downloadsLeft: number;
  workspacesLeft: number;
  renewsOn: string | null;
}

export interface NewSubscription {
  plan: string;
  /** Shortcodes; null for every source country, undefined for the plan's. */
  countries?: readonly string[] | null | undefined;
  expiresOn?: string | null | undefined;
  dataAccessUpto?: string | null | undefined;
  dataAccessInMonth?: number | null | undefined;
}

const EVERY_COUNTRY = SOURCE_COUNTRIES.map(({ shortcode }) => shortcode);

export class Subscriptions {
  constructor(
    private readonly database: Database,
    private readonly plans: Plans,
    private readonly ledger: Ledger,
    private readonly audit: Audit,
    private readonly mailer: Mailer,
    private readonly limiter: RateLimiter,
    private readonly settings: PortalSettings,
    /** Replaced in tests only. */
    private readonly now: () => Date,
  ) {}

  /**
   * The subscription that a person uses, with its period begun: the main account's own (SPEC 6).
   *
   * @throws PortalError NO_SUBSCRIPTION when there is none or it has expired
   */
  async active(user: User, database: Database | Transaction = this.database): Promise<Subscription> {
    const ownerId = ownerOf(user);
    const [found] = await database
      .select({ own: subscriptions, plan: plans })
      .from(subscriptions)
      .innerJoin(plans, eq(plans.name, subscriptions.plan))
      .where(eq(subscriptions.userId, ownerId));
    const today = this.#today();
    if (!found || (found.own.expiresOn !== null && found.own.expiresOn < today)) {
      throw new PortalError('NO_SUBSCRIPTION');
    }
    const { own, plan } = found;
    const period = periodName(plan, own.startsOn, today);
    if (!hasBegun(period, own.renewedPeriod)) {
      await database.transaction((transaction) =>
        beginPeriod({ transaction, ledger: this.ledger, plan, ownerId, period }),
      );
    }
    return {
      id: own.id,
      ownerId,
      plan,
      startsOn: own.startsOn,
      expiresOn: own.expiresOn,
      countries: own.countries ?? plan.countries,
      dataAccessUpto: own.dataAccessUpto ?? plan.dataAccessUpto,
      dataAccessInMonth: own.dataAccessInMonth ?? plan.dataAccessInMonth,
    };
  }

  /**
   * What a person may see.
   *
   * @throws PortalError NO_SUBSCRIPTION when there is none or it has expired
   */
  async dataAccess(user: User): Promise<DataAccess> {
    const subscription = await this.active(user);
    return { countries: subscription.countries ?? 'ALL', ...dataAccessWindow(subscription, this.#today()) };
  }

  /** The plan that a person's account is on, also when it has expired; for the operator. */
  async planOf(user: User): Promise<{ plan: string; expiresOn: string | null } | undefined> {
    const [found] = await this.database
      .select({ plan: subscriptions.plan, expiresOn: subscriptions.expiresOn })
      .from(subscriptions)
      .where(eq(subscriptions.userId, ownerOf(user)));
    return found;
  }

  /** What a person has, and what is left of it; undefined without an active subscription. */
  async state(user: User): Promise<SubscriptionState | undefined> {
    const subscription = await this.active(user).catch((error: unknown) => {
      if (error instanceof PortalError && error.code === 'NO_SUBSCRIPTION') return undefined;
      throw error;
    });
    if (!subscription) return undefined;
    const { ownerId, plan, startsOn } = subscription;
    return {
      ...subscription,
      searchesLeft: await this.ledger.balance({ userId: ownerId, allowance: 'SEARCHES' }),
      downloadsLeft: await this.ledger.balance({ userId: user.id, allowance: 'DOWNLOADS' }),
      workspacesLeft: await this.ledger.balance({ userId: ownerId, allowance: 'WORKSPACES' }),
      renewsOn: nextPeriod(plan.period, startsOn, this.#today()),
    };
  }

  /**
   * Puts an account on a plan from today, in the place of what it had.
   *
   * @throws OperatorError when there is no such plan
   */
  async subscribe(
    userId: number,
    asked: NewSubscription,
    database: Database | Transaction = this.database,
  ): Promise<void> {
    const plan = await this.plans.get(asked.plan, database);
    const startsOn = this.#today();
    const { countries } = asked;
    const values = {
      plan: plan.name,
      // "Every country" said of one subscription must hold also where its plan has fewer.
      countries: countries === null ? plan.countries && EVERY_COUNTRY : (countries?.slice() ?? null),
      dataAccessUpto: asked.dataAccessUpto ?? null,
      dataAccessInMonth: asked.dataAccessInMonth ?? null,
      startsOn,
      expiresOn: asked.expiresOn === undefined ? termEnd(plan, startsOn) : asked.expiresOn,
      expiryNotice: null,
    };
    await database
      .insert(subscriptions)
      .values({ userId, ...values })
      .onConflictDoUpdate({
        target: subscriptions.userId,
        set: values,
      });
    await this.audit.write({ event: 'SUBSCRIBED', subjectId: userId, details: values }, database);
  }

  /**
   * Records that a main account would like another plan, and tells the operator.
   *
   * @throws PortalError VALIDATION for a plan that cannot be picked
   */
  async request(user: User, name: string): Promise<void> {
    const plan = await this.plans.find(name);
    if (!plan?.listed) throw new PortalError('VALIDATION', [{ field: 'plan', message: MESSAGES.unknownPlan }]);
    const { operatorEmail } = this.settings;
    const mayTell = operatorEmail !== undefined && (await this.limiter.mayMailOperator('PLAN_REQUEST'));
    await this.database.transaction(async (transaction) => {
      await transaction.insert(planRequests).values({ userId: user.id, plan: name, createdAt: this.now() });
      const act = { event: 'PLAN_REQUESTED', subjectId: user.id, actorId: user.id, details: { plan: name } } as const;
      await this.audit.write(act, transaction);
      if (mayTell) await this.mailer.send(MAIL.operatorPlanRequest(operatorEmail, user, plan), transaction);
    });
  }

  #today(): string {
    return this.now().toISOString().slice(0, 10);
  }
}

/** The last day of a plan's term. */
function termEnd({ termMonths }: Plan, startsOn: string): string | null {
  return termMonths === null ? null : monthsAfter(startsOn, termMonths);
}
