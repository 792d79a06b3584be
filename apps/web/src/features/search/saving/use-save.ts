import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedSearch, SearchQuery } from '@tidewaiter/contract';
import { client } from '../../../api/client.js';
import { LEDGER_KEY } from '../../../api/ledger-key.js';
import { SUBSCRIPTION_KEY } from '../../../api/subscription-key.js';
import { SAVED_SEARCHES_KEY, WORKSPACES_KEY } from '../../../api/workspaces.js';
import { NEW_WORKSPACE, type SaveDraft } from './save-draft.js';

/** What is saved: the question on the screen with its filters and its order, and the columns that the link shows. */
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
      const { id, workspaceId, name, description } = saved;
      return client.saveSearch({ ...partsOf(question), id, workspace_id: workspaceId, name, description });
    },
    onSuccess: () => refresh(SAVED_SEARCHES_KEY),
  });
}

export interface SaveAs {
  draft: SaveDraft;
  question: QuestionToSave;
  /** Hears of a workspace as soon as it is made: should the save then fail, the next try goes there. */
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
    onSuccess: () => refresh(SAVED_SEARCHES_KEY),
  });
}
