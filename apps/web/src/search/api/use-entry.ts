import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type HistoryState, useLocation, useNavigate } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import { type AskedQuestion, addressOf, PortalError, TRADE_TYPES } from '@tidewaiter/contract';
import { useEffect, useMemo } from 'react';
import { client } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { dateBounds, presetDates } from '../model/date-bounds.js';
import { type Answering, type Entry, entryOf, problemsOf } from '../model/entry.js';
import { countriesByTrade } from './calls.js';
import { addressOfSaved, isGone, lookAtSaved, savedSearchOf } from './saved-search.js';

const NO_STATE: HistoryState & { __TSR_key?: string } = {};

/**
 * Opens the search that another screen or a link hands over. Its question takes the place of the entry in the address, which holds the search
 * from then on.
 *
 * @param screen the screen that opens it: while another one is being loaded, the state is that one's already
 * @param read finds the search that the screen is to open
 */
export function useEntry(address: SearchAddress, screen: Answering, read: typeof entryOf = entryOf) {
  const state = useLocation({ select: (location) => (location.pathname === screen ? location.state : NO_STATE) });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const userId = useSession().user?.userid ?? 0;
  const entry = useMemo(() => read(state, address), [read, state, address]);
  const { data, error, refetch } = useQuery({
    queryKey: ['entry', state.__TSR_key, entry],
    queryFn: () => (entry ? openEntry(entry, { userId, queryClient }) : null),
    enabled: entry !== null,
    gcTime: 0,
  });

  useEffect(() => {
    if (data) void navigate({ to: screen, search: data.address, state: { problems: data.problems }, replace: true });
  }, [data, navigate, screen]);

  return {
    isOpening: entry !== null,
    error,
    retry: () => void refetch(),
    problems: problemsOf(state),
  };
}

/** Months that a quick search looks at, up to the last data date. */
const QUICK_MONTHS = 12;

async function withDates(address: SearchAddress, queryClient: QueryClient): Promise<SearchAddress> {
  const trade = TRADE_TYPES.find((tradeType) => tradeType === address.trade);
  if (!trade || address.from !== undefined) return address;
  const countries = await queryClient.fetchQuery(countriesByTrade(trade));
  const bounds = dateBounds(
    countries.filter(({ shortcode }) => address.country?.includes(shortcode)),
    trade,
  );
  if (!bounds) return address;
  const { fromDate, toDate } = presetDates(QUICK_MONTHS, bounds);
  return { ...address, from: fromDate, to: toDate };
}

/** Turns an entry into the address of its question. A search that is not the person's is named as one that was not understood, and no more. */
async function openEntry(
  { address, problems, origin }: Entry,
  { userId, queryClient }: { userId: number; queryClient: QueryClient },
): Promise<Entry> {
  const { saved, search, cols } = address;
  const open = async (): Promise<SearchAddress> => {
    if (saved !== undefined) {
      const opened = await queryClient.fetchQuery({ ...savedSearchOf(userId, saved), staleTime: 0 });
      void lookAtSaved(queryClient, { id: saved });
      return addressOfSaved(opened);
    }
    return search === undefined ? withDates(address, queryClient) : addressOf(await questionOf(search));
  };
  try {
    const opened = await open();
    return { address: { ...opened, ...(cols !== undefined && { cols }), ...origin }, problems };
  } catch (error) {
    if (!(error instanceof PortalError) || !isGone(error)) throw error;
    const name = saved === undefined ? 'Search' : 'Saved search';
    return { address: {}, problems: [...problems, `${name}: ${error.message}`] };
  }
}

/** The question of a search of the person's history. */
async function questionOf(searchId: string): Promise<AskedQuestion> {
  const [search] = (await client.searchDetails({ searchId })).queryList;
  if (!search) throw new PortalError('NOT_YOURS');
  return search.userSearchQuery;
}
