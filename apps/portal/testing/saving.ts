import type { SearchPayload } from '@tidewaiter/contract';
import { payload } from './calls.js';
import type { SignedInAccount } from './portal.js';

/** Has somebody search, and save that in a workspace of its own. */
export async function saveSearch(
  { client }: Pick<SignedInAccount, 'client'>,
  query: SearchPayload = payload(),
  name = 'Phones',
) {
  const { searchId } = await client.search(query);
  const workspace_id = await client.createWorkspace({ name });
  const toSave = { workspace_id, search_id: searchId, name, description: 'What Korea buys' };
  return { ...(await client.saveSearch(toSave)), toSave, workspace_id, searchId };
}
