import { queryOptions } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import { client } from './client.js';

export type Plan = ResponseOf<Endpoints['planList']>['planList'][number];

const PLANS_FRESH_MS = 5 * 60 * 1000;

/** The plans that can be picked, the cheapest first. */
export const plans = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await client.planList({}, { signal })).planList,
  staleTime: PLANS_FRESH_MS,
});
