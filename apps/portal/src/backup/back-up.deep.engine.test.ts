/** Backups beside others, damaged ones, and those in a bucket; the suite without `deep` has one that comes back. */
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@tidewaiter/accounts/database';
import { DAY_MS } from '@tidewaiter/contract';
import { folderOfTest, sharedFolder } from '@tidewaiter/testing/folder';
import { outbox } from '@tidewaiter/testing/outbox';
import Fastify from 'fastify';
import S3rver from 's3rver';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, commandLine, runHere } from '../../testing/command-line.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';
import { type Config, readConfig } from '../app/config.js';
import { lockDataFolder } from '../app/data-folder.js';
import { openServices, type Services } from '../app/services.js';
import { startBackgroundWork } from '../jobs/housekeeping.js';
import { BACKUP_JOB, handleBackups } from './job.js';
import { findBackup, pathOfBackup } from './manifest.js';
import { hashOf, openRepository } from './repository.js';

let folder: string;
let backups: string;
let portal: CommandLine;
let settings: NodeJS.ProcessEnv = {};

beforeEach(async () => {
  folder = folderOfTest();
  backups = join(folder, 'backups');
  portal = await commandLine(undefined, settings);
  expect((await portal.run('load', KOREAN_FIXTURE)).status).toBe(0);
});
afterEach(() => portal.close());

/** Another folder's command line, once the portal's is closed: a process has one embedded engine. */
async function restored(where: string) {
  await portal.close();
  const line = await commandLine(join(folder, 'restored'), settings);
  return { line, finished: await line.run('restore', where) };
}

const NAMED = ['--firstname', 'A', '--lastname', 'Merchant', '--company', 'Example'];

/** Somebody else has an account from now on. */
async function person(email: string): Promise<void> {
  const made = await portal.run('account', 'create', email, ...NAMED);
  expect(made).toMatchObject({ status: 0, err: '' });
}

const backup = (...args: string[]) => portal.run('backup', backups, ...args);
/** What a program reads of one that is made, or of `--list`. */
const made = (...args: string[]) => portal.json('backup', backups, ...args);
const place = () => openRepository(backups, folder, undefined);

/** Gives a backup another time, and a part of its description. @returns the time */
async function dated(at: string, to: number, changes: object = {}): Promise<string> {
  const [before, time] = [join(backups, pathOfBackup(at)), new Date(to).toISOString()];
  const described = { ...JSON.parse(await readFile(before, 'utf8')), ...changes, at: time };
  await writeFile(join(backups, pathOfBackup(time)), JSON.stringify(described));
  if (time !== at) await rm(before);
  return time;
}

it('makes no folder in the place of the one that its settings name, whose disk may not be mounted', async () => {
  await portal.close();
  const line = await commandLine(join(folder, 'own'), { BACKUP_TO: backups });
  expect(await line.run('backup')).toMatchObject({ status: 1, err: expect.stringContaining(`mkdir -p ${backups}`) });
  await expect(readdir(backups)).rejects.toThrow('ENOENT');
  await mkdir(backups);
  expect(await line.run('backup')).toMatchObject({ status: 0, err: '' });
  await line.close();
});

/** Backs a folder up as a portal does by itself. Its services are left open. */
async function nightly(data: string) {
  await portal.close();
  const told = { TIDEWAITER_DATA_DIR: data, BACKUP_TO: backups, OPERATOR_EMAIL: 'watch@example.com' };
  const config = readConfig({ ...told, LOG_LEVEL: 'silent' }, folder);
  const services = await openServices(config, 'test');
  handleBackups(services, config, Fastify().log);
  const { jobs } = services.accounts;
  await jobs.enqueue({ key: 'backup today', kind: BACKUP_JOB });
  await jobs.settle();
  return { config, services, job: await jobs.find('backup today') };
}

/** What `doctor` says of backups. */
async function examined(config: Config, services: Services) {
  const opened = { config, records: async () => services.records, services: async () => services };
  const { findings } = JSON.parse((await runHere(opened, 'doctor', '--json')).out);
  return findings.find(({ check }: { check: string }) => check === 'backup');
}

const objects = async () => (await readdir(join(backups, 'objects'))).sort();

