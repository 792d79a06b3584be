import { queryOptions } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import { client } from './client.js';

export type UserDetails = ResponseOf<Endpoints['userDetails']>;

export type OpenSession = ResponseOf<Endpoints['sessionList']>['sessionList'][number];

export type SubUser = ResponseOf<Endpoints['subUserList']>['userList'][number];

/** A person of the account, as the server knows them now. */
export function userDetails(userId: number) {
  return queryOptions({
    queryKey: ['user-details', userId],
    queryFn: ({ signal }) => client.userDetails({ userId }, { signal }),
  });
}

/** Where the person is signed in, this session first. */
export const openSessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const { sessionList } = await client.sessionList({}, { signal });
    return sessionList.toSorted((a, b) => Number(b.current) - Number(a.current));
  },
});

/** The main account's sub-users, and how many there may be. */
export const subUsers = queryOptions({
  queryKey: ['sub-users'],
  queryFn: ({ signal }) => client.subUserList({}, { signal }),
});
