import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SearchAddress } from '@tidewaiter/contract';
import { addressOf, PortalError, type SavedSearch, type SavedSearchNews } from '@tidewaiter/contract';
import { client } from '../../session/client.js';

/** Answers about the searches that are saved in workspaces are kept under it. */
export const SAVED_SEARCHES_KEY = 'saved-searches';

/** Answers about what came to saved searches since the person last looked are kept under it. */
const SAVED_NEWS_KEY = 'saved-search-news';

/** So long it may take until records that were loaded meanwhile are told of. */
const NEWS_MS = 60_000;

/** Asks what came to some saved searches since the person last looked, by their ids; free of charge. */
export function newsOf(saved: readonly Pick<SavedSearch, 'id' | 'revision'>[]) {
  const ids = saved.map(({ id }) => id);
  return queryOptions({
    // A search that was replaced is another question.
    queryKey: [SAVED_NEWS_KEY, saved.map(({ id, revision }) => `${id} ${revision}`)],
    queryFn: async ({ signal }) => {
      const { news } = await client.savedSearchNews({ ids }, { signal });
      return new Map(news.map((one) => [one.id, one]));
    },
    enabled: ids.length > 0,
    staleTime: NEWS_MS,
    placeholderData: keepPreviousData,
  });
}

/** Notes that the person sees what came to a saved search. Nobody waits for it, and nothing is lost where it fails. */
export async function lookAtSaved(
  queryClient: QueryClient,
  { id, newUntil }: { id: string; newUntil?: number | null },
): Promise<void> {
  await client.lookedAtSavedSearch({ userWorkspaceId: id, newUntil: newUntil ?? undefined }).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: [SAVED_NEWS_KEY] });
}

/** Tells whether a failure means that nobody of the account has this any more. */
export function isGone(error: unknown): boolean {
  return error instanceof PortalError && (error.code === 'NOT_YOURS' || error.code === 'REMOVED_MEANWHILE');
}

/** Writes the address of a saved search: its question, and its columns. */
export const addressOfSaved = ({ id, columnKeys, userSearchQuery }: SavedSearch): SearchAddress => ({
  ...addressOf(userSearchQuery),
  cols: columnKeys.join(',') || undefined,
  saved: id,
});

/** Writes the address of what is new to a saved search: its question up to the last day of the news, and of that what came since. */
export const addressOfNews = (saved: SavedSearch, { to, newSince, newUntil }: SavedSearchNews): SearchAddress => ({
  ...addressOfSaved(saved),
  ...(to !== null && { to }),
  ...(newSince !== null && newUntil !== null && { newSince: String(newSince), newUntil: String(newUntil) }),
});

/** So long a saved search that was just fetched is taken for what it is. */
const FRESH_MS = 30_000;

/** Asks for one of the account's saved searches; one that is not there fails as one that is somebody else's. */
export function savedSearchOf(userId: number, id: string) {
  return queryOptions({
    queryKey: [SAVED_SEARCHES_KEY, id],
    queryFn: async ({ signal }): Promise<SavedSearch> => {
      const request = { createdBy: userId, userWorkspaceId: id, numberOfRecords: 1 };
      const [saved] = (await client.savedSearchList(request, { signal })).searchQueryWithWS;
      if (!saved) throw new PortalError('NOT_YOURS');
      return saved;
    },
    staleTime: FRESH_MS,
  });
}

/** For so long what was found by a text is taken for what there is. */
const NAMED_FRESH_MS = 60_000;

/** A list of saved searches beside other things is read at a glance. */
const NAMED_EACH = 5;

/** Asks for the account's saved searches whose names hold a text. */
export function savedNamed(userId: number, text: string) {
  return queryOptions({
    queryKey: [SAVED_SEARCHES_KEY, 'named', userId, text],
    queryFn: async ({ signal }) => {
      const request = { createdBy: userId, contains: text, numberOfRecords: NAMED_EACH };
      return (await client.savedSearchList(request, { signal })).searchQueryWithWS;
    },
    staleTime: NAMED_FRESH_MS,
  });
}
