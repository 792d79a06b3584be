import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

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

/** The one lock on a data folder: taken before any engine is opened, released by the kernel when its holder dies. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes the lock on a data folder, making the folder where there is none.
 *
 * @param purpose what the lock is taken for, told to whoever finds it held
 * @throws FolderBusy when another process has it
 */
export function lockDataFolder(dataFolder: string, purpose: string): FolderLock {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const path = join(dataFolder, 'lock');
  const file = openSync(path, 'a+', 0o600);
  if (!tryLock(file)) {
    const holder = readFileSync(path, 'utf8').trim() || 'another process';
    closeSync(file);
    throw new FolderBusy(dataFolder, holder);
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
