/** The portal as `deploy/tidewaiter.service` runs it: as a user of its own, under a root file system that nothing is written in. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { ended } from '@tidewaiter/testing/command';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Machine, machine, NO_MACHINE, SERVICE_USER } from '../../testing/machine.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

/** Everything below a folder. */
const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { uid, mode } = lstatSync(join(folder, name));
    return { name, uid, mode };
  });

describe.skipIf(NO_MACHINE !== '')(`as a service${NO_MACHINE && ` (${NO_MACHINE})`}`, () => {
  let on: Machine;
  let portal: Awaited<ReturnType<Machine['serve']>>;
  const file = (name: string) => join(on.files, name);
  const notTheServices = () => below(on.data).filter(({ uid }) => uid !== SERVICE_USER);
  const done = async (...args: string[]) => {
    const { status, out, err } = await on.run(args);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    return out;
  };
  beforeAll(() => {
    on = machine('BACKUP_TO=/var/backups');
    mkdirSync(file('out'));
    for (const [name, text] of Object.entries({
      'june.csv': readFileSync(KOREAN_FIXTURE, 'utf8'),
      'news.txt': 'We are open.',
      'empty.csv': '',
    }))
      writeFileSync(file(name), text, { mode: 0o600 });
  });
  afterAll(() => on.remove());

  it('starts on an empty data folder, and what it puts there is its own alone', async () => {
    portal = await on.serve();
    expect((await fetch(`${portal.url}/health/ready`)).status).toBe(200);
    // The backup of the day is tried again and again, and no load begins beside it.
    const backups = async () =>
      JSON.parse(await done('jobs', 'list', '--kind', 'backup', '--json')) as { id: number; state: string }[];
    for (const { id } of await backups()) await on.run(['jobs', 'cancel', String(id)]);
    const open = async () => (await backups()).filter(({ state }) => ['WAITING', 'RUNNING'].includes(state));
    await expect.poll(open, { timeout: 60_000, interval: 1000 }).toEqual([]);
    // The engine keeps what it knows of its own catalogue by rights of its own; nobody's data is in that.
    const accounts = below(join(on.data, 'accounts')).filter(({ name }) => !name.endsWith('pg_internal.init'));
    expect(accounts.length).toBeGreaterThan(1000);
    expect(accounts.filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
    expect(notTheServices()).toEqual([]);
  });

  it('reads files that are its caller’s alone, and says of them what their caller calls them', async () => {
    expect(await done('load', 'june.csv')).toContain('june.csv: load 1, 4 of 10 rows');
    const input = 'Date,Country,Exchange rate\n2020-01-01,South Korea,1160\n';
    expect((await on.run(['rates', 'load', '-'], { input })).out).toContain('1 rates of 1 currencies');
    await done('notice', 'add', 'Open', '--file', '/root/files/news.txt');
    expect((await on.run(['load', 'empty.csv'])).err).toBe('/root/files/empty.csv is empty.\n');
    expect((await on.run(['load', 'out'])).err).toBe('/root/files/out cannot be read: it is a folder.\n');
    const theirs = await on.run(['load', '/root/files/june.csv'], { asService: true });
    expect(theirs.err).toContain(`/root/files/june.csv cannot be read by user ${SERVICE_USER}: permission denied.`);
    expect(theirs.err).toContain(`Let user ${SERVICE_USER} have it`);
    expect(readdirSync(join(on.data, 'incoming'))).toEqual([]);
  });

  it('writes files that are its caller’s alone', async () => {
    await done('rejected', '1', '--out', 'out/rejected.csv');
    expect(readFileSync(file('out/rejected.csv'), 'utf8').split('\n').length).toBeGreaterThan(6);
    await on.run(['doctor', '--bundle', 'out/support.json']);
    expect(JSON.parse(readFileSync(file('out/support.json'), 'utf8'))).toHaveProperty('findings');
    await done('load', 'june.csv', '--write-mapping=out/mapping.json');
    const mapping = JSON.parse(readFileSync(file('out/mapping.json'), 'utf8'));
    mapping.columns.origin_country.codes = 'codes.json';
    writeFileSync(file('coded.json'), JSON.stringify(mapping), { mode: 0o600 });
    writeFileSync(file('codes.json'), '{"CN": "China"}', { mode: 0o600 });
    const coded = await on.run(['load', 'june.csv', '--mapping', 'coded.json', '--dry-run']);
    expect(coded.out, coded.err).toContain('would load');
    await done('mapping', 'import', 'coded.json');
    const { name } = JSON.parse(readFileSync(file('out/mapping.json'), 'utf8'));
    const { err } = await on.run(['mapping', 'export', name, '--out', 'out/mapping.json']);
    expect(err).toBe('/root/files/out/mapping.json cannot be written: it is there already.\n');
    const written = below(file('out'));
    expect(written.map((one) => one.name).sort()).toEqual(['mapping.json', 'rejected.csv', 'support.json']);
    expect(written.filter(({ uid, mode }) => uid !== 0 || (mode & 0o777) !== 0o600)).toEqual([]);
  });

  it('backs up into its caller’s folder, and says of its own place why it cannot be written', async () => {
    expect(await done('backup', 'out/backups')).toContain('/root/files/out/backups');
    expect(await done('backup', 'out/backups', '--check')).toContain('whole');
    expect(below(file('out/backups')).filter(({ uid, mode }) => uid !== 0 || (mode & 0o077) !== 0)).toEqual([]);
    const own = await on.run(['backup']);
    expect(own.status).toBe(1);
    expect(own.err).toContain(`/var/backups cannot be written by user ${SERVICE_USER}: nothing can be written there.`);
    expect(own.err).toContain('StateDirectory and ReadWritePaths');
    expect(existsSync(join(on.data, 'backup.new'))).toBe(false);
  });

  it('keeps nothing of a file whose caller is killed while it is read', async () => {
    execFileSync('mkfifo', [file('slow.csv')]);
    const command = on.start(['load', 'slow.csv']);
    const pipe = openSync(file('slow.csv'), 'r+');
    writeSync(pipe, 'x'.repeat(50_000));
    const copies = () => readdirSync(join(on.data, 'incoming'));
    await expect.poll(copies).toHaveLength(1);
    command.kill('SIGKILL');
    await expect.poll(copies).toEqual([]);
    closeSync(pipe);
    expect(JSON.parse(await done('loads', '--json')).loads).toHaveLength(1);
  });

  it('commands of root leave nothing of root’s where no portal runs, and it starts again', async () => {
    portal.process.kill('SIGTERM');
    await ended(portal.process);
    const july = readFileSync(file('june.csv'), 'utf8').replaceAll('2020', '2021');
    writeFileSync(file('july.csv'), july, { mode: 0o600 });
    expect(await done('load', 'july.csv', '--replace', '1')).toContain('load 2');
    await done('rejected', '2', '--out', 'out/july.csv');
    expect(statSync(file('out/july.csv')).uid).toBe(0);
    expect(notTheServices()).toEqual([]);
    portal = await on.serve();
    expect(JSON.parse(await done('loads', '--json')).loads).toMatchObject([{ file: 'july.csv' }]);
    portal.process.kill('SIGTERM');
    await ended(portal.process);
  });

  it('a restore of root fills the service’s empty folder with what is the service’s', async () => {
    for (const name of readdirSync(on.data)) rmSync(join(on.data, name), { recursive: true });
    expect(await done('restore', 'out/backups')).toContain('The ledger reconciles');
    expect(notTheServices()).toEqual([]);
  });

  it('a folder in which something is root’s is refused with what puts it right', async () => {
    const table = below(on.data).find(({ name }) => /^records\/store\/\w+\/[\w-]+$/.test(name))?.name ?? '';
    for (const name of [table, 'accounts/base/1', 'lock']) {
      chownSync(join(on.data, name), 0, 0);
      await expect(on.serve()).rejects.toThrow(
        new RegExp(
          `tidewaiter/${name} cannot be written by user ${SERVICE_USER}: it belongs to user 0\\.[^]*chown -R ${SERVICE_USER} /var/lib/tidewaiter`,
        ),
      );
      chownSync(join(on.data, name), SERVICE_USER, SERVICE_USER);
    }
  });

  it('a folder that is somebody else’s and open to others is refused', async () => {
    chownSync(on.data, 0, 0);
    chmodSync(on.data, 0o755);
    await expect(on.serve()).rejects.toThrow('is open to others, and belongs to somebody else (user 0)');
    expect(statSync(on.data).mode & 0o777).toBe(0o755);
  });
});
