import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.js';

/** The dashboard shows so many saved searches and contacts: those that were kept last. */
const SHOWN = 5;

/** Asks what there is of each country that the account may choose. */
export const countryChoice = queryOptions({
  queryKey: ['country-choice'],
  queryFn: async ({ signal }) => (await client.countryChoice({}, { signal })).sourceList,
});

/** Asks for the questions that a person asked last. */
export function recentSearches(userId: number) {
  return queryOptions({
    queryKey: ['recent-searches', userId],
    queryFn: async ({ signal }) => (await client.topFiveQueries({}, { signal })).queryList,
  });
}

/** Asks what was loaded since the person was here before. */
export function dataNews(userId: number) {
  return queryOptions({
    queryKey: ['data-news', userId],
    queryFn: ({ signal }) => client.dataNews({}, { signal }),
    staleTime: 60_000,
  });
}

/** Asks for the saved searches of the account that were saved last, and how many there are. */
export function latestSaved(userId: number) {
  return queryOptions({
    queryKey: ['saved-searches', 'latest', userId],
    queryFn: ({ signal }) =>
      client.savedSearchList({ createdBy: userId, pageNumber: 0, numberOfRecords: SHOWN }, { signal }),
  });
}

/** Asks for the first contacts of the account, and how many there are. */
export function firstContacts(userId: number) {
  return queryOptions({
    queryKey: ['contacts', 'first', userId],
    queryFn: ({ signal }) => client.contactList({ userId, pageNumber: 0, numberOfRecords: SHOWN }, { signal }),
  });
}

/** It asks for the operator's latest notifications, newest first. */
export const notices = queryOptions({
  queryKey: ['notices', 'latest'],
  queryFn: async ({ signal }) =>
    (await client.noticeList({ pageNumber: 0, numberOfRecords: SHOWN }, { signal })).noticeList,
});
