import { randomUUID } from 'node:crypto';
import { PortalError, type SavedQuery, savedQuery } from '@tidewaiter/contract';
import { and, count, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from './database/database.js';
import { savedSearches, workspaces } from './database/schema.js';
import { nameKey } from './name-key.js';
import type { Page } from './page.js';
import { isUuid } from './secrets.js';
import type { Subscriptions } from './subscriptions.js';
import { ownerOf, type User } from './user.js';
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
}

/** The searches in an account's workspaces, whoever of it saved them. */
export class SavedSearches {
  constructor(
    private readonly database: Database,
    private readonly subscriptions: Subscriptions,
    private readonly workspaces: Workspaces,
    /** Replaced in tests only. */
    private readonly now: () => Date,
  ) {}

  /**
   * Saves a search in a workspace.
   *
   * @returns its id
   * @throws PortalError NOT_YOURS, SAVED_SEARCH_EXISTS, WORKSPACE_FULL or NO_SUBSCRIPTION
   */
  async save(user: User, search: SearchToSave): Promise<string> {
    const { plan } = await this.subscriptions.active(user);
    return this.database.transaction(async (transaction) => {
      const { id: workspaceId } = await this.workspaces.find(user, search.workspaceId, transaction);
      const [made] = await transaction
        .insert(savedSearches)
        .values({ id: randomUUID(), createdAt: this.now(), ...kept(search) })
        .onConflictDoNothing()
        .returning({ id: savedSearches.id });
      if (!made) throw new PortalError('SAVED_SEARCH_EXISTS');
      const [held] = await transaction
        .select({ count: count() })
        .from(savedSearches)
        .where(eq(savedSearches.workspaceId, workspaceId));
      if ((held?.count ?? 0) > plan.recordsPerWorkspace) throw new PortalError('WORKSPACE_FULL');
      return made.id;
    });
  }

  /**
   * Puts a search in the place of one that is saved in its workspace.
   *
   * @throws PortalError NOT_YOURS or SAVED_SEARCH_EXISTS
   */
  async replace(user: User, id: string, search: SearchToSave): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const { id: workspaceId } = await this.workspaces.find(user, search.workspaceId, transaction);
      const values = kept(search);
      const inWorkspace = await transaction
        .select({ id: savedSearches.id, nameKey: savedSearches.nameKey })
        .from(savedSearches)
        .where(eq(savedSearches.workspaceId, workspaceId));
      if (!inWorkspace.some((saved) => saved.id === id)) throw new PortalError('NOT_YOURS');
      if (inWorkspace.some((saved) => saved.id !== id && saved.nameKey === values.nameKey))
        throw new PortalError('SAVED_SEARCH_EXISTS');
      await transaction.update(savedSearches).set(values).where(eq(savedSearches.id, id));
    });
  }

  /**
   * A page of the account's saved searches, newest first, and how many there are.
   *
   * @param only those of one workspace, or a single one
   * @throws PortalError NOT_YOURS when the workspace or the saved search is made up or another account's
   */
  async list(
    user: User,
    page: Page,
    only: { workspaceId?: string | undefined; id?: string | undefined } = {},
  ): Promise<{ savedSearches: SavedSearch[]; total: number }> {
    if (only.workspaceId !== undefined) await this.workspaces.find(user, only.workspaceId);
    if (only.id !== undefined && !isUuid(only.id)) throw new PortalError('NOT_YOURS');
    const asked = and(
      eq(workspaces.ownerId, ownerOf(user)),
      only.workspaceId === undefined ? undefined : eq(workspaces.id, only.workspaceId),
      only.id === undefined ? undefined : eq(savedSearches.id, only.id),
    );
    const [total] = await this.database
      .select({ count: count() })
      .from(savedSearches)
      .innerJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(asked);
    if (only.id !== undefined && total?.count !== 1) throw new PortalError('NOT_YOURS');
    const found = await this.database
      .select({ saved: savedSearches, workspaceName: workspaces.name })
      .from(savedSearches)
      .innerJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(asked)
      .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
      .limit(page.size)
      .offset(page.number * page.size);
    const present = ({ saved, workspaceName }: (typeof found)[number]): SavedSearch => ({
      ...saved,
      workspaceName,
      query: savedQuery.parse(saved.query),
    });
    return { savedSearches: found.map(present), total: total?.count ?? 0 };
  }

  /** @throws PortalError NOT_YOURS when an id is made up or another account's */
  async remove(user: User, id: string): Promise<void> {
    const mine = this.database
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.ownerId, ownerOf(user)));
    const [removed] = isUuid(id)
      ? await this.database
          .delete(savedSearches)
          .where(and(eq(savedSearches.id, id), inArray(savedSearches.workspaceId, mine)))
          .returning({ id: savedSearches.id })
      : [];
    if (!removed) throw new PortalError('NOT_YOURS');
  }
}

/** A search as its row holds it. */
function kept({ query, name, ...search }: SearchToSave) {
  return { ...search, name, nameKey: nameKey(name), query: savedQuery.parse(query) };
}
