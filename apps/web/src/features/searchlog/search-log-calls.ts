import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Endpoints, LIMITS, type RequestOf } from '@tidewaiter/contract';
import { client } from '../../session/client.js';
import { pageOfAddress } from '../../ui/page-number.js';
import type { LogAddress } from './log-address.js';

/** A page of the history, as its address narrows it. */
export function searchLogPage(userId: number, address: LogAddress) {
  return queryOptions({
    queryKey: ['search-log', userId, address],
    queryFn: ({ signal }) => client.searchLog(requestOf(userId, address), { signal }),
    placeholderData: keepPreviousData,
  });
}

/** An address is anybody's to write: what cannot be asked for is left out. */
function requestOf(userId: number, { page, text, person, trade, from, to }: LogAddress) {
  const request: RequestOf<Endpoints['searchLog']> = {
    userId,
    pageNumber: pageOfAddress(page),
    numberOfRecords: LIMITS.pageSize,
    ...(text && { contains: text }),
    ...(person && /^[1-9]\d{0,8}$/.test(person) && { personId: person }),
    ...((trade === 'IMPORT' || trade === 'EXPORT') && { tradeType: trade }),
    ...(from && { from }),
    ...(to && { to }),
  };
  return request;
}

/** What searches of the history find now, by their ids: free of charge, and null where it cannot be told. */
export function totalsNow(searchIds: string[]) {
  return queryOptions({
    queryKey: ['search-log', 'now', searchIds],
    queryFn: async ({ signal }) => {
      const { countList } = await client.countAgain({ searchIds }, { signal });
      return new Map(countList.map(({ searchId, totalNow }) => [searchId, totalNow]));
    },
    enabled: searchIds.length > 0,
    staleTime: 60_000,
    retry: false,
  });
}
