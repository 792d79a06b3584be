/**
 * An accounts database without accounts, made when the product is built. Making one takes the embedded engine eight seconds of a
 * processor; a new data folder, a restore and a move begin with a copy of it.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is built lies in one place, also where the rest runs from its sources. */
const BUILT = fileURLToPath(new URL('../../dist/prepared', import.meta.url));

/** One that another engine or other migrations have made is none of this version's. */
function preparedName(migrationsFolder: string): string {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const hash = createHash('sha256').update(readFileSync(join(dirname(engine), '../package.json')));
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Writes everything below a folder to the disk, and the folder, with the rights that are given: the engine leaves files that anybody may write. */
function settle(folder: string, rights: { folder: number; file: number }): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) settle(path, rights);
    else sync(path, rights.file);
  }
  sync(folder, rights.folder);
}

function sync(path: string, mode?: number): void {
  const handle = openSync(path, 'r');
  if (mode !== undefined) fchmodSync(handle, mode);
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Puts the prepared database where none is, whole or not at all. Without one, as in sources that were only compiled, the engine makes
 * its own.
 */
export function putPrepared(folder: string, migrationsFolder: string): void {
  // First: a start on what is there already has no use for the hash of everything that makes one.
  if (existsSync(folder)) return;
  const prepared = join(BUILT, preparedName(migrationsFolder));
  if (!existsSync(prepared)) return;
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  cpSync(prepared, making, { recursive: true, mode: constants.COPYFILE_FICLONE });
  settle(making, { folder: 0o700, file: 0o600 });
  renameSync(making, folder);
  sync(dirname(folder));
}

/** Whoever runs the portal reads it, and nobody but its builder writes it. */
const SHIPPED = { folder: 0o755, file: 0o644 };

/**
 * Prepares one, in place of those of earlier versions.
 *
 * @param make makes an accounts database in a data folder, and closes it
 */
export async function prepare(migrationsFolder: string, make: (dataFolder: string) => Promise<void>): Promise<void> {
  const prepared = join(BUILT, preparedName(migrationsFolder));
  if (!existsSync(prepared)) {
    rmSync(BUILT, { recursive: true, force: true });
    mkdirSync(BUILT, { recursive: true });
    const own = mkdtempSync(join(BUILT, 'making-'));
    await make(own);
    renameSync(join(own, 'accounts'), prepared);
    rmSync(own, { recursive: true });
  }
  // Also where an earlier build has made it.
  settle(BUILT, SHIPPED);
}
