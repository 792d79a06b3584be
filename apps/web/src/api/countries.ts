import { queryOptions } from '@tanstack/react-query';
import type { TradeType } from '@tidewaiter/contract';
import { client } from './client.js';

const COUNTRIES_FRESH_MS = 5 * 60 * 1000;

/** The source countries that this account may search for a trade type. */
export function countriesByTrade(tradeType: TradeType) {
  return queryOptions({
    queryKey: ['countries', tradeType],
    queryFn: async ({ signal }) => {
      const trade = tradeType === 'IMPORT' ? 'I' : 'E';
      const { countryList } = await client.countryListByTrade({}, { params: { trade }, signal });
      return countryList;
    },
    staleTime: COUNTRIES_FRESH_MS,
  });
}
