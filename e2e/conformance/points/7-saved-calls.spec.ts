/** SPEC 7: calls about what people keep. */
import { enter } from '../../src/accounts.js';
import { COTTON, callsOf, LIST } from '../screens.js';
import { differs, expect, test } from '../surroundings.js';

const SEARCH = '/search-management/search';

test('7.38 POST /activity-management/workspace takes name and is_active Y and answers with the new id.', async ({
  account,
}) => {
  const person = await account();
  const { status, body } = await person.post('/activity-management/workspace', { name: 'Fabrics', is_active: 'Y' });
  expect(status).toBe(200);
  expect(body).toEqual(expect.any(String));
});

test('7.39 GET /activity-management/workspace/list takes userId and answers with workspaceList.', async ({ demo }) => {
  const { status, body } = await demo.get('/activity-management/workspace/list', { userId: demo.user.userid });
  expect(status).toBe(200);
  expect(Array.isArray(body.workspaceList)).toBe(true);
});

test('7.40 workspace/list, searchByUser and listcontact answer with their list only.', async ({ demo }) => {
  differs('`listcontact`, `workspace/list`, `searchByUser` answer with a list');
  const { userid } = demo.user;
  for (const [path, query] of [
    ['workspace/list', { userId: userid }],
    ['workspace/searchByUser', { createdBy: userid }],
    ['listcontact', { userId: userid }],
  ] as const)
    expect((await demo.get(`/activity-management/${path}`, query)).body.totalRecords, path).toEqual(expect.any(Number));
});

test('7.41 POST /activity-management/workspace/savesearch takes workspace_id, search_id, name, description, is_active and id; GET workspace/searchByUser takes createdBy and workspaceId and answers with searchQueryWithWS; PUT workspace/removesearch takes userWorkspaceId in its query.', async ({
  account,
}) => {
  const person = await account();
  const { body: workspaceId } = await person.post('/activity-management/workspace', {
    name: 'Fabrics',
    is_active: 'Y',
  });
  const { body: found } = await person.post(SEARCH, COTTON);
  const texts = { name: 'Cotton', description: 'About cotton', is_active: 'Y' };
  const save = { workspace_id: workspaceId, search_id: found.searchId, ...texts };
  const { body: saved } = await person.post('/activity-management/workspace/savesearch', save);
  const again = { ...save, id: saved.id, name: 'Cotton again' };
  expect(await person.post('/activity-management/workspace/savesearch', again)).toMatchObject({ status: 200 });
  const query = { createdBy: person.user.userid, workspaceId };
  const searches = async () =>
    (await person.get('/activity-management/workspace/searchByUser', query)).body.searchQueryWithWS;
  expect(await searches()).toMatchObject([{ id: saved.id, name: 'Cotton again' }]);
  const removed = await person.put('/activity-management/workspace/removesearch', {
    query: { userWorkspaceId: saved.id },
  });
  expect(removed.status).toBe(200);
  expect(await searches()).toEqual([]);
});

test('7.42 savesearch carries ids, name and description only.', async ({ page, account }) => {
  differs('`savesearch` carries ids, name and description');
  const calls = callsOf(page);
  await enter(page, await account(), LIST);
  await page.getByRole('button', { name: 'Save Query' }).click();
  await page.getByRole('menuitem', { name: 'Save as' }).click();
  const modal = page.getByRole('dialog', { name: 'Save search' });
  await modal.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: 'Create New Workspace' }).click();
  await modal.getByLabel('Workspace name').fill('Fabrics');
  await modal.getByRole('button', { name: 'Save' }).click();
  await expect(modal).toBeHidden();
  const sent = calls.find(({ path }) => path.endsWith('/savesearch'))?.sent;
  expect(sent).toMatchObject({ query: { searchValue: ['cotton'] }, columnKeys: expect.any(Array) });
});

test("7.43 POST /activity-management/savecontact takes companyName, address, email, mobile and website (the last four null from the results) and answers with 'CREATED'.", async ({
  account,
}) => {
  const person = await account();
  const contact = { companyName: 'Acme Ltd', address: null, email: null, mobile: null, website: null };
  expect(await person.post('/activity-management/savecontact', contact)).toMatchObject({
    status: 200,
    body: 'CREATED',
  });
});

test('7.44 GET activity-management/listcontact takes userId and answers with contactList.', async ({ demo }) => {
  const { status, body } = await demo.get('/activity-management/listcontact', { userId: demo.user.userid });
  expect(status).toBe(200);
  expect(Array.isArray(body.contactList)).toBe(true);
});

test('7.45 POST /activity-management/download-tracker/update takes userId and downloadedRecords.', async ({
  account,
}) => {
  differs('`downloadsearch` and `download-tracker/update` report what was downloaded');
  const person = await account();
  const { body: found } = await person.post(SEARCH, COTTON);
  const update = (downloadedRecords: string[]) =>
    person.post('/activity-management/download-tracker/update', { userId: person.user.userid, downloadedRecords });
  expect(await update([])).toMatchObject({ status: 200, body: { downloadedRecords: [] } });
  expect(await update([found.impForeignList[0].id])).toMatchObject({
    status: 403,
    body: { errorCode: 'NOT_YOURS' },
  });
});

test('7.46 GET /activity-management/download-tracker/get takes userId and answers with a list of ids.', async ({
  demo,
}) => {
  const { status, body, headers } = await demo.get('/activity-management/download-tracker/get', {
    userId: demo.user.userid,
  });
  expect(status).toBe(200);
  expect(Array.isArray(body)).toBe(true);
  expect(headers.get('x-total-records')).toMatch(/^\d+$/);
});

test('7.47 All calls of the application go to one host.', async ({ page, open, portal }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(portal.url) && !/^(data|blob):/.test(request.url())) outside.push(request.url());
  });
  await open(LIST);
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('form', { name: 'Quick trade search' })).toBeVisible();
  expect(outside).toEqual([]);
});
