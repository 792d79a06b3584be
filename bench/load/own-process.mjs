/** Loads of the loading bench's file, each in a process of its own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRecords } from '@tidewaiter/records';
import { makeFile } from './file.mjs';

const CHILD = fileURLToPath(new URL('measure.mjs', import.meta.url));

/** The path of a file of so many rows, made unless it is there. */
export async function fileOfRows(rows) {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-load-'));
  const records = await openRecords(folder);
  const path = await makeFile(records, rows);
  await records.close();
  rmSync(folder, { recursive: true, force: true });
  return path;
}

/** Seconds, seconds of processor time and peak memory of one load. */
export function measure(how, path, rows) {
  const { status, stdout } = spawnSync(process.execPath, [CHILD, how, path, String(rows)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`loading by ${how} failed`);
  return JSON.parse(stdout);
}
