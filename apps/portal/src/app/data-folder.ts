import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { tryLock } from 'fs-native-extensions';
import { z } from 'zod';
import { userName } from './file-refusals.js';

/** Somebody else works in the data folder. */
export class FolderBusy extends Error {
  override readonly name = 'FolderBusy';

  constructor(
    readonly dataFolder: string,
    /** What holds it, as it described itself: `serve (process 4711)`. */
    readonly holder: string,
  ) {
    super(`${dataFolder} is in use by ${holder}.`);
  }
}

/** Others than its owner can look into the data folder, or write into it, and it is not ours to change that. */
export class FolderExposed extends Error {
  override readonly name = 'FolderExposed';
}

/** Whose a folder is. */
interface Owner {
  uid: number;
  gid: number;
}

/** Root works in nobody else's folder: what it wrote there, its owner could not open any more. */
export class FolderOfAnother extends Error {
  override readonly name = 'FolderOfAnother';

  constructor(
    readonly dataFolder: string,
    readonly owner: Owner,
  ) {
    super(`${dataFolder} belongs to user ${owner.uid}, as whom root works there.`);
  }
}

/** Whose a data folder is, where this process is root's and the folder is not. */
function ownerBeside(dataFolder: string): Owner | undefined {
  const found = process.geteuid?.() === 0 ? statSync(dataFolder, { throwIfNoEntry: false }) : undefined;
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** A portal that root starts works as the owner of its data folder, for good. */
export function becomeOwner(dataFolder: string): void {
  const owner = ownerBeside(dataFolder);
  if (!owner) return;
  process.setgroups?.([]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** What a portal writes in its folder, of that which may be there from before. */
const WRITTEN = [
  '',
  'lock',
  'stores.json',
  'secret-key',
  'records',
  'accounts',
  'archive',
  'exports',
  'uploads',
  'sources',
  'outbox',
];

/** So many are looked at in each folder: whoever opens the stores waits for it, and commands of root leave things near the top, too. */
const LOOKED_AT = 2000;

/** What lies in a folder and belongs to somebody else; of large folders what is nearest to the top. */
function* ofOthers(folder: string): Generator<string> {
  const folders = [folder];
  let left = LOOKED_AT;
  for (const within of folders) {
    for (const entry of readdirSync(within, { withFileTypes: true })) {
      left -= 1;
      if (left < 0) return;
      const path = join(within, entry.name);
      const found = lstatSync(path, { throwIfNoEntry: false });
      // A file system keeps a folder of root's at its top.
      if (!found || found.isSymbolicLink() || entry.name === 'lost+found') continue;
      if (found.uid !== process.geteuid?.()) yield path;
      else if (found.isDirectory()) folders.push(path);
    }
  }
}

/** What earlier commands of root have left inside of what is ours ends in an engine's own words, or only when it is met. */
function mustBeWritableBelow(dataFolder: string): void {
  if (process.geteuid === undefined) return;
  for (const folder of WRITTEN.slice(1).map((name) => join(dataFolder, name)))
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      for (const path of ofOthers(folder)) mustWrite(path, dataFolder);
}

/** @throws OperatorError naming what in a data folder this process may not write, and who can put it right */
function mustWrite(path: string, dataFolder: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    const { uid } = statSync(path, { throwIfNoEntry: false }) ?? {};
    throw new OperatorError(
      code === 'EROFS'
        ? `${path} cannot be written: nothing can be written there.`
        : `${path} cannot be written by ${userName()}: it belongs to user ${uid}.`,
      [
        `Work as the user that ${dataFolder} is meant for, or let root give it to this one: chown -R ${process.geteuid?.()} ${dataFolder}`,
      ],
      { cause: error },
    );
  }
}

/** Rights of others than the owner. */
const OTHERS = 0o077;

/**
 * Sees to it that nobody but the owner of a data folder gets into it: there are passwords' hashes, people's questions and mail with
 * links that work. What lies in it needs no look: its way leads through the folder.
 *
 * @param say is told what was put right
 * @throws FolderExposed where the folder is somebody else's
 */
function keepOthersOut(dataFolder: string, say: (text: string) => void): void {
  const { mode, uid } = statSync(dataFolder);
  // Windows has no such rights, and no such numbers.
  if (process.geteuid === undefined || (mode & OTHERS) === 0) return;
  if (uid !== process.geteuid()) {
    throw new FolderExposed(
      `${dataFolder} is open to others, and belongs to somebody else (user ${uid}). Let its owner run chmod 700 on it, or the portal.`,
    );
  }
  chmodSync(dataFolder, mode & 0o777 & ~OTHERS);
  say(`${dataFolder} was open to others (mode ${(mode & 0o777).toString(8)}); it is its owner's alone now.`);
}

/** The one lock on a data folder: taken before any engine is opened, released by the kernel when its holder dies. */
export interface FolderLock {
  release(): void;
}

const lockIn = (dataFolder: string) => join(dataFolder, 'lock');

/** @throws FolderBusy when another process has the lock */
function mustBeFree(dataFolder: string, file: number): void {
  if (tryLock(file)) return;
  const holder = readFileSync(lockIn(dataFolder), 'utf8').trim() || 'another process';
  closeSync(file);
  throw new FolderBusy(dataFolder, holder);
}

/**
 * Root takes no lock in another user's folder, and learns whether somebody has it without leaving anything there.
 *
 * @throws FolderBusy when another process works there
 * @throws FolderOfAnother when none does
 */
function refuseRoot(dataFolder: string, owner: Owner): never {
  if (existsSync(lockIn(dataFolder))) {
    const file = openSync(lockIn(dataFolder), 'r+');
    mustBeFree(dataFolder, file);
    closeSync(file);
  }
  throw new FolderOfAnother(dataFolder, owner);
}

/**
 * Takes the lock on a data folder, making the folder where there is none.
 *
 * @param purpose what the lock is taken for, told to whoever finds it held
 * @param say is told what was put right about the folder's rights
 * @throws FolderBusy when another process has it
 * @throws FolderExposed when it is somebody else's and open to others
 * @throws FolderOfAnother when it is somebody else's and this process is root's
 * @throws OperatorError when something in it cannot be written
 */
export function lockDataFolder(dataFolder: string, purpose: string, say: (text: string) => void): FolderLock {
  const owner = ownerBeside(dataFolder);
  if (owner) refuseRoot(dataFolder, owner);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  keepOthersOut(dataFolder, say);
  for (const name of WRITTEN) mustWrite(join(dataFolder, name), dataFolder);
  const file = openSync(lockIn(dataFolder), 'a+', 0o600);
  mustBeFree(dataFolder, file);
  try {
    mustBeWritableBelow(dataFolder);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  ftruncateSync(file);
  writeSync(file, `${purpose} (process ${process.pid})\n`);
  return {
    release() {
      ftruncateSync(file);
      closeSync(file);
    },
  };
}

/** What a folder says of itself: that it is being filled, from which backup it was filled, or that its portal has moved. */
type FolderMark = 'restoring' | 'restored' | 'moved';

const markOf = (dataFolder: string, mark: FolderMark) => join(dataFolder, `${mark}.json`);

/** What was written under a mark; undefined where the folder does not bear it. */
export function markIn(dataFolder: string, mark: FolderMark): string | undefined {
  try {
    return readFileSync(markOf(dataFolder, mark), 'utf8');
  } catch {
    return undefined;
  }
}

/** When a restore into the folder ended, in milliseconds; 0 where none did. */
export const restoredAt = (dataFolder: string): number =>
  statSync(markOf(dataFolder, 'restored'), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const restoredMark = z.object({ at: z.iso.datetime() });

/** The backup that a folder was restored from, by its time, and when that ended in milliseconds; undefined where it was not. */
export function restoredFrom(dataFolder: string): { at: string; when: number } | undefined {
  const mark = restoredMark.safeParse(JSON.parse(markIn(dataFolder, 'restored') ?? '{}'));
  return mark.data && { at: mark.data.at, when: restoredAt(dataFolder) };
}

/**
 * Writes a mark, whole or not at all, however this process ends.
 *
 * @throws FolderOfAnother when the folder is somebody else's and this process is root's
 */
export function setMark(dataFolder: string, mark: FolderMark, text: string): void {
  const owner = ownerBeside(dataFolder);
  if (owner) throw new FolderOfAnother(dataFolder, owner);
  const path = markOf(dataFolder, mark);
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

export function removeMark(dataFolder: string, mark: FolderMark): void {
  rmSync(markOf(dataFolder, mark), { force: true });
}

/** Longest path that every system takes for a Unix socket. */
const SOCKET_PATH_MAX = 100;

/**
 * Where a running portal takes commands: a socket in the data folder, or, where that path is too long for a socket, one in
 * the temporary folder that is named after it.
 */
export function controlSocketPath(dataFolder: string): string {
  const path = join(dataFolder, 'control.sock');
  if (Buffer.byteLength(path) <= SOCKET_PATH_MAX) return path;
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 24);
  return join(tmpdir(), `tidewaiter-${name}.sock`);
}
