import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before all tests of a run: a folder for what they share, and the seed of what they generate. The tests' processes inherit both. */
export default function makeRunFolder(): (() => void) | undefined {
  // Each project of a run asks for it.
  if (process.env.TIDEWAITER_TEST_RUN !== undefined) return undefined;
  process.stdout.write(
    `Generated cases: SEED=${process.env.SEED}${process.env.TIDEWAITER_DEEP === '1' ? ' (deep)' : ''}\n`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-run-'));
  process.env.TIDEWAITER_TEST_RUN = folder;
  return () => {
    delete process.env.TIDEWAITER_TEST_RUN;
    rmSync(folder, { recursive: true, force: true });
  };
}
