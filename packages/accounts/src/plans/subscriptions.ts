import { addMonths, dataAccessWindow, dayOf, EVERY_COUNTRY, MESSAGES, PortalError } from '@tidewaiter/contract';
import { DataAccess } from '@tidewaiter/contract/granting';
import { eq, inArray, sql } from 'drizzle-orm';
import type { RateLimiter } from '../access/rate-limiter.js';
import type { Database, Transaction } from '../database/database.js';
import { JointWork } from '../database/joint-work.js';
import { ledgerEntries, planRequests, plans, subscriptions } from '../database/schema.js';
import { MAIL } from '../mail/messages.js';
import { ownerOf, type User } from '../users/user.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { Ledger } from './ledger.js';
import { beginPeriod, hasBegun, nextPeriod, periodName } from './periods.js';
import type { Plan, Plans } from './plans.js';

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
  /** How many countries its account chooses: while it has none, and until its first search; 0 where that is not its to say. */
  countriesToChoose: number;
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

/** Those that the operator may add are among them. */
const EVERY_CODE = EVERY_COUNTRY.map(({ shortcode }) => shortcode);

/** Whether an account that chose its countries may choose others: nothing that it was answered is paid. */
const COUNTRIES_OPEN = sql<boolean>`case when ${subscriptions.countriesOpen} then not exists (
  select 1 from ${ledgerEntries} where ${ledgerEntries.ownerId} = ${subscriptions.userId}
    and ${inArray(ledgerEntries.cause, ['SEARCH', 'COMPANY', 'DOWNLOAD'])}) else false end`;

export class Subscriptions {
  readonly #beginning = new JointWork();

  constructor(private readonly deps: Foundation & { plans: Plans; ledger: Ledger; rateLimiter: RateLimiter }) {}

