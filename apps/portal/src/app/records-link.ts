import { addressOf, type SavedQuery, type SearchQuery, savedQuery, stringifySearch } from '@tidewaiter/contract';

/** Between which data versions records came. */
type Came = Pick<SearchQuery, 'newSince' | 'newUntil'>;

/**
 * Where in the portal a person sees what a question finds.
 *
 * @param came only of what came after one data version, and had come by another
 */
export function recordsPath(query: SavedQuery, came: Came = {}): string {
  const asked = { ...savedQuery.parse(query), ...came };
  return `/list1${stringifySearch(addressOf(asked))}`;
}

/** The same from anywhere. */
export function recordsLink(query: SavedQuery, publicUrl: string, came?: Came): string {
  return new URL(recordsPath(query, came), publicUrl).href;
}
