/** What a sign-up is asked, how somebody has numbers written, and what a search costs. */

import { LIMITS, MESSAGES, mostPivotRows, searchQuery } from '@tidewaiter/contract';
import { contentsOf } from '@tidewaiter/testing/contents';
import { describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { entitle, type SignedInAccount, searchesLeft, subscription, userOf } from '../../testing/portal.js';
import { commonPortal } from '../../testing/shared-portal.js';
import { chargeAndAnswer } from '../questions/paid-question.js';

const portal = commonPortal();

describe('signing up', () => {
  it('asks for work, or in words where the page came over plain HTTP: then an answer that comes at once is refused', async () => {
    const { client } = await portal.signIn();
    const { captchaId: _, expiresDate: __, ...work } = await client.captcha({});
    expect(work).toEqual({ challenge: expect.objectContaining({ algorithm: 'PBKDF2/SHA-256' }), waitSeconds: 0 });
    const { captchaId: ___, expiresDate: ____, waitSeconds, ...words } = await client.captcha({ inWords: true });
    expect(words).toEqual({ question: expect.stringMatching(/digits/) });
    expect(waitSeconds).toBeGreaterThan(0);
  });
});

it('a person chooses how their screens write numbers, for every session of theirs and nobody else', async () => {
  const { client, person: me, email, password } = await portal.signIn();
  const params = { params: { userId: me.userid } };
  expect(me.numberSystem).toBeNull();
  const { user } = await client.updateUser({ numberSystem: 'INTERNATIONAL' }, params);
  expect(user.numberSystem).toBe('INTERNATIONAL');
  const subUser = await portal.signInSubUser({ client, person: me, email, password });
  expect(subUser.person.numberSystem).toBeNull();
  const again = await portal.clientOf(() => null).login({ email, password });
  expect(again.numberSystem).toBe('INTERNATIONAL');
  const left = await client.updateUser({ numberSystem: 'BROWSER' }, params);
  expect(left.user.numberSystem).toBeNull();

  const roman = { numberSystem: 'ROMAN' } as never;
  expect((await failure(client.updateUser(roman, params))).code).toBe('VALIDATION');
  const two = { numberSystem: 'INDIAN', downloadLimit: 5 } as const;
  expect((await failure(client.updateUser(two, params))).message).toBe(MESSAGES.oneKindOfChange);
  const theirs = { params: { userId: subUser.person.userid } };
  expect((await failure(client.updateUser({ numberSystem: 'INTERNATIONAL' }, theirs))).code).toBe('NOT_YOURS');
});

describe('a search', () => {
  const account = async (searches: number) => {
    await portal.services.accounts.plans.catalogue.set(`Of ${searches}`, {
      searches,
      countries: null,
      termMonths: null,
    });
    const signedIn = await portal.signIn(undefined, `Of ${searches}`);
    return { ...signedIn, left: () => searchesLeft(signedIn) };
  };

  it('costs one, with its count, lists and analyses, pages, sorting, filters and repetitions free', async () => {
    const { client, left } = await account(3);
    await Promise.all([
      client.search(payload()),
      client.searchCount(payload()),
      client.listImporters(payload()),
      client.listHsCodes(payload()),
      client.listDistinctColumnValue({ ...payload(), columnName: 'incoterm' }),
    ]);
    expect(await left()).toBe(2);
    // The analyses of a question are paid with it.
    const query = payload();
    const topRows = mostPivotRows('months', LIMITS.pivotColumns);
    const { total } = await client.pivot({ query, rows: 'importers', columns: 'months', topRows });
    expect(total.total.shipments).toBe(4);
    const days = { before: { from: '2020-01-01', to: '2020-01-31' }, after: { from: '2020-02-01', to: '2020-02-29' } };
    await client.comparePeriods({ query, by: 'exporters', ...days });
    await client.quantities({ query });
    await client.concentration({ query, by: 'importers' });
    await client.marketParties({ query, by: 'importers' });
    await client.tradeFlows({ query, steps: ['foreignCountries', 'importers'] });
    expect(await client.unitPrices({ query, unit: 'CUBITS' })).toMatchObject({ total: null, outliers: [] });
    const { searchId } = await client.search(payload({ pageNumber: 1, orderByColumn: 'hs_code', orderByMode: 'asc' }));
    await client.search(payload({ searchId, searchValue: ['6907', '0901', '8517'], hsCodeList: ['851712'] }));
    await client.listMonthwise(payload());
    expect(await left()).toBe(2);
    await client.search(payload({ searchValue: ['8517'] }));
    expect(await left()).toBe(1);
  });

  it('of which there are no records is given back, and stays free that day; filters that leave nothing cost as before', async () => {
    const { client, left } = await account(2);
    const nowhere = payload({ searchValue: ['9999'] });
    await Promise.all([client.search(nowhere), client.searchCount(nowhere), client.listImporters(nowhere)]);
    expect(await left()).toBe(2);
    expect(await client.searchCost(nowhere)).toBe(0);
    const { totalRecords } = await client.ledger({ numberOfRecords: 1 });
    await client.search(nowhere);
    expect((await client.ledger({ numberOfRecords: 1 })).totalRecords).toBe(totalRecords);
    await client.search(payload({ hsCodeList: ['999999'] }));
    expect(await left()).toBe(1);
  });

  it('of which there are no records costs nothing where the call that paid fails and one beside it answers', async () => {
    const me = await account(2);
    const { services } = portal;
    const [user, request] = [await userOf(portal, me), searchQuery.parse(payload({ searchValue: ['9998'] }))];
    const call = { services, caller: { user }, signal: new AbortController().signal, request };
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const failing = chargeAndAnswer(call, () => begun.then(() => Promise.reject(new Error('planted'))));
    const answering = chargeAndAnswer(call, () => {
      begin();
      return failing.catch(() => 'answered');
    });
    expect(await answering).toBe('answered');
    await expect(failing).rejects.toThrow('planted');
    expect(await me.left()).toBe(2);
  });

  it('that is new is refused at zero, and what was asked that day stays free', async () => {
    const { client, left } = await account(1);
    await client.search(payload());
    expect(await left()).toBe(0);
    expect(await client.searchCount(payload())).toBe(4);
    const next = payload({ searchValue: ['8517'] });
    const refused = { errorCode: 'SEARCH_LIMIT_EXHAUSTED', errorMsg: 'Your Search Limit Exhausted' };
    for (const call of [client.search, client.searchCount, client.listImporters])
      expect((await failure(call(next))).toBody()).toEqual(refused);
    const { ledgerList } = await client.ledger({ numberOfRecords: 1 });
    expect(ledgerList).toMatchObject([{ allowance: 'SEARCHES', amount: -1, cause: 'SEARCH', balance: 0 }]);
  });

  it('that is refused as invalid, or fails, costs nothing', async () => {
    const me = await account(2);
    const { client, left } = me;
    await failure(client.search(payload({ searchValue: [] })));
    expect(await left()).toBe(2);
    const { engine } = portal.services.records.staging;
    await engine.run({ name: 'test.away', sql: 'RENAME TABLE records TO records_away' });
    try {
      expect((await failure(client.search(payload({ searchValue: ['4202'] })))).code).toBe('INTERNAL');
    } finally {
      await engine.run({ name: 'test.back', sql: 'RENAME TABLE records_away TO records' });
    }
    expect(await left()).toBe(2);
    expect(await portal.services.accounts.saved.searches.latest(await userOf(portal, me))).toEqual([]);
  });

  it('sees the countries of a Free account that were chosen for it, and no others', async () => {
    const none = await portal.signIn(undefined, 'Free');
    expect(await none.client.searchCount(payload())).toBe(0);
    // Nothing of it may be seen, so nothing is paid for it.
    expect(await searchesLeft(none)).toBe(75);
    expect(await (await portal.signIn(['KOR'], 'Free')).client.searchCount(payload())).toBe(4);
    const { client } = await portal.signIn(['VNM'], 'Free');
    expect(await client.searchCount(payload())).toBe(0);
    expect((await client.search(payload())).searched).toBeNull();
    const both = await client.search(payload({ countryCode: ['KOR', 'VNM'] }));
    expect(both).toMatchObject({ impForeignList: [], searched: { countryCode: ['VNM'] } });
  });
});

it('a subscription that ends is said so by every call that needs one, and nothing is charged or noted', async () => {
  const owner = await portal.signIn();
  const subUser = await portal.signInSubUser(owner);
  const { searchId } = await owner.client.search(payload());
  const { id = 0 } = (await subscription(owner)) ?? {};
  await entitle(portal, owner, { expiresOn: '2020-01-01' });
  const before = await contentsOf(portal.services.accounts);
  const { searchBy: _, matchType: __, searchValue: ___, ...where } = payload();
  const typed = { ...where, searchBy: 'IMPORTER', matchType: 'L', searchValue: 'acme' } as const;
  const params = { params: { userId: subUser.person.userid } };
  const ofBoth = ({ client }: SignedInAccount) => [
    client.search(payload({ searchValue: ['8517'] })),
    client.searchCount(payload()),
    client.listImporters(payload()),
    client.listDistinctColumnValue({ ...payload(), columnName: 'incoterm' }),
    client.suggestionList(typed),
    client.countryListByTrade({}, { params: { trade: 'I' } }),
    client.dataCoverage({}),
    client.createWorkspace({ name: 'Silks' }),
    client.updateSubscription({}, { params: { subscriptionId: id } }),
  ];
  const managing = [
    owner.client.search(payload({ searchId, pageNumber: 1 })),
    owner.client.subUserList({}),
    owner.client.updateUser({ downloadLimit: 1 }, params),
    owner.client.setSubUserStatus({ is_active: 'N' }, params),
  ];
  const refused = { errorCode: 'NO_SUBSCRIPTION', errorMsg: 'Your account has no active subscription.' };
  const calls: Promise<unknown>[] = [...ofBoth(owner), ...ofBoth(subUser), ...managing];
  for (const error of await Promise.all(calls.map(failure))) expect(error.toBody()).toEqual(refused);
  expect(await contentsOf(portal.services.accounts)).toEqual(before);
  await entitle(portal, owner, {});
  expect(await owner.client.searchCount(payload({ searchId }))).toBe(4);
});
