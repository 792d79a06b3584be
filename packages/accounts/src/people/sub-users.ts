import { randomUUID } from 'node:crypto';
import { PortalError } from '@tidewaiter/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../database/database.js';
import { balances, subscriptions, users } from '../database/schema.js';
import type { Ledger } from '../plans/ledger.js';
import { moveDownloads } from '../plans/periods.js';
import type { Subscriptions } from '../plans/subscriptions.js';
import type { User } from '../users/user.js';
import { normalEmail } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { FirstLinks } from './invitations.js';

export interface NewSubUser {
  email: string;
  firstname: string;
  lastname: string;
  mobile: string;
  downloadLimit: number;
}

const downloadsOf = (userId: number) => ({ userId, allowance: 'DOWNLOADS' }) as const;

/**
 * The sub-users of a main account. Whatever changes their number or their limits holds the subscription's row, so it happens
 * one after another.
 */
export class SubUsers {
  constructor(
    private readonly deps: Foundation & { subscriptions: Subscriptions; ledger: Ledger; firstLinks: FirstLinks },
  ) {}

  async list(owner: User): Promise<{ user: User; downloadsLeft: number }[]> {
    return this.deps.database
      .select({ user: users, downloadsLeft: sql<number>`coalesce(${balances.balance}, 0)` })
      .from(users)
      .leftJoin(balances, and(eq(balances.userId, users.id), eq(balances.allowance, 'DOWNLOADS')))
      .where(and(eq(users.uplineId, owner.id), isNull(users.erasedAt)))
      .orderBy(users.id);
  }

  /** @throws PortalError NOT_YOURS when an id is made up or names nobody of this account */
  async find(owner: User, userId: number): Promise<User> {
    const [user] = await this.deps.database
      .select()
      .from(users)
      .where(and(eq(users.id, userId), eq(users.uplineId, owner.id)));
    if (!user) throw new PortalError('NOT_YOURS');
    return user;
  }

