/** The calls of workspaces and saved searches. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Loader } from '@tidewaiter/loader';
import { describe, expect, it } from 'vitest';
import { failure, payload, raw } from '../../testing/calls.js';
import { type SignedInAccount, subscription } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();

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

describe('a workspace', () => {
  it('is made under a name, answers with its id alone, and costs one of the allowance', async () => {
    const account = await portal.signIn(['KOR'], 'Free');
    const { status, body } = await raw(portal, '/activity-management/workspace', {
      method: 'POST',
      headers: { accessedby: account.person.token, 'content-type': 'application/json' },
      body: JSON.stringify({ name: '  Fabrics ', is_active: 'Y' }),
    });
    expect(status).toBe(200);
    expect(body).toMatch(/^[0-9a-f-]{36}$/);
    expect((await subscription(account))?.totalWorkspace).toBe(3);
    expect(await account.client.workspaceList({ userId: account.person.userid })).toEqual({
      workspaceList: [
        {
          ...{ id: body, name: 'Fabrics', savedSearches: 0, revision: 1, mayChange: true },
          createdDate: expect.any(String),
          createdBy: { userId: account.person.userid, userName: 'Ada Bay' },
        },
      ],
      totalRecords: 1,
    });
  });

  it('is refused where nothing is left, and a second of its name', async () => {
    const account = await portal.signIn(['KOR'], 'Free');
    for (const name of ['A', 'B', 'C', 'D']) await account.client.createWorkspace({ name });
    expect((await failure(account.client.createWorkspace({ name: 'E' }))).toBody()).toEqual({
      errorCode: 'WORKSPACE_LIMIT_EXHAUSTED',
      errorMsg: 'Your Workspace Limit Exhausted',
    });
    const again = await failure(account.client.createWorkspace({ name: 'a' }));
    expect([again.status, again.toBody()]).toEqual([
      409,
      { errorCode: 'WORKSPACE_EXISTS', errorMsg: 'You already have a workspace of this name.' },
    ]);
  });

  it.each([
    ['', 'Please enter workspace name'],
    [' \n ', 'Please enter workspace name'],
    ['a\u0000b', 'Please enter workspace name'],
    ['\ud800x', 'Please enter workspace name'],
    ['two\nlines', 'Please enter workspace name'],
    ['x'.repeat(101), 'This text is too long'],
  ])('has a name: not %j', async (name, message) => {
    const { client } = await portal.signIn();
    expect((await failure(client.createWorkspace({ name }))).message).toBe(message);
  });

  it("is the owner's where a sub-user makes it", async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    const before = await subscription(owner);
    const { list, workspace_id } = await withWorkspace(subUser);
    expect((await subscription(owner))?.totalWorkspace).toBe((before?.totalWorkspace ?? 0) - 1);
    const { workspaceList } = await owner.client.workspaceList({ userId: owner.person.userid });
    expect(workspaceList).toMatchObject([{ id: workspace_id, name: 'Fabrics', createdBy: { userName: 'Eva Bay' } }]);
    const { searchId } = await owner.client.search(payload({ searchValue: ['6907'] }));
    const texts = { name: 'Tiles', description: 'By the owner' };
    await owner.client.saveSearch({ workspace_id, search_id: searchId, ...texts });
    expect(await list()).toMatchObject([texts]);
    const byOwner = await subUser.client.savedSearchList({ createdBy: owner.person.userid, workspaceId: workspace_id });
    expect(byOwner.totalRecords).toBe(1);
  });
});

describe('what people of one account share', () => {
  it('is renamed by who saw it last: nobody overwrites what they have not seen', async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    const { workspace_id: workspaceId, toSave, list } = await withWorkspace(subUser);
    const { id: userWorkspaceId } = await subUser.client.saveSearch(toSave);
    const seen = { revision: 1 };
    expect(await owner.client.renameWorkspace({ workspaceId, name: 'Yarns', ...seen })).toEqual({
      message: 'Workspace renamed',
    });
    const late = await failure(subUser.client.renameWorkspace({ workspaceId, name: 'Silks', ...seen }));
    expect([late.status, late.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    const texts = { name: 'Cotton of 2020', description: 'All of it' };
    await subUser.client.renameSavedSearch({ userWorkspaceId, ...texts, ...seen });
    const change = owner.client.renameSavedSearch({ userWorkspaceId, ...texts, ...seen });
    expect((await failure(change)).code).toBe('CHANGED_MEANWHILE');
    const replace = subUser.client.saveSearch({ ...toSave, id: userWorkspaceId, ...seen });
    expect((await failure(replace)).code).toBe('CHANGED_MEANWHILE');
    expect(await list()).toMatchObject([{ ...texts, workspaceName: 'Yarns', revision: 2 }]);
  });

  it("is a sub-user's to change where they made it, and the main account's in any case", async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    const { workspace_id: workspaceId, toSave } = await withWorkspace(owner);
    const { id: userWorkspaceId } = await owner.client.saveSearch(toSave);
    const { client } = subUser;
    const refused = await Promise.all(
      [
        client.renameWorkspace({ workspaceId, name: 'Mine', revision: 1 }),
        client.removeWorkspace({ workspaceId }),
        client.renameSavedSearch({ userWorkspaceId, name: 'Mine', description: 'Mine', revision: 1 }),
        client.removeSavedSearch({ userWorkspaceId }),
      ].map(failure),
    );
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['MAKER_ONLY']));
    const [seen] = (await client.savedSearchList({ createdBy: subUser.person.userid })).searchQueryWithWS;
    expect(seen).toMatchObject({ mayChange: false, createdBy: { userId: owner.person.userid } });
    // Their own workspace, in which the owner has saved something.
    const theirs = await client.createWorkspace({ name: 'Of the sub-user' });
    await owner.client.saveSearch({ ...toSave, workspace_id: theirs });
    expect((await failure(client.removeWorkspace({ workspaceId: theirs }))).toBody()).toEqual({
      errorCode: 'WORKSPACE_SHARED',
      errorMsg: "This workspace holds other people's searches: only the main account may remove it.",
    });
    expect(await owner.client.removeWorkspace({ workspaceId: theirs })).toEqual({
      message: 'Item removed successfully',
    });
  });

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
    expect((await undo()).code).toBe('WORKSPACE_EXISTS');
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
  it('holds the question with its filters, order and columns, and what it found', async () => {
    const { client, toSave, list, searchId, workspace_id } = await withWorkspace();
    const query = payload({ hsCodeList: ['851712'], orderByColumn: 'hs_code', orderByMode: 'asc', pageNumber: 2 });
    const columnKeys = ['be_date', 'hs_code'];
    const { id, message } = await client.saveSearch({ ...toSave, query, columnKeys });
    expect(message).toBe('Search query saved successfully');
    const [saved] = await list();
    expect(saved).toMatchObject({
      id,
      searchId,
      workspaceId: workspace_id,
      workspaceName: 'Fabrics',
      name: 'Cotton',
      description: 'What Korea buys',
      tradeType: 'IMPORT',
      countryCode: ['KOR'],
      fromDate: '2020-01-01',
      toDate: '2020-12-31',
      totalRecords: await client.searchCount(query),
      dataVersion: 1,
      columnKeys,
      userSearchQuery: {
        ...{ hsCodeList: ['851712'], orderByColumn: 'hs_code', orderByMode: 'asc', importerList: [] },
        isDownloaded: false,
        totalRecords: saved?.totalRecords,
      },
    });
    expect(saved?.totalRecords).toBeLessThan(4);
    expect(saved?.userSearchQuery).not.toHaveProperty('pageNumber');
    // What was saved can be asked as it is.
    expect(await client.searchCount(saved?.userSearchQuery ?? expect.fail())).toBe(saved?.totalRecords);
  });

  it('is the search as it was last asked where no query comes along', async () => {
    const { client, toSave, list } = await withWorkspace();
    const { id } = await client.saveSearch({ ...toSave, id: '' });
    expect(await list()).toMatchObject([{ totalRecords: 4, columnKeys: [], userSearchQuery: payload() }]);
    await client.search(payload({ hsCodeList: ['851712'] }));
    await client.saveSearch({ ...toSave, id });
    expect(await list()).toMatchObject([{ totalRecords: 1, userSearchQuery: { hsCodeList: ['851712'] } }]);
  });

  it('is refused with the query of another search', async () => {
    const { client, toSave, list } = await withWorkspace();
    const refused = await failure(client.saveSearch({ ...toSave, query: payload({ searchValue: ['8517'] }) }));
    expect(refused.toBody()).toEqual({
      errorCode: 'VALIDATION',
      errorMsg: 'The query asks something else than the search that is to be saved',
      details: [expect.objectContaining({ field: 'query' })],
    });
    expect(await list()).toEqual([]);
    // The same values in another order ask the same.
    await client.saveSearch({ ...toSave, query: payload({ searchValue: ['6907', '8517', '0901'] }) });
  });

  it('is saved once under a title, and replaced by its id', async () => {
    const { client, toSave, list } = await withWorkspace();
    const { id } = await client.saveSearch(toSave);
    expect((await failure(client.saveSearch(toSave))).toBody()).toEqual({
      errorCode: 'SAVED_SEARCH_EXISTS',
      errorMsg: 'This workspace already has a saved search of this title.',
    });
    const { searchId } = await client.search(payload({ searchValue: ['6907'] }));
    const change = { ...toSave, search_id: searchId, description: 'Only\n tiles', id };
    expect(await client.saveSearch(change)).toEqual({ id, message: 'Search query saved successfully' });
    expect(await list()).toMatchObject([
      { id, searchId, description: 'Only tiles', userSearchQuery: { searchValue: ['6907'] } },
    ]);
  });

  it.each([
    [{ name: ' ' }, 'Please enter title'],
    [{ description: '' }, 'Please enter description'],
    [{ name: 'a\u0007' }, 'Please enter title'],
    [{ description: 'a\u0000b' }, 'Please enter description'],
    [{ description: 'x'.repeat(1001) }, 'This text is too long'],
    [{ columnKeys: ['no column; --'] }, 'Records of this trade type have no such column'],
    [{ query: payload({ searchValue: [] }) }, 'Enter Search Values'],
  ])('is refused with %j in words', async (changes, message) => {
    const { client, toSave } = await withWorkspace();
    expect((await failure(client.saveSearch({ ...toSave, ...changes }))).message).toBe(message);
  });

  it('is one of as many as the plan lets a workspace hold', async () => {
    await portal.services.accounts.plans.set('Two a workspace', {
      searches: 9,
      workspaces: 1,
      recordsPerWorkspace: 2,
      countries: null,
    });
    const { client, toSave } = await withWorkspace(await portal.signIn(undefined, 'Two a workspace'));
    for (const name of ['A', 'B']) await client.saveSearch({ ...toSave, name });
    expect((await failure(client.saveSearch({ ...toSave, name: 'C' }))).toBody()).toEqual({
      errorCode: 'WORKSPACE_FULL',
      errorMsg: 'This workspace is full. Please remove a saved search or choose another workspace.',
    });
  });

  it('is found by itself, by its workspace and among all, and removed', async () => {
    const { client, person, toSave, list, workspace_id } = await withWorkspace();
    const other = await client.createWorkspace({ name: 'Other' });
    const { id } = await client.saveSearch(toSave);
    await client.saveSearch({ ...toSave, workspace_id: other });
    expect(await list()).toHaveLength(2);
    expect(await list({ workspaceId: '', userWorkspaceId: '' })).toHaveLength(2);
    expect(await list({ workspaceId: workspace_id })).toMatchObject([{ id }]);
    expect(await list({ userWorkspaceId: id })).toMatchObject([{ id }]);
    const page = await client.savedSearchList({ createdBy: person.userid, pageNumber: 1, numberOfRecords: 1 });
    expect([page.totalRecords, page.searchQueryWithWS.length]).toEqual([2, 1]);
    expect(await client.removeSavedSearch({ userWorkspaceId: id })).toEqual({ message: 'Item removed successfully' });
    expect(await list({ workspaceId: workspace_id })).toEqual([]);
    expect((await failure(client.removeSavedSearch({ userWorkspaceId: id }))).toBody()).toEqual({
      errorCode: 'REMOVED_MEANWHILE',
      errorMsg: 'This has been removed meanwhile.',
    });
    expect(await client.restoreSavedSearch({ userWorkspaceId: id })).toEqual({ message: 'It has been put back.' });
    expect(await list({ workspaceId: workspace_id })).toMatchObject([{ id }]);
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

  it('takes and gives nothing from the searches that are left', async () => {
    const { client, toSave, ...account } = await withWorkspace();
    const before = await subscription({ client, ...account });
    await client.saveSearch({ ...toSave, query: payload({ hsCodeList: ['851712'] }) });
    expect(await subscription({ client, ...account })).toEqual(before);
  });
});

/** What comes to the four records of the hand-made file, a year later. */
const LATER = `Declaration ID,Date,Office ID,Process Type,Import Type,Import Use,Payment Type,Mode of Transport,Declarant ID,Importer ID,Seller ID,Courier ID,HS6 Code,Country of Departure,Country of Origin,Tax Rate,Tax Type,Country of Origin Indicator,Net Mass,Item Price,Fraud,Critical Fraud
20000001,2020-11-05,30,B,11,21,11,10,AAA1111,BBB1111,CCC1111,,090111,VN,VN,8.0,A,G,1200.5,3654000.25,0,0
20000002,2021-03-06,40,B,11,21,11,40,AAA1112,BBB1112,CCC1112,DDDD11,851712,CN,CN,0.0,C,Y,0.2,241.5,0,0
20000003,2023-03-06,40,B,11,21,11,40,AAA1112,BBB1112,CCC1112,DDDD11,851712,CN,CN,0.0,C,Y,0.2,241.5,0,0
`;

