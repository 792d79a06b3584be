/** A data folder with the demo in it, made once for a run: each portal of the tests starts on a copy of it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnCommand } from './command.js';

/** Enough records for several pages of any common question. */
const ROWS = 60_000;
/** Last day with records. */
const UNTIL = '2026-10-31';

/** Names the folder to the runner's workers. */
const VARIABLE = 'TIDEWAITER_TEST_DEMO';

/** Before all tests; what it answers runs after them. */
export default function makeDemoFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-demo-'));
  spawnCommand(folder, 'demo', '--rows', String(ROWS), '--until', UNTIL);
  process.env[VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A copy of its own, for whoever asks. */
export function copyDemoFolder(): string {
  const demo = process.env[VARIABLE];
  if (demo === undefined) throw new Error('no demo has been made');
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-browser-'));
  // The engine's folder holds links that are relative to themselves.
  cpSync(demo, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}
