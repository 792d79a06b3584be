import { queryOptions } from '@tanstack/react-query';
import { client } from './client.js';

const COVERAGE_FRESH_MS = 60 * 1000;

/** What is there of the countries of this account, how fresh and how complete. */
export const dataCoverage = queryOptions({
  queryKey: ['coverage'],
  queryFn: ({ signal }) => client.dataCoverage({}, { signal }),
  staleTime: COVERAGE_FRESH_MS,
});
