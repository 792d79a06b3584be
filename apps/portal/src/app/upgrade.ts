import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, OperatorError } from '@tidewaiter/contract';
import type { Config } from './config.js';
import { markIn, restoredAt } from './data-folder.js';
import { lastBackup } from './last-backup.js';
import { VERSION } from './version.js';

/** The version of a data folder that does not say which one worked in it last: only the first did not write it down. */
const FIRST_VERSION = '0.1.0';

/** What a data folder is beside what comes and goes: what a portal of the version before needs to go on with it. */
const KEPT = [
  'records',
  'accounts',
  'archive',
  'stores.json',
  'last-backup.json',
  'restored.json',
  'demo-sign-in.json',
];

/** A part of a table of the record engine bears its sums: none of its files is ever written again. */
const PART = 'checksums.txt';

const isNewer = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) > 0;

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  await file.sync().finally(() => file.close());
}

/** Copies a file or a folder; what is never written again is the same file under a second name, which takes neither time nor room. */
async function copyTree(from: string, to: string, isLasting = false): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  const lasts = isLasting || entries.some(({ name }) => name === PART);
  for (const entry of entries) {
    const [one, other] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(one, other, lasts);
    else if (entry.isSymbolicLink()) await symlink(await readlink(one), other);
    // Some file systems have no second names.
    else if (lasts) await link(one, other).catch(() => copyDurably(one, other));
    else if (entry.isFile()) await copyDurably(one, other);
  }
}

/** Where a data folder lies as it was before a version worked in it. */
const formerState = (dataFolder: string) => join(dataFolder, `before-${VERSION}`);

/**
 * Before a newer version opens what an older one has left in a data folder, what is there is copied: the older one can go on with that copy
 * as its data folder. One that was begun and not ended is begun anew, and one that is there stays as it is: what a start that was
 * killed has changed since is not what the older version left. Of what was restored the backup is the former state.
 *
 * @param known which version worked in the folder last; undefined where the first one did, or none has since a restore
 */
export async function keepFormerState(
  { dataFolder, upgradeCopy }: Config,
  known: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  const hasStores = ['records', 'accounts'].some((store) => existsSync(join(dataFolder, store)));
  const to = formerState(dataFolder);
  if (!existsSync(join(dataFolder, 'stores.json')) && markIn(dataFolder, 'restored') !== undefined) return;
  if (!upgradeCopy || !hasStores || !isNewer(VERSION, known ?? FIRST_VERSION) || existsSync(to)) return;
  const making = `${to}.new`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { mode: 0o700 });
  for (const name of KEPT.filter((name) => existsSync(join(dataFolder, name)))) {
    const [one, other] = [join(dataFolder, name), join(making, name)];
    await (name.endsWith('.json') ? copyDurably(one, other) : copyTree(one, other, name === 'archive'));
  }
  await rename(making, to);
  say(`What version ${known ?? FIRST_VERSION} left here is kept in ${to}, for ${FORMER_STATE_DAYS} days.`);
}

/** For so long people who were erased since are still in it. */
const FORMER_STATE_DAYS = 30;

/** Lets go of what there was before versions that have worked here for long; one that somebody has worked in since is a data folder, and theirs. */
export async function forgetFormerStates(dataFolder: string, now = Date.now()): Promise<void> {
  const names = (await readdir(dataFolder)).filter((name) => name.startsWith('before-'));
  for (const path of names.map((name) => join(dataFolder, name))) {
    const isOld = now - (await stat(path)).mtimeMs > FORMER_STATE_DAYS * DAY_MS;
    if (isOld && !existsSync(join(path, 'lock'))) await rm(path, { recursive: true });
  }
}

/**
 * For stores on servers, of which no copy is made here: their tables are changed only where a backup of the last day can bring back what
 * they were.
 *
 * @throws OperatorError where there is none
 */
export async function mustBeBackedUp({ dataFolder, upgradeCopy }: Config): Promise<void> {
  const last = await lastBackup(dataFolder);
  // What was restored is in the backup that it came from.
  const saved = [last ? Date.parse(last.at) : 0, restoredAt(dataFolder)];
  if (!upgradeCopy || Date.now() - Math.max(...saved) < DAY_MS) return;
  throw new OperatorError(
    `Version ${VERSION} would change tables on your servers, and no backup of the last day was made from ${dataFolder}. Nothing was changed.`,
    [
      'Start the version before, make one (npx tidewaiter backup), and start this one again: a restore of it by that version is the way back.',
      'Where you have one of your own: set UPGRADE_COPY=off for this start.',
    ],
  );
}
