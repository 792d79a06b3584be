import { type SearchPayload, searchQuery } from '@tidewaiter/contract';

/** A question of half a year's imports of one code; a test says only what matters to it. */
export const question = (changes: Partial<SearchPayload> = {}) =>
  searchQuery.parse({
    ...{ tradeType: 'IMPORT', searchBy: 'HS_CODE', matchType: 'L', searchValue: ['6109'], countryCode: ['IND', 'VNM'] },
    ...{ fromDate: '2026-01-01', toDate: '2026-06-30', ...changes },
  });
