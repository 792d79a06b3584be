/** What the operator is told to mend, and that a portal in order is told so. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { startSmtp, type TestSmtp } from '@tidewaiter/testing/smtp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../testing/command-line.js';
import { readConfig } from '../app/config.js';
import { noteBackup } from '../app/last-backup.js';
import { publicAddress } from '../doctor/address.js';
import type { Finding } from '../doctor/finding.js';
import { locale, memory, openFiles } from '../doctor/machine.js';
import { backups, engines, migrations } from '../doctor/portal-state.js';

let line: CommandLine;
let mailServer: TestSmtp;
let proxy: TestProxy;
const folder = sharedFolder();
beforeAll(async () => {
  mailServer = await startSmtp();
  proxy = await startProxy(90);
  line = await commandLine(undefined, { PUBLIC_URL: proxy.url, SMTP_URL: mailServer.url });
  expect((await line.run('backup', join(line.path, 'backups'))).status).toBe(0);
});
afterAll(async () => {
  await line.close();
  await mailServer.stop();
});

interface TestProxy {
  url: string;
  stop(): Promise<void>;
}

/** Something that answers over TLS as a proxy before the portal would, with a certificate of its own making for so many days; it is believed. */
async function startProxy(days: number, status = 200): Promise<TestProxy> {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=proxy', '-addext', `subjectAltName=IP:${PROXY_HOST}`];
  const how = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', String(days), '-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', ...how, ...names], { stdio: 'ignore' });
  const [key, cert] = [await readFile(keyFile), await readFile(certFile)];
  const server = createServer({ key, cert }, (_, answer) => answer.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, PROXY_HOST, resolve));
  globalAgent.options.ca = cert;
  return {
    url: `https://${PROXY_HOST}:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** On the loopback, and not an address that says "this machine". */
const PROXY_HOST = '127.0.0.2';

it('knows a time zone that is none, engines that are too old and tables of a newer version', async () => {
  expect(locale({ TZ: 'Europe/Amsterdam' })).toMatchObject({ state: 'well' });
  expect(locale({ TZ: 'Europe/Rungholt' })).toMatchObject({ state: 'soon', todo: expect.stringContaining('TZ') });
  const store = (version: string, applied = 1) => ({
    store: { engineVersion: async () => version, migrations: async () => ({ applied, known: 1 }) },
  });
  const config = readConfig({ DATABASE_URL: 'postgres://x', CLICKHOUSE_URL: 'http://x:y@z/d' }, line.path);
  const services = (clickhouse: string, postgres: string, applied = 1) => ({
    records: store(clickhouse),
    accounts: store(postgres, applied),
  });
  expect(await engines(config, services('26.1.2', '17.0'))).toMatchObject({ state: 'well' });
  const old = { state: 'wrong', todo: 'ClickHouse 26 is the least.' };
  expect(await engines(config, services('24.8.1', '15.1'))).toMatchObject(old);
  expect(await migrations(services('26', '17', 2))).toMatchObject({ state: 'wrong' });
});

/** One that is so many hours old. */
const portal = (hours: number) => ({
  records: { store: { since: async () => new Date(Date.now() - hours * 3_600_000) } },
});

it('waits for a first backup as long as a portal in order takes to make it', async () => {
  const config = readConfig({ BACKUP_TO: '/var/backups' }, join(folder, 'new'));
  expect(await backups(config, portal(1))).toMatchObject({ state: 'soon', found: 'none was ever made' });
  expect(await backups(config, portal(27))).toMatchObject({ state: 'wrong', found: 'none was ever made' });
});

it('sees backups on the disk of the data folder, where another one may not be mounted', async () => {
  const dataFolder = join(folder, 'one-disk');
  await mkdir(dataFolder);
  const lies = async (where: string) => {
    await noteBackup(dataFolder, { at: new Date().toISOString(), where });
    return backups(readConfig({ BACKUP_TO: where, TIDEWAITER_DATA_DIR: dataFolder }, '/'), portal(1));
  };
  expect(await lies(folder)).toMatchObject({
    state: 'soon',
    found: expect.stringContaining('on the disk of the data'),
  });
  expect(await lies('/proc')).toMatchObject({ state: 'well' });
});

async function examined(): Promise<{ status: number | null; states: Record<string, string>; todo: string[] }> {
  const { status, out } = await line.run('doctor', '--json');
  const findings: Finding[] = JSON.parse(out).findings;
  return {
    status,
    states: Object.fromEntries(findings.map(({ check, state }) => [check, state])),
    todo: findings.filter(({ state }) => state !== 'well').map(({ todo }) => todo),
  };
}

it('finds nothing where all is well', async () => {
  const { status, states, todo } = await examined();
  expect(todo).toEqual([]);
  expect(status).toBe(0);
  const all = 'disk memory lock locale engines migrations records accounts ledger jobs mail address backup clock';
  expect(Object.keys(states)).toEqual(expect.arrayContaining(all.split(' ')));
  expect((await line.run('doctor')).out).toContain('every balance is the sum of its entries');
});

it('shows in one screen how it is, what is wrong alone beside it, and that no portal runs', async () => {
  const { status, out, err } = await line.run('status');
  expect({ status, err }).toEqual({ status: 1, err: 'To be mended: portal.\n' });
  const shown = [...out.matchAll(/^ {2}(?:WRONG| {5}) {2}(.{11}) {2}/gm)].map(([, check = '']) => check.trim());
  expect(shown).toEqual(['check', 'portal', 'disk', 'data folder', 'records', 'jobs', 'address', 'backup']);
  expect(out).toMatch(/0 records of 0 loads, whole, data version 0/);
  expect(out).toContain('its certificate is good for 89 days');
  expect(JSON.parse((await line.run('status', '--json')).out)).toMatchObject({ isRunning: false });
});

it('names what is to be mended, each with what to do', async () => {
  await chmod(line.path, 0o755);
  await writeFile(join(line.path, 'last-backup.json'), JSON.stringify({ at: '2020-01-01T00:00:00Z', where: '/gone' }));
  await mkdir(join(line.path, 'outbox'));
  await writeFile(join(line.path, 'outbox', 'one.eml'), '');
  const { status, states, todo } = await examined();
  expect(status).toBe(1);
  expect(states).toMatchObject({ 'data folder': 'wrong', backup: 'soon', mail: 'soon', ledger: 'well' });
  expect(todo).toContain(`chmod 700 ${line.path}`);
  const { err, out } = await line.run('doctor');
  expect(err).toBe('To be mended: data folder.\n');
  expect(out).toMatch(/^ {2}WRONG +data folder/m);
  await chmod(line.path, 0o700);
  await rm(join(line.path, 'outbox'), { recursive: true });
});

it('writes what was found for whoever helps, without anybody’s data', async () => {
  const email = 'a.merchant@example.com';
  await line.run('account', 'create', email, '--firstname', 'A', '--lastname', 'Merchant', '--company', 'Example');
  const path = join(line.path, 'support.json');
  expect((await line.run('doctor', '--bundle', path)).status).toBe(0);
  const text = await readFile(path, 'utf8');
  expect(JSON.parse(text)).toMatchObject({ stores: { records: 'embedded', accounts: 'embedded' }, dataVersion: 0 });
  expect(text).not.toContain(email);
  await rm(path);
});

it('sees what a source names no longer, and a mail server that is away', async () => {
  const csv = (month: string, importer: string) =>
    Array.from({ length: 20 }, (_, day) => `${month}-${day + 10},${importer},Some goods,69072100,${day + 100}`);
  const file = join(line.path, 'ind-imports.csv');
  const rows = [...csv('2026-08', 'Acme Trading'), ...csv('2026-09', '')];
  await writeFile(file, ['Date,Importer Name,Product Description,HS Code,Value (USD)', ...rows].join('\n'));
  expect((await line.run('load', file, '--country', 'IND', '--trade', 'IMPORT', '--accept')).status).toBe(0);
  await mailServer.stop();
  const { status, states, todo } = await examined();
  expect({ status, states }).toMatchObject({ status: 1, states: { completeness: 'soon', mail: 'wrong' } });
  expect(todo.join()).toContain('Look at SMTP_URL');
  expect((await line.run('doctor')).out).toContain('importer 100% → 0% in 2026-09');
});

it('knows what a process may have', async () => {
  expect(memory().found).toMatch(/^[\d.]+ [GT]B for this process$/);
  const [finding] = await openFiles(readConfig({ MAX_CONNECTIONS: '100000' }, line.path));
  // Where the system says nothing of it, nothing is found.
  if (finding) expect(finding.found).toContain('100500 may be needed');
});

it('asks the public address, and looks at its certificate', async () => {
  const found = async (days: number, status?: number) => {
    const other = await startProxy(days, status);
    return publicAddress({ publicUrl: other.url }).finally(() => other.stop());
  };
  expect(await found(90)).toMatchObject({ state: 'well', found: expect.stringContaining('good for 89 days') });
  expect(await found(10)).toMatchObject({ state: 'soon', found: expect.stringContaining('good for 9 days') });
  expect(await found(90, 502)).toMatchObject({ state: 'wrong', found: expect.stringContaining('answers with 502') });
  const unreached = async (found: string) =>
    expect(await publicAddress({ publicUrl: proxy.url })).toMatchObject({
      ...{ state: 'wrong', found: expect.stringContaining(found) },
    });
  // Whose certificate it is nobody vouches for: the other one is believed now.
  await (await startProxy(90)).stop();
  await unreached('cannot be reached from here: self-signed certificate');
  await proxy.stop();
  await unreached('ECONNREFUSED');
  expect(await publicAddress({ publicUrl: 'http://trade.example' })).toMatchObject({ state: 'wrong' });
  expect(await publicAddress({ publicUrl: 'http://localhost:3000' })).toMatchObject({ state: 'soon' });
});
