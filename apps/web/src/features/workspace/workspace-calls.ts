import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { LIMITS, type SavedSearch } from '@tidewaiter/contract';
import { SAVED_SEARCHES_KEY } from '../../search/api/saved-search.js';
import { WORKSPACES_KEY, type Workspace } from '../../search/saving/saved-searches.js';
import { LEDGER_KEY } from '../../session/account.js';
import { client } from '../../session/client.js';
import { SUBSCRIPTION_KEY } from '../../session/query-client.js';
import { notifyDone, notifyWithAct, notifyWrong } from '../../ui/notification.js';
import type { Shown } from './workspace-address.js';

/** Asks for a page of the saved searches of one workspace, or of all. */
export function savedSearchPage(userId: number, { page, sort: _, workspaceId, ...order }: Shown) {
  const listing = { ...order, ...(workspaceId !== undefined && { workspaceId }) };
  return queryOptions({
    queryKey: [SAVED_SEARCHES_KEY, 'page', userId, page, listing],
    queryFn: ({ signal }) =>
      client.savedSearchList(
        { ...listing, createdBy: userId, pageNumber: page, numberOfRecords: LIMITS.pageSize },
        { signal },
      ),
    placeholderData: keepPreviousData,
    // Others of the account save, rename and remove, too.
    refetchOnWindowFocus: 'always',
  });
}

/** Asks again for everything that a change of workspaces or of what they hold may have changed. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    const keys = [WORKSPACES_KEY, SAVED_SEARCHES_KEY, SUBSCRIPTION_KEY, LEDGER_KEY];
    await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
  };
}

export function useCreateWorkspace() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => client.createWorkspace({ name, is_active: 'Y' }),
    onSettled: refresh,
  });
}

export function useRenameWorkspace() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (request: { workspaceId: string; name: string; revision: number }) => client.renameWorkspace(request),
    onSettled: refresh,
  });
}

export function useEditSavedSearch() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (request: { userWorkspaceId: string; name: string; description: string; revision: number }) =>
      client.renameSavedSearch(request),
    onSettled: refresh,
  });
}

/** It can be removed and put back. */
interface Removable {
  remove: () => Promise<{ message: string }>;
  restore: () => Promise<{ message: string }>;
}

export const removableWorkspace = ({ id: workspaceId }: Workspace): Removable => ({
  remove: () => client.removeWorkspace({ workspaceId }),
  restore: () => client.restoreWorkspace({ workspaceId }),
});

export const removableSearch = ({ id: userWorkspaceId }: SavedSearch): Removable => ({
  remove: () => client.removeSavedSearch({ userWorkspaceId }),
  restore: () => client.restoreSavedSearch({ userWorkspaceId }),
});

/** Removes at once and offers to undo it. The offer outlives the screen. */
export function useRemoval() {
  const refresh = useRefresh();

  async function undo({ restore }: Removable): Promise<void> {
    try {
      notifyDone((await restore()).message);
    } catch (error) {
      notifyWrong((error as Error).message);
    }
    await refresh();
  }

  return useMutation({
    mutationFn: async (one: Removable) => {
      const { message } = await one.remove();
      notifyWithAct(message, 'Undo', () => void undo(one));
    },
    onSettled: refresh,
  });
}
