/** What calls about what people keep and take home take and answer (SPEC 3, 4, 7 and 9). */
import { randomUUID } from 'node:crypto';
import { type Caller, saveSearch, subscriptionOf } from './caller.js';
import { expect } from './test.js';
import { COTTON, callTest as test } from './visits.js';

const SEARCH = '/search-management/search';
const of = ({ user }: Caller) => ({ userId: user.userid });

const quote = async (caller: Caller, query: object, ids?: string[]) =>
  (await caller.post('/export-management/quote', { query, columnKeys: ['hs_code'], ...(ids && { ids }) })).body;

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('a workspace is made, keeps searches, and gives them back', {
  tag: ['@3.20', '@4.20', '@7.38', '@7.39', '@7.40', '@7.41'],
}, async ({ account }) => {
  const person = await account();
  const left = async () => (await subscriptionOf(person)).totalWorkspace;
  const before = await left();
  const { workspaceId, searchId, id, save } = await saveSearch(person, COTTON);
  expect(workspaceId).toEqual(expect.any(String));
  // The workspace is counted, what is saved in it is not.
  expect(await left()).toBe(before - 1);
  const { body: workspaces } = await person.get('/activity-management/workspace/list', of(person));
  expect(workspaces).toMatchObject({ workspaceList: [{ id: workspaceId, name: 'Fabrics' }], totalRecords: 1 });

  const query = { createdBy: person.user.userid, workspaceId };
  const searches = async () => (await person.get('/activity-management/workspace/searchByUser', query)).body;
  const { body: totalRecords } = await person.post('/search-management/searchcount', COTTON);
  expect(await searches()).toMatchObject({
    searchQueryWithWS: [
      {
        ...{ id, searchId, workspaceId, name: 'Cotton', description: 'About cotton', createdDate: expect.any(String) },
        ...{ tradeType: 'IMPORT', countryCode: COTTON.countryCode, fromDate: COTTON.fromDate, toDate: COTTON.toDate },
        ...{ totalRecords, userSearchQuery: { isDownloaded: false, totalRecords } },
      },
    ],
    totalRecords: 1,
  });
  const again = { ...save, id, name: 'Cotton again' };
  expect(await person.post('/activity-management/workspace/savesearch', again)).toMatchObject({ status: 200 });
  expect((await searches()).searchQueryWithWS).toMatchObject([{ id, name: 'Cotton again' }]);
  const removed = await person.put('/activity-management/workspace/removesearch', { query: { userWorkspaceId: id } });
  expect(removed.status).toBe(200);
  expect(await searches()).toMatchObject({ searchQueryWithWS: [], totalRecords: 0 });
});

test('a contact is saved and listed with its five fields', { tag: ['@3.22', '@7.43', '@7.44'] }, async ({
  account,
}) => {
  const person = await account();
  const save = (contact: object) => person.post('/activity-management/savecontact', contact);
  const contact = {
    ...{ companyName: 'Acme Trading Ltd', address: '1 Quay', mobile: '+31 20 123 4567' },
    ...{ email: 'mail@acme.example', website: 'https://acme.example' },
  };
  const bare = { companyName: 'Basalt & Sons', address: null, email: null, mobile: null, website: null };
  for (const one of [contact, bare]) expect(await save(one)).toMatchObject({ status: 200, body: 'CREATED' });
  const { status, body } = await person.get('/activity-management/listcontact', of(person));
  expect(status).toBe(200);
  expect(body.contactList).toHaveLength(2);
  expect(body.contactList).toEqual(expect.arrayContaining([contact, bare].map((one) => expect.objectContaining(one))));
  expect(body.totalRecords).toBe(2);
});

test('what was downloaded is known by the portal alone', {
  tag: ['@3.5', '@7.19', '@7.45', '@7.46'],
}, async ({ account }) => {
  const person = await account();
  const search = async () => (await person.post(SEARCH, COTTON)).body;
  const found = await search();
  const [own, other] = idsOf(found.impForeignList) as [string, string];
  const update = (downloadedRecords: string[]) =>
    person.post('/activity-management/download-tracker/update', { ...of(person), downloadedRecords });
  expect(await update([])).toMatchObject({ status: 200, body: { downloadedRecords: [] } });
  expect(await update([own])).toMatchObject({ status: 403, body: { errorCode: 'NOT_YOURS' } });
  const reported = { searchId: found.searchId, recordsDownloaded: 50 };
  expect(await person.put('/search-management/downloadsearch', { query: reported })).toMatchObject({
    ...{ status: 200, body: { recordsDownloaded: 0 } },
  });
  const tracked = () => person.get('/activity-management/download-tracker/get', of(person));
  expect((await tracked()).body).toEqual([]);

  const { fingerprint } = await quote(person, COTTON, [own]);
  const asked = { query: COTTON, columnKeys: ['hs_code'], ids: [own], fingerprint, key: randomUUID() };
  const started = await person.post('/export-management/export', asked);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  await expect.poll(async () => (await tracked()).body).toEqual([own]);
  expect((await tracked()).headers.get('x-total-records')).toBe('1');
  expect(await update([own])).toMatchObject({ status: 200, body: { downloadedRecords: [own] } });
  const owned = (await search()).impForeignList.filter(({ owned }: { owned: boolean }) => owned);
  expect(idsOf(owned)).toEqual([own]);
  expect(await quote(person, COTTON, [own, other])).toMatchObject({ rows: 2, points: 1 });
});

test("a row costs the points of its country's weightage, up to maxDownload", {
  tag: ['@8.13', '@9.11', '@9.13'],
}, async ({ account, portal }) => {
  const person = await account('Startup');
  const { maxDownload } = await subscriptionOf(person);
  const query = { ...COTTON, countryCode: ['VNM'] };
  const exported = { ...query, tradeType: 'EXPORT' };
  const weigh = (points: number) => portal.command('weightage', 'set', 'VNM', '--import', String(points));
  const { body } = await person.post(SEARCH, query);
  const { body: sold } = await person.post(SEARCH, exported);
  try {
    await weigh(3);
    expect(await quote(person, query, idsOf(body.impForeignList).slice(0, 2))).toMatchObject({ rows: 2, points: 6 });
    expect(await quote(person, exported, [sold.expForeignList[0].id])).toMatchObject({ rows: 1, points: 1 });
    const weightage = Math.floor(maxDownload / 7);
    await weigh(weightage);
    const all = await quote(person, query);
    expect(all).toMatchObject({ maxDownload, rows: Math.floor(Math.min(maxDownload, all.balance) / weightage) });
    expect(all.matching).toBeGreaterThan(all.rows);
    const { refusal } = await quote(person, query, idsOf(body.impForeignList));
    expect(refusal.errorMsg).toBe(
      'You cannot download more than 7 records in a single search. Please refine your search criteria.',
    );
  } finally {
    await weigh(1);
  }
});
