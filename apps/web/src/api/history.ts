import { type AskedQuestion, PortalError } from '@tidewaiter/contract';
import { client } from './client.js';

/** What a search of the person's history asked. */
export async function questionOf(searchId: string): Promise<AskedQuestion> {
  const [search] = (await client.searchDetails({ searchId })).queryList;
  if (!search) throw new PortalError('NOT_YOURS');
  return search.userSearchQuery;
}
