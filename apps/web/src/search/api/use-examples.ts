import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Country, suggestionQuery, type TradeType } from '@tidewaiter/contract';
import type { SearchDraft } from '../model/draft.js';
import { type ExampleSearch, exampleSearches, firstThatFinds } from '../model/example-search.js';
import { suggestions } from './calls.js';

/** The codes of a heading that a draft finds: suggestions have records, and cost nothing. */
export const suggestedCodes = (draft: SearchDraft, heading: string) =>
  suggestions(
    suggestionQuery.safeParse({
      ...{ tradeType: draft.tradeType, searchBy: draft.searchBy, matchType: draft.matchType, searchValue: heading },
      ...{ countryCode: draft.countryCode, fromDate: draft.fromDate, toDate: draft.toDate },
    }).data ?? null,
  );

/** First searches over the data that is there; none until it is known that they find something. */
export function useExamples(countries: Readonly<Record<TradeType, readonly Country[]>>): readonly ExampleSearch[] {
  const queryClient = useQueryClient();
  const candidates = exampleSearches(countries);
  const { data = [] } = useQuery({
    queryKey: ['examples', candidates],
    queryFn: async () => {
      const found = candidates.map((searches) =>
        firstThatFinds(
          searches,
          async (draft, code) => (await queryClient.fetchQuery(suggestedCodes(draft, code))).length > 0,
        ),
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
