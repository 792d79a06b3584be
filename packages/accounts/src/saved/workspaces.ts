import { randomUUID } from 'node:crypto';
import { PortalError } from '@tidewaiter/contract';
import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Page, Transaction } from '../database/database.js';
import { savedSearches, users, workspaces } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { Ledger } from '../plans/ledger.js';
import type { Subscriptions } from '../plans/subscriptions.js';
import { ownerOf, type User } from '../users/user.js';
import { nameKey } from './names.js';
import { MAKER, type Maker, mustBeChangeable, mustBeRecent } from './saved-items.js';

export type Workspace = typeof workspaces.$inferSelect;

/** A workspace among those of its account. */
export interface ListedWorkspace extends Workspace {
  maker: Maker | null;
}

/** The workspaces of an account: its sub-users use their owner's (SPEC 6). */
export class Workspaces {
  constructor(
    private readonly database: Database,
    private readonly subscriptions: Subscriptions,
    private readonly ledger: Ledger,
    private readonly now: () => Date,
  ) {}

  /**
   * Makes a workspace and pays for it, both or neither (DESIGN 5 "Workspace allowance").
   *
   * @throws PortalError WORKSPACE_EXISTS, WORKSPACE_LIMIT_EXHAUSTED or NO_SUBSCRIPTION
   */
  async create(user: User, name: string): Promise<Workspace> {
    await this.subscriptions.active(user);
    return this.#inTurn(user, async (transaction) => {
      const [made] = await transaction
        .insert(workspaces)
        .values({
          id: randomUUID(),
          ownerId: ownerOf(user),
          name,
          nameKey: nameKey(name),
          createdAt: this.now(),
          createdBy: user.id,
        })
        .onConflictDoNothing()
        .returning();
      if (!made) throw new PortalError('WORKSPACE_EXISTS');
      await this.#charge(transaction, user, made.id);
      return made;
    });
  }

  /** A page of the account's workspaces, by name, and how many there are. */
  async list(user: User, page: Page): Promise<{ workspaces: ListedWorkspace[]; total: number }> {
    const there = and(eq(workspaces.ownerId, ownerOf(user)), isNull(workspaces.removedAt));
    const total = await this.database.$count(workspaces, there);
    const found = await this.database
      .select({ workspace: workspaces, maker: MAKER })
      .from(workspaces)
      .leftJoin(users, eq(users.id, workspaces.createdBy))
      .where(there)
      .orderBy(asc(workspaces.nameKey))
      .limit(page.size)
      .offset(page.number * page.size);
    return { workspaces: found.map(({ workspace, ...rest }) => ({ ...workspace, ...rest })), total };
  }

  /** How many saved searches the account's workspaces hold. */
  async held(user: User): Promise<number> {
    const [held] = await this.database
      .select({ total: sql<number>`coalesce(sum(${workspaces.held}), 0)::integer` })
      .from(workspaces)
      .where(and(eq(workspaces.ownerId, ownerOf(user)), isNull(workspaces.removedAt)));
    return held?.total ?? 0;
  }

  /**
   * Counts a saved search in, or out, of a workspace that the transaction has found.
   *
   * @throws PortalError WORKSPACE_FULL where it then holds more than the plan lets it
   */
  async hold(transaction: Transaction, id: string, more: 1 | -1, most = Number.POSITIVE_INFINITY): Promise<void> {
    const [now] = await transaction
      .update(workspaces)
      .set({ held: sql`${workspaces.held} + ${more}` })
      .where(eq(workspaces.id, id))
      .returning({ held: workspaces.held });
    if ((now?.held ?? 0) > most) throw new PortalError('WORKSPACE_FULL');
  }

  /**
   * Gives a workspace another name.
   *
   * @param revision the one that the person saw
   * @throws PortalError NOT_YOURS, REMOVED_MEANWHILE, MAKER_ONLY, CHANGED_MEANWHILE or WORKSPACE_EXISTS
   */
  rename(user: User, id: string, { name, revision }: { name: string; revision: number }): Promise<void> {
    return this.#inTurn(user, async (transaction) => {
      const workspace = await this.find(user, id, transaction);
      mustBeChangeable(user, workspace, revision);
      await this.#mustBeFree(transaction, workspace, nameKey(name));
      await this.#change(transaction, workspace, { name, nameKey: nameKey(name) });
    });
  }

  /**
   * Removes a workspace with what is saved in it, and gives back what was paid for it. A sub-user removes none that holds searches of others.
   *
   * @throws PortalError NOT_YOURS, REMOVED_MEANWHILE, MAKER_ONLY or WORKSPACE_SHARED
   */
  remove(user: User, id: string): Promise<void> {
    return this.#inTurn(user, async (transaction) => {
      const workspace = await this.find(user, id, transaction);
      mustBeChangeable(user, workspace);
      if (user.uplineId !== null && (await this.#holdsOthers(transaction, user, id)))
        throw new PortalError('WORKSPACE_SHARED');
      await this.#change(transaction, workspace, { removedAt: this.now() });
      await this.ledger.release(allowanceOf(user), chargeKey(id), transaction);
    });
  }

  /**
   * Puts a removed workspace back with what is saved in it, and pays for it again. One that is there stays as it is.
   *
   * @throws PortalError NOT_YOURS, MAKER_ONLY, WORKSPACE_EXISTS, WORKSPACE_LIMIT_EXHAUSTED or NO_SUBSCRIPTION; REMOVED_MEANWHILE after
   *   LIMITS.undoHours
   */
  async restore(user: User, id: string): Promise<void> {
    await this.subscriptions.active(user);
    await this.#inTurn(user, async (transaction) => {
      const workspace = await this.#locked(user, id, transaction);
      mustBeChangeable(user, workspace);
      if (workspace.removedAt === null) return;
      mustBeRecent(workspace.removedAt, this.now());
      await this.#mustBeFree(transaction, workspace, workspace.nameKey);
      await this.#change(transaction, workspace, { removedAt: null });
      await this.#charge(transaction, user, id);
    });
  }

  /**
   * A workspace of the account. Within a transaction, nobody else saves in it before its end.
   *
   * @throws PortalError NOT_YOURS when an id is made up or another account's, REMOVED_MEANWHILE
   */
  async find(user: User, id: string, transaction?: Transaction): Promise<Workspace> {
    const found = await this.#locked(user, id, transaction);
    if (found.removedAt !== null) throw new PortalError('REMOVED_MEANWHILE');
    return found;
  }

  async #locked(user: User, id: string, transaction?: Transaction): Promise<Workspace> {
    const asked = (transaction ?? this.database)
      .select()
      .from(workspaces)
      .where(and(byUuid(workspaces.id, id), eq(workspaces.ownerId, ownerOf(user))));
    const [found] = await (transaction ? asked.for('update') : asked);
    if (!found) throw new PortalError('NOT_YOURS');
    return found;
  }

  /**
   * Changes an account's workspaces, one change after another: whoever has the row of their allowance is next. It comes before any
   * workspace's own row, so that two changes never wait for each other.
   */
  #inTurn<Result>(user: User, change: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.database.transaction(async (transaction) => {
      await this.ledger.balance(allowanceOf(user), transaction);
      return change(transaction);
    });
  }

  async #change(transaction: Transaction, { id, revision }: Workspace, changes: Partial<Workspace>): Promise<void> {
    await transaction
      .update(workspaces)
      .set({ ...changes, revision: revision + 1 })
      .where(eq(workspaces.id, id));
  }

  async #charge(transaction: Transaction, user: User, id: string): Promise<void> {
    await this.ledger.enter(transaction, {
      ...allowanceOf(user),
      key: chargeKey(id),
      amount: -1,
      cause: 'WORKSPACE',
      actorId: user.id,
    });
  }

  /** @throws PortalError WORKSPACE_EXISTS where another workspace of the account has a name */
  async #mustBeFree(transaction: Transaction, { id, ownerId }: Workspace, key: string): Promise<void> {
    const another = and(eq(workspaces.ownerId, ownerId), eq(workspaces.nameKey, key), ne(workspaces.id, id));
    if (await isThere(transaction, workspaces, and(another, isNull(workspaces.removedAt))))
      throw new PortalError('WORKSPACE_EXISTS');
  }

  #holdsOthers(transaction: Transaction, user: User, workspaceId: string): Promise<boolean> {
    const others = or(isNull(savedSearches.createdBy), ne(savedSearches.createdBy, user.id));
    const held = and(eq(savedSearches.workspaceId, workspaceId), isNull(savedSearches.removedAt));
    return isThere(transaction, savedSearches, and(held, others));
  }
}

const allowanceOf = (user: User) => ({ userId: ownerOf(user), allowance: 'WORKSPACES' }) as const;

/** Under which the ledger has what was paid for a workspace. */
const chargeKey = (id: string) => `workspace ${id}`;

async function isThere(
  transaction: Transaction,
  table: typeof workspaces | typeof savedSearches,
  where: SQL | undefined,
): Promise<boolean> {
  const found = await transaction.select({ id: table.id }).from(table).where(where).limit(1);
  return found.length > 0;
}
