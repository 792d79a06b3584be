/** Files that make themselves: what is new, for its points, its person's alone, and to no place within the portal's network. */
import { describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { loadDeclarations } from '../../testing/declarations.js';
import { entitle, subscription } from '../../testing/portal.js';
import { schedulingPortal } from '../../testing/scheduling.js';
import { PHONES } from '../../testing/watching.js';

const { portal, settle, savedPhones, listed, mails, due } = schedulingPortal();

describe('a scheduled file', () => {
  it('is made of what is new, for its points and no search, once for each time', async () => {
    const person = await portal.signIn();
    const { client } = person;
    await loadDeclarations(portal, '2021-03-02', 3);
    const savedSearchId = await savedPhones(person);
    const asked = { name: 'Phones', savedSearchId, rhythm: 'WEEKLY', budget: 1000, format: 'csv' } as const;
    const { fileId } = await client.createScheduledFile({ ...asked, timeZone: 'Asia/Kolkata' });
    const [before] = await listed(person);
    expect(before).toMatchObject({ fileId, columnKeys: ['be_date', 'hs_code'], latest: null, spent: 0, problem: null });
    // Monday at 8 in India, whose clocks are five hours and a half ahead.
    const next = new Date(before?.nextDate ?? 0);
    expect([next.getUTCDay(), next.getUTCHours(), next.getUTCMinutes()]).toEqual([1, 2, 30]);
    const had = await subscription(person);
    await client.makeScheduledFile({ fileId });
    await client.makeScheduledFile({ fileId });
    await settle();
    const [made] = await listed(person);
    const rows = made?.latest?.rows ?? 0;
    expect(rows).toBeGreaterThanOrEqual(3);
    const latest = { state: 'READY', points: rows, sentDate: null };
    expect(made).toMatchObject({ problem: null, spent: rows, latest });
    const has = await subscription(person);
    expect(has?.queryPerDay).toBe(had?.queryPerDay);
    const { exportList, totalRecords } = await client.exportList({ userId: person.person.userid });
    expect(totalRecords).toBe(1);
    expect(exportList[0]?.exportId).toBe(made?.latest?.exportId);

    await loadDeclarations(portal, '2021-03-03', 2);
    await due(fileId);
    const [again] = await listed(person);
    expect(again).toMatchObject({ spent: rows + 2, latest: { state: 'READY', rows: 2, points: 2 } });
    // Nothing is new: nothing is made, and whoever asks is told so.
    await due(fileId);
    expect((await listed(person))[0]?.problem).toBe(null);
    await client.makeScheduledFile({ fileId });
    await settle();
    expect((await listed(person))[0]?.problem).toBe('There is nothing new to make it of.');
    expect((await client.exportList({ userId: person.person.userid })).totalRecords).toBe(2);
    await client.changeScheduledFile({ fileId, isPaused: true });
    await loadDeclarations(portal, '2021-03-04', 1);
    await due(fileId);
    expect((await client.exportList({ userId: person.person.userid })).totalRecords).toBe(2);
  });

  it('is one thing’s, its person’s alone, and nothing of who has no subscription any more', async () => {
    const [person, stranger] = [await portal.signIn(), await portal.signIn()];
    const { client } = person;
    const savedSearchId = await savedPhones(person);
    const said = { name: 'Mine', rhythm: 'WEEKLY' as const, budget: 5000 };
    const { watchId } = await stranger.client.createWatch({ name: 'Phones', query: payload(PHONES) });
    for (const wrong of [{}, { savedSearchId, rhythm: 'WATCH' as const }, { savedSearchId, columnKeys: ['no_such'] }])
      expect(await failure(client.createScheduledFile({ ...said, ...wrong }))).toMatchObject({ code: 'VALIDATION' });
    expect(await failure(client.createScheduledFile({ ...said, watchId }))).toMatchObject({ code: 'NOT_YOURS' });
    const { fileId } = await client.createScheduledFile({ ...said, savedSearchId });
    expect(await failure(stranger.client.makeScheduledFile({ fileId }))).toMatchObject({ code: 'NOT_YOURS' });
    await entitle(portal, person, { countries: ['DEU'] });
    await due(fileId);
    expect(await listed(person)).toMatchObject([{ latest: null, problem: expect.stringContaining('no records') }]);
    expect(await mails(person)).toHaveLength(1);
    await client.removeScheduledFile({ fileId });
    expect(await listed(person)).toEqual([]);
  });
});

describe('where a file goes', () => {
  const STORE = { kind: 'S3' as const, bucket: 'files', folder: 'from/tidewaiter', accessKeyId: 'x' };

  it('is nothing that a program of OpenSSH would take for an option', async () => {
    const { client } = await portal.signIn();
    const place = { kind: 'SFTP' as const, host: 'files.example', user: 'files', folder: '' };
    for (const odd of [{ user: '-oX' }, { host: '-oX' }, { folder: '-x' }]) {
      const refused = failure(client.createDestination({ name: 'Odd', place: { ...place, ...odd } }));
      expect(await refused).toMatchObject({ code: 'VALIDATION' });
    }
  });

  it('is nothing within the portal’s own network', async () => {
    const { client } = await portal.signIn();
    for (const endpoint of [
      'http://store.example.com',
      ...['10.1.2.3', 'localhost'].map((host) => `https://${host}`),
    ]) {
      const refused = failure(client.createDestination({ name: 'In', place: { ...STORE, endpoint }, secret: 'x' }));
      expect(await refused).toMatchObject({ code: 'VALIDATION', details: [{ field: 'place.endpoint' }] });
    }
  });
});
