import { randomUUID } from 'node:crypto';
import { listsNamedIn, PortalError, type SavedQuery, type SavedSearchOrder, savedQuery } from '@tidewaiter/contract';
import { and, asc, desc, eq, getTableColumns, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database, Page, Transaction } from '../database/database.js';
import { contains, countAtMost } from '../database/lists.js';
import { savedSearches, users, workspaces } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { Subscriptions } from '../plans/subscriptions.js';
import { ownerOf, type User } from '../users/user.js';
import { nameKey } from './names.js';
import { MAKER, type Maker, mustBeChangeable, mustBeRecent } from './saved-items.js';
import type { Workspaces } from './workspaces.js';

/** What is kept of a search. */
export interface SearchToSave {
  workspaceId: string;
  searchId: string;
  name: string;
  description: string;
  query: SavedQuery;
  columnKeys: string[];
  totalRecords: number;
  dataVersion: number;
}

export interface SavedSearch extends SearchToSave {
  id: string;
  workspaceName: string;
  createdAt: Date;
  createdBy: number | null;
  maker: Maker | null;
  revision: number;
}

/** Which saved searches are listed, and in which order. */
interface Listing {
  workspaceId?: string | undefined;
  id?: string | undefined;
  /** A text of the title or the description. */
  contains?: string;
  orderBy?: SavedSearchOrder;
  orderByMode?: 'asc' | 'desc';
}

const ORDERS: Record<SavedSearchOrder, SQL> = {
  createdDate: sql`${savedSearches.createdAt}`,
  name: sql`${savedSearches.nameKey}`,
  tradeType: sql`${savedSearches.tradeType}`,
  totalRecords: sql`${savedSearches.totalRecords}`,
};

/** The searches in an account's workspaces, whoever of it saved them. */
export class SavedSearches {
  constructor(
    private readonly database: Database,
    private readonly subscriptions: Subscriptions,
    private readonly workspaces: Workspaces,
    private readonly now: () => Date,
  ) {}

  /**
   * Saves a search in a workspace.
   *
   * @returns its id
   * @throws PortalError NOT_YOURS, REMOVED_MEANWHILE, SAVED_SEARCH_EXISTS, WORKSPACE_FULL or NO_SUBSCRIPTION
   */
  async save(user: User, search: SearchToSave): Promise<string> {
    const { plan } = await this.subscriptions.active(user);
    return this.database.transaction(async (transaction) => {
      const { id: workspaceId } = await this.workspaces.find(user, search.workspaceId, transaction);
      const [made] = await transaction
        .insert(savedSearches)
        .values({
          id: randomUUID(),
          ownerId: ownerOf(user),
          createdAt: this.now(),
          createdBy: user.id,
          ...kept(search),
        })
        .onConflictDoNothing()
        .returning({ id: savedSearches.id });
      if (!made) throw new PortalError('SAVED_SEARCH_EXISTS');
      await this.workspaces.hold(transaction, workspaceId, 1, plan.recordsPerWorkspace);
      return made.id;
    });
  }