describe('a backup', () => {
  it('copies nothing again that another one there holds, and is gone when the rule lets it go', async () => {
    await person('one@example.com');
    const first = await made();
    const before = await objects();
    await person('another@example.com');
    const second = await made();
    expect(second.removed, 'those of the last day stay').toEqual([]);
    expect(second.newBytes).toBeLessThan(second.bytes / 2);
    expect((await made('--list')).backups).toEqual([first.at, second.at]);
    const longAgo = Date.parse(first.at) - 400 * DAY_MS;
    const [one, other] = [await dated(first.at, longAgo), await dated(second.at, longAgo + 1)];
    const third = await made();
    expect(third.removed, 'of one day the newest stays').toEqual([one]);
    expect((await made('--list')).backups).toEqual([other, third.at]);
    // What both need lies there once, and what only the first one needed is gone with it.
    const after = await objects();
    expect(before.filter((name) => !after.includes(name))).not.toEqual([]);
    const manifests = await Promise.all([other, third.at].map((at) => findBackup(place(), at)));
    const needed = new Set(manifests.flatMap((manifest) => Object.keys(manifest.objects)));
    expect(after).toEqual([...needed].map((name) => `${name}.br`).sort());
    expect((await backup('--check')).status).toBe(0);
  });

  it('is told from another portal’s, and not made into its place', async () => {
    await backup();
    await portal.close();
    portal = await commandLine();
    expect((await backup()).err).toContain('has backups of another portal');
  });

  it('is not made where the disk that has the others is not mounted, unless they are gone on purpose', async () => {
    await backup();
    // Another portal of the same accounts, or one that was restored, knows it too.
    for (const path of [backups, join(portal.path, 'last-backup.json')]) await rm(path, { recursive: true });
    const refused = await backup();
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('Is its disk mounted?') });
    await expect(readdir(backups)).rejects.toThrow('ENOENT');
    expect((await backup('--accept')).status).toBe(0);
  });

  it('is asked for at a start, but where nothing is loaded yet: it would keep the first load waiting', async () => {
    await portal.close();
    const data = join(folder, 'new');
    const told = { TIDEWAITER_DATA_DIR: data, BACKUP_TO: backups, BACKUP_HOUR: '0', LOG_LEVEL: 'silent' };
    for (const asked of [0, 1]) {
      const config = readConfig(told, folder);
      const services = await openServices(config, 'test');
      const background = await startBackgroundWork(services, config, Fastify().log);
      const jobs = (kind: string) => services.accounts.jobs.list({ kind, limit: 1 });
      await expect.poll(() => jobs('housekeeping'), { timeout: 60_000 }).toMatchObject([{ state: 'DONE' }]);
      await expect.poll(() => jobs(BACKUP_JOB), { timeout: 60_000 }).toHaveLength(asked);
      background.stop();
      await services.close();
      const line = await commandLine(data);
      expect((await line.run('load', KOREAN_FIXTURE)).status).toBe(0);
      await line.close();
    }
  });

  it('stands where older ones cannot be let go, and its operator is told of those', async () => {
    await portal.close();
    portal = await commandLine(join(folder, 'data'));
    const { at } = await made();
    const yesterday = new Date(Date.parse(at) - DAY_MS).toISOString();
    await writeFile(join(backups, pathOfBackup(yesterday)), 'nothing of ours');
    const told = `The backup of ${yesterday} cannot be read`;
    expect(await backup()).toMatchObject({ status: 0, err: expect.stringContaining(told) });
    const { config, services, job } = await nightly(portal.path);
    expect(job).toMatchObject({ state: 'DONE' });
    const [mailed = ''] = await outbox(portal.path, 'watch@example.com');
    expect(mailed).toContain('was made');
    expect(mailed).not.toContain('No backup was made');
    expect(mailed.replaceAll('=\r\n', '')).toContain(told);
    const found = await examined(config, services);
    expect(found).toMatchObject({ state: 'soon', found: expect.stringContaining(told) });
    await services.close();
  });

  it('that an earlier version made of what was left is not called whole', async () => {
    await person('one@example.com');
    const { at } = await made();
    const { fewer: _, ...manifest } = await findBackup(place());
    const tables = manifest.accounts.tables.map((table) =>
      table.name === 'users' ? { ...table, rows: table.rows + 7 } : table,
    );
    const thinned = await dated(at, Date.parse(at), { fewer: undefined });
    const fuller = new Date(Date.parse(at) - DAY_MS).toISOString();
    const described = { ...manifest, at: fuller, accounts: { ...manifest.accounts, tables } };
    await writeFile(join(backups, pathOfBackup(fuller)), JSON.stringify(described));
    const { status, err } = await backup('--check');
    expect(status).toBe(1);
    expect(err).toContain(`${fuller}: users: 8 rows were copied, 1 are here`);
    expect(err).toContain(`${thinned}: users: 8 rows in the backup of ${fuller}, 1 here`);
  });

  it('that is damaged is found by reading back, says so where it is restored, and the next one mends it', async () => {
    await backup();
    const [manifest = ''] = await readdir(join(backups, 'backups'));
    const { records } = JSON.parse(await readFile(join(backups, 'backups', manifest), 'utf8'));
    const piece = records.pieces.find(({ table }: { table: string }) => table === 'records');
    const path = join(backups, 'objects', `${piece.object}.br`);
    await appendFile(path, 'x');
    const err = expect.stringContaining(`${piece.object}.br is damaged`);
    expect(await backup('--check')).toMatchObject({ status: 1, out: expect.stringContaining('DAMAGED'), err });
    await rm(path);
    expect((await backup('--check')).err).toContain(`${piece.object}.br is missing`);
    await backup();
    expect(await backup('--check')).toMatchObject({ status: 0, err: '' });

    await writeFile(path, 'nothing of ours');
    const { line, finished } = await restored(backups);
    expect(finished.status).not.toBe(0);
    const closed = await line.run('loads').catch((error: Error) => ({ status: 1, err: error.message }));
    expect(closed).toMatchObject({ status: 1, err: expect.stringContaining('is not whole') });
    await line.close();
  });

  it('goes into an empty folder only, and is found by its day', async () => {
    await backup();
    expect((await portal.run('restore', backups)).err).toContain('in use by');
    expect((await portal.run('backup', join(folder, 'nowhere'), '--check')).err).toContain('There is no backup in');
    const early = await portal.run('restore', backups, '--as-of', '2020-01-01');
    expect(early.err).toContain('There is no backup of 2020-01-01 or before');
    expect((await portal.run('restore', backups, '--as-of', 'yesterday')).status).toBe(2);
    await writeFile(join(folder, 'mine'), '');
    const line = await commandLine(folder);
    await portal.close();
    expect((await line.run('restore', backups)).err).toContain('is not empty');
    await line.close();
  });
});

