import { randomUUID } from 'node:crypto';
import { API_KEY, dayOf, type KeyLimits, type KeyScope, LIMITS, MESSAGES, PortalError } from '@tidewaiter/contract';
import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../database/database.js';
import { JointWork } from '../database/joint-work.js';
import { apiKeys, users } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import { MAIL } from '../mail/messages.js';
import type { Actor, UsedKey, User } from '../users/user.js';
import { holdPerson } from '../users/users.js';
import type { Foundation } from '../webhooks/foundation.js';
import { canBeKey, newKeyText } from './api-key-text.js';
import { spentThisMonth } from './key-spending.js';
import { sha256 } from './secrets.js';

export type ApiKey = Omit<typeof apiKeys.$inferSelect, 'keyHash'>;

/** A key that stands or has expired, or a connection, whose it is, and what it has spent in this month. */
export interface ListedKey {
  key: ApiKey;
  user: User;
  spent: { searches: number; points: number };
}

export interface NewKey {
  name: string;
  scopes: readonly KeyScope[];
  /** The last day on which it works; null where it does not expire. */
  expiresOn: string | null;
}

/** Who changes something of keys, and from where; the operator is nobody. */
export interface By {
  actorId: number | null;
  address?: string;
}

const owners = alias(users, 'owners');

/** `lastUsedAt` is written at most this often. */
const TOUCH_EVERY_MS = 60_000;

/** Keys by which programs do what their person may (decision 0060). */
export class ApiKeys {
  readonly #touching = new JointWork();

  constructor(private readonly deps: Foundation) {}

  /**
   * Makes a key, and tells its person by mail.
   *
   * @returns it in words, once: only its hash is kept
   * @throws PortalError API_KEYS_FULL; VALIDATION for a last day that has passed; SESSION_TIMEOUT where the person's password was changed
   *   or taken away meanwhile, since that shuts out whoever asks
   */
  async create(user: User, { name, scopes, expiresOn }: NewKey, by: By): Promise<{ key: ApiKey; text: string }> {
    if (expiresOn !== null && expiresOn < dayOf(this.deps.now()))
      throw PortalError.invalid('expiresOn', MESSAGES.keyExpiryPassed);
    const text = newKeyText();
    return this.deps.database.transaction(async (transaction) => {
      await holdPerson(user, transaction);
      if ((await this.standing(user.id, transaction)) >= LIMITS.apiKeys) throw new PortalError('API_KEYS_FULL');
      const row = {
        id: randomUUID(),
        userId: user.id,
        name,
        prefix: text.slice(0, API_KEY.shownLength),
        scopes: [...new Set(scopes)],
        expiresOn,
        createdAt: this.deps.now(),
      };
      const [made] = await transaction
        .insert(apiKeys)
        .values({ ...row, keyHash: sha256(text) })
        .returning();
      if (!made) throw new Error('a key that was just made is not there');
      const details = { ...named(made), scopes: row.scopes, expiresOn };
      await this.deps.audit.write({ event: 'KEY_CREATED', subjectId: user.id, ...by, details }, transaction);
      // Whoever makes a key in somebody's open browser has it longer than the session.
      await this.deps.mailer.send(MAIL.keyMade(user, made), transaction);
      return { key: made, text };
    });
  }

  /** The keys of a person that are not revoked, and all connections; for a main account those of all its people. */
  async list(user: User): Promise<ListedKey[]> {
    const found = await this.deps.database
      .select({ key: apiKeys, user: users })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(and(mayBeSeenBy(user), or(isNull(apiKeys.revokedAt), isNotNull(apiKeys.clientId))))
      .orderBy(asc(users.id), asc(apiKeys.createdAt), asc(apiKeys.id));
    const spent = await spentThisMonth(
      this.deps.database,
      found.map(({ key }) => key.id),
      this.deps.now(),
    );
    return found.map((one) => {
      const { SEARCHES: searches = 0, DOWNLOADS: points = 0 } = spent.get(one.key.id) ?? {};
      return { ...one, spent: { searches, points } };
    });
  }

