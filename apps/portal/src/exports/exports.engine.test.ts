/** Exports through the portal: quoted, paid once, fetched again, and what is refused. */
import { randomUUID } from 'node:crypto';
import { type ExportView, MESSAGES } from '@tidewaiter/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { failure, payload } from '../../testing/calls.js';
import { askBeneath, balanceOf, ended, fileOf, linesOf, search, start, wanted } from '../../testing/exporting.js';
import { type SignedInAccount, userOf } from '../../testing/portal.js';
import { sharedPortalAtWork } from '../../testing/shared-portal.js';
import { forgetAbandoned } from './job.js';

const portal = sharedPortalAtWork();
let me: SignedInAccount;

beforeEach(async () => {
  me = await portal.signIn();
});

/** Rows that the record engine keeps of an account's exports, also of those that came to nothing. */
async function keptOf(account: number): Promise<number | undefined> {
  const sql = `SELECT count() FROM exported_records WHERE account = ${account}`;
  const row = z.tuple([z.coerce.number()]);
  return (await portal.services.records.staging.engine.query({ name: 'test', sql, row }))[0]?.[0];
}

it('is quoted before anything is spent, charged once, and fetched as often as wanted', async () => {
  const ids = await search(me);
  const before = await balanceOf(me);
  const quote = await me.client.quoteExport(wanted());
  expect(quote).toMatchObject({
    ...{ matching: ids.length, gone: 0, rows: ids.length, owned: 0, points: ids.length, weight: ids.length },
    ...{ balance: before, balanceAfter: before - ids.length, stoppedBy: null, refusal: null },
    parts: [{ country: 'KOR', weightage: 1, rows: ids.length, owned: 0, points: ids.length }],
  });
  expect(await balanceOf(me)).toBe(before);
  const key = randomUUID();
  const asked = { ...wanted(), format: 'csv' as const, fingerprint: quote.fingerprint, key };
  const [one, other] = await Promise.allSettled([me.client.startExport(asked), me.client.startExport(asked)]);
  const started = one.status === 'fulfilled' ? one.value : (other as PromiseFulfilledResult<ExportView>).value;
  const made = await ended(portal, me.client, started);
  expect(made).toMatchObject({ state: 'READY', rows: ids.length, rowsDone: ids.length, points: ids.length });
  expect(made.fileName).toBe(`IMPORT_KOR_${payload().fromDate}_${payload().toDate}_8517-0901-6907.csv`);
  expect(await balanceOf(me)).toBe(before - ids.length);
  // The same call again is the same export, whatever its price would be by now.
  expect((await me.client.startExport(asked)).exportId).toBe(made.exportId);
  // And another one under its key is none.
  for (const changes of [
    { query: payload({ incoterm: ['CIF'] }) },
    { format: 'xlsx' as const },
    { ids: ids.slice(0, 1) },
    { trace: true },
    { raw: true },
  ])
    expect(await failure(me.client.startExport({ ...asked, ...changes }))).toMatchObject({ code: 'EXPORT_KEY_USED' });
  // The ledger says what was exported and what was searched.
  const { ledgerList } = await me.client.ledger({});
  const { question, searchId } = made;
  expect(ledgerList.filter(({ cause }) => cause === 'DOWNLOAD' || cause === 'SEARCH')).toMatchObject([
    { cause: 'DOWNLOAD', exportId: made.exportId, searchId: null, question },
    { cause: 'SEARCH', exportId: null, searchId, question },
  ]);
  const first = await fileOf(portal, me, made);
  expect(linesOf(first)).toHaveLength(ids.length + 1);
  expect(await fileOf(portal, me, made)).toBe(first);
  expect(await balanceOf(me)).toBe(before - ids.length);
});

it('charges what is new only, and marks and narrows by what is owned', async () => {
  const ids = await search(me);
  const [half, before] = [ids.slice(0, 3), await balanceOf(me)];
  await ended(portal, me.client, await start(me.client, wanted({ ids: half })));
  expect(await balanceOf(me)).toBe(before - 3);
  const all = await me.client.quoteExport(wanted());
  expect(all).toMatchObject({ rows: ids.length, owned: 3, points: ids.length - 3 });
  await ended(portal, me.client, await start(me.client, wanted(), 'xlsx'));
  expect(await balanceOf(me)).toBe(before - ids.length);
  expect(await me.client.quoteExport(wanted())).toMatchObject({ owned: ids.length, points: 0, refusal: null });
  const { impForeignList: rows = [], searchId } = await me.client.search(payload());
  expect(rows.every(({ owned }) => owned)).toBe(true);
  const told = await me.client.downloadSearch({ searchId, recordsDownloaded: 0 });
  expect(told).toEqual({ recordsDownloaded: ids.length });
  expect(await me.client.searchCount({ ...payload(), onlyNew: true })).toBe(0);
  const { userid: userId } = me.person;
  const owned = await me.client.ownedRecords({ userId, numberOfRecords: 200 });
  expect(owned).toEqual([...ids].sort());
  const url = `${portal.url}/activity-management/download-tracker/get?userId=${userId}&numberOfRecords=2`;
  const authorization = `Basic ${btoa(portal.config.clientCredential)}`;
  const page = await fetch(url, { headers: { authorization, accessedby: me.person.token } });
  expect([page.headers.get('x-total-records'), await page.json()]).toEqual([
    String(ids.length),
    [...ids].sort().slice(0, 2),
  ]);
  const one = { userId, downloadedRecords: half };
  expect(await me.client.updateDownloads(one)).toEqual({ downloadedRecords: half });
  const stranger = await portal.signIn();
  expect(await stranger.client.ownedRecords({ userId: stranger.person.userid })).toEqual([]);
  await search(stranger);
  expect(await stranger.client.quoteExport(wanted())).toMatchObject({ owned: 0, points: ids.length });
  const theirs = { userId: stranger.person.userid, downloadedRecords: half };
  await expect(stranger.client.updateDownloads(theirs)).rejects.toMatchObject({ code: 'NOT_YOURS' });
});

