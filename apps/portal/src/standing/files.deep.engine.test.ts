/** Files that make themselves: when their time has come, whole, within their budget, and sent where they go. */

import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { databaseOf } from '@tidewaiter/accounts/database';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { outbox } from '@tidewaiter/testing/outbox';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { payload } from '../../testing/calls.js';
import { loadDeclarations } from '../../testing/declarations.js';
import { leaveEndedTwice } from '../../testing/ended-twice.js';
import { balanceOf } from '../../testing/exporting.js';
import { followingPortal, PHONES } from '../../testing/following.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { HAS_SSH, type SftpServer, startSftpServer } from '../../testing/sftp-server.js';

const { portal, settle, look, savedPhones, makeFiles, listed, notMade, due } = followingPortal();

describe('a file of a standing question', () => {
  it('is not made where it would cost more than its budget of a month, and says so once', async () => {
    const person = await portal.signIn();
    const { client } = person;
    await loadDeclarations(portal, '2021-03-05', 3);
    const savedSearchId = await savedPhones(person);
    const questionId = await makeFiles(person, { name: 'Dear', savedSearchId, trigger: 'MONTHLY', budget: 2 });
    const had = await balanceOf(person);
    await due(questionId);
    await due(questionId);
    const [file] = await listed(person);
    expect(file?.problem).toMatch(/^It would cost [\d,]+ points, and of its budget of 2 a month 2 are left\.$/);
    expect(await balanceOf(person)).toBe(had);
    await portal.services.accounts.mailer.idle();
    expect(await notMade(person)).toHaveLength(1);
    await client.changeFollowing({ questionId, file: { budget: 100_000 } });
    await due(questionId);
    expect(await listed(person)).toMatchObject([{ problem: null, latest: { state: 'READY' } }]);
  });

  it('rests once the process has ended twice with it, until the operator has it tried anew', async () => {
    const person = await portal.signIn();
    const { client } = person;
    await loadDeclarations(portal, '2021-03-06', 2);
    const savedSearchId = await savedPhones(person);
    const asked = { name: 'Deadly', savedSearchId, trigger: 'WEEKLY' as const, budget: 9_999 };
    const questionId = await makeFiles(person, asked);
    await client.makeQuestionFile({ questionId });
    await leaveEndedTwice(portal, 'scheduled-file');
    await settle();
    const rests = [{ problem: expect.stringContaining('is paused'), latest: null }];
    expect(await listed(person)).toMatchObject(rests);
    await client.changeFollowing({ questionId, name: 'Still deadly' });
    await due(questionId);
    expect(await listed(person)).toMatchObject(rests);
    const { jobs } = portal.services.accounts;
    const [aside] = await jobs.list({ kind: 'scheduled-file', states: ['FAILED'], limit: 1 });
    await jobs.retry(aside?.id ?? 0);
    await settle();
    expect(await listed(person)).toMatchObject([{ problem: null, latest: { state: 'READY' } }]);
  });

  it('holds the latest whole month when that is complete, once', async () => {
    const person = await portal.signIn();
    const { client } = person;
    await loadDeclarations(portal, '2021-04-02', 1);
    const savedSearchId = await savedPhones(person);
    await makeFiles(person, {
      ...{ name: 'Months', savedSearchId, trigger: 'MONTH_COMPLETE' as const, budget: 1000, days: 'MONTH' as const },
    });
    await look();
    const [march] = await listed(person);
    await loadDeclarations(portal, '2021-04-12', 2);
    const enqueue = vi.spyOn(portal.services.accounts.jobs, 'enqueue');
    const fileJobs = () => enqueue.mock.calls.filter(([{ kind }]) => kind === 'scheduled-file').length;
    await look();
    // One look at a page of them says that no month is whole: none has a job of its own for it.
    expect(fileJobs()).toBe(0);
    expect((await listed(person))[0]?.latest?.exportId).toBe(march?.latest?.exportId);
    await loadDeclarations(portal, '2021-04-30', 2);
    await look();
    expect(fileJobs()).toBe(1);
    enqueue.mockRestore();
    await look();
    const { exportList } = await client.exportList({ userId: person.person.userid });
    expect(exportList[0]?.userSearchQuery).toMatchObject({ fromDate: '2021-04-01', toDate: '2021-04-30' });
    expect(exportList[0]?.rows).toBe(5);
    expect(exportList).toHaveLength(2);
  });

  it('is one of the ways in which something that is found is told, and goes alone or with the rest', async () => {
    const person = await portal.signIn();
    const { client } = person;
    const { questionId } = await client.follow({
      ...{ name: 'Phones', query: payload(PHONES), strictness: 'WIDEST' as const, signals: ['NEW_RECORDS' as const] },
    });
    await look();
    const deliveries = ['BADGE' as const, 'FILE' as const];
    await client.changeFollowing({ questionId, deliveries, file: { budget: 100_000 } });
    await loadDeclarations(portal, '2021-05-01', 2);
    await look();
    await look();
    expect(await listed(person)).toMatchObject([{ questionId, unread: 1, latest: { state: 'READY' } }]);
    expect((await client.exportList({ userId: person.person.userid })).totalRecords).toBe(1);
    expect((await client.findings({})).totalRecords).toBe(1);
    await client.changeFollowing({ questionId, deliveries: ['BADGE'] });
    expect(await listed(person)).toEqual([]);
    expect((await client.findings({})).totalRecords).toBe(1);
  });

  it('is not made for the same reason at each publication, and that is said once', async () => {
    const person = await portal.signIn();
    const savedSearchId = await savedPhones(person);
    const whole = { trigger: 'MONTH_COMPLETE' as const, days: 'MONTH' as const };
    await makeFiles(person, { name: 'Dear', savedSearchId, ...whole, budget: 0 });
    for (const day of ['2021-05-03', '2021-05-04']) {
      await look();
      await loadDeclarations(portal, day, 1);
    }
    await look();
    expect((await listed(person))[0]?.problem).toContain('of its budget of 0 a month 0 are left');
    await portal.services.accounts.mailer.idle();
    expect(await notMade(person)).toHaveLength(1);
  });
});