  /**
   * The subscription that a person uses, with its period begun: the main account's own (SPEC 6).
   *
   * @throws PortalError NO_SUBSCRIPTION when there is none or it has expired
   */
  async active(user: User, database: Database | Transaction = this.deps.database): Promise<Subscription> {
    const ownerId = ownerOf(user);
    const [found] = await database
      .select({ own: subscriptions, plan: plans, isOpen: COUNTRIES_OPEN })
      .from(subscriptions)
      .innerJoin(plans, eq(plans.name, subscriptions.plan))
      .where(eq(subscriptions.userId, ownerId));
    const today = this.#today();
    if (!found || (found.own.expiresOn !== null && found.own.expiresOn < today)) {
      throw new PortalError('NO_SUBSCRIPTION');
    }
    const { own, plan, isOpen } = found;
    const period = periodName(plan, own.startsOn, today);
    if (!hasBegun(period, own.renewedPeriod)) {
      const begin = () =>
        database.transaction((transaction) =>
          beginPeriod({ transaction, ledger: this.deps.ledger, plan, ownerId, period }),
        );
      // What a transaction of somebody else begins may still be undone.
      await (database === this.deps.database ? this.#beginning.join(`${ownerId} ${period}`, begin) : begin());
    }
    const countries = own.countries ?? plan.countries;
    return {
      id: own.id,
      ownerId,
      plan,
      startsOn: own.startsOn,
      expiresOn: own.expiresOn,
      countries,
      countriesToChoose: countries?.length === 0 || isOpen ? plan.countriesToChoose : 0,
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
    return this.#accessTo(subscription.countries ?? 'ALL', subscription);
  }

  /**
   * What a person could see of the countries that their account may choose, for the figures that they are chosen by; null where it may not.
   *
   * @throws PortalError NO_SUBSCRIPTION
   */
  async choosable(user: User): Promise<DataAccess | null> {
    const subscription = await this.active(user);
    return subscription.countriesToChoose === 0 ? null : this.#accessTo('ALL', subscription);
  }

  #accessTo(countries: readonly string[] | 'ALL', subscription: Subscription): DataAccess {
    return new DataAccess({
      countries,
      ...dataAccessWindow(subscription, this.#today()),
      rollingMonths: subscription.dataAccessUpto === null ? subscription.dataAccessInMonth : null,
    });
  }

  /** The same; nothing where there is no subscription or it has expired. */
  async dataAccessOrNone(user: User): Promise<DataAccess> {
    try {
      return await this.dataAccess(user);
    } catch (error) {
      if (!(error instanceof PortalError) || error.code !== 'NO_SUBSCRIPTION') throw error;
      return new DataAccess({ countries: [], fromDate: null, toDate: null });
    }
  }

  /** The plan that a person may use; undefined where there is no subscription or it has expired. */
  async planInForce(user: User): Promise<Plan | undefined> {
    return (await this.#activeIfAny(user))?.plan;
  }

  /** The plan that a person's account is on, also when it has expired; for the operator. */
  async planOf(user: User): Promise<{ plan: string; expiresOn: string | null } | undefined> {
    const [found] = await this.deps.database
      .select({ plan: subscriptions.plan, expiresOn: subscriptions.expiresOn })
      .from(subscriptions)
      .where(eq(subscriptions.userId, ownerOf(user)));
    return found;
  }

  /** What a person has, and what is left of it; undefined without an active subscription. */
  async state(user: User): Promise<SubscriptionState | undefined> {
    const subscription = await this.#activeIfAny(user);
    if (!subscription) return undefined;
    const { ownerId, plan, startsOn } = subscription;
    return {
      ...subscription,
      searchesLeft: await this.deps.ledger.balance({ userId: ownerId, allowance: 'SEARCHES' }),
      downloadsLeft: await this.#downloadsOf(user),
      workspacesLeft: await this.deps.ledger.balance({ userId: ownerId, allowance: 'WORKSPACES' }),
      renewsOn: nextPeriod(plan.period, startsOn, this.#today()),
    };
  }

  /** The download points that a person has left in the period, which begins with this if nobody was there in it before. */
  async downloadsLeft(user: User): Promise<number> {
    await this.#activeIfAny(user);
    return this.#downloadsOf(user);
  }

  /**
   * Puts an account on a plan from today, in the place of what it had.
   *
   * @throws OperatorError when there is no such plan
   */
  async subscribe(
    userId: number,
    asked: NewSubscription,
    database: Database | Transaction = this.deps.database,
  ): Promise<void> {
    const plan = await this.deps.plans.get(asked.plan, database);
    const startsOn = this.#today();
    const { countries } = asked;
    const values = {
      plan: plan.name,
      // "Every country" said of one subscription must hold also where its plan has fewer.
      countries: countries === null ? plan.countries && EVERY_CODE : (countries?.slice() ?? null),
      countriesOpen: false,
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
    await this.deps.audit.write({ event: 'SUBSCRIBED', subjectId: userId, details: values }, database);
  }

  /**
   * Gives a main account the countries that it chose, where its plan leaves them to it and nobody else has chosen any (DESIGN 5): it
   * may choose others until its first search.
   *
   * @param sources the codes of the countries that there are to choose from
   * @throws PortalError NO_SUBSCRIPTION, COUNTRIES_CHOSEN, or VALIDATION for an unknown country or more than the plan says
   */
  async choose(user: User, countries: readonly string[], sources: readonly string[]): Promise<string[]> {
    return this.deps.database.transaction(async (transaction) => {
      // Two choices at once: the second waits here, and finds the first.
      await transaction.select().from(subscriptions).where(eq(subscriptions.userId, user.id)).for('update');
      const { countriesToChoose } = await this.active(user, transaction);
      if (countriesToChoose === 0) throw new PortalError('COUNTRIES_CHOSEN');
      const chosen = [...new Set(countries)];
      if (!chosen.every((code) => sources.includes(code)))
        throw PortalError.invalid('countries', MESSAGES.unknownCountry);
      if (chosen.length > countriesToChoose) throw PortalError.invalid('countries', MESSAGES.tooManyChosen);
      await transaction
        .update(subscriptions)
        .set({ countries: chosen, countriesOpen: true })
        .where(eq(subscriptions.userId, user.id));
      const details = { countries: chosen };
      const act = { event: 'COUNTRIES_CHOSEN', subjectId: user.id, actorId: user.id, details } as const;
      await this.deps.audit.write(act, transaction);
      return chosen;
    });
  }

  /**
   * Records that a main account would like another plan, and tells the operator.
   *
   * @throws PortalError VALIDATION for a plan that cannot be picked
   */
  async request(user: User, name: string): Promise<void> {
    const plan = await this.deps.plans.find(name);
    if (!plan?.listed) throw new PortalError('VALIDATION', [{ field: 'plan', message: MESSAGES.unknownPlan }]);
    const { operatorEmail } = this.deps.settings;
    const mayTell = operatorEmail !== undefined && (await this.deps.rateLimiter.mayMailOperator('PLAN_REQUEST'));
    await this.deps.database.transaction(async (transaction) => {
      await transaction.insert(planRequests).values({ userId: user.id, plan: name, createdAt: this.deps.now() });
      const act = { event: 'PLAN_REQUESTED', subjectId: user.id, actorId: user.id, details: { plan: name } } as const;
      await this.deps.audit.write(act, transaction);
      if (mayTell) await this.deps.mailer.send(MAIL.operatorPlanRequest(operatorEmail, user, plan), transaction);
    });
  }

  async #activeIfAny(user: User): Promise<Subscription | undefined> {
    try {
      return await this.active(user);
    } catch (error) {
      if (error instanceof PortalError && error.code === 'NO_SUBSCRIPTION') return undefined;
      throw error;
    }
  }

  #downloadsOf(user: User): Promise<number> {
    return this.deps.ledger.balance({ userId: user.id, allowance: 'DOWNLOADS' });
  }

  #today(): string {
    return dayOf(this.deps.now());
  }
}

function termEnd({ termMonths }: Plan, startsOn: string): string | null {
  return termMonths === null ? null : addMonths(startsOn, termMonths);
}
