/** A portal that is asked from elsewhere by the client of programs. */
import { type Client, createClient, type PortalError, type Query } from '@tidewaiter/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { subscription, userOf } from '../../../testing/portal.js';
import { programFor } from '../../../testing/program.js';
import { sharedAccount, sharedPortalAtWork } from '../../../testing/shared-portal.js';
import { loadTiles } from '../../../testing/tiles.js';

const RECORDS = 10_050;
const tiles: Query = {
  ...{ tradeType: 'IMPORT', countryCode: ['IND'], fromDate: '2025-01-01', toDate: '2025-12-31' },
  ...{ searchBy: 'PRODUCT', matchType: 'W', searchValue: ['ceramic tile'] },
};

const portal = sharedPortalAtWork();
let key: string;
let id: string;
let client: Client;
const me = sharedAccount(portal);
beforeAll(async () => {
  await loadTiles(portal, RECORDS);
  ({ key, id } = await programFor(portal, me));
  client = createClient({ url: portal.url, key });
});

const points = async () => (await subscription(me))?.downloadLimit ?? 0;

const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: PortalError) => error,
  );

describe('the client', () => {
  it('answers calls by their names, and saves what was asked', async () => {
    expect(await client.searchCount(tiles)).toBe(RECORDS);
    const workspace_id = await client.createWorkspace({ name: 'Tiles' });
    const { searchId: search_id } = await client.search(tiles);
    await client.saveSearch({ workspace_id, search_id, name: 'Tiles', description: 'All of them' });
    const { searchQueryWithWS } = await client.savedSearchList({ workspaceId: workspace_id });
    expect(searchQueryWithWS).toMatchObject([{ name: 'Tiles', totalRecords: RECORDS }]);
  });

  it('reads every record of a question once, for no more than was agreed to', async () => {
    const refused = await problem(
      (async () => {
        for await (const _ of client.records(tiles, { maxPoints: 49 }));
      })(),
    );
    expect(refused).toMatchObject({ code: 'POINTS_NEEDED', status: 402 });
    const before = await points();
    const ids = new Set<string>();
    const reading = client.records(tiles, { maxPoints: 50, columns: ['hs_code'] });
    for await (const { id } of reading) ids.add(id);
    expect([ids.size, reading.progress?.read, reading.progress?.points]).toEqual([RECORDS, RECORDS, 50]);
    expect(await points()).toBe(before - 50);
  });

  it('takes a file away, once and for what was agreed to', async () => {
    const day = { ...tiles, fromDate: '2025-01-02', toDate: '2025-01-03' };
    const { about, file } = await client.export(day, { maxPoints: 100 });
    const lines = (await new Response(file).text()).trim().split('\n');
    expect([about.state, about.rows]).toEqual(['READY', lines.length - 1]);
    const held = await client.exportList({});
    expect(held.exportList[0]?.exportId).toBe(about.exportId);
    const { url } = await client.fetchExport({ exportId: about.exportId });
    const user = await userOf(portal, me);
    await portal.services.accounts.access.apiKeys.revoke(user, id, { actorId: user.id });
    expect(await (await fetch(portal.url + url)).json()).toMatchObject({ errorCode: 'LINK_EXPIRED' });
  });
});
