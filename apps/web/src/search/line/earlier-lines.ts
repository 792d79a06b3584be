import { queryOptions } from '@tanstack/react-query';
import { all, conjuncts, LIMITS, type LineScope, lineOfQuery, type SavedQuery, writeLine } from '@tidewaiter/contract';
import { client } from '../../session/client.js';

/** Trade, countries and days stand first in the line of a question. */
const SCOPE_PARTS = 3;

/** A question as a line, without what is searched anyway. */
export function lineWithin(query: SavedQuery, scope: LineScope): string {
  const parts = (asked: SavedQuery) => conjuncts(lineOfQuery(asked));
  const countryCode = [...scope.countryCode];
  const said = parts({ ...query, ...scope, countryCode })
    .slice(0, SCOPE_PARTS)
    .map(writeLine);
  const left = parts(query).filter((part, place) => place >= SCOPE_PARTS || writeLine(part) !== said[place]);
  return left.length === 0 ? '' : writeLine(all(...left));
}

const FRESH_MS = 10_000;

/** Asks what a person searched for last, newest first: it is in the account's history, and costs nothing. */
export function earlierQuestions(userId: number) {
  return queryOptions({
    queryKey: ['search-log', userId, 'lines'],
    queryFn: async ({ signal }) => {
      const request = { userId, personId: userId, numberOfRecords: LIMITS.pageSize };
      const { queryList } = await client.searchLog(request, { signal });
      return queryList.map(({ userSearchQuery }) => userSearchQuery);
    },
    staleTime: FRESH_MS,
    retry: false,
  });
}
