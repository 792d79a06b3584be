import type { QueryClient } from '@tanstack/react-query';
import { PortalError, type SavedSearch, TRADE_TYPES } from '@tidewaiter/contract';
import { countriesByTrade } from '../../api/countries.js';
import { questionOf } from '../../api/history.js';
import { savedSearchOf } from '../../api/workspaces.js';
import { dateBounds, presetDates } from './date-bounds.js';
import type { Entry } from './entry.js';
import type { SearchLink } from './link.js';
import { linkOfQuery } from './link-of-query.js';

/** Months that a quick search looks at, up to the last data date. */
const QUICK_MONTHS = 12;

/** What an entry leads to. */
export interface OpenedEntry {
  link: SearchLink;
  problems: string[];
}

async function withDates(link: SearchLink, queryClient: QueryClient): Promise<SearchLink> {
  const trade = TRADE_TYPES.find((tradeType) => tradeType === link.trade);
  if (!trade) return link;
  const countries = await queryClient.fetchQuery(countriesByTrade(trade));
  const bounds = dateBounds(
    countries.filter(({ shortcode }) => link.country?.includes(shortcode)),
    trade,
  );
  if (!bounds) return link;
  const { fromDate, toDate } = presetDates(QUICK_MONTHS, bounds);
  return { ...link, from: fromDate, to: toDate };
}

const linkOfSaved = ({ id, columnKeys, userSearchQuery }: SavedSearch): SearchLink => ({
  ...linkOfQuery(userSearchQuery),
  cols: columnKeys.join(',') || undefined,
  saved: id,
});

/** Turns an entry into a link. What is not the person's is named like what was not understood; nothing else of it is told. */
export async function openEntry(
  { opens, cols, problems }: Entry,
  { userId, queryClient }: { userId: number; queryClient: QueryClient },
): Promise<OpenedEntry> {
  const open = async (): Promise<SearchLink> => {
    if (opens.kind === 'QUICK') return withDates(opens.link, queryClient);
    if (opens.kind === 'HISTORY') return linkOfQuery(await questionOf(opens.searchId));
    return linkOfSaved(await queryClient.fetchQuery({ ...savedSearchOf(userId, opens.savedId), staleTime: 0 }));
  };
  try {
    const link = await open();
    return { link: cols === undefined ? link : { ...link, cols }, problems };
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'NOT_YOURS') throw error;
    const name = opens.kind === 'SAVED' ? 'Saved search' : 'Search';
    return { link: {}, problems: [...problems, `${name}: ${error.message}`] };
  }
}
