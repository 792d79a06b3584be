/** What the operator is told to mend, and that a portal in order is told so. */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSmtp, type TestSmtp } from '@tidewaiter/testing/smtp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../testing/command-line.js';
import { readConfig } from '../app/config.js';
import type { Finding } from './doctor/finding.js';
import { memory, openFiles } from './doctor/machine.js';

let line: CommandLine;
let mailServer: TestSmtp;
beforeAll(async () => {
  mailServer = await startSmtp();
  line = await commandLine(undefined, { PUBLIC_URL: 'https://trade.example', SMTP_URL: mailServer.url });
  expect((await line.run('backup', join(line.path, 'backups'))).status).toBe(0);
});
afterAll(async () => {
  await line.close();
  await mailServer.stop();
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
  expect(Object.keys(states)).toEqual(
    expect.arrayContaining(['disk', 'memory', 'records', 'ledger', 'jobs', 'mail', 'address', 'backup', 'clock']),
  );
  expect((await line.run('doctor')).out).toContain('every balance is the sum of its entries');
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
    Array.from(
      { length: 20 },
      (_, day) => `${month}-${String(day + 1).padStart(2, '0')},${importer},Some goods,69072100,${day + 100}`,
    );
  const file = join(line.path, 'ind-imports.csv');
  const rows = [...csv('2026-08', 'Acme Trading'), ...csv('2026-09', '')];
  await writeFile(file, ['Date,Importer Name,Product Description,HS Code,Value (USD)', ...rows].join('\n'));
  expect(await line.run('load', file, '--country', 'IND', '--trade', 'IMPORT', '--accept')).toMatchObject({
    err: '',
  });
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
