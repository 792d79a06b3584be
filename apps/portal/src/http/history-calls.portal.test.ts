/** What comes around a search: its history, and the countries of a new account. */
import { addDays, dayOf, describeQuestion, searchQuery } from '@tidewaiter/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { type SignedInAccount, subscription } from '../../testing/portal.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();

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
      { userId: sub.person.userid, userName: 'Eva Bay', points: 0, userSearchQuery: { orderByColumn: 'hs_code' } },
      { userId: owner.person.userid, userName: 'Ada Bay', points: 1 },
    ]);
    for (const one of queryList)
      expect(one).toMatchObject({ question: inWords(asked), totalThen: found, dataVersionThen: 1 });
    expect(people.map(({ userName }) => userName)).toEqual(['Ada Bay', 'Eva Bay']);
    expect(await log(sub)).toMatchObject({ totalRecords: 1, people: [], queryList: [{ userName: 'Eva Bay' }] });
  });

  it('keeps of a question what it was last asked with: its filters in words, and no count of others', async () => {
    const { client, person } = await portal.signIn();
    const [plain, filtered] = [payload(), payload({ hsCodeList: ['090111'] })];
    const latest = async () => (await client.searchLog({ userId: person.userid })).queryList;
    // What was charged by a count alone is a search too.
    await client.searchCount(plain);
    expect(await latest()).toMatchObject([{ totalThen: 4, points: 1 }]);
    await client.search(filtered);
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

describe('the countries of a plan that leaves them to the account', () => {
  it('are chosen as many as the plan says, anew until the first search, and written down', async () => {
    const free = await portal.signIn(undefined, 'Free');
    expect(await subscription(free)).toMatchObject({ countries: [], countriesToChoose: 1 });
    // Nothing is told of countries until some are chosen, and nothing fails for it.
    expect((await free.client.findings({})).totalRecords).toBe(0);
    const refused = (countries: string[]) => failure(free.client.chooseCountries({ countries }));
    expect((await refused(['KOR', 'VNM'])).message).toBe(
      'Your plan does not include that many countries: choose fewer',
    );
    expect((await refused(['ATL'])).message).toBe('Unknown country code');
    const { sourceList } = await free.client.countryChoice({});
    expect(sourceList.map(({ shortcode, tradeType }) => `${shortcode} ${tradeType}`)).toEqual(['KOR IMPORT']);
    for (const { records } of sourceList) expect(records).toBeGreaterThan(0);
    await Promise.all(['KOR', 'VNM'].map((one) => free.client.chooseCountries({ countries: [one] })));
    expect((await subscription(free))?.countries).toHaveLength(1);
    await free.client.chooseCountries({ countries: ['KOR'] });
    expect(await subscription(free)).toMatchObject({ countries: ['KOR'], countriesToChoose: 1 });
    await free.client.search(payload());
    expect((await refused(['VNM'])).code).toBe('COUNTRIES_CHOSEN');
    expect(await free.client.countryChoice({})).toEqual({ sourceList: [] });
    const now = await subscription(free);
    expect(now).toMatchObject({ countries: ['KOR'], countriesToChoose: 0 });
    expect(await portal.services.accounts.audit.latest(1, { subjectId: free.person.userid })).toMatchObject([
      { event: 'COUNTRIES_CHOSEN', actorId: free.person.userid, details: { countries: now?.countries } },
    ]);
  });

  it('are nobody else’s to choose: where the operator assigned some, or the plan has its own', async () => {
    for (const account of [await portal.signIn(['KOR'], 'Free'), await portal.signIn()]) {
      expect((await subscription(account))?.countriesToChoose).toBe(0);
      expect((await failure(account.client.chooseCountries({ countries: ['VNM'] }))).code).toBe('COUNTRIES_CHOSEN');
    }
  });
});
