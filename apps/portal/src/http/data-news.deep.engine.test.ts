/** What is new in the data: for an account since its last visit, for everybody on the sign-in screen, and for the history's counts. */
import { expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { entitle, searchesLeft } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';

const portal = sharedPortal();

let numbers = 0;
/** Loads rows of Vietnam's imports, each on a day. */
const load = (...days: string[]) => {
  const rows = days.map((day) => {
    numbers += 1;
    return `${numbers},${day},8517,Acme`;
  });
  return loadTestRows(portal, 'VNM', 'no,date,hs,importer', rows);
};

it('a history counts again what each finds now, free, and nothing where the rights have shrunk', async () => {
  const account = await portal.signIn(['VNM', 'KOR']);
  const { client, person } = account;
  const days = { fromDate: '2023-01-01', toDate: '2023-12-31' };
  await client.search(payload({ countryCode: ['VNM'], searchValue: ['8517'], ...days }));
  await client.search(payload());
  const { queryList } = await client.searchLog({ userId: person.userid });
  const searchIds = queryList.map(({ searchId }) => searchId);
  const before = await searchesLeft(account);
  const now = async () => (await client.countAgain({ searchIds })).countList.map(({ totalNow }) => totalNow);
  const [korean] = await now();
  expect(await now()).toEqual([korean, 0]);
  const loadId = await load('2023-02-03', '2023-02-04');
  expect(await now()).toEqual([korean, 2]);
  await entitle(portal, account, { countries: ['KOR'] });
  expect(await now()).toEqual([korean, null]);
  await portal.services.records.publication.unload([loadId]);
  expect(await searchesLeft(account)).toBe(before);
  const owner = await portal.signIn();
  const sub = await portal.signInSubUser(owner);
  await sub.client.search(payload());
  expect((await failure(owner.client.countAgain({ searchIds }))).code).toBe('NOT_YOURS');
  const ofSub = (await sub.client.searchLog({ userId: sub.person.userid })).queryList.map((one) => one.searchId);
  expect((await owner.client.countAgain({ searchIds: ofSub })).countList).toHaveLength(1);
});

it('counts from the visit before, of the countries and whole months that may be seen', async () => {
  const first = await load('2024-01-05', '2024-02-05');
  const account = await portal.signIn(['VNM']);
  const { client, email, password } = account;
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

  const see = (access: object) => entitle(portal, account, access);
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
  for (const loadId of [first, second, third]) await portal.services.records.publication.unload([loadId]);
});

it('is told to anybody on the sign-in screen: which months of which countries, of the last 60 days', async () => {
  const { records } = portal.services;
  const stranger = portal.clientOf(() => null);
  const vietnam = { shortcode: 'VNM', name: 'Vietnam', iso2code: 'VN', tradeType: 'IMPORT' };
  const told = async () => (await stranger.whatsNew({})).newsList.filter(({ shortcode }) => shortcode === 'VNM');
  expect(await told()).toEqual([]);
  const first = await load('2024-01-05', '2024-02-05');
  expect(await told()).toEqual([{ ...vietnam, isNew: true, newMonths: ['2024-01', '2024-02'], lastMonth: '2024-02' }]);
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
