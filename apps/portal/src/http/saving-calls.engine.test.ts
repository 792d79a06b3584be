/** The calls of workspaces, saved searches and contacts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, payload, raw } from '../testing/calls.js';
import { type SignedInAccount, startPortal, type TestPortal } from '../testing/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

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

const subscription = async ({ client, person }: SignedInAccount) =>
  (await client.activeSubscriptions({ userId: person.userid })).userSubscriptionList[0];

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
      workspaceList: [{ id: body, name: 'Fabrics' }],
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
    expect(workspaceList).toEqual([{ id: workspace_id, name: 'Fabrics' }]);
    const { searchId } = await owner.client.search(payload({ searchValue: ['6907'] }));
    const texts = { name: 'Tiles', description: 'By the owner' };
    await owner.client.saveSearch({ workspace_id, search_id: searchId, ...texts });
    expect(await list()).toMatchObject([texts]);
    const byOwner = await subUser.client.savedSearchList({ createdBy: owner.person.userid, workspaceId: workspace_id });
    expect(byOwner.totalRecords).toBe(1);
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
      userSearchQuery: { hsCodeList: ['851712'], orderByColumn: 'hs_code', orderByMode: 'asc', importerList: [] },
    });
    expect(saved?.totalRecords).toBeLessThan(4);
    expect(saved?.userSearchQuery).not.toHaveProperty('pageNumber');
    // What was saved can be asked as it is.
    expect(await client.searchCount(saved?.userSearchQuery ?? expect.fail())).toBe(saved?.totalRecords);
  });

  it('is the question alone where no query comes along', async () => {
    const { client, toSave, list } = await withWorkspace();
    await client.saveSearch({ ...toSave, id: '' });
    expect(await list()).toMatchObject([{ totalRecords: 4, columnKeys: [], userSearchQuery: payload() }]);
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
    await portal.house.accounts.plans.set('Two a workspace', {
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
    expect(await list({ workspaceId: workspace_id })).toMatchObject([{ id }]);
    expect(await list({ userWorkspaceId: id })).toMatchObject([{ id }]);
    const page = await client.savedSearchList({ createdBy: person.userid, pageNumber: 1, numberOfRecords: 1 });
    expect([page.totalRecords, page.searchQueryWithWS.length]).toEqual([2, 1]);
    expect(await client.removeSavedSearch({ userWorkspaceId: id })).toEqual({ message: 'Item removed successfully' });
    expect(await list({ workspaceId: workspace_id })).toEqual([]);
    expect((await failure(client.removeSavedSearch({ userWorkspaceId: id }))).code).toBe('NOT_YOURS');
  });

  it('takes and gives nothing from the searches that are left', async () => {
    const { client, toSave, ...account } = await withWorkspace();
    const before = await subscription({ client, ...account });
    await client.saveSearch({ ...toSave, query: payload({ hsCodeList: ['851712'] }) });
    expect(await subscription({ client, ...account })).toEqual(before);
  });
});

describe('a contact', () => {
  const company = (companyName: string) => ({ companyName, address: null, email: null, mobile: null, website: null });

  it("is kept once for the account: 'CREATED', and then not", async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    const { status, body } = await raw(portal, '/activity-management/savecontact', {
      method: 'POST',
      headers: { accessedby: owner.person.token, 'content-type': 'application/json' },
      body: JSON.stringify(company('Ha-Meem  Denim Ltd.')),
    });
    expect([status, body]).toEqual([200, 'CREATED']);
    expect(await subUser.client.saveContact(company('HA MEEM DENIM LTD'))).toBe('DUPLICATE');
    const known = { address: '1 Quay', email: 'mail@acme.example', mobile: '+31 20 123 4567' };
    expect(await subUser.client.saveContact({ companyName: 'Acme', ...known })).toBe('CREATED');
    const answer = { contactList: expect.any(Array), totalRecords: 2 };
    for (const { client, person } of [owner, subUser]) {
      const list = await client.contactList({ userId: person.userid });
      expect(list).toEqual(answer);
      expect(list.contactList).toEqual([
        { companyName: 'Acme', ...known, website: null },
        company('Ha-Meem Denim Ltd.'),
      ]);
    }
  });

  it.each([
    [{ companyName: '' }, 'This field is required'],
    [{ companyName: 'a\u0000b' }, 'This field is required'],
    [{ companyName: 'x'.repeat(301) }, 'This text is too long'],
    [{ email: 'nobody' }, 'Please enter valid email address'],
    [{ mobile: 'x' }, 'Please enter valid mobile no'],
    [{ website: 'javascript:alert(1)' }, 'Please enter a valid website, with http:// or https://'],
    [{ website: 'https://acme.example/\u0000' }, 'Please enter a valid website, with http:// or https://'],
  ])('is refused with %j in words', async (changes, message) => {
    const { client } = await portal.signIn();
    expect((await failure(client.saveContact({ ...company('Acme'), ...changes }))).message).toBe(message);
  });
});
