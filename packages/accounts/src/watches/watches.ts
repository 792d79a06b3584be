import { randomUUID } from 'node:crypto';
import { PortalError, type SavedQuery, savedQuery, type WatchSignal, type WatchStrictness } from '@tidewaiter/contract';
import { and, asc, count, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Page, Transaction } from '../database/database.js';
import { savedSearches, users, watches, watchFindings, workspaces } from '../database/schema.js';
import { isUuid } from '../database/uuid.js';
import { ownerOf, type User } from '../users/user.js';
import type { WatchMail } from './watch-mail.js';

type Row = typeof watches.$inferSelect;

/** A watch with what it asks now: null where that cannot be read any more. */
export interface Watch extends Omit<Row, 'query'> {
  query: SavedQuery | null;
}

/** What a person says of a watch. */
export interface WatchToMake {
  name: string;
  signals: readonly WatchSignal[];
  strictness: WatchStrictness;
  query: SavedQuery;
  /** The saved search of the account that it follows, which asks that now. */
  savedSearchId: string | null;
  /** The state of the records from which on it tells. */
  toldVersion: number;
}

const owners = alias(users, 'owners');

/** What a saved search asks that something follows; null where it is gone, also with its workspace. */
export const askedBySaved = sql<unknown>`case when ${workspaces.removedAt} is null and ${savedSearches.removedAt} is null then ${savedSearches.query} end`;

const READ = { watch: watches, saved: askedBySaved };

/** What people want to hear of. Each watch is its person's alone; an account's plan says how many there are. */
export class Watches {
  constructor(
    private readonly database: Database,
    private readonly mail: WatchMail,
    private readonly now: () => Date,
  ) {}

  /**
   * Begins a watch.
   *
   * @param most how many the account may have
   * @returns its id
   * @throws PortalError WATCHES_FULL
   */
  async create(user: User, { query, signals, ...watch }: WatchToMake, most: number): Promise<string> {
    const id = randomUUID();
    const ownerId = ownerOf(user);
    await this.database.transaction(async (transaction) => {
      // One after another: two at once would both find room.
      await transaction.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('update');
      const [held] = await transaction.select({ count: count() }).from(watches).where(eq(watches.ownerId, ownerId));
      if ((held?.count ?? 0) >= most) throw new PortalError('WATCHES_FULL');
      await transaction.insert(watches).values({
        ...{ ...watch, id, ownerId, userId: user.id, signals: [...signals] },
        ...{ query: savedQuery.parse(query), createdAt: this.now() },
      });
      await this.mail.begin(user, transaction);
    });
    return id;
  }

  /** A page of a person's watches by name, each with how much of it is unread, and how many they and their account have. */
  async list(
    user: User,
    page: Page,
  ): Promise<{ watches: (Watch & { unread: number })[]; total: number; held: number }> {
    const unread = this.database.$count(
      watchFindings,
      and(eq(watchFindings.watchId, watches.id), isNull(watchFindings.readAt), isNull(watchFindings.withdrawnAt)),
    );
    const found = await this.database
      .select({ ...READ, unread })
      .from(watches)
      .leftJoin(savedSearches, eq(savedSearches.id, watches.savedSearchId))
      .leftJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(eq(watches.userId, user.id))
      .orderBy(asc(watches.name), asc(watches.id))
      .limit(page.size)
      .offset(page.number * page.size);
    const [total, held] = await Promise.all([
      this.database.$count(watches, eq(watches.userId, user.id)),
      this.database.$count(watches, eq(watches.ownerId, ownerOf(user))),
    ]);
    return { watches: found.map(({ watch, saved, unread }) => ({ ...present(watch, saved), unread })), total, held };
  }

  /** @throws PortalError NOT_YOURS when an id is made up or somebody else's */
  async find(user: User, id: string): Promise<Watch> {
    await this.#mustBeOf(user, id);
    const [found] = await this.#read().where(eq(watches.id, id));
    if (!found) throw new PortalError('NOT_YOURS');
    return present(found.watch, found.saved);
  }

  /** @throws PortalError NOT_YOURS when an id is made up or somebody else's */
  async change(
    user: User,
    id: string,
    change: { [Said in 'name' | 'signals' | 'strictness' | 'isMuted' | 'toldVersion']?: Row[Said] | undefined },
  ): Promise<void> {
    await this.#mustBeOf(user, id);
    const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    if (Object.keys(set).length > 0) await this.database.update(watches).set(set).where(eq(watches.id, id));
  }

  /** Removes a watch with what it found, for good. @throws PortalError NOT_YOURS */
  async remove(user: User, id: string): Promise<void> {
    await this.#mustBeOf(user, id);
    await this.database.delete(watches).where(eq(watches.id, id));
  }

  /**
   * Some watches of everybody who is let in, in the order of their ids: those that have not been looked after up to a state of the records.
   * Muted ones are not.
   *
   * @param after the id of the last one before; undefined for the first
   * @param only the id of the only one that is wanted
   */
  async toLookAfter(
    dataVersion: number,
    after: string | undefined,
    most: number,
    only?: string,
  ): Promise<{ watch: Watch; user: User }[]> {
    const waiting = and(
      isNull(users.disabledAt),
      or(isNull(users.uplineId), isNull(owners.disabledAt)),
      eq(watches.isMuted, false),
      lt(watches.toldVersion, dataVersion),
      only === undefined ? undefined : eq(watches.id, only),
    );
    const found = await this.database
      .select({ ...READ, user: users })
      .from(watches)
      .innerJoin(users, eq(users.id, watches.userId))
      .leftJoin(owners, eq(owners.id, users.uplineId))
      .leftJoin(savedSearches, eq(savedSearches.id, watches.savedSearchId))
      .leftJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(and(after === undefined ? undefined : gt(watches.id, after), waiting))
      .orderBy(asc(watches.id))
      .limit(most);
    return found.map(({ watch, saved, user }) => ({ watch: present(watch, saved), user }));
  }

  /** Notes why a watch cannot be looked after, until it can. */
  async noteProblem(id: string, problem: string, within: Database | Transaction = this.database): Promise<void> {
    await within
      .update(watches)
      .set({ problem })
      .where(and(eq(watches.id, id), sql`${watches.problem} is distinct from ${problem}`));
  }

  #read() {
    return this.database
      .select(READ)
      .from(watches)
      .leftJoin(savedSearches, eq(savedSearches.id, watches.savedSearchId))
      .leftJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId));
  }

  async #mustBeOf(user: User, id: string): Promise<void> {
    const mine =
      isUuid(id) && (await this.database.$count(watches, and(eq(watches.id, id), eq(watches.userId, user.id))));
    if (!mine) throw new PortalError('NOT_YOURS');
  }
}

function present({ query, ...watch }: Row, saved: unknown): Watch {
  return { ...watch, query: savedQuery.safeParse(saved ?? query).data ?? null };
}
