import type { PlansRoom } from '../plans/open.js';
import type { Foundation } from '../webhooks/foundation.js';
import { FreeReads } from './free-reads.js';
import { OwnListCells } from './own-list-cells.js';
import { OwnListWork } from './own-list-work.js';
import { OwnLists } from './own-lists.js';
import { Reports } from './reports.js';
import { purgeRemoved } from './saved-items.js';
import { SavedSearches } from './saved-searches.js';
import { SearchLog } from './search-log.js';
import { Searches } from './searches.js';
import { Workspaces } from './workspaces.js';

/** Lists that accounts bring. */
export const openLists = ({ database, jobs, now }: Foundation) => ({
  ownLists: new OwnLists(database, jobs, now),
  cells: new OwnListCells(database),
  work: new OwnListWork(database),
});

/** Searches, and what people keep of them. */
export function openSaved(given: Foundation & { plans: PlansRoom }) {
  const { database, now } = given;
  const { ledger, subscriptions } = given.plans;
  const workspaces = new Workspaces(database, subscriptions, ledger, now);
  return {
    workspaces,
    savedSearches: new SavedSearches(database, subscriptions, workspaces, now),
    searches: new Searches(database, ledger, now),
    searchLog: new SearchLog(database, ledger),
    reports: new Reports(database, now),
    freeReads: new FreeReads(database, now),
    /** Ends what was removed before a moment for good. */
    purgeRemoved: (before: Date) => purgeRemoved(given.patient, before),
  };
}
