import { addressOf, type SavedQuery, savedQuery, stringifySearch } from '@tidewaiter/contract';

/**
 * Where a person sees in the portal what a question finds.
 *
 * @param newSince only of what came after that data version
 */
export function recordsLink(query: SavedQuery, publicUrl: string, newSince?: number): string {
  const asked = { ...savedQuery.parse(query), ...(newSince !== undefined && { newSince }) };
  return new URL(`/list1${stringifySearch(addressOf(asked))}`, publicUrl).href;
}