  /**
   * Invites a sub-user, who sets their password by a mailed link. An address that has an account is answered like any other;
   * its owner is told, and the invitation stays open.
   *
   * @throws PortalError SUB_USER_LIMIT_EXHAUSTED, DOWNLOAD_LIMIT_EXHAUSTED or NO_SUBSCRIPTION
   */
  async create(owner: User, asked: NewSubUser): Promise<User> {
    const { downloadLimit, ...person } = asked;
    return this.#alone(owner, async (transaction) => {
      await this.#mustHaveRoom(transaction, owner);
      const [user] = await transaction
        .insert(users)
        .values({
          ...person,
          email: normalEmail(person.email),
          companyName: owner.companyName,
          uplineId: owner.id,
          demo: owner.demo,
        })
        .returning();
      if (!user) throw new Error('a person who was just made is not there');
      await this.deps.audit.write({ event: 'SUB_USER_CREATED', subjectId: user.id, actorId: owner.id }, transaction);
      await this.#setLimit(transaction, owner, user, downloadLimit);
      await this.deps.firstLinks.send(user, 'ANYBODY', transaction);
      return user;
    });
  }

  /**
   * Makes a sub-user of somebody whom the account's own sign-in has shown, without a password and without points.
   *
   * @param transaction holds what keeps the same person from being made twice
   * @throws PortalError SUB_USER_LIMIT_EXHAUSTED or NO_SUBSCRIPTION
   */
  async provide(
    owner: User,
    person: Pick<NewSubUser, 'email' | 'firstname' | 'lastname'>,
    transaction: Transaction,
  ): Promise<User> {
    await this.#hold(owner, transaction);
    await this.#mustHaveRoom(transaction, owner);
    const { companyName, id: uplineId, demo } = owner;
    const [user] = await transaction
      .insert(users)
      .values({ ...person, mobile: '', companyName, uplineId, demo, verifiedAt: this.deps.now() })
      .returning();
    if (!user) throw new Error('a person who was just made is not there');
    const details = { by: 'sign-on' };
    await this.deps.audit.write({ event: 'SUB_USER_CREATED', subjectId: user.id, actorId: null, details }, transaction);
    return user;
  }

  /**
   * Mails a sub-user who has no password yet another link to set one.
   *
   * @throws PortalError NOT_YOURS, NO_SUBSCRIPTION or LINK_NOT_NEEDED
   */
  async sendLinkAgain(owner: User, userId: number): Promise<void> {
    const user = await this.find(owner, userId);
    await this.deps.subscriptions.active(owner);
    await this.deps.firstLinks.sendAgain(user, owner.id);
  }

  /**
   * Sets what a sub-user may download, now and in each later period, by moving points from or to the owner's.
   *
   * @throws PortalError NOT_YOURS, NO_SUBSCRIPTION, or DOWNLOAD_LIMIT_EXHAUSTED when the owner's points do not cover it
   */
  async setDownloadLimit(owner: User, userId: number, points: number): Promise<User> {
    const user = await this.find(owner, userId);
    return this.#alone(owner, async (transaction) => this.#setLimit(transaction, owner, user, points));
  }

  /**
   * Disables a sub-user, whose points come back to the owner; or enables one again, without points.
   *
   * @throws PortalError NOT_YOURS, NO_SUBSCRIPTION or SUB_USER_LIMIT_EXHAUSTED
   */
  async setActive(owner: User, userId: number, active: boolean): Promise<void> {
    const user = await this.find(owner, userId);
    if (active === (user.disabledAt === null)) return;
    await this.#alone(owner, async (transaction) => {
      if (active) await this.#mustHaveRoom(transaction, owner);
      else await this.#setLimit(transaction, owner, user, 0);
      await transaction
        .update(users)
        .set({ disabledAt: active ? null : this.deps.now() })
        .where(eq(users.id, userId));
      const event = active ? 'ACCOUNT_ENABLED' : 'ACCOUNT_DISABLED';
      await this.deps.audit.write({ event, subjectId: userId, actorId: owner.id }, transaction);
    });
  }

  /** What is left of a sub-user's points comes back to the account, of which the operator takes its person; without a subscription it has lapsed. */
  async takeBackPoints(ownerId: number, user: User): Promise<void> {
    const [owner] = await this.deps.database.select().from(users).where(eq(users.id, ownerId));
    if (owner && (await this.deps.subscriptions.state(owner)))
      await this.#alone(owner, (transaction) => this.#setLimit(transaction, owner, user, 0, null));
  }

  /** A transaction that no other change of this account's sub-users runs beside. */
  async #alone<Result>(owner: User, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    await this.deps.subscriptions.active(owner);
    return this.deps.database.transaction(async (transaction) => {
      await this.#hold(owner, transaction);
      return work(transaction);
    });
  }

  async #hold(owner: User, transaction: Transaction): Promise<void> {
    await transaction
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(eq(subscriptions.userId, owner.id))
      .for('update');
  }

  async #mustHaveRoom(transaction: Transaction, owner: User): Promise<void> {
    const { plan } = await this.deps.subscriptions.active(owner, transaction);
    const active = await transaction.$count(users, and(eq(users.uplineId, owner.id), isNull(users.disabledAt)));
    if (active >= plan.subUserCount) throw new PortalError('SUB_USER_LIMIT_EXHAUSTED');
  }

  async #setLimit(
    transaction: Transaction,
    owner: User,
    user: User,
    downloadLimit: number,
    actorId: number | null = owner.id,
  ): Promise<User> {
    const left = await this.deps.ledger.balance(downloadsOf(user.id), transaction);
    const more = downloadLimit - left;
    const [from, to] = more > 0 ? [owner.id, user.id] : [user.id, owner.id];
    const move = { from, to, points: Math.abs(more), key: `limit ${randomUUID()}`, actorId };
    if (more !== 0) await moveDownloads({ transaction, ledger: this.deps.ledger }, move);
    const [updated] = await transaction.update(users).set({ downloadLimit }).where(eq(users.id, user.id)).returning();
    const details = { downloadLimit, before: left };
    await this.deps.audit.write({ event: 'LIMIT_SET', subjectId: user.id, actorId, details }, transaction);
    return updated ?? user;
  }
}
