import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '@tidewaiter/contract';
import type { Manifest } from './manifest.js';
import type { Repository } from './repository.js';
import type { Restored } from './restore.js';

const COMMAND = fileURLToPath(new URL('../../bin/tidewaiter.js', import.meta.url));

/** A process opens one embedded engine, and the portal's may be open: what is restored is opened by another. */
async function restoredBy(folder: string, { where }: Repository, at: string): Promise<Restored> {
  const { CLICKHOUSE_URL, CLICKHOUSE_CLUSTER, DATABASE_URL, ...env } = process.env;
  const child = spawn(process.execPath, [COMMAND, 'restore', where, '--as-of', at, '--json'], {
    env: { ...env, TIDEWAITER_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (status !== 0) throw new OperatorError(`The backup of ${at} does not restore.`, err.trim().split('\n'));
  return JSON.parse(out);
}

/**
 * Restores a backup onto embedded engines in a folder beside the portal's, which is removed again: that of a drill which was killed is
 * removed by the next. The portal's own stores are not touched.
 *
 * @throws OperatorError where it does not restore
 */
export async function drill(
  dataFolder: string,
  repository: Repository,
  { at }: Manifest,
): Promise<Restored & { seconds: number }> {
  const folder = `${dataFolder}.drill`;
  const began = Date.now();
  await rm(folder, { recursive: true, force: true });
  try {
    const restored = await restoredBy(folder, repository, at);
    return { ...restored, seconds: Math.round((Date.now() - began) / 100) / 10 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
