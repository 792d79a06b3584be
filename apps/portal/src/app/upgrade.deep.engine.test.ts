/** The first start of a newer version where an older one has worked, and what it brings back: what there was is kept. */
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@tidewaiter/contract';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { answeredBy, answersOf, FORMER_FOLDERS, FORMER_PORTALS, unpackFolder } from '@tidewaiter/testing/former-portal';
import { beforeEach, expect, it } from 'vitest';
import { commandLine } from '../../testing/command-line.js';
import { readConfig } from './config.js';
import { removeMark, setMark } from './data-folder.js';
import { noteBackup } from './last-backup.js';
import { forgetFormerStates, mustBeBackedUp } from './upgrade.js';
import { VERSION } from './version.js';

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

const VERSIONS = readdirSync(FORMER_FOLDERS)
  .filter((name) => name.endsWith('.tar.br'))
  .map((name) => name.replace('.tar.br', ''));

/** The files of the stores in a folder, by their names and contents. */
function storesIn(path: string): Map<string, string> {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter(
    (name) => /^(records|accounts|archive)\//.test(name) && statSync(join(path, name)).isFile(),
  );
  const sumOf = (name: string) => hash('sha256', readFileSync(join(path, name)));
  return new Map(files.map((name) => [name, sumOf(name)]));
}

/** What an older version than this one has left. */
const leftByOlder = () => unpackFolder('0.1.0', folder);

async function run(...args: string[]) {
  const line = await commandLine(folder);
  return line.run(...args).finally(() => line.close());
}

it.each([
  ...VERSIONS.map((version) => ['starts on the folder that version', version] as const),
  ...readdirSync(FORMER_PORTALS).map((version) => ['brings back the backup that version', version] as const),
])('%s %s has left, and answers as that one did', async (how, version) => {
  if (how.startsWith('starts')) await unpackFolder(version, folder);
  const line = await commandLine(folder);
  try {
    if (how.startsWith('brings')) {
      const restored = await line.run('restore', join(FORMER_PORTALS, version));
      expect(restored).toMatchObject({ status: 0, err: '', out: expect.stringContaining('The ledger reconciles.') });
    }
    // It may say more of each thing, and nothing else.
    expect(await answersOf(line.run)).toMatchObject(await answeredBy(version));
    // The files that were loaded came along: they are loaded anew by this version's reading.
    expect((await line.run('reload', '--all')).status).toBe(0);
  } finally {
    // Whatever it answers: an engine that is left open keeps those of all later tests from opening.
    await line.close();
  }
});

it('keeps what the older version left, which nothing that the newer one does changes', async () => {
  await leftByOlder();
  const [left, kept] = [storesIn(folder), join(folder, `before-${VERSION}`)];
  mkdirSync(`${kept}.new/records`, { recursive: true });
  expect((await run('reload', '--all')).status).toBe(0);
  expect(readdirSync(folder)).not.toContain(`before-${VERSION}.new`);
  expect((await run('account', 'disable', 'owner@example.com')).status).toBe(0);
  const { loads } = JSON.parse((await run('loads', '--json')).out);
  expect((await run('unload', String(loads[0].loadId))).status).toBe(0);
  expect(storesIn(folder)).not.toEqual(left);
  expect(storesIn(kept)).toEqual(left);
  // Parts of tables are the same files, so that large records cost no room.
  const shared = readdirSync(kept, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(kept, name)).nlink > 1,
  );
  expect(shared.some((name) => name.startsWith('records/store/') && name.endsWith('.bin'))).toBe(true);
  expect(shared.some((name) => name.startsWith('accounts/') && statSync(join(kept, name)).isFile())).toBe(false);

  const back = await commandLine(kept);
  expect(await answersOf(back.run)).toMatchObject(await answeredBy('0.1.0'));
  await back.close();
});

it('keeps it once, and not where the operator says so or nothing is older', async () => {
  await leftByOlder();
  for (const settings of [{ UPGRADE_COPY: 'off' }, {}]) {
    const line = await commandLine(folder, settings);
    expect((await line.run('loads')).status).toBe(0);
    await line.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('before-'))).toEqual([]);
  }
  rmSync(folder, { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
  await leftByOlder();
  mkdirSync(join(folder, `before-${VERSION}`));
  expect((await run('loads')).status).toBe(0);
  expect(readdirSync(join(folder, `before-${VERSION}`))).toEqual([]);
});

it('lets go of it after 30 days, unless somebody has worked in it since', async () => {
  for (const name of ['before-0.1.9/records', 'before-0.2.0/records', 'records'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'before-0.2.0', 'lock'), '');
  await forgetFormerStates(folder, Date.now() + 29 * DAY_MS);
  expect(readdirSync(folder)).toEqual(['before-0.1.9', 'before-0.2.0', 'records']);
  await forgetFormerStates(folder, Date.now() + 31 * DAY_MS);
  expect(readdirSync(folder)).toEqual(['before-0.2.0', 'records']);
});

it('changes nothing on servers of which no backup of the last day was made', async () => {
  const config = readConfig({ TIDEWAITER_DATA_DIR: folder }, '/');
  const refusal = { name: 'OperatorError', message: expect.stringContaining('no backup of the last day') };
  await expect(mustBeBackedUp(config)).rejects.toMatchObject(refusal);
  await noteBackup(folder, { at: new Date(Date.now() - 2 * DAY_MS).toISOString(), where: 'x' });
  await expect(mustBeBackedUp(config)).rejects.toMatchObject(refusal);
  await mustBeBackedUp({ ...config, upgradeCopy: false });
  setMark(folder, 'restored', '{}');
  await mustBeBackedUp(config);
  removeMark(folder, 'restored');
  await expect(mustBeBackedUp(config)).rejects.toMatchObject(refusal);
  await noteBackup(folder, { at: new Date().toISOString(), where: 'x' });
  await mustBeBackedUp(config);
});