describe('accounts that have lost rows', () => {
  const email = 'one@example.com';
  let data: string;

  /** Changes the accounts while no portal has them open. @returns where a table lies */
  async function changed(...statements: string[]): Promise<string> {
    await portal.close();
    const { engine, close } = await openDatabase({ dataFolder: data });
    for (const statement of statements) await engine?.query(statement);
    const { rows = [] } = (await engine?.query("select pg_relation_filepath('users') as path")) ?? {};
    await close();
    portal = await commandLine(data);
    return join(data, 'accounts', (rows[0] as { path: string }).path);
  }

  beforeEach(async () => {
    data = join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    await portal.close();
    portal = await commandLine(data);
  });

  it('are not backed up in place of what they were, but where an operator says that it is right', async () => {
    await person(email);
    const first = await made();
    // What goes with an account is rightly gone.
    expect(await portal.run('account', 'delete', email, '--reason', 'asked for', '--yes')).toMatchObject({ err: '' });
    const second = await made();
    await changed(
      'alter table audit_log disable trigger user',
      'delete from audit_log where id > 1',
      'alter table audit_log enable trigger user',
    );
    const refused = await backup();
    expect(refused.status).toBe(1);
    expect(refused.err).toMatch(/audit_log: \d+ rows in the backup of \S+, 1 here/);
    expect(refused.err).toContain('npx tidewaiter backup --accept');
    const times = [first.at, second.at];
    expect((await made('--list')).backups).toEqual(times);
    const meant = await made('--accept');
    expect(meant.removed).toEqual([]);
    const next = await made();
    expect((await made('--list')).backups).toEqual([...times, meant.at, next.at]);
    expect((await backup('--check')).status).toBe(0);
  });

  /** Makes every balance of searches more than the sum of its entries, by so many more. */
  const spoiled = (by: number) =>
    `insert into balances (user_id, allowance, balance) select id, 'SEARCHES', greatest(${by}, 0) from users
     on conflict (user_id, allowance) do update set balance = balances.balance + ${by}`;

  it('are accepted once: the next nights are held against what was, and whatever is lost beside it is refused', async () => {
    await person(email);
    await portal.run('load', KOREAN_FIXTURE);
    await made();
    await changed(spoiled(3));
    await portal.close();
    // As a disk loses a folder.
    const parts = join(data, 'records/data/default/records');
    for (const part of await readdir(parts))
      if (/_\d+_\d+_\d+$/.test(part)) await rm(join(parts, part), { recursive: true });
    portal = await commandLine(data);

    const refused = await backup();
    expect(refused.status).toBe(1);
    expect(refused.err).toMatch(/load 1, IMPORT KOR [\d-]+: 0 of \d records are there/);
    expect(refused.err).toMatch(/account \d+, SEARCHES: the balance is 3 more than the sum of its entries/);
    expect(refused.err).toMatch(/backup --accept, or move SETTINGS --accept$/m);
    const meant = await made('--accept');
    expect(meant.removed).toEqual([]);
    const { services, job } = await nightly(data);
    expect(job, 'the night after').toMatchObject({ state: 'DONE' });
    await services.close();
    portal = await commandLine(data);

    await changed(spoiled(2));
    const further = await backup();
    expect(further).toMatchObject({ status: 1, err: expect.stringContaining('SEARCHES: the balance is 5 more') });
    expect(further.err).not.toContain('load 1');
    await changed(spoiled(-2));
    expect(await backup()).toMatchObject({ status: 0, err: '' });

    const { line, finished } = await restored(backups);
    expect(finished).toMatchObject({ status: 0, err: '' });
    expect(finished.out).toContain('The ledger reconciles but for what was accepted with the backup:');
    expect(finished.out).toContain('SEARCHES: the balance is 3 more than the sum of its entries');
    await line.close();
  });

  it('in a way that no backup accepted do not pass for restored', async () => {
    await person(email);
    await changed(spoiled(3));
    const { at } = await made('--accept');
    await dated(at, Date.parse(at), { accepted: undefined });
    const { line, finished } = await restored(backups);
    expect(finished).toMatchObject({ status: 1, err: expect.stringContaining('which no backup accepted') });
    await line.close();
  });

  it('since a file of theirs is damaged are not backed up, and their operator hears of it', async () => {
    const table = await changed(
      `insert into users (email, firstname, lastname, mobile, company_name)
       select n || '@example.com', 'Ada', 'Bay', repeat('1', 200), 'Acme' from generate_series(1, 200) n`,
    );
    const { at } = await made();
    await portal.close();
    await truncate(table, 8192);
    const { config, services, job } = await nightly(data);
    expect(job).toMatchObject({ state: 'FAILED', tries: 1 });
    const [mailed = ''] = await outbox(data, 'watch@example.com');
    expect(mailed).toContain('No backup was made');
    expect(mailed).toContain('can be read of: users');
    const found = await examined(config, services);
    const words = `Files of the accounts are damaged on the disk. The newest that was made is of ${at}`;
    expect(found).toMatchObject({ state: 'wrong', found: expect.stringContaining(words) });
    expect((await made('--list')).backups).toEqual([at]);
    await services.close();
  });
});

