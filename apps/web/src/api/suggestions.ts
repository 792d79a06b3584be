import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Suggestion, SuggestionQuery } from '@tidewaiter/contract';
import { client } from './client.js';

const SUGGESTIONS_FRESH_MS = 5 * 60 * 1000;

/** True when one text was typed on, or back, to the other, in the same field. */
function typedOn(before: SuggestionQuery | null, query: SuggestionQuery | null): boolean {
  if (!before || !query || before.searchBy !== query.searchBy) return false;
  return query.searchValue.startsWith(before.searchValue) || before.searchValue.startsWith(query.searchValue);
}

/**
 * What a typed text may become; null asks nothing. A superseded call is abandoned; while typing goes on, the list of before
 * stands until the newest is here.
 */
export function suggestions(query: SuggestionQuery | null) {
  return queryOptions({
    queryKey: ['suggestions', query] as const,
    queryFn: query
      ? async ({ signal }): Promise<Suggestion[]> => {
          const { suggestionList } = await client.suggestionList(query, { signal });
          return suggestionList[0]?.listSuggestion ?? [];
        }
      : skipToken,
    placeholderData: (previous, before) => (typedOn(before?.queryKey[1] ?? null, query) ? previous : undefined),
    staleTime: SUGGESTIONS_FRESH_MS,
    // Nobody waits for a suggestion: one that fails is not asked twice.
    retry: false,
  });
}
