import { queryOptions } from '@tanstack/react-query';
import { type Endpoints, LIMITS, PortalError, type ResponseOf, type SavedSearch } from '@tidewaiter/contract';
import { client } from './client.js';

export type Workspace = ResponseOf<Endpoints['workspaceList']>['workspaceList'][number];

/** Prefixes of what is known of workspaces and of the searches saved in them. */
export const WORKSPACES_KEY = 'workspaces';
export const SAVED_SEARCHES_KEY = 'saved-searches';

/** All workspaces of the account, by name. */
export function workspacesOf(userId: number) {
  return queryOptions({
    queryKey: [WORKSPACES_KEY, userId],
    queryFn: async ({ signal }) => {
      const all: Workspace[] = [];
      for (let pageNumber = 0; ; pageNumber += 1) {
        const page = { userId, pageNumber, numberOfRecords: LIMITS.pageSizeMax };
        const { workspaceList, totalRecords } = await client.workspaceList(page, { signal });
        all.push(...workspaceList);
        if (workspaceList.length === 0 || all.length >= totalRecords) return all;
      }
    },
  });
}

/** How long a saved search that was just fetched is taken for what it is. */
const FRESH_MS = 30_000;

/** One of the account's saved searches; one that is not there fails as one that is somebody else's. */
export function savedSearchOf(userId: number, id: string) {
  return queryOptions({
    queryKey: [SAVED_SEARCHES_KEY, id],
    queryFn: async ({ signal }): Promise<SavedSearch> => {
      const asked = { createdBy: userId, userWorkspaceId: id, numberOfRecords: 1 };
      const [saved] = (await client.savedSearchList(asked, { signal })).searchQueryWithWS;
      if (!saved) throw new PortalError('NOT_YOURS');
      return saved;
    },
    staleTime: FRESH_MS,
  });
}
