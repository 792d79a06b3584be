import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandFolder } from '@tidewaiter/testing/command';
import { copyFolder } from '@tidewaiter/testing/golden-folder';
import { fixture } from '@tidewaiter/testing/records';
import { SmallDisk } from '@tidewaiter/testing/small-disk';
import { demoFolder, openPortal, outcome, question } from './portal.js';
import type { Scenario } from './scenario.js';

const DISK_MB = 700;

/** More contacts than fit into what a full disk has left. */
const CONTACTS = 400;

export const fullDisk: Scenario = {
  name: 'full-disk',
  about: 'the disk is full during a load, an export, a charge, a search, a message and a backup',
  async run(findings, { rows }) {
    const disk = new SmallDisk(DISK_MB);
    const made = await demoFolder(Math.min(rows, 20_000));
    try {
      if (!disk.isMounted) throw new Error('a small disk cannot be mounted here');
      const path = join(disk.folder, 'portal');
      await copyFolder(made.folder.path, path);
      const folder = await commandFolder(path, { RATE_LIMITS: 'off', TMPDIR: disk.folder });
      const portal = await openPortal(folder);
      const { client, person } = await portal.signIn(made.demo);
      const balance = async () => (await client.activeSubscriptions({ userId: person.userid })).userSubscriptionList[0];
      const before = await balance();
      const page = (number: number) => client.search({ ...question(number), pageNumber: 0, numberOfRecords: 20 });
      await page(0);
      const count = await client.searchCount(question(0));
      const free = disk.fill();

      const notes = () => Array.from({ length: 900 }, () => Math.random().toString(36)[2]).join('');
      const told = new Set<string>();
      const kept: string[] = [];
      for (let at = 0; at < CONTACTS; at += 1) {
        const companyName = `Company ${at}`;
        const { error } = await outcome(() => client.saveContact({ companyName, notes: notes() }));
        if (error === undefined) kept.push(companyName);
        else told.add(error);
      }
      const words = (what: Set<string>) => [...what].join(', ') || 'answered';
      findings.add(
        'contacts',
        `${kept.length} kept, the others: ${words(told)}`,
        [...told].every((code) => code === 'DISK_FULL'),
      );
      const calls = {
        'a search that costs': () => page(7),
        'the same screen as before': () => client.searchCount(question(0)),
        'an export': async () => {
          const what = { query: question(0), columnKeys: ['be_date', 'hs_code'] };
          const { fingerprint } = await client.quoteExport(what);
          return client.startExport({ ...what, format: 'csv', fingerprint, key: randomUUID() });
        },
      };
      for (const [what, call] of Object.entries(calls)) {
        const { error } = await outcome(call);
        findings.add(what, error ?? 'answered', error === undefined || error === 'DISK_FULL');
      }
      const commands = {
        'a load': ['load', fixture('kr-import-small.csv')],
        'a backup': ['backup', join(disk.folder, 'backups')],
        'a message': ['account', 'create', 'new@example.com', '--firstname', 'A', '--lastname', 'B', '--company', 'C'],
      };
      for (const [what, args] of Object.entries(commands)) {
        const { status, err } = await folder.run(...args);
        const said = err
          .trim()
          .split('\n')
          .filter((line) => !line.startsWith('Warning'))
          .join(' ');
        findings.add(what, `status ${status}: ${said.slice(0, 160)}`, status === 0 || /full|room/i.test(said));
      }
      findings.add('it runs', String(portal.isRunning()), portal.isRunning());

      free();
      const again = await outcome(() => client.saveContact({ companyName: 'Afterwards' }));
      findings.add('a contact once there is room', again.error ?? 'kept', again.error === undefined);
      const list = (pageNumber: number) =>
        client.contactList({ userId: person.userid, pageNumber, numberOfRecords: 100 });
      const pages = await Promise.all([0, 1, 2, 3, 4].map(list));
      const names = new Set(pages.flatMap(({ contactList }) => contactList).map(({ companyName }) => companyName));
      const lost = kept.filter((name) => !names.has(name));
      findings.add('contacts that were kept and are gone', String(lost.length), lost.length === 0);
      const same = await client.searchCount(question(0));
      findings.add('the same count as before', `${same} of ${count}`, same === count);
      const after = await balance();
      const spent = (before?.queryPerDay ?? 0) - (after?.queryPerDay ?? 0);
      findings.add('searches that were spent', String(spent), spent >= 0 && spent <= 2);
      const loaded = await folder.run('load', fixture('kr-import-small.csv'));
      findings.add('the load, given again', `status ${loaded.status}`, loaded.status === 0);
      const backedUp = await folder.run('backup', join(disk.folder, 'backups'));
      findings.add('the backup, given again', `status ${backedUp.status}`, backedUp.status === 0);
      await portal.stop();
      const anew = await openPortal(folder);
      const doctor = await folder.run('doctor', '--json');
      const { findings: all } = JSON.parse(doctor.out) as {
        findings: { state: string; check: string; found: string }[];
      };
      // The disk is small.
      const wrong = all
        .filter(({ state, check }) => state === 'wrong' && check !== 'disk')
        .map(({ check, found }) => `${check}: ${found}`);
      findings.add('what doctor finds wrong after a start', wrong.join(', ') || 'nothing', wrong.length === 0);
      await anew.stop();
      const isLeft = existsSync(join(path, 'backup.new'));
      findings.add('nothing is left of what failed', String(!isLeft), !isLeft);
    } finally {
      await made.folder.remove();
      disk.remove();
    }
  },
};
