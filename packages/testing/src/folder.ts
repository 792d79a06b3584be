/** Empty folders for tests, each gone behind those that it is for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

function made(after: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder for all tests of a file, or of a group. */
export const sharedFolder = () => made(afterAll);

/** A folder for the test that asks for it, or for that of the hook that does. */
export const folderOfTest = () => made(onTestFinished);
