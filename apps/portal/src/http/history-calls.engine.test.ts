/** What comes around a search: its history, what is new in the data, and the countries of a new account. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, dayOf, describeQuestion, searchQuery } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { testMapping } from '../../testing/mapping.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const MAPPING = testMapping({
  record_date: { from: 'date' },
  hs_code: { from: 'hs' },
  importer_name: { from: 'importer' },
});

const portal = sharedPortal();

/** Loads rows of Vietnam's imports, each on a day, as a file of their own. */
async function load(...days: string[]): Promise<number> {
  const path = join(portal.services.dataFolder, `${randomUUID()}.csv`);
  const rows = days.map((day) => `${randomUUID()},${day},8517,Acme`);
  await writeFile(path, `no,date,hs,importer\n${rows.join('\n')}\n`);
  const [outcome] = await new Loader(portal.services.records).load({
    files: [{ path, trade: 'IMPORT' }],
    country: 'VNM',
    mapping: MAPPING,
  });
  return outcome?.loadId ?? 0;
}

const inWords = (changes: Parameters<typeof payload>[0]) => describeQuestion(searchQuery.parse(payload(changes)));

describe('the history of searches', () => {
  let owner: SignedInAccount;
  let sub: SignedInAccount;
  beforeAll(async () => {
    owner = await portal.signIn();
    sub = await portal.signInSubUser(owner);
  });
  const log = async ({ client, person }: SignedInAccount, only = {}) =>
    client.searchLog({ userId: person.userid, ...only });

  it('tells what was asked, what it found then, by whom, and what it cost: once an account and day', async () => {
    const asked = payload({ searchValue: ['8517'] });
    await owner.client.search(asked);
    expect((await log(owner)).queryList).toMatchObject([{ totalThen: null, dataVersionThen: null, points: 1 }]);
    const found = await owner.client.searchCount(asked);
    await sub.client.search({ ...asked, orderByColumn: 'hs_code', orderByMode: 'asc' });
    await sub.client.searchCount(asked);
    const { queryList, totalRecords, people } = await log(owner);
    expect(totalRecords).toBe(2);
    expect(queryList).toMatchObject([
      {
        userId: sub.person.userid,
        userName: 'Eva Bay',
        points: 0,
        userSearchQuery: { orderByColumn: 'hs_code', orderByMode: 'asc' },
      },
      { userId: owner.person.userid, userName: 'Ada Bay', points: 1 },
    ]);
    for (const { question, totalThen, dataVersionThen } of queryList)
      expect({ question, totalThen, dataVersionThen }).toEqual({
        question: inWords(asked),
        totalThen: found,
        dataVersionThen: 1,
      });
    expect(people.map(({ userName }) => userName)).toEqual(['Ada Bay', 'Eva Bay']);
    expect(await log(sub)).toMatchObject({ totalRecords: 1, people: [], queryList: [{ userName: 'Eva Bay' }] });
  });

  it('has what was charged by a count or a list call alone', async () => {
    const { client, person } = await portal.signIn();
    await client.searchCount(payload({ searchValue: ['8517'] }));
    await client.listImporters(payload({ searchValue: ['0901'] }));
    const { queryList } = await client.searchLog({ userId: person.userid });
    expect(queryList.map(({ userSearchQuery, totalThen, points }) => [userSearchQuery.searchValue, totalThen, points]))
      // Both belong to the same moment or to two, which the order leaves open.
      .toEqual(
        expect.arrayContaining([
          [['8517'], expect.any(Number), 1],
          [['0901'], null, 1],
        ]),
      );
    expect(queryList).toHaveLength(2);
  });

  it('keeps of a question what it was last asked with: its filters in words, and no count of others', async () => {
    const { client, person } = await portal.signIn();
    const [plain, filtered] = [payload(), payload({ hsCodeList: ['090111'] })];
    await client.search(plain);
    await client.searchCount(plain);
    await client.search(filtered);
    const latest = async () => (await client.searchLog({ userId: person.userid })).queryList;
    expect(await latest()).toMatchObject([{ question: `${inWords({})} · HS code: 090111`, totalThen: null }]);
    await client.searchCount(filtered);
    expect(await latest()).toMatchObject([{ totalThen: 1, userSearchQuery: { hsCodeList: ['090111'] } }]);
  });

  it('is narrowed by text, person, trade type and days, and paged', async () => {
    await sub.client.search(payload({ tradeType: 'EXPORT', searchValue: ['7208'] }));
    const totals = async (only: object, of = owner) => (await log(of, only)).totalRecords;
    const today = dayOf(new Date());
    expect(await totals({})).toBe(3);
    expect(await totals({ contains: 'STARTS WITH ‘'.replace('‘', "'7208") })).toBe(1);
    expect(await totals({ contains: '%' })).toBe(0);
    expect(await totals({ personId: sub.person.userid })).toBe(2);
    expect(await totals({ tradeType: 'EXPORT' })).toBe(1);
    // What was asked before midnight is of the day before.
    expect(await totals({ from: addDays(today, -1), to: today })).toBe(3);
    expect(await totals({ to: '2020-01-01' })).toBe(0);
    const page = await log(owner, { numberOfRecords: 2, pageNumber: 1 });
    expect([page.queryList.length, page.totalRecords]).toEqual([1, 3]);
    expect((await failure(log(sub, { personId: owner.person.userid }))).code).toBe('NOT_YOURS');
  });

  it('counts again what each finds now, free, and nothing where the rights have shrunk', async () => {
    const { client, person } = await portal.signIn(['VNM', 'KOR']);
    const vietnam = payload({
      countryCode: ['VNM'],
      searchValue: ['8517'],
      fromDate: '2023-01-01',
      toDate: '2023-12-31',
    });
    await client.search(vietnam);
    await client.search(payload());
    const { queryList } = await client.searchLog({ userId: person.userid });
    const searchIds = queryList.map(({ searchId }) => searchId);
    const left = async () => (await client.activeSubscriptions({ userId: person.userid })).userSubscriptionList[0];
    const before = (await left())?.queryPerDay;
    const now = async () => (await client.countAgain({ searchIds })).countList.map(({ totalNow }) => totalNow);
    const [korean] = await now();
    expect(await now()).toEqual([korean, 0]);
    const loadId = await load('2023-02-03', '2023-02-04');
    expect(await now()).toEqual([korean, 2]);
    const { accounts, records } = portal.services;
    await accounts.subscriptions.subscribe(person.userid, { plan: 'Operator', countries: ['KOR'] });
    expect(await now()).toEqual([korean, null]);
    await records.publication.unload([loadId]);
    expect((await left())?.queryPerDay).toBe(before);
    expect((await failure(owner.client.countAgain({ searchIds }))).code).toBe('NOT_YOURS');
    const ofSub = (await log(sub)).queryList.map(({ searchId }) => searchId);
    expect((await owner.client.countAgain({ searchIds: ofSub })).countList).toHaveLength(2);
  });

  it('leads to saving what the account’s people asked, for the main account; a sub-user saves their own alone', async () => {
    const ask = async ({ client }: SignedInAccount, value: string) =>
      (await client.search(payload({ searchValue: [value] }))).searchId;
    const workspace_id = await owner.client.createWorkspace({ name: 'From the history' });
    const saved = { workspace_id, name: 'What Eva asked', description: 'Kept for all of us' };
    const { id } = await owner.client.saveSearch({ ...saved, search_id: await ask(sub, '8471') });
    const { searchQueryWithWS } = await sub.client.savedSearchList({ createdBy: sub.person.userid });
    expect(searchQueryWithWS.find((one) => one.id === id)).toMatchObject({ name: 'What Eva asked' });
    const refused = sub.client.saveSearch({ ...saved, name: 'Theirs', search_id: await ask(owner, '8472') });
    expect((await failure(refused)).code).toBe('NOT_YOURS');
  });
});

