import { HOUR_MS, LIMITS, PortalError } from '@tidewaiter/contract';
import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { contacts, looks, savedSearches, standingQuestions, users, workspaces } from '../database/schema.js';
import type { User } from '../users/user.js';

/** What an account keeps: a workspace, a saved search or a contact. */
interface Kept {
  createdBy: number | null;
  revision: number;
}

/** Who made something that is kept, by name. */
export interface Maker {
  userId: number;
  userName: string;
}

/** Reads the maker where `users` is joined by `createdBy`; null once they are gone. */
export const MAKER = sql<Maker | null>`case when ${users.id} is null then null
  else json_build_object('userId', ${users.id}, 'userName', trim(${users.firstname} || ' ' || ${users.lastname})) end`;

/** Whether a person may change or remove what their account keeps: a sub-user what they made, the main account all. */
export function mayChange(user: User, { createdBy }: Pick<Kept, 'createdBy'>): boolean {
  return user.uplineId === null || createdBy === user.id;
}

/**
 * Lets a change through.
 *
 * @param seen the revision that the person saw when they made their change
 * @throws PortalError MAKER_ONLY, or CHANGED_MEANWHILE where somebody else was there first
 */
export function mustBeChangeable(user: User, kept: Kept, seen: number = kept.revision): void {
  if (!mayChange(user, kept)) throw new PortalError('MAKER_ONLY');
  if (kept.revision !== seen) throw new PortalError('CHANGED_MEANWHILE');
}

/** @throws PortalError REMOVED_MEANWHILE where something was removed too long ago to be put back */
export function mustBeRecent(removedAt: Date, now: Date): void {
  if (now.getTime() - removedAt.getTime() > LIMITS.undoHours * HOUR_MS) throw new PortalError('REMOVED_MEANWHILE');
}

/** Ends what was removed before a moment for good, and what people have seen of it. */
export async function purgeRemoved(database: Database, before: Date): Promise<void> {
  // A standing question goes on with what its saved search asked.
  const asked = sql`(select ${savedSearches.query} from ${savedSearches} where ${savedSearches.id} = ${standingQuestions.savedSearchId})`;
  const ofWorkspaces = database.select({ id: workspaces.id }).from(workspaces).where(lt(workspaces.removedAt, before));
  const searchesGone = or(lt(savedSearches.removedAt, before), inArray(savedSearches.workspaceId, ofWorkspaces));
  const goneIds = database.select({ id: savedSearches.id }).from(savedSearches).where(searchesGone);
  const ofGone = inArray(standingQuestions.savedSearchId, goneIds);
  await database.delete(standingQuestions).where(and(ofGone, eq(standingQuestions.deliveries, [])));
  await database.update(standingQuestions).set({ query: asked, savedSearchId: null }).where(ofGone);
  await database.delete(savedSearches).where(searchesGone);
  const contactsGone = lt(contacts.removedAt, before);
  const ids = database.select({ id: contacts.id }).from(contacts).where(contactsGone);
  await database.delete(looks).where(inArray(looks.thingId, ids));
  await database.delete(contacts).where(contactsGone);
  await database.delete(workspaces).where(lt(workspaces.removedAt, before));
}
