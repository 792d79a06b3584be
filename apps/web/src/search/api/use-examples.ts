import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Country, suggestionQuery, type TradeType } from '@tidewaiter/contract';
import type { SearchDraft } from '../model/draft.js';
import { type ExampleSearch, exampleSearches, firstThatFinds } from '../model/example-search.js';
import { suggestions } from './calls.js';

/** Whether anything is suggested for a code of a draft: suggestions have records, and cost nothing. */
async function finds(draft: SearchDraft, code: string, queryClient: QueryClient): Promise<boolean> {
  const typed = suggestionQuery.safeParse({
    ...{ tradeType: draft.tradeType, searchBy: draft.searchBy, matchType: draft.matchType, searchValue: code },
    ...{ countryCode: draft.countryCode, fromDate: draft.fromDate, toDate: draft.toDate },
  });
  return typed.success && (await queryClient.fetchQuery(suggestions(typed.data))).length > 0;
}

/** First searches over the data that is there; none until it is known that they find something. */
export function useExamples(countries: Readonly<Record<TradeType, readonly Country[]>>): readonly ExampleSearch[] {
  const queryClient = useQueryClient();
  const candidates = exampleSearches(countries);
  const { data = [] } = useQuery({
    queryKey: ['examples', candidates],
    queryFn: async () => {
      const found = candidates.map((searches) =>
        firstThatFinds(searches, (draft, code) => finds(draft, code, queryClient)),
      );
      return (await Promise.all(found)).filter((example) => example !== undefined);
    },
    enabled: candidates.some((searches) => searches.length > 0),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    // A suggestion has little time, and a busy portal is not busy for long.
    retry: 2,
  });
  return data;
}