it('two exports at once of overlapping records pay for each record once', async () => {
  const ids = await search(me);
  const before = await balanceOf(me);
  // Asked for beneath the calls: a start that comes after the first is made is refused, since its price is another one.
  const asked = { rows: ids.length, points: ids.length };
  const started = await Promise.all([1, 2, 3].map(() => askBeneath(portal, me, asked)));
  const made = await Promise.all(started.map(({ id }) => ended(portal, me.client, { exportId: id })));
  for (const { state } of made) expect(state).toBe('READY');
  expect(made.reduce((sum, { points }) => sum + points, 0)).toBe(ids.length);
  expect(await balanceOf(me)).toBe(before - ids.length);
});

describe('weightages and limits', () => {
  it('weigh each record by its country, and stop an export of all where maximum or points end', async () => {
    const { accounts } = portal.services;
    await accounts.plans.catalogue.set('Small', { downloads: 8, maxDownload: 14, searches: 50, countries: null });
    const small = await portal.signIn(null, 'Small');
    const ids = await search(small);
    expect(ids).toHaveLength(4);
    try {
      await accounts.plans.weightages.set('KOR', 'IMPORT', 4);
      expect(await small.client.quoteExport(wanted())).toMatchObject({
        ...{ rows: 2, points: 8, weight: 8, stoppedBy: 'BALANCE', refusal: null, balanceAfter: 0 },
      });
      const refusal = async (some: string[]) => (await small.client.quoteExport(wanted({ ids: some }))).refusal;
      expect(await refusal(ids.slice(0, 3))).toEqual({
        ...{ errorCode: 'DOWNLOAD_LIMIT_EXHAUSTED', errorMsg: 'Your Download Limit Exhausted' },
      });
      expect(await refusal(ids)).toEqual({
        errorCode: 'DOWNLOAD_TOO_LARGE',
        errorMsg: 'You cannot download more than 3 records in a single search. Please refine your search criteria.',
      });
      const { countryList } = await small.client.countryListByTrade({}, { params: { trade: 'I' } });
      expect(countryList.find(({ shortcode }) => shortcode === 'KOR')?.importPointWeightage).toBe(4);
      await ended(portal, small.client, await start(small.client, wanted()));
      expect(await balanceOf(small)).toBe(0);
      // What is owned is free also without points.
      expect(await small.client.quoteExport(wanted())).toMatchObject({ rows: 2, owned: 2, points: 0, refusal: null });
      expect(await refusal(ids.slice(2, 3))).toMatchObject({ errorCode: 'DOWNLOAD_LIMIT_EXHAUSTED' });
    } finally {
      await accounts.plans.weightages.set('KOR', 'IMPORT', 1);
    }
  });

  it('refuse an export whose price has changed since it was shown, and take nothing', async () => {
    await search(me);
    const before = await balanceOf(me);
    const { fingerprint } = await me.client.quoteExport(wanted());
    await portal.services.accounts.plans.weightages.set('KOR', 'IMPORT', 2);
    const asked = { ...wanted(), fingerprint, key: randomUUID() };
    await expect(me.client.startExport(asked)).rejects.toMatchObject({ code: 'QUOTE_CHANGED' });
    await portal.services.accounts.plans.weightages.set('KOR', 'IMPORT', 1);
    expect(await balanceOf(me)).toBe(before);
  });

  it('hold an export to the price that was agreed, also where it costs more when its turn comes', async () => {
    const ids = (await search(me)).slice(0, 3);
    const before = await balanceOf(me);
    const { accounts } = portal.services;
    const made = await askBeneath(portal, me, { ids, points: 2 });
    await accounts.jobs.settle();
    const { state, reason, points } = await me.client.exportDetails({ exportId: made.id });
    expect([state, reason?.errorCode, points]).toEqual(['FAILED', 'QUOTE_CHANGED', 0]);
    expect(await balanceOf(me)).toBe(before);
    expect(await me.client.quoteExport(wanted({ ids }))).toMatchObject({ owned: 0, points: 3 });
    // What the try has kept is nobody's, and goes.
    expect(await keptOf(me.person.userid)).toBe(3);
    await forgetAbandoned(portal.services);
    expect(await keptOf(me.person.userid)).toBe(0);
    expect(await accounts.exports.abandoned()).toEqual([]);
  });

  it('hold an export that a program started to the limit of its API key, when it is asked for and when its turn comes', async () => {
    const ids = (await search(me)).slice(0, 3);
    const before = await balanceOf(me);
    const { accounts } = portal.services;
    const { keyId } = await me.client.createApiKey({ name: 'Nightly', scopes: ['export'] });
    const limit = (points: number | null) =>
      me.client.updateApiKey({ limits: { searches: null, points } }, { params: { keyId } });
    const ask = () => askBeneath(portal, me, { ids }, { id: keyId, name: 'Nightly', scopes: ['export'] });
    await limit(2);
    const message = expect.stringContaining('2 download points');
    await expect(ask()).rejects.toMatchObject({ code: 'KEY_LIMIT', message });
    await limit(3);
    const reserving = vi.spyOn(accounts.exports, 'reserve').mockImplementationOnce(async (...reserved) => {
      await limit(2);
      reserving.mockRestore();
      return accounts.exports.reserve(...reserved);
    });
    const refused = await ended(portal, me.client, { exportId: (await ask()).id });
    expect([refused.state, refused.reason?.errorCode]).toEqual(['FAILED', 'KEY_LIMIT']);
    expect(await balanceOf(me)).toBe(before);
    await limit(3);
    const made = await ended(portal, me.client, { exportId: (await ask()).id });
    expect([made.state, made.points]).toEqual(['READY', 3]);
    expect((await me.client.apiKeyList({})).keyList).toMatchObject([{ keyId, spentPoints: 3, pointLimit: 3 }]);
    expect(await balanceOf(me)).toBe(before - 3);
  });

  it('keep what the try holds that was paid for, and nothing of one before it', async () => {
    const ids = (await search(me)).slice(0, 3);
    const { exports } = portal.services.accounts;
    const reserving = vi.spyOn(exports, 'reserve').mockRejectedValueOnce(new Error('broken off before it was paid'));
    const made = await ended(portal, me.client, await start(me.client, wanted({ ids })));
    expect(made).toMatchObject({ state: 'READY', rows: 3 });
    expect(reserving).toHaveBeenCalledTimes(2);
    reserving.mockRestore();
    expect(await keptOf(me.person.userid)).toBe(3);
  });

  it('say what SPEC prints: nothing ticked, nothing searched', async () => {
    await expect(me.client.quoteExport(wanted())).rejects.toMatchObject({
      code: 'SEARCH_FIRST',
      message: 'Please Search data first, then export.',
    });
    await expect(me.client.quoteExport(wanted({ ids: [] }))).rejects.toMatchObject({
      code: 'VALIDATION',
      details: [{ field: 'ids', message: 'Please select rows' }],
    });
    await search(me);
    const gone = wanted({ ids: ['f'.repeat(32)] });
    expect(await me.client.quoteExport(gone)).toMatchObject({ gone: 1, refusal: { errorCode: 'EXPORT_NOTHING' } });
    await expect(me.client.quoteExport({ ...wanted(), columnKeys: ['no_such'] })).rejects.toMatchObject({
      details: [{ field: 'columnKeys.0', message: MESSAGES.unknownColumn }],
    });
  });

  it('hold for a sub-user by their own points; the owner sees and fetches what they exported, they not the owner’s', async () => {
    const sub = await portal.signInSubUser(me);
    const ids = await search(me);
    const own = await ended(portal, me.client, await start(me.client, wanted({ ids: ids.slice(0, 1) })));
    // Sub-users have ten points here; what the account owns already costs them nothing.
    const quote = await sub.client.quoteExport(wanted({ ids }));
    expect(quote).toMatchObject({ balance: 10, owned: 1, points: ids.length - 1 });
    const theirs = await ended(portal, sub.client, await start(sub.client, wanted({ ids: ids.slice(0, 4) })));
    expect(theirs).toMatchObject({ state: 'READY', rows: 4, points: 3 });
    expect(await balanceOf(sub)).toBe(7);
    const all = await me.client.exportList({ userId: me.person.userid });
    expect(all.exportList.map(({ exportId }) => exportId)).toEqual([theirs.exportId, own.exportId]);
    expect((await sub.client.exportList({ userId: me.person.userid })).totalRecords).toBe(1);
    expect(linesOf(await fileOf(portal, me, theirs))).toHaveLength(5);
    await expect(sub.client.fetchExport({ exportId: own.exportId })).rejects.toMatchObject({ code: 'NOT_YOURS' });
    const { accounts } = portal.services;
    const owner = await userOf(portal, me);
    const early = await sub.client.fetchExport({ exportId: theirs.exportId });
    await accounts.people.users.setDisabled(owner, true);
    expect((await fetch(`${portal.url}${early.url}`)).status).toBe(403);
    await accounts.people.users.setDisabled(owner, false);
    const { url } = await sub.client.fetchExport({ exportId: theirs.exportId });
    await me.client.setSubUserStatus({ is_active: 'N' }, { params: { userId: sub.person.userid } });
    expect((await fetch(`${portal.url}${url}`)).status).toBe(403);
  });
});
