/** A portal that moves from its folder onto servers, and from there into another folder. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as next } from 'node:timers/promises';
import { openDatabase } from '@tidewaiter/accounts/database';
import { type CommandFolder, commandFolder, ended } from '@tidewaiter/testing/command';
import { type Gateway, startGateway } from '@tidewaiter/testing/gateway';
import { POSTGRES, startPostgres, type TemporaryPostgres } from '@tidewaiter/testing/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

let folder: string;
let old: CommandFolder;
let gateway: Gateway;
let postgres: TemporaryPostgres;
let servers: Record<string, string>;

const NAMED = ['--firstname', 'A', '--lastname', 'Merchant', '--company', 'Example'];

/** Writes the settings of a place into a file. */
async function settingsFile(name: string, settings: Record<string, string>): Promise<string> {
  const path = join(folder, name);
  const lines = Object.entries(settings).map(([setting, value]) => `${setting}=${value}`);
  await writeFile(path, lines.join('\n'));
  return path;
}

const json = async (place: CommandFolder, ...args: string[]) => {
  const { status, out, err } = await place.run(...args, '--json');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return JSON.parse(out);
};

/** What a place answers with: its records and its people. */
const held = async (place: CommandFolder) => ({
  loads: (await json(place, 'loads')).loads,
  accounts: await json(place, 'account', 'list'),
});

/** Finishes a move, and kills it as soon as a file or a folder is gone. */
async function finishUntilGone(place: CommandFolder, path: string): Promise<void> {
  const finishing = place.start('move', '--finish');
  while (existsSync(path) && finishing.exitCode === null) await next();
  finishing.kill('SIGKILL');
  await ended(finishing);
}

describe.skipIf(POSTGRES === undefined)('a portal that moves', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidewaiter-move-'));
    [old, gateway, postgres] = await Promise.all([commandFolder(), startGateway(), startPostgres(POSTGRES ?? '')]);
    await gateway.ask('CREATE DATABASE moved');
    servers = { DATABASE_URL: postgres.url, CLICKHOUSE_URL: gateway.url('moved') };
    await old.run('account', 'create', 'first@example.com', ...NAMED);
  });
  afterAll(async () => {
    await old?.remove();
    await Promise.all([gateway?.stop(), postgres?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('is brought onto servers while people work, but for what the last step takes along', async () => {
    const to = join(folder, 'served');
    const file = await settingsFile('servers.env', { TIDEWAITER_DATA_DIR: to, ...servers });
    const { engine, close } = await openDatabase({ dataFolder: old.path });
    await engine?.query("insert into balances (user_id, allowance, balance) select id, 'SEARCHES', 3 from users");
    await close();
    const portal = await old.serve();
    const refused = await old.run('move', file);
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('the balance is 3 more') });
    expect(refused.err).toContain('move SETTINGS --accept');
    const prepared = await old.run('move', file, '--accept');
    expect(prepared).toMatchObject({ status: 0, err: '' });
    expect(prepared.out).toContain('Stop the portal, run this again');
    // What happens meanwhile is taken along by the last step.
    await old.run('load', KOREAN_FIXTURE);
    await old.run('account', 'create', 'second@example.com', ...NAMED);
    const before = await held(old);
    portal.process.kill('SIGTERM');
    await ended(portal.process);

    const moved = await old.run('move', file);
    expect(moved).toMatchObject({ status: 0, err: '' });
    expect(moved.out).toContain('4 records, 2 people');
    expect(moved.out).toContain('but for what was accepted');
    const served = await commandFolder(to, servers);
    expect(await held(served)).toEqual(before);

    // The old folder is nobody's, and whoever ran the last step twice has lost nothing.
    expect(await old.run('loads')).toMatchObject({ status: 1, err: expect.stringContaining('has moved') });
    expect((await old.run('move', file)).status).toBe(0);
    const portalThere = await served.serve();
    expect((await old.run('move', file)).status, 'a portal works there').toBe(1);
    expect((await old.run('loads')).err, 'and nobody here').toContain('has moved');
    portalThere.process.kill('SIGTERM');
    await ended(portalThere.process);
    await writeFile(join(old.path, 'of-the-operator'), '');
    for (const gone of [join(old.path, 'records'), `${to}.moving/backups`, `${to}.moving`])
      await finishUntilGone(old, gone);
    expect(await old.run('move', '--finish')).toMatchObject({ status: 0, err: '' });
    // What is removed cannot be worked with again, here or by another run of the move.
    for (const args of [['--undo'], [file]])
      expect(await old.run('move', ...args)).toMatchObject({ status: 1, err: expect.stringContaining('finished') });
    const left = await readdir(old.path);
    expect(left).toContain('of-the-operator');
    expect(left).not.toContain('records');
    expect(left).not.toContain('accounts');
    expect((await readdir(folder)).sort()).toEqual(['served', 'servers.env']);
  });

  it('waits for other portals of its servers, moves back into a folder, and can be taken back until it is finished', async () => {
    const served = await commandFolder(join(folder, 'served'), servers);
    const file = await settingsFile('back.env', { TIDEWAITER_DATA_DIR: join(folder, 'back') });
    const other = new pg.Client({ connectionString: postgres.url, application_name: 'tidewaiter of another machine' });
    await other.connect();
    expect(await served.run('move', file)).toMatchObject({
      status: 1,
      err: expect.stringContaining('Stop its portals'),
    });
    await other.end();

    const before = await held(served);
    expect(await served.run('move', file, '--accept')).toMatchObject({ status: 0, err: '' });
    const back = await commandFolder(join(folder, 'back'));
    expect(await held(back)).toEqual(before);
    expect((await served.run('move', '--undo')).status).toBe(0);
    expect(await held(served)).toEqual(before);
  });

  it('says what is wrong with the place that it shall move to', async () => {
    const back = await commandFolder(join(folder, 'back'));
    const said = async (name: string, settings: Record<string, string>) =>
      (await back.run('move', await settingsFile(name, settings), '--accept')).err;
    expect(await said('same.env', { TIDEWAITER_DATA_DIR: back.path })).toContain('It moves into another one');
    expect(await said('taken.env', { TIDEWAITER_DATA_DIR: join(folder, 'taken'), ...servers })).toContain(
      'holds records',
    );
    expect((await back.run('move', join(folder, 'nothing.env'))).err).toContain('There is no file');
    expect((await back.run('move', '--finish')).err).toContain('has not moved');
    // Nothing of it has kept the portal from its folder.
    expect((await back.run('loads')).status).toBe(0);
  });
});
