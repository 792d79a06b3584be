import { randomUUID } from 'node:crypto';
import { type Allowance, type ErrorCode, type LedgerCause, LIMITS, PortalError } from '@tidewaiter/contract';
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { isOfSameMonth, mustBeWithinKeyLimits } from '../access/key-spending.js';
import { afterCommit, type Database, type Page, type Transaction } from '../database/database.js';
import { pageOfIds } from '../database/lists.js';
import { balances, ledgerEntries, users } from '../database/schema.js';
import { ownerOf, type User } from '../users/user.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { Subscriptions } from './subscriptions.js';

/** Whose allowance, and which. */
export interface Holder {
  userId: number;
  allowance: Allowance;
}

/** An act that changes an allowance. */
export interface Act extends Holder {
  /** Names the act among all of this allowance: a repetition is the same act. */
  key: string;
  /** What is added; less than zero for what is spent. */
  amount: number;
  cause: LedgerCause;
  reason?: string;
  actorId?: number | null;
  /** The API key by which it is done, whose limits hold too. */
  apiKeyId?: string | null | undefined;
}

export type LedgerEntry = typeof ledgerEntries.$inferSelect;

/** What is said when an allowance does not cover what is asked of it. */
const EXHAUSTED: Record<Allowance, ErrorCode> = {
  SEARCHES: 'SEARCH_LIMIT_EXHAUSTED',
  WORKSPACES: 'WORKSPACE_LIMIT_EXHAUSTED',
  DOWNLOADS: 'DOWNLOAD_LIMIT_EXHAUSTED',
};

/** A charge stands, or there never was one: whether work under its key is paid for. */
const stands = (latest: { sequence: number } | undefined) => latest !== undefined && latest.sequence % 2 === 1;

/**
 * The allowances and what became of them. Entries of one key alternate: the act, its release, the act again. The row of the
 * balance is locked before its entries are read, so two acts on one allowance never see the same state.
 */
