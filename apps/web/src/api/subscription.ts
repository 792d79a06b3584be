import { queryOptions } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import { client } from './client.js';
import { SUBSCRIPTION_KEY } from './subscription-key.js';

export type Subscription = ResponseOf<Endpoints['activeSubscriptions']>['userSubscriptionList'][number];

/** What others of the account use up shows after this long at the latest. */
const COUNTERS_MS = 60_000;

/** The active subscription of whoever asks, with what is left of it; null without one. */
export function subscriptionOf(userId: number) {
  return queryOptions({
    queryKey: [SUBSCRIPTION_KEY, userId],
    queryFn: async ({ signal }): Promise<Subscription | null> => {
      const { userSubscriptionList } = await client.activeSubscriptions({ userId }, { signal });
      return userSubscriptionList[0] ?? null;
    },
    refetchInterval: COUNTERS_MS,
    refetchOnWindowFocus: true,
  });
}
