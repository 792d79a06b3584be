import { randomUUID } from 'node:crypto';
import { PortalError } from '@tidewaiter/contract';
import { and, asc, count, eq } from 'drizzle-orm';
import type { Database, Transaction } from './database/database.js';
import { workspaces } from './database/schema.js';
import type { Ledger } from './ledger/ledger.js';
import { nameKey } from './name-key.js';
import type { Page } from './page.js';
import { isUuid } from './secrets.js';
import type { Subscriptions } from './subscriptions.js';
import { ownerOf, type User } from './user.js';

export type Workspace = typeof workspaces.$inferSelect;

/** The workspaces of an account: its sub-users use their owner's (SPEC 6). */
export class Workspaces {
  constructor(
    private readonly database: Database,
    private readonly subscriptions: Subscriptions,
    private readonly ledger: Ledger,
    /** Replaced in tests only. */
    private readonly now: () => Date,
  ) {}

  /**
   * Makes a workspace and pays for it, both or neither (DESIGN 5 "Workspace allowance").
   *
   * @throws PortalError WORKSPACE_EXISTS, WORKSPACE_LIMIT_EXHAUSTED or NO_SUBSCRIPTION
   */
  async create(user: User, name: string): Promise<Workspace> {
    const { ownerId } = await this.subscriptions.active(user);
    return this.database.transaction(async (transaction) => {
      const [made] = await transaction
        .insert(workspaces)
        .values({ id: randomUUID(), ownerId, name, nameKey: nameKey(name), createdAt: this.now() })
        .onConflictDoNothing()
        .returning();
      if (!made) throw new PortalError('WORKSPACE_EXISTS');
      await this.ledger.enter(transaction, {
        userId: ownerId,
        allowance: 'WORKSPACES',
        key: `workspace ${made.id}`,
        amount: -1,
        cause: 'WORKSPACE',
        actorId: user.id,
      });
      return made;
    });
  }

  /** A page of the account's workspaces, by name, and how many there are. */
  async list(user: User, page: Page): Promise<{ workspaces: Workspace[]; total: number }> {
    const mine = eq(workspaces.ownerId, ownerOf(user));
    const [total] = await this.database.select({ count: count() }).from(workspaces).where(mine);
    const found = await this.database
      .select()
      .from(workspaces)
      .where(mine)
      .orderBy(asc(workspaces.nameKey))
      .limit(page.size)
      .offset(page.number * page.size);
    return { workspaces: found, total: total?.count ?? 0 };
  }

  /**
   * A workspace of the account. Within a transaction, nobody else saves in it before its end.
   *
   * @throws PortalError NOT_YOURS when an id is made up or another account's
   */
  async find(user: User, id: string, transaction?: Transaction): Promise<Workspace> {
    if (!isUuid(id)) throw new PortalError('NOT_YOURS');
    const asked = (transaction ?? this.database)
      .select()
      .from(workspaces)
      .where(and(eq(workspaces.id, id), eq(workspaces.ownerId, ownerOf(user))));
    const [found] = await (transaction ? asked.for('update') : asked);
    if (!found) throw new PortalError('NOT_YOURS');
    return found;
  }
}
