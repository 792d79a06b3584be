/** A backup of both stores, and what comes back of it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { expect, it } from 'vitest';
import { commandLine } from '../../testing/command-line.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

it('a backup comes back with its records, its people and the files that were loaded', async () => {
  const [folder, email, forgotten] = [folderOfTest(), 'a.merchant@example.com', 'forgotten@example.com'];
  const backups = join(folder, 'backups');
  const portal = await commandLine();
  expect((await portal.run('load', KOREAN_FIXTURE)).status).toBe(0);
  const named = ['--firstname', 'A', '--lastname', 'Merchant', '--company', 'Example'];
  for (const one of [email, forgotten]) expect((await portal.run('account', 'create', one, ...named)).status).toBe(0);
  const { loads } = await portal.json('loads');
  const made = await portal.run('backup', backups);
  expect(made).toMatchObject({ status: 0, err: '' });
  expect(made.out).toMatch(/^The backup of \S+ is in .*: [\d.]+ kB, [\d.]+ kB of them new, data version \d+\.\n$/);
  const asOf = /^The backup of (\S+)/.exec(made.out)?.[1] ?? '';
  expect((await portal.run('account', 'delete', forgotten, '--yes', '--reason', 'asked for')).status).toBe(0);
  expect((await portal.run('backup', backups)).status).toBe(0);
  // A process has one embedded engine.
  await portal.close();

  const line = await commandLine(join(folder, 'restored'));
  const finished = await line.run('restore', backups, '--as-of', asOf);
  expect(finished).toMatchObject({ status: 0, err: '' });
  expect(finished.out).toContain(
    '4 records, 2 people. The ledger reconciles.\nOne person erased after this backup: erased again.',
  );
  // The backup itself is what there was before.
  expect((await readdir(line.path)).filter((name) => name.startsWith('before-'))).toEqual([]);
  expect((await line.json('loads')).loads).toEqual(loads);
  const { out: people } = await line.run('account', 'list');
  expect(people).toContain(email);
  // Who was erased after the backup stays so.
  expect(people).not.toContain(forgotten);
  const acts = ['restored', 'account erased'];
  const noted = await Promise.all(acts.map(async (one) => (await line.json('audit', '--act', one)).length));
  expect(noted).toEqual([1, 1]);
  expect((await line.run('reload', '--all')).out).toContain('4 of 10 rows');
  await line.close();
});
