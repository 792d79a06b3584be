import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Endpoints, LIMITS, type ResponseOf, type SavedSearch, type SearchQuery } from '@tidewaiter/contract';
import { LEDGER_KEY } from '../../session/account.js';
import { client } from '../../session/client.js';
import { SUBSCRIPTION_KEY } from '../../session/query-client.js';
import { SAVED_SEARCHES_KEY } from '../api/saved-search.js';
import { NEW_WORKSPACE } from './new-workspace.js';
import type { SaveDraft } from './save-draft.js';

export type Workspace = ResponseOf<Endpoints['workspaceList']>['workspaceList'][number];

/** What is known of workspaces is kept under it. */
export const WORKSPACES_KEY = 'workspaces';

/** Asks for all workspaces of the account, by name. */
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

/** These parts are saved: the question on the screen with its filters and its order, and the columns that the link shows. */
export interface QuestionToSave {
  searchId: string;
  query: SearchQuery;
  columnKeys: string[];
}

const partsOf = ({ searchId, query, columnKeys }: QuestionToSave) => ({
  search_id: searchId,
  query,
  columnKeys,
  is_active: 'Y' as const,
});

function useRefresh() {
  const queryClient = useQueryClient();
  return (...keys: string[]) => Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Puts the question in the place of the saved search that was opened. */
export function useSave() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ saved, question }: { saved: SavedSearch; question: QuestionToSave }) => {
      const { id, workspaceId, name, description, revision } = saved;
      return client.saveSearch({ ...partsOf(question), id, workspace_id: workspaceId, name, description, revision });
    },
    // What somebody else made of it meanwhile is asked for, too.
    onSettled: () => refresh(SAVED_SEARCHES_KEY),
  });
}

export interface SaveAs {
  draft: SaveDraft;
  question: QuestionToSave;
  /** It is called with a workspace as soon as that is made: should the save then fail, the next try goes there. */
  onWorkspace: (id: string) => void;
}

/** Saves the question in a workspace, which is made first where it is new (SPEC 4 "Workspace save"). */
export function useSaveAs() {
  const refresh = useRefresh();

  async function make(name: string): Promise<string> {
    const id = await client.createWorkspace({ name, is_active: 'Y' });
    await refresh(WORKSPACES_KEY, SUBSCRIPTION_KEY, LEDGER_KEY);
    return id;
  }

  return useMutation({
    mutationFn: async ({ draft, question, onWorkspace }: SaveAs) => {
      const { workspace, workspaceName, name, description } = draft;
      const workspaceId = workspace === NEW_WORKSPACE ? await make(workspaceName) : (workspace ?? '');
      onWorkspace(workspaceId);
      return client.saveSearch({ ...partsOf(question), workspace_id: workspaceId, name, description });
    },
    onSuccess: () => refresh(SAVED_SEARCHES_KEY, WORKSPACES_KEY),
  });
}
