import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import { client } from './client.js';
import { SUBSCRIPTION_KEY } from './query-client.js';
import { useSession } from './store.js';

export type UserDetails = ResponseOf<Endpoints['userDetails']>;

export type SubUser = ResponseOf<Endpoints['subUserList']>['userList'][number];

/** Asks for a person of the account, as the server knows them now. */
export function userDetails(userId: number) {
  return queryOptions({
    queryKey: ['user-details', userId],
    queryFn: ({ signal }) => client.userDetails({ userId }, { signal }),
  });
}

/** It asks for the main account's sub-users, and how many there may be. */
export const subUsers = queryOptions({
  queryKey: ['sub-users'],
  queryFn: ({ signal }) => client.subUserList({}, { signal }),
});

export type Subscription = ResponseOf<Endpoints['activeSubscriptions']>['userSubscriptionList'][number];

/** The use of others of the account shows after this long at the latest. */
const COUNTERS_MS = 60_000;

/** Asks for the active subscription of whoever asks, with what is left of it; null without one. */
function subscriptionOf(userId: number) {
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

/** Every page of the ledger is kept under it: each change of an allowance is an entry. */
export const LEDGER_KEY = 'ledger';

/** Reads who is signed in, as the server knows them now; undefined until it has answered. */
export function usePerson(): UserDetails | undefined {
  const { user, ended } = useSession();
  return useQuery({ ...userDetails(user?.userid ?? 0), enabled: user !== null && !ended }).data;
}

/** Reads the subscription that the signed-in person uses. */
export function useSubscription() {
  const { user, ended } = useSession();
  return useQuery({ ...subscriptionOf(user?.userid ?? 0), enabled: user !== null && !ended });
}
