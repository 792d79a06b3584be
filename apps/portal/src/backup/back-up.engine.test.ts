/** A backup of both stores, and what comes back of it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { expect, it } from 'vitest';
import { commandLine } from '../../testing/command-line.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

it('a backup comes back with its records, its people and the files that were loaded', async () => {
  const [folder, email] = [folderOfTest(), 'a.merchant@example.com'];
  const backups = join(folder, 'backups');
  const portal = await commandLine();
  expect((await portal.run('load', KOREAN_FIXTURE)).status).toBe(0);
  const named = ['--firstname', 'A', '--lastname', 'Merchant', '--company', 'Example'];
  expect((await portal.run('account', 'create', email, ...named)).status).toBe(0);
  const { loads } = await portal.json('loads');
  const made = await portal.run('backup', backups);
  expect(made).toMatchObject({ status: 0, err: '' });
  expect(made.out).toMatch(/^The backup of \S+ is in .*: [\d.]+ kB, [\d.]+ kB of them new, data version \d+\.\n$/);
  // A process has one embedded engine.
  await portal.close();

  const line = await commandLine(join(folder, 'restored'));
  const finished = await line.run('restore', backups);
  expect(finished).toMatchObject({ status: 0, err: '' });
  expect(finished.out).toContain('4 records, 1 person. The ledger reconciles.');
  // The backup itself is what there was before.
  expect((await readdir(line.path)).filter((name) => name.startsWith('before-'))).toEqual([]);
  expect((await line.json('loads')).loads).toEqual(loads);
  expect((await line.run('account', 'list')).out).toContain(email);
  expect((await line.run('reload', '--all')).out).toContain('4 of 10 rows');
  await line.close();
});
