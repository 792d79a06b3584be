import { constants } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@tidewaiter/accounts/database';

/** The folder of a run of the tests, where it has one (`vitest.config.ts`). */
const RUN_FOLDER = process.env.TIDEWAITER_TEST_RUN;

/**
 * Puts an accounts database without accounts into a data folder, as the first start there makes it. Whoever needs it first in a run
 * makes it, everybody else copies: making one takes seconds of the processor.
 */
export async function putEmptyAccounts(dataFolder: string): Promise<void> {
  if (RUN_FOLDER === undefined) return;
  const made = join(RUN_FOLDER, 'accounts');
  const copied = await copyTo(dataFolder, made);
  if (copied) return;
  const own = await mkdtemp(join(RUN_FOLDER, 'making-'));
  await (await openDatabase({ dataFolder: own })).close();
  // Another process may have been quicker: theirs is the same.
  await rename(join(own, 'accounts'), made).catch(() => {});
  await rm(own, { recursive: true, force: true });
  await copyTo(dataFolder, made);
}

/** Whether there was one to copy. */
async function copyTo(dataFolder: string, made: string): Promise<boolean> {
  const options = { recursive: true, mode: constants.COPYFILE_FICLONE, verbatimSymlinks: true };
  return cp(made, join(dataFolder, 'accounts'), options).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
