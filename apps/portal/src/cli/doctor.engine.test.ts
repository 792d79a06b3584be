/** What the operator is told to mend, and that a portal in order is told so. */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../testing/command-line.js';
import { readConfig } from '../app/config.js';
import type { Finding } from './doctor/finding.js';
import { memory, openFiles } from './doctor/machine.js';

let line: CommandLine;
beforeAll(async () => {
  line = await commandLine(undefined, { PUBLIC_URL: 'https://trade.example', SMTP_URL: 'smtp://localhost:1' });
  expect((await line.run('backup', join(line.path, 'backups'))).status).toBe(0);
});
afterAll(() => line.close());

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

it('knows what a process may have', async () => {
  expect(memory().found).toMatch(/^[\d.]+ [GT]B for this process$/);
  const [finding] = await openFiles(readConfig({ MAX_CONNECTIONS: '100000' }, line.path));
  // Where the system says nothing of it, nothing is found.
  if (finding) expect(finding.found).toContain('100500 may be needed');
});