export class Ledger {
  /** Who hears of each entry, once it stands. */
  readonly listeners: ((entered: Pick<Act, 'allowance' | 'amount' | 'cause'>) => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /**
   * Spends once: a repetition is the same charge. A transaction of its own, before the work that is paid for; who asks often looks with
   * {@link standing} first, which locks nothing.
   *
   * @returns whether this call made the charge, and so is the one to release it when its work fails
   * @throws PortalError when the allowance does not cover it, or KEY_LIMIT, and nothing has changed
   */
  async charge(holder: Holder, charge: Omit<Act, keyof Holder | 'amount'> & { points: number }) {
    const { points, ...rest } = charge;
    return this.database.transaction((within) => this.enter(within, { ...holder, ...rest, amount: -points }));
  }

  /** Whether a charge stands. */
  async isCharged(holder: Holder, key: string): Promise<boolean> {
    return stands(await this.#latest(this.database, holder, key));
  }

  /** The charges that stand under some keys. */
  async standing(holder: Holder, keys: readonly string[]): Promise<Map<string, LedgerEntry>> {
    if (keys.length === 0) return new Map();
    const latest = await this.database
      .selectDistinctOn([ledgerEntries.key])
      .from(ledgerEntries)
      .where(and(ofHolder(ledgerEntries, holder), inArray(ledgerEntries.key, [...keys])))
      .orderBy(ledgerEntries.key, desc(ledgerEntries.sequence));
    return new Map(latest.filter(stands).map((entry) => [entry.key, entry]));
  }

  /** Takes a charge back, once, whoever asks; what was never charged is not given back. */
  async release(holder: Holder, key: string, within?: Transaction): Promise<void> {
    const giveBack = async (transaction: Transaction) => {
      const balance = await this.#lock(transaction, holder);
      const latest = await this.#latest(transaction, holder, key);
      if (!latest || !stands(latest) || latest.amount > 0) return;
      // It counts back in the month of the charge: in a later one the key would have more than its limit.
      const apiKeyId = isOfSameMonth(latest.createdAt, this.now()) ? latest.apiKeyId : null;
      const release = { ...holder, key, amount: -latest.amount, cause: 'RELEASE', apiKeyId } as const;
      await this.#write(transaction, balance, release, latest);
    };
    await (within ? giveBack(within) : this.database.transaction(giveBack));
  }

  /**
   * Enters an act once, within somebody's transaction.
   *
   * @returns whether it was entered now
   * @throws PortalError when it would spend more than there is, or than its API key may
   */
  async enter(transaction: Transaction, act: Act): Promise<boolean> {
    const balance = await this.#lock(transaction, act);
    const latest = await this.#latest(transaction, act, act.key);
    if (stands(latest)) return false;
    if (act.amount < 0 && balance + act.amount < 0 && act.cause !== 'PLAN')
      throw new PortalError(EXHAUSTED[act.allowance]);
    if (act.apiKeyId && act.amount < 0) {
      const { apiKeyId: keyId, allowance, amount } = act;
      await mustBeWithinKeyLimits(transaction, { keyId, allowance, points: -amount }, this.now());
    }
    await this.#write(transaction, balance, act, latest);
    return true;
  }

  /** What is left; 0 where nothing was ever entered. Within a transaction, nobody changes it before its end. */
  async balance(holder: Holder, transaction?: Transaction): Promise<number> {
    if (transaction) return this.#lock(transaction, holder);
    const [row] = await this.database.select().from(balances).where(ofHolder(balances, holder));
    return row?.balance ?? 0;
  }

  /** The entries of an account, its sub-users' among them, newest first: a page of them, and how many there are. */
  async entries(ownerId: number, page: Page) {
    const people = this.database
      .select({ id: users.id })
      .from(users)
      .where(or(eq(users.id, ownerId), eq(users.uplineId, ownerId)));
    const [held] = await this.database
      .select({ total: sql<number>`coalesce(sum(${balances.entries}), 0)::integer` })
      .from(balances)
      .where(inArray(balances.userId, people));
    const total = held?.total ?? 0;
    const ids = await pageOfIds(this.database, ledgerEntries, {
      where: eq(ledgerEntries.ownerId, ownerId),
      order: [ledgerEntries.id],
      page: { ...page, size: Math.min(page.size, LIMITS.pageSizeMax) },
      total,
    });
    const entries = await this.database
      .select()
      .from(ledgerEntries)
      .where(inArray(ledgerEntries.id, ids))
      .orderBy(desc(ledgerEntries.id));
    return { entries, total };
  }

  /** How many entries have a key, by itself or with more behind it. */
  timesOf(transaction: Transaction, holder: Holder, key: string): Promise<number> {
    const isOfKey = or(eq(ledgerEntries.key, key), sql`starts_with(${ledgerEntries.key}, ${`${key} `})`);
    return transaction.$count(ledgerEntries, and(ofHolder(ledgerEntries, holder), isOfKey));
  }

  /** What entries of a cause add up to. */
  async sum(transaction: Transaction, holder: Holder, cause: LedgerCause): Promise<number> {
    const [row] = await transaction
      .select({ sum: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)::integer` })
      .from(ledgerEntries)
      .where(and(ofHolder(ledgerEntries, holder), eq(ledgerEntries.cause, cause)));
    return row?.sum ?? 0;
  }

  async #lock(transaction: Transaction, { userId, allowance }: Holder): Promise<number> {
    await transaction.insert(balances).values({ userId, allowance, balance: 0 }).onConflictDoNothing();
    const [row] = await transaction
      .select({ balance: balances.balance })
      .from(balances)
      .where(ofHolder(balances, { userId, allowance }))
      .for('update');
    if (!row) throw new Error('a balance that was just made is not there');
    return row.balance;
  }

  async #latest(database: Database | Transaction, holder: Holder, key: string): Promise<LedgerEntry | undefined> {
    const [latest] = await database
      .select()
      .from(ledgerEntries)
      .where(and(ofHolder(ledgerEntries, holder), eq(ledgerEntries.key, key)))
      .orderBy(desc(ledgerEntries.sequence))
      .limit(1);
    return latest;
  }

  async #write(transaction: Transaction, balance: number, act: Act, latest: LedgerEntry | undefined): Promise<void> {
    const balanceAfter = balance + act.amount;
    await transaction.insert(ledgerEntries).values({
      ...act,
      ownerId: sql`(select coalesce(${users.uplineId}, ${users.id}) from ${users} where ${users.id} = ${act.userId})`,
      balanceAfter,
      sequence: (latest?.sequence ?? 0) + 1,
      createdAt: this.now(),
    });
    await transaction
      .update(balances)
      .set({ balance: balanceAfter, entries: sql`${balances.entries} + 1` })
      .where(ofHolder(balances, act));
    afterCommit(transaction, () => {
      for (const listener of this.listeners) listener(act);
    });
  }
}

function ofHolder(table: typeof balances | typeof ledgerEntries, { userId, allowance }: Holder) {
  return and(eq(table.userId, userId), eq(table.allowance, allowance));
}

/** What the operator gives, or takes back: with a reason, and until the end of the period. */
export class Grants {
  constructor(private readonly deps: Foundation & { ledger: Ledger; subscriptions: Subscriptions }) {}

  /**
   * Searches and workspaces are the main account's; downloads are the person's own.
   *
   * @returns the balance afterwards
   * @throws PortalError when more would be taken back than there is, or there is no active subscription
   */
  async give(user: User, allowance: Allowance, points: number, reason: string): Promise<number> {
    await this.deps.subscriptions.active(user);
    const holder = { userId: allowance === 'DOWNLOADS' ? user.id : ownerOf(user), allowance };
    return this.deps.database.transaction(async (transaction) => {
      const cause = points < 0 ? 'CORRECTION' : 'GRANT';
      await this.deps.ledger.enter(transaction, {
        ...holder,
        amount: points,
        cause,
        key: `grant ${randomUUID()}`,
        reason,
      });
      const details = { allowance, points, reason };
      await this.deps.audit.write({ event: 'GRANTED', subjectId: holder.userId, details }, transaction);
      return this.deps.ledger.balance(holder, transaction);
    });
  }
}