  /**
   * Names one's own key anew, or sets as the main account what a key of any of its people may spend.
   *
   * @throws PortalError NOT_YOURS, MAIN_ACCOUNT_ONLY or REMOVED_MEANWHILE
   */
  async update(
    user: User,
    id: string,
    change: { name?: string | undefined; limits?: KeyLimits | undefined },
    address?: string,
  ): Promise<void> {
    const { name, limits } = change;
    const key = await this.#find(user, id);
    if (name !== undefined && key.userId !== user.id) throw new PortalError('NOT_YOURS');
    if (limits && user.uplineId !== null) throw new PortalError('MAIN_ACCOUNT_ONLY');
    const set = {
      ...(name !== undefined && { name }),
      ...(limits && { searchLimit: limits.searches, pointLimit: limits.points }),
    };
    await this.deps.database.transaction(async (transaction) => {
      const [changed] = await transaction
        .update(apiKeys)
        .set({ ...set, id })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
        .returning();
      if (!changed) throw new PortalError('REMOVED_MEANWHILE');
      // A name is its person's own words, which would stay in the entry when they are erased.
      const details = { ...named(key), ...limits, ...(name !== undefined && { renamed: true }) };
      const act = { event: 'KEY_CHANGED', subjectId: key.userId, actorId: user.id, details } as const;
      await this.deps.audit.write({ ...act, ...(address !== undefined && { address }) }, transaction);
    });
  }

  /**
   * Revokes one's own key, or as the main account one of any of its people; again, it stays so.
   *
   * @throws PortalError NOT_YOURS
   */
  async revoke(user: User, id: string, by: By): Promise<void> {
    const key = await this.#find(user, id);
    await this.deps.database.transaction((transaction) => this.#revoke(eq(apiKeys.id, key.id), by, transaction));
  }

  /** Revokes every key of a person: whoever knew their password may have made some. @returns how many they were */
  async revokeAll(userId: number, by: By, transaction: Transaction): Promise<number> {
    return this.#revoke(eq(apiKeys.userId, userId), by, transaction);
  }

  async #revoke(which: ReturnType<typeof eq>, by: By, transaction: Transaction): Promise<number> {
    const revoked = await transaction
      .update(apiKeys)
      .set({ revokedAt: this.deps.now(), revokedBy: by.actorId })
      .where(and(which, isNull(apiKeys.revokedAt)))
      .returning();
    for (const key of revoked) {
      const act = { event: 'KEY_REVOKED', subjectId: key.userId, details: named(key) } as const;
      await this.deps.audit.write({ ...act, ...by }, transaction);
    }
    return revoked.length;
  }

  /** How many keys of a person are not revoked. */
  async standing(userId: number, transaction: Transaction): Promise<number> {
    return transaction.$count(apiKeys, and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)));
  }

  /**
   * Who calls by a key. Whether they have chosen their own password is theirs to show, as with a session.
   *
   * @throws PortalError KEY_UNKNOWN, KEY_REVOKED or KEY_EXPIRED
   */
  async resolve(text: string): Promise<Actor & { apiKey: UsedKey }> {
    if (!canBeKey(text)) throw new PortalError('KEY_UNKNOWN');
    const [found] = await this.deps.database
      .select({ key: apiKeys, user: users, ownerDisabledAt: owners.disabledAt })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .leftJoin(owners, eq(owners.id, users.uplineId))
      .where(eq(apiKeys.keyHash, sha256(text)));
    if (!found) throw new PortalError('KEY_UNKNOWN');
    const { key, user, ownerDisabledAt } = found;
    if (key.revokedAt) throw new PortalError('KEY_REVOKED');
    if (key.expiresOn !== null && key.expiresOn < dayOf(this.deps.now())) throw new PortalError('KEY_EXPIRED');
    if (user.disabledAt ?? ownerDisabledAt) throw new PortalError('KEY_REVOKED', [], MESSAGES.keyOfDisabled);
    await this.used(key);
    const { id, name, scopes } = key;
    return { user, apiKey: { id, name, scopes } };
  }

  /** Notes that a key, or a connection by tokens with these scopes, was used. */
  async used({ id, lastUsedAt }: Pick<ApiKey, 'id' | 'lastUsedAt'>, scopes?: KeyScope[]): Promise<void> {
    const now = this.deps.now();
    if (Math.abs(now.getTime() - (lastUsedAt?.getTime() ?? 0)) <= TOUCH_EVERY_MS) return;
    await this.#touching.join(id, async () => {
      await this.deps.database
        .update(apiKeys)
        .set({ lastUsedAt: now, ...(scopes && { scopes }) })
        .where(eq(apiKeys.id, id));
    });
  }

  /** @throws PortalError NOT_YOURS when an id is made up, somebody else's, or for a sub-user another's of the account */
  async #find(user: User, id: string): Promise<ApiKey> {
    const [found] = await this.deps.database
      .select({ key: apiKeys })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(and(byUuid(apiKeys.id, id), mayBeSeenBy(user)));
    if (!found) throw new PortalError('NOT_YOURS');
    return found.key;
  }
}

const mayBeSeenBy = (user: User) => or(eq(users.id, user.id), eq(users.uplineId, user.id));

/** How an entry of the audit log names a key, or a connection. */
export const named = ({ id, prefix, issuer, clientId }: ApiKey) => ({
  apiKey: id,
  ...(clientId === null ? { prefix } : { issuer, clientId }),
});
