import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Suggestion, suggestionQuery } from '@tidewaiter/contract';
import { useMemo } from 'react';
import { suggestions } from '../../../api/suggestions.js';
import type { DraftCondition, SearchDraft } from '../draft.js';

/** Typing rests this long before it is asked about. */
const REST_MS = 150;

/** Where a typed text would be searched. */
export type SuggestionScope = Pick<SearchDraft, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate'>;

const NONE: Suggestion[] = [];

/**
 * What the text that is being typed may become; nothing while it is too short, while the form does not say yet where to look,
 * and when the call fails.
 */
export function useSuggestions(
  scope: SuggestionScope,
  { searchBy, matchType, typed }: DraftCondition,
  asking: boolean,
): Suggestion[] {
  const [rested] = useDebouncedValue(typed, REST_MS);
  const query = useMemo(
    () => suggestionQuery.safeParse({ ...scope, searchBy, matchType, searchValue: rested }).data ?? null,
    [scope, searchBy, matchType, rested],
  );
  const { data } = useQuery({ ...suggestions(query), enabled: asking && query !== null });
  return (asking && query && data) || NONE;
}