describe('the news of saved searches', () => {
  it('are the records that came since each person last looked, as far as a search may span, free of charge', async () => {
    const owner = await portal.signIn(['KOR'], 'Free');
    const { client, toSave } = await withWorkspace(owner);
    const { id } = await client.saveSearch(toSave);
    const { id: gone } = await client.saveSearch({ ...toSave, name: 'Gone' });
    await client.removeSavedSearch({ userWorkspaceId: gone });
    const news = async (ids = [id]) => (await client.savedSearchNews({ ids })).news;
    expect(await news([id, gone, id])).toMatchObject([
      { id, newRecords: 0, totalRecords: 4, from: '2020-01-01', lookedDate: expect.any(String), reason: null },
      { id: gone, newRecords: null, totalRecords: null, reason: 'This has been removed meanwhile.' },
    ]);
    expect((await failure(news([id, owner.person.sessionId]))).code).toBe('NOT_YOURS');
    expect((await failure((await portal.signIn()).client.savedSearchNews({ ids: [id] }))).code).toBe('NOT_YOURS');

    const path = join(portal.config.dataFolder, 'later.csv');
    await writeFile(path, LATER);
    await new Loader(portal.services.records).load({ files: [{ path }] });
    const before = await subscription(owner);
    const found = [{ newRecords: 2, totalRecords: 6, from: '2020-01-01', to: '2021-03-06' }];
    expect(await news()).toMatchObject(found);
    // Asking is not looking.
    expect(await news()).toMatchObject(found);
    expect(await client.lookedAtSavedSearch({ userWorkspaceId: id })).toEqual({ totalRecords: 6 });
    expect(await news()).toMatchObject([{ newRecords: 0, totalRecords: 6 }]);
    expect(await subscription(owner)).toEqual(before);

    await portal.services.accounts.subscriptions.subscribe(owner.person.userid, { plan: 'Free', countries: ['VNM'] });
    expect(await news()).toMatchObject([
      { newRecords: null, reason: 'Your subscription covers none of the countries or dates of this search.' },
    ]);
    const [shown] = (await client.savedSearchList({ createdBy: owner.person.userid })).searchQueryWithWS;
    expect(shown).toMatchObject({ searchable: null, totalRecords: 4 });
  });

  it('begin for somebody else with what there is, whatever its maker has seen', async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    const { client, toSave } = await withWorkspace(owner);
    const { id } = await client.saveSearch(toSave);
    for (const lookedDate of [null, expect.any(String)]) {
      expect((await subUser.client.savedSearchNews({ ids: [id] })).news).toMatchObject([{ newRecords: 0, lookedDate }]);
    }
  });
});
