import type { SavedSearchOrder } from '@tidewaiter/contract';
import { pageOfAddress } from '../../ui/page-number.js';

/** What of the workspaces is shown, as the address bar holds it: plain texts, not yet understood. */
export interface WorkspaceAddress {
  /** The id of a workspace; all of them without one. */
  workspace?: string | undefined;
  /** A text of the titles and descriptions. */
  find?: string | undefined;
  sort?: string | undefined;
  /** From 1. */
  page?: string | undefined;
  /** The id of a list, or `all` of them: they stand in the place of saved searches then. */
  list?: string | undefined;
}

interface Order {
  orderBy: SavedSearchOrder;
  orderByMode: 'asc' | 'desc';
}

/** The orders that are offered, by what the address calls them; the first is the usual one. */
export const SORTS = [
  { value: 'newest', label: 'Newest first', orderBy: 'createdDate', orderByMode: 'desc' },
  { value: 'oldest', label: 'Oldest first', orderBy: 'createdDate', orderByMode: 'asc' },
  { value: 'title', label: 'By title', orderBy: 'name', orderByMode: 'asc' },
  { value: 'most', label: 'Most records first', orderBy: 'totalRecords', orderByMode: 'desc' },
  { value: 'trade', label: 'By trade type', orderBy: 'tradeType', orderByMode: 'asc' },
] as const satisfies readonly ({ value: string; label: string } & Order)[];

const [USUAL] = SORTS;

/** The address's words of a sort; none for the usual one. */
export const sortInAddress = (value: string) => (value === USUAL.value ? undefined : value);

/** What an address shows: what of it is not understood is taken for what is usual. */
export function shownBy({ workspace, find = '', sort, page }: WorkspaceAddress) {
  const order = SORTS.find(({ value }) => value === sort) ?? USUAL;
  return {
    workspaceId: workspace,
    contains: find,
    sort: order.value,
    orderBy: order.orderBy,
    orderByMode: order.orderByMode,
    page: pageOfAddress(page),
  };
}
export type Shown = ReturnType<typeof shownBy>;
