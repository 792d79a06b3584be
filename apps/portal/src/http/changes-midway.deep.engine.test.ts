/** What the operator changes of plans while people work. */

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
    const { catalogue: plans } = portal.services.accounts.plans;
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
    const { catalogue: plans } = portal.services.accounts.plans;
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
    const { catalogue: plans } = portal.services.accounts.plans;
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
    expect((await failure(again)).message).toBe(
      'All users of your plan are taken. Disable one first, or ask for a larger plan.',
    );
    expect(await contentsOf(portal.services.accounts)).toEqual(before);
  });

  it('in the place of another gives its own allowances, and the search that is open goes on', async () => {
    const { catalogue: plans, subscriptions } = portal.services.accounts.plans;
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
