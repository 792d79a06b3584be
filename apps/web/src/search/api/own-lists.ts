import { queryOptions } from '@tanstack/react-query';
import { createClient, OWN_LIST_ENDPOINTS, type OwnList } from '@tidewaiter/contract';
import { CLIENT_OPTIONS, withinSession } from '../../session/client.js';

/** The calls of lists: who names none does without them. */
export const listCalls = withinSession(createClient<typeof OWN_LIST_ENDPOINTS>(CLIENT_OPTIONS, OWN_LIST_ENDPOINTS));

/** What every answer about lists is kept under. */
export const LISTS = 'own-lists';

/** A list at work is asked after so often, in milliseconds. */
const ASKED_EVERY_MS = 1500;

/** Whether a list becomes something else by itself. */
export const isAtWork = ({ state }: OwnList) => state === 'MATCHING';

/** The account's lists, and how many it may have. */
export const ownLists = () =>
  queryOptions({
    queryKey: [LISTS],
    queryFn: ({ signal }) => listCalls.ownLists({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.ownLists.some(isAtWork) ? ASKED_EVERY_MS : false),
  });
