/** A drill: the newest backup, restored by another process beside a portal's folder. */
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommandFolder, commandFolder } from '@tidewaiter/testing/command';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

let portal: CommandFolder;
const backups = sharedFolder();
beforeAll(async () => {
  portal = await commandFolder();
  expect((await portal.run('load', KOREAN_FIXTURE)).status).toBe(0);
  expect((await portal.run('backup', backups)).status).toBe(0);
});
afterAll(() => portal.remove());

it('says what came back, whatever the one before it has become, and leaves nothing behind', async () => {
  await writeFile(join(backups, 'backups', '2026-01-02T020000.000Z.json'), 'nothing of ours');
  const { status, out } = await portal.run('backup', backups, '--drill', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ records: 4, users: 0, seconds: expect.any(Number) });
  expect(existsSync(`${portal.path}.drill`)).toBe(false);
});

it('fails where the backup does not restore', async () => {
  const [object = ''] = await readdir(join(backups, 'objects'));
  await rm(join(backups, 'objects', object));
  const { status, err } = await portal.run('backup', backups, '--drill');
  expect(status).toBe(1);
  expect(err).toMatch(/does not restore\.\n.*is missing in/s);
  expect(existsSync(`${portal.path}.drill`)).toBe(false);
});
