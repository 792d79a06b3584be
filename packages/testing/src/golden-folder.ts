import { constants, existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Copies a data folder. The engine's holds links that are relative to themselves. */
export const copyFolder = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });

/** The folder of a run of the tests, where it has one (`vitest.config.ts`). */
const RUN_FOLDER = process.env.TIDEWAITER_TEST_RUN;

/**
 * A folder that suites begin with a copy of. Whoever needs it first in a run makes it: making one takes seconds of the processor.
 *
 * @param make fills an empty folder, and leaves nothing open in it
 */
export async function goldenFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const made = join(RUN_FOLDER ?? (await mkdtemp(join(tmpdir(), 'tidewaiter-golden-'))), name);
  if (existsSync(made)) return made;
  const own = await mkdtemp(`${made}-`);
  await make(own);
  // Another process may have been quicker: its folder serves as well.
  await rename(own, made).catch(() => rm(own, { recursive: true, force: true }));
  return made;
}