describe('what is new in the data', () => {
  it('counts from the visit before, of the countries and whole months that may be seen', async () => {
    const first = await load('2024-01-05', '2024-02-05');
    const { client, person, email, password } = await portal.signIn(['VNM']);
    expect(await client.dataNews({})).toEqual({ since: null, newsList: [] });
    // Loads know their second.
    await new Promise((pass) => setTimeout(pass, 1100));
    const second = await load('2024-02-06', '2024-03-05', '2024-03-06');
    const { token } = await client.login({ email, password });
    const back = portal.clientOf(() => token);
    const { since, newsList } = await back.dataNews({});
    expect(Math.abs(Date.parse(since ?? '') - Date.now())).toBeLessThan(60_000);
    const vietnam = { shortcode: 'VNM', name: 'Vietnam', iso2code: 'VN', tradeType: 'IMPORT' };
    expect(newsList).toEqual([{ ...vietnam, records: 3, newMonths: ['2024-03'], lastMonth: '2024-03', latest: null }]);

    const { accounts, records } = portal.services;
    const see = (access: object) => accounts.subscriptions.subscribe(person.userid, { plan: 'Operator', ...access });
    await see({ countries: ['VNM'], dataAccessUpto: '2024-03-15' });
    expect((await back.dataNews({})).newsList).toEqual([
      { ...vietnam, records: 1, newMonths: [], lastMonth: '2024-02', latest: null },
    ]);
    await see({ countries: ['KOR'] });
    expect((await back.dataNews({})).newsList).toEqual([]);
    // The latest month that is whole is set beside the same one of the year before; one that has only begun is not.
    await see({ countries: ['VNM'] });
    const third = await load('2023-02-07', '2024-02-29');
    expect((await back.dataNews({})).newsList[0]?.latest).toEqual({ month: '2024-02', records: 3, yearBefore: 1 });
    for (const loadId of [first, second, third]) await records.publication.unload([loadId]);
  });

  it('is told to anybody on the sign-in screen: which months of which countries, of the last 60 days', async () => {
    const { records } = portal.services;
    const stranger = portal.clientOf(() => null);
    const vietnam = { shortcode: 'VNM', name: 'Vietnam', iso2code: 'VN', tradeType: 'IMPORT' };
    const told = async () => (await stranger.whatsNew({})).newsList.filter(({ shortcode }) => shortcode === 'VNM');
    expect(await told()).toEqual([]);
    const first = await load('2024-01-05', '2024-02-05');
    expect(await told()).toEqual([
      { ...vietnam, isNew: true, newMonths: ['2024-01', '2024-02'], lastMonth: '2024-02' },
    ]);
    await records.staging.engine.run({
      name: 'test.age',
      sql: `ALTER TABLE loads UPDATE loaded_at = now() - INTERVAL 62 DAY WHERE load_id = ${first}`,
      settings: { mutations_sync: 2 },
    });
    const second = await load('2024-02-06', '2024-03-05');
    expect(await told()).toEqual([{ ...vietnam, isNew: false, newMonths: ['2024-03'], lastMonth: '2024-03' }]);
    await records.publication.unload([second]);
    expect(await told()).toEqual([]);
    await records.publication.unload([first]);
  });
});

