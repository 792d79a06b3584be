/** The built command, as processes; what it says of its own use, within this one. */

import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@tidewaiter/contract';
import { COMMAND, type CommandFolder, commandFolder, ended } from '@tidewaiter/testing/command';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CommandLine, commandLine } from '../../testing/command-line.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

let folder: CommandFolder;
/** The tests of a part share a folder, and go on with what those before them have left in it. */
const share = () => {
  beforeAll(async () => {
    folder = await commandFolder();
  });
  afterAll(() => folder.remove());
};

describe('usage', () => {
  share();

  it('goes on when whoever reads along has gone, as `head` has', async () => {
    const command = folder.start('load', '--help');
    command.stdout?.destroy();
    const err: string[] = [];
    command.stderr?.on('data', (chunk: Buffer) => err.push(chunk.toString()));
    await ended(command);
    expect(err.join('')).toBe('');
    expect(command.exitCode).toBe(0);
  });

  it('is all that is said where it is called by npx, whatever npm finds in the settings of a machine', async () => {
    // npm warns on each call of settings that its version does not know, its users' own and those of other versions among them.
    const env = { ...process.env, npm_config_a_setting_of_another_version: 'true' };
    const said = await promisify(execFile)('npx', ['tidewaiter', '--help'], { cwd: dirname(COMMAND), env });
    expect(said).toEqual({ stdout: expect.stringMatching(/^Usage: tidewaiter/), stderr: '' });
  });

  it('ends the process with status 2 where it is called wrongly', async () => {
    const wrong = await folder.run('load', 'x.csv', '--trade', 'sideways');
    expect(wrong.err).toContain('Say import or export.');
    expect(wrong).toMatchObject({ status: 2, out: '' });
    expect(existsSync(join(folder.path, 'records'))).toBe(false);
  });
});

describe('the demo', () => {
  share();

  /** Runs in the folder within this process what need not be a process: each costs seconds of the processor. */
  async function here(work: (run: CommandLine['run']) => Promise<void>): Promise<void> {
    const line = await commandLine(folder.path);
    await work(line.run);
    await line.close();
  }

  it('goes into an empty folder, signs in, warns beside real records and comes out whole', async () => {
    const made = await folder.run('demo', '--rows', '600', '--until', '2026-10-31', '--json');
    const { records, signInFile } = JSON.parse(made.out);
    expect(records).toBe(600);
    expect(statSync(signInFile).mode & 0o777).toBe(0o600);
    const demo = JSON.parse(await readFile(signInFile, 'utf8'));
    await here(async (run) => {
      expect((await run('demo', '--rows', '600')).err).toContain('empty data folder only');
      const loaded = await run('load', KOREAN_FIXTURE);
      expect(loaded.status).toBe(0);
      expect(loaded.err).toContain('this folder holds generated demo records');
    });
    const { url, process: portal, said } = await folder.serve();
    // Nobody reads along at a terminal: what is said may land in a log.
    await expect.poll(said).toContain(`password: in ${signInFile}`);
    expect(`${said()}${made.out}${made.err}`).not.toContain(demo.password);
    const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => null });
    expect(await client.login({ email: demo.email, password: demo.password })).toMatchObject({ firstname: 'Demo' });
    portal.kill('SIGTERM');
    await ended(portal);
    expect((await folder.run('demo', '--remove')).out).toContain('600 records, 1 account');
    expect(existsSync(join(folder.path, 'demo-sign-in.json'))).toBe(false);
    await here(async (run) => {
      expect(JSON.parse((await run('loads', '--json')).out).loads).toHaveLength(1);
      expect((await run('load', KOREAN_FIXTURE)).err).toBe('');
    });
  });
});

describe('the data folder', () => {
  share();

  it('is closed to others where they could look into it, with a word about it, and so is what is written there', async () => {
    await chmod(folder.path, 0o755);
    const listed = await folder.run('loads');
    expect(listed).toMatchObject({ status: 0 });
    expect(listed.err).toBe(`${folder.path} was open to others (mode 755); it is its owner's alone now.\n`);
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
    expect((await folder.run('loads')).err).toBe('');
    const open = readdirSync(join(folder.path, 'records'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder.path, 'records', name))
      .filter((path) => lstatSync(path).isFile() && (lstatSync(path).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });
});

describe('beside a running portal', () => {
  share();
  let portal: Awaited<ReturnType<CommandFolder['serve']>>;
  beforeAll(async () => {
    portal = await folder.serve();
  });

  it('commands go through it, by a socket of its owner only', async () => {
    const { url } = portal;
    expect(statSync(join(folder.path, 'control.sock')).mode & 0o777).toBe(0o600);
    expect(statSync(folder.path).mode & 0o077).toBe(0);
    const loaded = await folder.run('load', KOREAN_FIXTURE);
    expect(loaded).toMatchObject({ status: 0, err: '' });
    expect(loaded.out).toContain('4 of 10 rows');
    const failed = await folder.run('load', 'no-such-file.csv');
    expect(failed.status).toBe(1);
    expect(failed.err).toContain('there is no such file');
    expect((await folder.run('load')).status).toBe(2);

    const account = ['account', 'create', 'ada@example.com', '--firstname', 'Ada', '--lastname', 'Bay'];
    vi.stubEnv('SUDO_USER', 'harbour-master');
    const made = await folder.run(...account, '--company', 'Acme', '--keep-password', '--json');
    const { password } = JSON.parse(made.out);
    vi.unstubAllEnvs();
    const [subscribed, created] = JSON.parse((await folder.run('audit', 'ada@example.com', '--json')).out);
    expect([subscribed.event, created.event]).toEqual(['SUBSCRIBED', 'ACCOUNT_CREATED']);
    expect([subscribed.operator, created.operator]).toEqual(Array(2).fill(`harbour-master as ${userInfo().username}`));
    let token: string | null = null;
    const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => token });
    ({ token } = await client.login({ email: 'ada@example.com', password }));
    const { countryList } = await client.countryListByTrade({}, { params: { trade: 'I' } });
    expect(countryList.find((country) => country.shortcode === 'KOR')?.records).toBe(4);

    expect((await folder.run('maintenance', 'on', '--message', 'Back at noon')).status).toBe(0);
    const settingsList = [{ isMaintanance: 'Y', siteMessage: 'Back at noon' }];
    expect(await client.siteSettings({})).toEqual({ settingsList });
  });

  it('a second portal refuses to start, and says who has the folder', async () => {
    const second = await folder.run('serve');
    expect(second.status).toBe(1);
    expect(second.err).toMatch(/is in use by tidewaiter serve \(process \d+\)/);
    expect(second.err).toContain('Several portals need both DATABASE_URL and CLICKHOUSE_URL');
  });

  it('one that was killed leaves nothing in the way', async () => {
    portal.process.kill('SIGKILL');
    await ended(portal.process);
    expect(JSON.parse((await folder.run('loads', '--json')).out).loads).toHaveLength(1);
    portal = await folder.serve();
  });

  it('stops when it is told to, whoever is still connected', async () => {
    const { port, hostname } = new URL(portal.url);
    const idle = connect(Number(port), hostname);
    await new Promise((resolve) => idle.once('connect', resolve));
    idle.on('error', () => {});
    portal.process.kill('SIGTERM');
    await ended(portal.process);
    idle.destroy();
    expect(portal.process.exitCode).toBe(0);
    expect(existsSync(join(folder.path, 'control.sock'))).toBe(false);
  });
});