  /**
   * Puts a search in the place of one that is saved in its workspace.
   *
   * @param revision the one that the person saw; without it, whatever is there is replaced
   * @throws PortalError NOT_YOURS, REMOVED_MEANWHILE, MAKER_ONLY, CHANGED_MEANWHILE or SAVED_SEARCH_EXISTS
   */
  async replace(user: User, id: string, search: SearchToSave, revision?: number): Promise<void> {
    await this.#change(user, id, async (saved, transaction) => {
      if (saved.workspaceId !== search.workspaceId) throw new PortalError('NOT_YOURS');
      mustBeChangeable(user, saved, revision);
      const values = kept(search);
      await mustBeFree(transaction, saved, values.nameKey);
      return values;
    });
  }

  /**
   * Gives a saved search another title and description.
   *
   * @throws PortalError NOT_YOURS, REMOVED_MEANWHILE, MAKER_ONLY, CHANGED_MEANWHILE or SAVED_SEARCH_EXISTS
   */
  async rename(
    user: User,
    id: string,
    { name, description, revision }: Pick<SearchToSave, 'name' | 'description'> & { revision: number },
  ): Promise<void> {
    await this.#change(user, id, async (saved, transaction) => {
      mustBeChangeable(user, saved, revision);
      await mustBeFree(transaction, saved, nameKey(name));
      return { name, nameKey: nameKey(name), description };
    });
  }

  /**
   * A page of the account's saved searches, newest first unless asked otherwise, and how many there are.
   *
   * @throws PortalError NOT_YOURS when the workspace or the saved search is made up or another account's; REMOVED_MEANWHILE
   */
  async list(
    user: User,
    page: Page,
    { workspaceId, id, contains: text = '', orderBy = 'createdDate', orderByMode = 'desc' }: Listing = {},
  ): Promise<{ savedSearches: SavedSearch[]; total: number }> {
    const workspace = workspaceId === undefined ? undefined : await this.workspaces.find(user, workspaceId);
    if (id !== undefined) mustBeThere(await this.#one(user, id, this.database));
    const there = this.database
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(and(eq(workspaces.ownerId, ownerOf(user)), isNull(workspaces.removedAt)));
    const narrowed = and(
      id === undefined ? undefined : eq(savedSearches.id, id),
      text === '' ? undefined : contains(savedSearches.words, text),
    );
    const where = and(
      workspace === undefined
        ? and(eq(savedSearches.ownerId, ownerOf(user)), inArray(savedSearches.workspaceId, there))
        : eq(savedSearches.workspaceId, workspace.id),
      isNull(savedSearches.removedAt),
      narrowed,
    );
    const total = narrowed
      ? await countAtMost(this.database, savedSearches, where)
      : (workspace?.held ?? (await this.workspaces.held(user)));
    const inOrder = orderByMode === 'asc' ? asc : desc;
    const order = [inOrder(ORDERS[orderBy]), desc(savedSearches.createdAt), desc(savedSearches.id)];
    // What puts a list in order is little of its rows: the whole ones are read of the page alone.
    const ids = await this.database
      .select({ id: savedSearches.id })
      .from(savedSearches)
      .where(where)
      .orderBy(...order)
      .limit(page.size)
      .offset(page.number * page.size);
    const found = await this.database
      .select({ saved: savedSearches, workspaceName: workspaces.name, maker: MAKER })
      .from(savedSearches)
      .innerJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .leftJoin(users, eq(users.id, savedSearches.createdBy))
      .where(
        inArray(
          savedSearches.id,
          ids.map((one) => one.id),
        ),
      )
      .orderBy(...order);
    const present = ({ saved, ...rest }: (typeof found)[number]): SavedSearch => ({
      ...saved,
      ...rest,
      query: savedQuery.parse(saved.query),
    });
    return { savedSearches: found.map(present), total };
  }

  /**
   * What saved searches of the account ask, in the order of their ids; null in the place of one that was removed.
   *
   * @throws PortalError NOT_YOURS where one of them is made up or another account's
   */
  async queries(user: User, ids: readonly string[]): Promise<({ id: string; query: SavedQuery } | null)[]> {
    const found = await Promise.all(ids.map((id) => this.#one(user, id, this.database)));
    return found.map((saved) => (isRemoved(saved) ? null : { id: saved.id, query: savedQuery.parse(saved.query) }));
  }

  /** The account's saved searches whose line names a list, by their names: so many at most. */
  async namingList(user: User, list: string, most: number): Promise<{ name: string; workspaceName: string }[]> {
    const line = sql<string>`${savedSearches.query} ->> 'line'`;
    const saved = await this.database
      .select({ name: savedSearches.name, workspaceName: workspaces.name, line })
      .from(savedSearches)
      .innerJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(
        and(
          eq(savedSearches.ownerId, ownerOf(user)),
          isNull(savedSearches.removedAt),
          isNull(workspaces.removedAt),
          sql`${line} like '%@%'`,
        ),
      )
      .orderBy(asc(savedSearches.nameKey), asc(savedSearches.id));
    const found: { name: string; workspaceName: string }[] = [];
    for (const { line: asked, ...named } of saved) {
      if (found.length === most) break;
      if (mayName(asked, list) && listsNamedIn(asked).some((one) => nameKey(one) === nameKey(list))) found.push(named);
    }
    return found;
  }

  /** @throws PortalError NOT_YOURS when an id is made up or another account's; REMOVED_MEANWHILE or MAKER_ONLY */
  async remove(user: User, id: string): Promise<void> {
    await this.#change(user, id, async (saved, transaction) => {
      mustBeChangeable(user, saved);
      await this.workspaces.hold(transaction, saved.workspaceId, -1);
      return { removedAt: this.now() };
    });
  }

  /**
   * Puts a removed saved search back in its workspace. One that is there stays as it is.
   *
   * @throws PortalError NOT_YOURS, MAKER_ONLY, SAVED_SEARCH_EXISTS, WORKSPACE_FULL or NO_SUBSCRIPTION; REMOVED_MEANWHILE after
   *   LIMITS.undoHours, or where its workspace is gone
   */
  async restore(user: User, id: string): Promise<void> {
    const { plan } = await this.subscriptions.active(user);
    await this.database.transaction(async (transaction) => {
      const saved = await this.#locked(user, id, transaction);
      mustBeChangeable(user, saved);
      if (saved.removedAt === null) return;
      mustBeRecent(saved.removedAt, this.now());
      await mustBeFree(transaction, saved, saved.nameKey);
      await write(transaction, saved, { removedAt: null });
      await this.workspaces.hold(transaction, saved.workspaceId, 1, plan.recordsPerWorkspace);
    });
  }

  /** Changes one that is there to what comes out of looking at it, while nobody else changes its workspace. */
  #change(
    user: User,
    id: string,
    change: (saved: Row, transaction: Transaction) => Promise<Partial<Row>> | Partial<Row>,
  ): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const saved = await this.#locked(user, id, transaction);
      mustBeThere(saved);
      await write(transaction, saved, await change(saved, transaction));
    });
  }

  /** Locks the workspace first, as whoever saves in it does, and reads the saved search after that. */
  async #locked(user: User, id: string, transaction: Transaction): Promise<FoundRow> {
    const { workspaceId } = await this.#one(user, id, transaction);
    await this.workspaces.find(user, workspaceId, transaction);
    return this.#one(user, id, transaction);
  }

  async #one(user: User, id: string, database: Database | Transaction): Promise<FoundRow> {
    const [found] = await database
      .select({ ...getTableColumns(savedSearches), workspaceRemovedAt: workspaces.removedAt })
      .from(savedSearches)
      .innerJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(and(byUuid(savedSearches.id, id), eq(workspaces.ownerId, ownerOf(user))));
    if (!found) throw new PortalError('NOT_YOURS');
    return found;
  }
}

