/** Files that make themselves: what is new, for its points, its person's alone, and to no place within the portal's network. */
import { describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { loadDeclarations } from '../../testing/declarations.js';
import { followingPortal, PHONES } from '../../testing/following.js';
import { entitle, subscription } from '../../testing/portal.js';

const { portal, settle, savedPhones, makeFiles, listed, notMade, due, mails } = followingPortal();

const STORE = { kind: 'S3' as const, endpoint: 'https://s3.example.com', bucket: 'files', accessKeyId: 'x' };

describe('a file of a standing question', () => {
  it('is made of what is new, for its points and no search, once for each time', async () => {
    const person = await portal.signIn();
    const { client } = person;
    await loadDeclarations(portal, '2021-03-02', 3);
    const savedSearchId = await savedPhones(person);
    const asked = { name: 'Phones', savedSearchId, trigger: 'WEEKLY', budget: 1000, format: 'csv' } as const;
    const questionId = await makeFiles(person, { ...asked, timeZone: 'Asia/Kolkata' });
    const [before] = await listed(person);
    expect(before).toMatchObject({
      questionId,
      columnKeys: ['be_date', 'hs_code'],
      latest: null,
      spent: 0,
      problem: null,
    });
    // Monday at 8 in India, whose clocks are five hours and a half ahead.
    const next = new Date(before?.nextDate ?? 0);
    expect([next.getUTCDay(), next.getUTCHours(), next.getUTCMinutes()]).toEqual([1, 2, 30]);
    const had = await subscription(person);
    await client.makeQuestionFile({ questionId });
    await client.makeQuestionFile({ questionId });
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
    await due(questionId);
    const [again] = await listed(person);
    expect(again).toMatchObject({ spent: rows + 2, latest: { state: 'READY', rows: 2, points: 2 } });
    // Nothing is new: nothing is made, and whoever asks is told so.
    await due(questionId);
    expect((await listed(person))[0]?.problem).toBe(null);
    await client.makeQuestionFile({ questionId });
    await settle();
    expect((await listed(person))[0]?.problem).toBe('There are no new records for this file. Nothing was paid.');
    expect((await client.exportList({ userId: person.person.userid })).totalRecords).toBe(2);
    await client.changeFollowing({ questionId, isPaused: true });
    await loadDeclarations(portal, '2021-03-04', 1);
    await due(questionId);
    expect((await client.exportList({ userId: person.person.userid })).totalRecords).toBe(2);
  });

  it('is one thing’s, its person’s alone, and nothing of who has no subscription any more', async () => {
    const [person, stranger] = [await portal.signIn(), await portal.signIn()];
    const { client } = person;
    const savedSearchId = await savedPhones(person);
    const said = { name: 'Mine', trigger: 'WEEKLY' as const, budget: 5000 };
    const file = { budget: 5000 };
    // Each of these does not go together: two questions or none, a file without a way or the other way round, screens by a clock.
    for (const wrong of [
      { deliveries: ['BADGE' as const] },
      { savedSearchId, query: payload(PHONES) },
      { savedSearchId, file },
      { savedSearchId, deliveries: ['FILE' as const] },
      { savedSearchId, deliveries: ['FILE' as const], file: { ...file, columnKeys: ['no_such'] } },
      { savedSearchId, deliveries: [] },
      { savedSearchId, signals: [] },
      { savedSearchId, trigger: 'WEEKLY' as const },
    ])
      expect(await failure(client.follow({ name: 'Mine', ...wrong })), JSON.stringify(wrong)).toMatchObject({
        code: 'VALIDATION',
      });
    const questionId = await makeFiles(person, { ...said, savedSearchId });
    expect(await failure(stranger.client.makeQuestionFile({ questionId }))).toMatchObject({ code: 'NOT_YOURS' });
    const { destinationId } = await stranger.client.createDestination({ name: 'Theirs', place: STORE, secret: 'x' });
    expect(await failure(client.changeFollowing({ questionId, destinationId }))).toMatchObject({ code: 'NOT_YOURS' });
    await entitle(portal, person, { countries: ['DEU'] });
    await due(questionId);
    expect(await listed(person)).toMatchObject([{ latest: null, problem: expect.stringContaining('no records') }]);
    expect(await notMade(person)).toHaveLength(1);
    await client.unfollow({ questionId });
    expect(await listed(person)).toEqual([]);
  });
});

describe('where a file goes', () => {
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

describe('a report of a standing question', () => {
  it('is computed anew and mailed when its clock says so, by who may change it', async () => {
    const [person, stranger] = [await portal.signIn(), await portal.signIn()];
    const { client } = person;
    await loadDeclarations(portal, '2021-04-02', 3);
    const { reportId } = await client.createReport({ name: 'Phones of a month' });
    const query = payload(PHONES);
    await client.addReportBlock({ reportId, title: 'Buyers', asks: { pivot: { query, rows: 'importers' } } });
    const said = { name: 'Phones', query, signals: [], deliveries: ['REPORT' as const], reportId };
    const monthly = { ...said, trigger: 'MONTHLY' as const };
    // Not as data are published, nor beside another way, nor of nothing, nor of another account's.
    for (const wrong of [
      { ...said, trigger: 'PUBLICATION' as const },
      { ...monthly, deliveries: ['REPORT' as const, 'FILE' as const] },
      { ...monthly, reportId: null },
    ])
      expect(await failure(client.follow(wrong))).toMatchObject({ code: 'VALIDATION' });
    expect(await failure(stranger.client.follow(monthly))).toMatchObject({ code: 'NOT_YOURS' });
    const { questionId } = await client.follow(monthly);
    const shipments = async () => {
      const { blocks } = await client.report({ reportId });
      return blocks[0]?.kind === 'FIGURES'
        ? (blocks[0].figures.total.total?.shipments ?? 0)
        : expect.fail('no figures');
    };
    const before = await shipments();
    await loadDeclarations(portal, '2021-04-03', 2);
    expect(await shipments()).toBe(before);
    await due(questionId);
    expect(await shipments()).toBe(before + 2);
    const [mail = expect.fail('nothing was mailed'), ...more] = await mails(person, 'computed anew');
    expect(more).toEqual([]);
    expect(mail).toContain(`/reports?report=${reportId}`);
    const { questions } = await client.following({ pageNumber: 0, numberOfRecords: 20 });
    expect(questions).toMatchObject([{ questionId, reportId, link: `/reports?report=${reportId}`, problem: null }]);
    // With the report goes what is followed.
    await client.removeReport({ reportId });
    expect((await client.following({ pageNumber: 0, numberOfRecords: 20 })).questions).toEqual([]);
  });
});
