import { addressOf, type SavedQuery, savedQuery, stringifySearch } from '@tidewaiter/contract';

/**
 * Where in the portal a person sees what a question finds.
 *
 * @param newSince only of what came after that data version
 */
export function recordsPath(query: SavedQuery, newSince?: number): string {
  const asked = { ...savedQuery.parse(query), ...(newSince !== undefined && { newSince }) };
  return `/list1${stringifySearch(addressOf(asked))}`;
}

/** The same from anywhere. */
export function recordsLink(query: SavedQuery, publicUrl: string, newSince?: number): string {
  return new URL(recordsPath(query, newSince), publicUrl).href;
}