describe('where a file goes', () => {
  const folder = sharedFolder();
  let server: S3rver;
  let store: { kind: 'S3'; endpoint: string; bucket: string; folder: string; accessKeyId: string };
  beforeAll(async () => {
    const configureBuckets = [{ name: 'files', configs: [] }];
    const where = { port: 0, address: '127.0.0.1', directory: join(folder, 's3') };
    server = new S3rver({ ...where, silent: true, configureBuckets });
    const { port } = await server.run();
    const endpoint = `http://127.0.0.1:${port}`;
    store = { kind: 'S3', endpoint, bucket: 'files', folder: 'from/tidewaiter', accessKeyId: 'S3RVER' };
  });
  afterAll(() => server.close());

  /** A file that goes to a place, and is made now. */
  async function sentTo(person: SignedInAccount, destinationId: string): Promise<void> {
    const savedSearchId = await savedPhones(person);
    const asked = { name: 'Sent', savedSearchId, trigger: 'WEEKLY', budget: 100_000, format: 'csv' } as const;
    await due(await makeFiles(person, { ...asked, destinationId }));
  }
  const filesIn = async (path: string) =>
    (await readdir(path, { recursive: true })).filter((name) => name.includes('IMPORT') && /csv/.test(name));

  it('is a bucket, whose keys are sealed and told nobody', async () => {
    const person = await portal.signIn();
    const { client } = person;
    const made = await client.createDestination({ name: 'Ours', place: store, secret: 'S3RVER' });
    expect(await client.testDestination({ destinationId: made.destinationId })).toMatchObject({ arrived: true });
    await sentTo(person, made.destinationId);
    const [file] = await listed(person);
    expect(file?.latest).toMatchObject({ state: 'READY', sendProblem: null, sentDate: expect.any(String) });
    const [name, ...others] = await filesIn(join(folder, 's3'));
    expect(others.filter((other) => !other.startsWith(name?.replace(/\._S3rver.*$/, '') ?? '-'))).toEqual([]);
    const { destinations } = await client.destinations({});
    expect(destinations).toMatchObject([{ inWords: expect.stringContaining('/files/from/tidewaiter'), problem: null }]);
    const { rows } = await databaseOf(portal.services.accounts).execute('select * from destinations');
    expect(JSON.stringify(destinations)).not.toContain('S3RVER');
    expect(JSON.stringify(rows.map(({ secret }) => secret))).not.toContain('S3RVER');
  });

  it('may refuse a file or be away: that is told, and the file stays in the downloads', async () => {
    const person = await portal.signIn();
    const { client } = person;
    const place = { ...store, bucket: 'nowhere' };
    const { destinationId } = await client.createDestination({ name: 'Gone', place, secret: 'S3RVER' });
    await sentTo(person, destinationId);
    const [file] = await listed(person);
    const sendProblem = 'The store refused it: NoSuchBucket.';
    expect(file?.latest).toMatchObject({ state: 'READY', sentDate: null, sendProblem });
    await portal.services.accounts.mailer.idle();
    expect(await notMade(person)).toEqual([]);
    const told = await outbox(portal.config.dataFolder, person.email);
    expect(told.filter((mail) => mail.includes('could not be sent'))).toHaveLength(1);
    expect((await client.destinations({})).destinations[0]?.problem).toContain('NoSuchBucket');
    const exportId = file?.latest?.exportId ?? '';
    expect((await client.fetchExport({ exportId })).url).not.toBe(null);
    const away = { ...store, endpoint: 'http://127.0.0.1:10' };
    const { destinationId: other } = await client.createDestination({ name: 'Away', place: away, secret: 'x' });
    expect(await client.testDestination({ destinationId: other })).toMatchObject({
      ...{ arrived: false, message: 'The store refused the connection.' },
    });
  });

  it.each([
    ['a status that there is not', 'HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'],
    ['no answer', ''],
    ['more than anybody reads', `HTTP/1.1 500 X\r\nContent-Length: 9999999\r\n\r\n${'x'.repeat(1_000_000)}`],
  ])('is told of where it answers %s', async (_, answer) => {
    const { client } = await portal.signIn();
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const place = { ...store, endpoint: `http://127.0.0.1:${port}` };
    const { destinationId } = await client.createDestination({ name: 'Odd', place, secret: 'x' });
    const told = await client.testDestination({ destinationId });
    expect(told).toMatchObject({ arrived: false, message: expect.stringMatching(/^The store /) });
    await new Promise((resolve) => server.close(resolve));
  });

  it('takes nothing more once the password of its person is set anew, until they test it', async () => {
    const person = await portal.signIn();
    const { client } = person;
    const { accounts } = portal.services;
    const { destinationId } = await client.createDestination({ name: 'Ours', place: store, secret: 'S3RVER' });
    await databaseOf(accounts).transaction((transaction) =>
      accounts.webhooks.stopAll(person.person.userid, transaction),
    );
    await sentTo(person, destinationId);
    expect((await listed(person))[0]?.latest?.sendProblem).toContain('since your password was reset');
    await client.testDestination({ destinationId });
    expect((await client.destinations({})).destinations[0]?.problem).toBe(null);
  });

  describe.skipIf(!HAS_SSH)('is a server, by SFTP (skipped where this machine has no OpenSSH server)', () => {
    let sftp: SftpServer;
    let files: string;
    beforeAll(async () => {
      files = await mkdtemp(join(folder, 'sftp-'));
      sftp = await startSftpServer(await mkdtemp(join(folder, 'sshd-')), files);
    });
    afterAll(() => sftp.stop());
    const placeOf = () => {
      const { port, user } = sftp;
      return { kind: 'SFTP' as const, host: '127.0.0.1', port, user, folder: 'in/from tidewaiter' };
    };

    it('that lets the portal’s key in, and is known by its own from then on', async () => {
      const person = await portal.signIn();
      const { client } = person;
      const { destinationId, publicKey } = await client.createDestination({ name: 'Server', place: placeOf() });
      const test = () => client.testDestination({ destinationId });
      expect(await test()).toMatchObject({ arrived: false, message: 'The server does not let the user in.' });
      // Known from then on, though it took nothing.
      const { destinations } = await client.destinations({});
      expect(destinations[0]?.hostKey).toMatch(/^SHA256:/);
      await sftp.letIn(publicKey ?? '');
      expect(await test()).toMatchObject({ arrived: true, hostKey: expect.stringMatching(/^SHA256:[\w+/]{43}$/) });
      await sentTo(person, destinationId);
      expect((await listed(person))[0]?.latest).toMatchObject({ sendProblem: null, sentDate: expect.any(String) });
      const [name, ...others] = await filesIn(files);
      expect(others).toEqual([]);
      const text = await readFile(join(files, name ?? ''), 'utf8');
      expect(text.split('\n')[0]).toContain('HS Code');
      await sftp.renew();
      expect(await test()).toMatchObject({ arrived: false, message: expect.stringContaining('another key') });
      const { rows } = await databaseOf(portal.services.accounts).execute('select * from destinations');
      expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
    });

    it('that does not take the password it is given', async () => {
      const { client } = await portal.signIn();
      const { destinationId } = await client.createDestination({ name: 'Server', place: placeOf(), secret: 'wrong' });
      expect(await client.testDestination({ destinationId })).toMatchObject({ arrived: false });
    });
  });
});
