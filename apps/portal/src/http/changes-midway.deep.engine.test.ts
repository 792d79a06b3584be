/** What the operator changes, or the calendar, while people work. */

import { contentsOf } from '@tidewaiter/testing/contents';
import { describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();

const stateOf = async ({ client, person }: SignedInAccount) =>
  (await client.activeSubscriptions({ userId: person.userid })).userSubscriptionList[0];

const OPEN = { termMonths: null, countries: null, searches: 10, downloads: 100, workspaces: 3, subUserCount: 2 };

describe('a plan that is edited', () => {
  it('gives its searches, downloads and workspaces from the next period, and takes nothing that was given', async () => {
    const { plans } = portal.services.accounts;
    await plans.set('Edited', { ...OPEN, maxDownload: 50, recordsPerWorkspace: 5 });
    const account = await portal.signIn(undefined, 'Edited');
    await account.client.search(payload());
    await plans.set('Edited', { searches: 1, downloads: 1, workspaces: 1, maxDownload: 7, recordsPerWorkspace: 2 });
    expect(await stateOf(account)).toMatchObject({
      ...{ queryPerDay: 9, downloadLimit: 100, totalWorkspace: 3 },
      ...{ maxDownload: 7, recordsPerWorkspace: 2 },
    });
    await account.client.search(payload({ searchValue: ['8517'] }));
    expect(await stateOf(account)).toMatchObject({ queryPerDay: 8 });
  });

  it('narrows what may be seen at once, also of a question that is paid for', async () => {
    const { plans } = portal.services.accounts;
    await plans.set('Narrowed', OPEN);
    const { client } = await portal.signIn(undefined, 'Narrowed');
    const { searchId } = await client.search(payload());
    expect(await client.searchCount(payload({ searchId }))).toBe(4);
    await plans.set('Narrowed', { countries: ['VNM'] });
    expect(await client.searchCount(payload({ searchId }))).toBe(0);
    expect(await client.search(payload({ searchId }))).toMatchObject({ searched: null, impForeignList: [] });
    expect((await client.listImporters(payload())).importersList).toEqual([]);
    await plans.set('Narrowed', { countries: ['KOR'], dataAccessUpto: '2019-12-31' });
    expect(await client.searchCount(payload({ searchId }))).toBe(0);
    await plans.set('Narrowed', { dataAccessUpto: null });
    expect(await client.searchCount(payload({ searchId }))).toBe(4);
  });

  it('puts out no sub-user, and lets none in beyond its number', async () => {
    const { plans } = portal.services.accounts;
    await plans.set('Fewer', OPEN);
    const owner = await portal.signIn(undefined, 'Fewer');
    const [first, second] = [await portal.signInSubUser(owner), await portal.signInSubUser(owner)];
    await plans.set('Fewer', { subUserCount: 1 });
    expect(await first.client.searchCount(payload())).toBe(4);
    expect(await second.client.searchCount(payload())).toBe(4);
    const { userid: userId } = second.person;
    await owner.client.setSubUserStatus({ is_active: 'N' }, { params: { userId } });
    const before = await contentsOf(portal.services.accounts);
    const again = owner.client.setSubUserStatus({ is_active: 'Y' }, { params: { userId } });
    expect((await failure(again)).message).toBe('Your User Limit Exhausted');
    expect(await contentsOf(portal.services.accounts)).toEqual(before);
  });

  it('in the place of another gives its own allowances, and the search that is open goes on', async () => {
    const { plans, subscriptions } = portal.services.accounts;
    await plans.set('First', OPEN);
    await plans.set('Second', { ...OPEN, searches: 5 });
    const account = await portal.signIn(undefined, 'First');
    const { searchId } = await account.client.search(payload());
    await subscriptions.subscribe(account.person.userid, { plan: 'Second' });
    expect(await stateOf(account)).toMatchObject({ name: 'Second', queryPerDay: 5 });
    expect(await account.client.searchCount(payload({ searchId }))).toBe(4);
    // Paid for today, under whichever plan.
    expect(await stateOf(account)).toMatchObject({ queryPerDay: 5 });
  });
});

describe('a subscription that ends in the middle of work', () => {
  it('is said so by every call that needs one, and nothing is charged or noted', async () => {
    const { subscriptions, plans } = portal.services.accounts;
    await plans.set('Ending', OPEN);
    const owner = await portal.signIn(undefined, 'Ending');
    const subUser = await portal.signInSubUser(owner);
    const { searchId } = await owner.client.search(payload());
    const { id = 0 } = (await stateOf(owner)) ?? {};
    await subscriptions.subscribe(owner.person.userid, { plan: 'Ending', expiresOn: '2020-01-01' });

    const before = await contentsOf(portal.services.accounts);
    const { searchBy: _, matchType: __, searchValue: ___, ...where } = payload();
    for (const { client } of [owner, subUser]) {
      const calls = [
        () => client.search(payload({ searchValue: ['8517'] })),
        () => client.searchCount(payload()),
        () => client.listImporters(payload()),
        () => client.listDistinctColumnValue({ ...payload(), columnName: 'incoterm' }),
        () => client.suggestionList({ ...where, searchBy: 'IMPORTER', matchType: 'L', searchValue: 'acme' }),
        () => client.countryListByTrade({}, { params: { trade: 'I' } }),
        () => client.updateSubscription({}, { params: { subscriptionId: id } }),
      ];
      for (const call of calls) {
        expect((await failure(call())).toBody()).toEqual({
          errorCode: 'NO_SUBSCRIPTION',
          errorMsg: 'Your account has no active subscription.',
        });
      }
      expect(await client.activeSubscriptions({ userId: owner.person.userid })).toEqual({ userSubscriptionList: [] });
      // Their account is still theirs.
      expect((await client.topFiveQueries({})).queryList.length).toBeLessThanOrEqual(1);
    }
    const again = { searchId, pageNumber: 1 };
    expect((await failure(owner.client.search(payload(again)))).code).toBe('NO_SUBSCRIPTION');
    const { userid: userId } = subUser.person;
    const managing = [
      () => owner.client.subUserList({}),
      () => owner.client.updateUser({ downloadLimit: 1 }, { params: { userId } }),
      () => owner.client.setSubUserStatus({ is_active: 'N' }, { params: { userId } }),
    ];
    for (const call of managing) expect((await failure(call())).code).toBe('NO_SUBSCRIPTION');
    expect(await contentsOf(portal.services.accounts)).toEqual(before);

    await subscriptions.subscribe(owner.person.userid, { plan: 'Ending' });
    expect(await owner.client.searchCount(payload({ searchId }))).toBe(4);
    expect(await subUser.client.searchCount(payload())).toBe(4);
    expect(await stateOf(owner)).toMatchObject({ queryPerDay: 9 });
  });
});