it('a restore waits for another one there that is about to end', async () => {
  await backup();
  await portal.close();
  const place = join(folder, 'restored');
  await mkdir(place, { mode: 0o700 });
  const ending = lockDataFolder(place, 'tidewaiter restore', () => {});
  setTimeout(() => ending.release(), 500);
  const line = await commandLine(place);
  expect(await line.run('restore', backups)).toMatchObject({ status: 0, err: '' });
  await line.close();
});

describe('a bucket', () => {
  let server: S3rver;
  const keep = sharedFolder();
  beforeAll(async () => {
    const configureBuckets = [{ name: 'backups', configs: [] }];
    server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: keep, configureBuckets });
    const { port } = await server.run();
    settings = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
  });
  afterAll(async () => {
    settings = {};
    await server.close();
  });

  it('keeps backups as a folder does', async () => {
    const where = 's3://backups/of/a/portal';
    for (let time = 0; time < 2; time += 1)
      expect(await portal.run('backup', where)).toMatchObject({ status: 0, err: '' });
    expect((await portal.json('backup', where, '--list')).backups).toHaveLength(2);
    expect(await portal.run('backup', where, '--check')).toMatchObject({ status: 0, err: '' });
    const { line, finished } = await restored(where);
    expect(finished).toMatchObject({ status: 0, err: '' });
    expect((await line.json('loads')).loads).toHaveLength(1);
    await line.close();
  });

  it('takes a file that goes up in parts', async () => {
    const repository = openRepository('s3://backups/large', folder, readConfig(settings, folder).backups.bucket);
    const path = join(folder, 'large');
    await writeFile(path, randomBytes(70 * 1024 * 1024));
    await repository.put('objects/large', path);
    expect(await repository.list('objects')).toEqual(new Map([['objects/large', 70 * 1024 * 1024]]));
    const fetched = await repository.fetch('objects/large');
    expect(await hashOf(fetched.path)).toBe(await hashOf(path));
    await fetched.done();
    await repository.remove('objects/large');
    await expect(repository.fetch('objects/large')).rejects.toThrow('is not there');
  });

  it('is refused without its keys, and named with what to look at where it cannot be used', async () => {
    expect(() => openRepository('s3://backups', folder, undefined)).toThrow('set S3_ACCESS_KEY_ID');
    const asked = (where: string, more: NodeJS.ProcessEnv = {}) =>
      openRepository(where, folder, readConfig({ ...settings, ...more }, folder).backups.bucket).list('backups');
    for (const [where, more, reason] of [
      ['s3://nowhere/of/a/portal', {}, 'there is no bucket nowhere'],
      ['s3://backups', { S3_ACCESS_KEY_ID: 'x' }, 'InvalidAccessKeyId'],
      ['s3://backups', { S3_ENDPOINT: 'http://127.0.0.1:10' }, 's3://backups cannot be used'],
    ] as const)
      await expect(asked(where, more)).rejects.toMatchObject({
        ...{ name: 'OperatorError', message: expect.stringContaining(reason) },
        details: [expect.stringContaining('S3_ENDPOINT')],
      });
  });
});
