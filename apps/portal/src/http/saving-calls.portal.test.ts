/** The calls of workspaces and saved searches. */
import { describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { type SignedInAccount, subscription } from '../../testing/portal.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();

/** An account with a workspace and a search that it asked. */
async function withWorkspace(account?: SignedInAccount) {
  const signedIn = account ?? (await portal.signIn());
  const workspace_id = await signedIn.client.createWorkspace({ name: 'Fabrics', is_active: 'Y' });
  const { searchId } = await signedIn.client.search(payload());
  const toSave = { workspace_id, search_id: searchId, name: 'Cotton', description: 'What Korea buys' };
  const list = async (only = {}) =>
    (await signedIn.client.savedSearchList({ createdBy: signedIn.person.userid, ...only })).searchQueryWithWS;
  return { ...signedIn, workspace_id, searchId, toSave, list };
}

describe('what people of one account share', () => {
  it('is given back and charged again with a workspace, whose searches go and come with it', async () => {
    const account = await portal.signIn(['KOR'], 'Free');
    const { client, workspace_id: workspaceId, toSave, list } = await withWorkspace(account);
    await client.saveSearch(toSave);
    await client.removeWorkspace({ workspaceId });
    expect([(await subscription(account))?.totalWorkspace, await list()]).toEqual([4, []]);
    expect((await failure(list({ workspaceId }))).code).toBe('REMOVED_MEANWHILE');
    expect((await failure(client.saveSearch(toSave))).code).toBe('REMOVED_MEANWHILE');
    expect(await client.restoreWorkspace({ workspaceId })).toEqual({ message: 'It has been put back.' });
    expect([(await subscription(account))?.totalWorkspace, await list()]).toMatchObject([3, [{ name: 'Cotton' }]]);
    await client.removeWorkspace({ workspaceId });
    for (const name of ['fabrics', 'B', 'C', 'D']) await client.createWorkspace({ name });
    const undo = () => failure(client.restoreWorkspace({ workspaceId }));
    expect((await undo()).toBody()).toEqual({
      ...{ errorCode: 'WORKSPACE_EXISTS', errorMsg: 'You already have a workspace of this name.' },
    });
    const { workspaceList } = await client.workspaceList({ userId: account.person.userid });
    const taken = workspaceList.find(({ name }) => name === 'fabrics');
    await client.renameWorkspace({ workspaceId: taken?.id ?? '', name: 'A', revision: 1 });
    expect((await undo()).message).toBe('Your Workspace Limit Exhausted');
    expect(await list()).toEqual([]);
  });

  it('is read by everybody of the account, and by the main account where a sub-user asked it', async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    const { toSave, searchId, client } = await withWorkspace(owner);
    const theirs = (await subUser.client.search(payload({ searchValue: ['0901'] }))).searchId;
    const read = (of: SignedInAccount, id: string) => of.client.searchDetails({ searchId: id });
    expect((await read(owner, theirs)).queryList).toMatchObject([{ userSearchQuery: { searchValue: ['0901'] } }]);
    expect((await failure(read(subUser, searchId))).code).toBe('NOT_YOURS');
    const { id } = await client.saveSearch({ ...toSave, query: payload({ hsCodeList: ['851712'] }) });
    // What was saved; how the owner has narrowed it since is theirs.
    await client.search(payload({ hsCodeList: ['690722'] }));
    expect((await read(subUser, searchId)).queryList).toMatchObject([{ userSearchQuery: { hsCodeList: ['851712'] } }]);
    expect((await failure(read(await portal.signIn(), searchId))).code).toBe('NOT_YOURS');
    await client.removeSavedSearch({ userWorkspaceId: id });
    expect((await failure(read(subUser, searchId))).code).toBe('NOT_YOURS');
  });
});

describe('a saved search', () => {
  it('is the search as it was last asked where no query comes along, and takes no search', async () => {
    const account = await withWorkspace();
    const { client, toSave, list } = account;
    const before = (await subscription(account))?.queryPerDay;
    const { id } = await client.saveSearch({ ...toSave, id: '' });
    expect((await subscription(account))?.queryPerDay).toBe(before);
    expect(await list()).toMatchObject([{ totalRecords: 4, columnKeys: [], userSearchQuery: payload() }]);
    await client.search(payload({ hsCodeList: ['851712'] }));
    await client.saveSearch({ ...toSave, id });
    expect(await list()).toMatchObject([{ totalRecords: 1, userSearchQuery: { hsCodeList: ['851712'] } }]);
  });

  it('is refused with the query of another search', async () => {
    const { client, toSave, list } = await withWorkspace();
    const refused = await failure(client.saveSearch({ ...toSave, query: payload({ searchValue: ['8517'] }) }));
    expect(refused.message).toBe('The query asks something else than the search that is to be saved');
    expect(refused.details).toMatchObject([{ field: 'query' }]);
    const columnless = client.saveSearch({ ...toSave, columnKeys: ['no column; --'] });
    expect((await failure(columnless)).message).toBe('Records of this trade type have no such column');
    expect(await list()).toEqual([]);
    // The same values in another order ask the same.
    await client.saveSearch({ ...toSave, query: payload({ searchValue: ['6907', '8517', '0901'] }) });
  });

  it('is found by a text, in each order', async () => {
    const { client, toSave, list } = await withWorkspace();
    await client.saveSearch({ ...toSave, name: 'b tiles', query: payload({ hsCodeList: ['690722'] }) });
    await client.saveSearch({ ...toSave, name: 'A phones', description: '100% of TILES' });
    const names = async (asked: object) => (await list(asked)).map(({ name }) => name);
    expect(await names({ contains: 'Tiles' })).toEqual(['A phones', 'b tiles']);
    expect(await names({ contains: '0% of' })).toEqual(['A phones']);
    expect(await names({ contains: '%' })).toEqual(['A phones']);
    expect(await names({ contains: 'silk' })).toEqual([]);
    expect(await names({ orderBy: 'name', orderByMode: 'asc' })).toEqual(['A phones', 'b tiles']);
    expect(await names({ orderBy: 'totalRecords', orderByMode: 'asc' })).toEqual(['b tiles', 'A phones']);
    expect(await names({ orderBy: 'tradeType' })).toHaveLength(2);
  });
});