describe('the countries of a plan that leaves them to the account', () => {
  const choice = async ({ client, person }: SignedInAccount) =>
    (await client.activeSubscriptions({ userId: person.userid })).userSubscriptionList[0];

  it('are chosen once, as many as the plan says, and written down', async () => {
    const free = await portal.signIn(undefined, 'Free');
    expect(await choice(free)).toMatchObject({ countries: [], countriesToChoose: 1 });
    const refused = (countries: string[]) => failure(free.client.chooseCountries({ countries }));
    expect((await refused(['KOR', 'VNM'])).message).toBe('These are more countries than the plan holds');
    expect((await refused(['ATL'])).message).toBe('Unknown country code');
    const both = await Promise.allSettled(
      ['KOR', 'VNM'].map((one) => free.client.chooseCountries({ countries: [one] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await refused(['KOR'])).code).toBe('COUNTRIES_CHOSEN');
    const now = await choice(free);
    expect(now?.countriesToChoose).toBe(0);
    expect(now?.countries).toHaveLength(1);
    expect(await portal.services.accounts.audit.latest(1, free.person.userid)).toMatchObject([
      { event: 'COUNTRIES_CHOSEN', actorId: free.person.userid, details: { countries: now?.countries } },
    ]);
  });

  it('are nobody else’s to choose: where the operator assigned some, or the plan has its own', async () => {
    for (const account of [await portal.signIn(['KOR'], 'Free'), await portal.signIn()]) {
      expect((await choice(account))?.countriesToChoose).toBe(0);
      expect((await failure(account.client.chooseCountries({ countries: ['VNM'] }))).code).toBe('COUNTRIES_CHOSEN');
    }
  });
});
