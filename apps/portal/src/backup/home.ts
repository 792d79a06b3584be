import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '@tidewaiter/contract';
import { type Config, readConfig } from '../app/config.js';
import type { Repository } from './repository.js';
import type { Restored } from './restore.js';

const COMMAND = fileURLToPath(new URL('../../bin/tidewaiter.js', import.meta.url));

/** Another place where a portal can live: a data folder, and servers where its settings name any. */
export interface Home {
  config: Config;
  env: NodeJS.ProcessEnv;
}

/**
 * Reads the settings of another place. Those that say where a portal's stores are it has of its own; the others are this process's where
 * it says nothing of them.
 *
 * @throws OperatorError naming the setting that is wrong
 */
export function homeOf(settings: NodeJS.ProcessEnv, cwd: string): Home {
  const { TIDEWAITER_DATA_DIR, CLICKHOUSE_URL, CLICKHOUSE_CLUSTER, DATABASE_URL, ...others } = process.env;
  const env = { ...others, ...settings };
  return { config: readConfig(env, cwd), env };
}

/**
 * Restores a backup in another place, by another process: a process opens one embedded engine, and the portal's may be open. It ends
 * with this one, however that ends.
 *
 * @param staged see `restore`
 * @throws OperatorError where it does not restore
 */
export async function restoredIn(
  { env, config }: Home,
  { where }: Repository,
  at: string,
  { staged = false } = {},
): Promise<Restored> {
  const args = ['restore', where, '--as-of', at, '--json', ...(staged ? ['--stage'] : [])];
  const child = spawn(process.execPath, [COMMAND, ...args], {
    // This process may be given by somebody in whose folder it may not work.
    cwd: '/',
    env: { ...env, TIDEWAITER_DATA_DIR: config.dataFolder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('a process without the streams that it was to have');
  const [out, err, status] = await Promise.all([text(stdout), text(stderr), ended]);
  if (status !== 0) throw new OperatorError(`The backup of ${at} does not restore.`, err.trim().split('\n'));
  return JSON.parse(out);
}