/** Whether a line can name a list: reading each of many lines takes long. */
function mayName(line: string, list: string): boolean {
  const [within, name] = [line, list].map((text) => nameKey(text).replaceAll('\\', ''));
  return ['@', '@"'].some((sign) => within?.includes(`${sign}${name}`));
}

type Row = typeof savedSearches.$inferSelect;
/** A saved search is gone with its workspace, too. */
type FoundRow = Row & { workspaceRemovedAt: Date | null };

const isRemoved = ({ removedAt, workspaceRemovedAt }: FoundRow) => removedAt !== null || workspaceRemovedAt !== null;

function mustBeThere(saved: FoundRow): void {
  if (isRemoved(saved)) throw new PortalError('REMOVED_MEANWHILE');
}

async function write(transaction: Transaction, { id, revision }: Row, changes: Partial<Row>): Promise<void> {
  await transaction
    .update(savedSearches)
    .set({ ...changes, revision: revision + 1 })
    .where(eq(savedSearches.id, id));
}

/** @throws PortalError SAVED_SEARCH_EXISTS where another one of its workspace has a title */
async function mustBeFree(transaction: Transaction, { id, workspaceId }: Row, key: string): Promise<void> {
  const another = and(eq(savedSearches.workspaceId, workspaceId), eq(savedSearches.nameKey, key));
  const [taken] = await transaction
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(and(another, ne(savedSearches.id, id), isNull(savedSearches.removedAt)));
  if (taken) throw new PortalError('SAVED_SEARCH_EXISTS');
}

/** A search as its row holds it. */
function kept({ query, name, ...search }: SearchToSave) {
  return { ...search, name, nameKey: nameKey(name), query: savedQuery.parse(query) };
}
