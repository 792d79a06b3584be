/** A portal that is asked from elsewhere by the client of programs. */
import { type ApiProblem, type Client, createClient } from '@tidewaiter/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { subscription } from '../../../testing/portal.js';
import { programFor } from '../../../testing/program.js';
import { sharedAccount, sharedPortalAtWork } from '../../../testing/shared-portal.js';
import { loadTiles, TILES } from '../../../testing/tiles.js';

const RECORDS = 10_050;

const portal = sharedPortalAtWork();
let key: string;
let client: Client;
const me = sharedAccount(portal);
beforeAll(async () => {
  await loadTiles(portal, RECORDS);
  ({ key } = await programFor(portal, me));
  client = createClient({ url: portal.url, key });
});

const points = async () => (await subscription(me))?.downloadLimit ?? 0;

const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ApiProblem) => error,
  );

describe('the client', () => {
  it('answers calls by their names, with what is told beside it', async () => {
    const { data: counted, meta } = await client.count({ question: TILES });
    expect([counted.count, meta.count, meta.cost.searches]).toEqual([RECORDS, RECORDS, 1]);
    expect((await client.account()).data.person.email).toBe(me.email);
    const { data: workspace } = await client.createWorkspace({ name: 'Tiles' });
    const { data: saved } = await client.saveSearch({
      ...{ workspace_id: workspace, name: 'Tiles', description: 'All of them' },
      question: TILES,
    });
    await client.removeSavedSearch({ saved_search_id: saved.id });
  });

  it('reads every record of a question once, for no more than was agreed to', async () => {
    const refused = await problem(
      (async () => {
        for await (const _ of client.records(TILES, { maxPoints: 49 }));
      })(),
    );
    expect(refused).toMatchObject({ code: 'points_needed', status: 402 });
    const before = await points();
    const ids = new Set<string>();
    const reading = client.records(TILES, { maxPoints: 50, columns: ['hs_code'] });
    for await (const { id } of reading) ids.add(id);
    expect([ids.size, reading.progress?.read, reading.progress?.points]).toEqual([RECORDS, RECORDS, 50]);
    expect(await points()).toBe(before - 50);
  });
});
