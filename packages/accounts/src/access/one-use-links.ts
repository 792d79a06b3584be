import { randomBytes } from 'node:crypto';
import { DAY_MS, PortalError } from '@tidewaiter/contract';
import { and, eq, gte, isNull, lt } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { stillGood } from '../database/lifetime.js';
import { oneUseLinks } from '../database/schema.js';
import type { LinkPurpose } from '../database/tables/access.js';
import { sha256 } from './secrets.js';

/** How long a mailed link works. */
export const LINK_DAYS = 7;
/** How long the link works that undoes a change of the address: a week after the last day on which the change can begin to count. */
export const UNDO_DAYS = 2 * LINK_DAYS;
/** How long the token that a one-time password was traded for works, in milliseconds. */
export const RESET_TOKEN_MS = 15 * 60 * 1000;

const lifeOf = (purpose: LinkPurpose) => (purpose === 'UNDO_EMAIL' ? UNDO_DAYS : LINK_DAYS) * DAY_MS;

/** Links and tokens that work once. */
export class OneUseLinks {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /**
   * Makes a token; those of the same purpose that the person had before no longer work. Ways back to former addresses do: whoever took
   * an account over could close them by another change.
   */
  async issue(
    userId: number,
    purpose: LinkPurpose,
    options: { email?: string; lifeMs?: number } = {},
    database: Database | Transaction = this.database,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.now().getTime() + (options.lifeMs ?? lifeOf(purpose)));
    await database.transaction(async (transaction) => {
      await this.#takeBack(userId, purpose, transaction);
      const email = options.email ?? null;
      await transaction.insert(oneUseLinks).values({ tokenHash: sha256(token), userId, purpose, email, expiresAt });
    });
    return token;
  }

  /** Those of a purpose that the person has no longer work; ways back do until they are too old. */
  async #takeBack(userId: number, purpose: LinkPurpose, transaction: Transaction): Promise<void> {
    const worn = purpose === 'UNDO_EMAIL' ? lt(oneUseLinks.expiresAt, this.now()) : undefined;
    await transaction
      .delete(oneUseLinks)
      .where(and(eq(oneUseLinks.userId, userId), eq(oneUseLinks.purpose, purpose), worn));
  }

  /** Whose token this is, without using it; undefined where it works no more. */
  async holder(token: string, purpose: LinkPurpose): Promise<number | undefined> {
    const [found] = await this.database
      .select({ userId: oneUseLinks.userId })
      .from(oneUseLinks)
      .where(this.#usable(token, purpose));
    return found?.userId;
  }

  /**
   * Uses a token up.
   *
   * @throws PortalError LINK_EXPIRED when it was used, is too old or never was
   */
  async redeem(token: string, purpose: LinkPurpose, transaction: Transaction) {
    const [used] = await transaction
      .update(oneUseLinks)
      .set({ usedAt: this.now() })
      .where(this.#usable(token, purpose))
      .returning({ userId: oneUseLinks.userId, email: oneUseLinks.email });
    if (!used) throw new PortalError('LINK_EXPIRED');
    return used;
  }

  /**
   * An account is its person's again at an address: a way back to it that still worked has been gone, and with it go all that were
   * mailed since, to addresses that the account had in between.
   */
  async closeWaysBack(userId: number, email: string, transaction: Transaction): Promise<void> {
    const waysBack = and(eq(oneUseLinks.userId, userId), eq(oneUseLinks.purpose, 'UNDO_EMAIL'));
    const [first] = await transaction
      .select({ expiresAt: oneUseLinks.expiresAt })
      .from(oneUseLinks)
      .where(and(waysBack, eq(oneUseLinks.email, email)))
      .orderBy(oneUseLinks.expiresAt)
      .limit(1);
    if (first) await transaction.delete(oneUseLinks).where(and(waysBack, gte(oneUseLinks.expiresAt, first.expiresAt)));
  }

  #usable(token: string, purpose: LinkPurpose) {
    return and(
      eq(oneUseLinks.tokenHash, sha256(token)),
      eq(oneUseLinks.purpose, purpose),
      isNull(oneUseLinks.usedAt),
      stillGood(oneUseLinks.expiresAt, lifeOf(purpose), this.now()),
    );
  }
}
