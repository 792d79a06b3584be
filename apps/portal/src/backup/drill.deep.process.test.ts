/** A drill: the newest backup, restored by another process beside a portal's folder. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommandFolder, commandFolder } from '@tidewaiter/testing/command';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

let portal: CommandFolder;
const backups = sharedFolder();
const UNREADABLE = '2026-01-02T020000.000Z.json';
beforeAll(async () => {
  portal = await commandFolder();
  expect((await portal.run('load', KOREAN_FIXTURE)).status).toBe(0);
  expect((await portal.run('backup', backups)).status).toBe(0);
});
afterAll(() => portal.remove());

it('says what came back, whatever the one before it has become, and leaves nothing behind', async () => {
  await writeFile(join(backups, 'backups', UNREADABLE), 'nothing of ours');
  const { status, out } = await portal.run('backup', backups, '--drill', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ records: 4, users: 0, seconds: expect.any(Number) });
  expect(existsSync(`${portal.path}.drill`)).toBe(false);
});

it('does not pass one that has less than the one before it', async () => {
  const [name = ''] = (await readdir(join(backups, 'backups'))).filter((one) => one !== UNREADABLE);
  const { fewer: _, ...manifest } = JSON.parse(await readFile(join(backups, 'backups', name), 'utf8'));
  const fuller = manifest.accounts.tables.map((table: { name: string }) =>
    table.name === 'users' ? { ...table, rows: 613 } : table,
  );
  const before = { ...manifest, at: '2026-01-01T02:00:00.000Z', accounts: { ...manifest.accounts, tables: fuller } };
  await writeFile(join(backups, 'backups', '2026-01-01T020000.000Z.json'), JSON.stringify(before));
  await writeFile(join(backups, 'backups', name), JSON.stringify(manifest));
  const { status, err } = await portal.run('backup', backups, '--drill');
  expect(status).toBe(1);
  expect(err).toContain('users: 613 rows in the backup of 2026-01-01T02:00:00.000Z, 0 here');
});

it('fails where the backup does not restore', async () => {
  const [object = ''] = await readdir(join(backups, 'objects'));
  await rm(join(backups, 'objects', object));
  const { status, err } = await portal.run('backup', backups, '--drill');
  expect(status).toBe(1);
  expect(err).toMatch(/does not restore\.\n.*is missing in/s);
  expect(existsSync(`${portal.path}.drill`)).toBe(false);
});
