/** A PostgreSQL of the bench's own: its cluster lies in a given folder, it listens on a socket that nobody else can reach. */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { POSTGRES } from '../harness/beneath.mjs';

const USER = 'bench';

const SETTINGS = {
  shared_buffers: '4GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  max_parallel_workers: 2,
  max_parallel_workers_per_gather: 2,
  max_parallel_maintenance_workers: 2,
  // What is loaded within the transaction that makes its table goes to the disk once.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '8GB',
  effective_cache_size: '12GB',
  random_page_cost: 1.1,
  jit: 'off',
  listen_addresses: '',
};

/** The server refuses to run as root: then it runs as nobody. */
const AS = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** @returns how to connect, and how to end it; null where there is no server on this machine */
export async function startServer(folder) {
  if (!POSTGRES) return null;
  const socket = mkdtempSync(join(tmpdir(), 'tidewaiter-bench-'));
  mkdirSync(folder, { recursive: true });
  if (AS.uid !== undefined) for (const owned of [folder, socket]) chownSync(owned, AS.uid, AS.gid);
  const cluster = join(folder, 'cluster');
  if (!existsSync(cluster)) {
    // In the C locale, text is compared byte by byte, as in the other engines.
    const options = ['-D', cluster, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C'];
    const made = spawnSync(join(POSTGRES, 'initdb'), options, { ...AS, cwd: folder, encoding: 'utf8' });
    if (made.status !== 0) {
      rmSync(socket, { recursive: true });
      throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
    }
  }
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const options = ['-D', cluster, '-k', socket, ...settings];
  const server = spawn(join(POSTGRES, 'postgres'), options, {
    ...AS,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.on('data', (text) => {
    said = (said + text).slice(-2000);
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  // However this process ends, the server ends with it.
  const stop = () => server.kill('SIGINT');
  process.once('exit', stop);
  const isReady = () => spawnSync(join(POSTGRES, 'pg_isready'), ['-h', socket, '-q']).status === 0;
  for (let tries = 0; !isReady(); tries += 1) {
    if (server.exitCode !== null || tries > 600) throw new Error(`PostgreSQL did not start: ${said}`);
    await sleep(100);
  }
  return {
    connection: { host: socket, user: USER, database: 'postgres' },
    async stop() {
      process.off('exit', stop);
      stop();
      await ended;
      rmSync(socket, { recursive: true, force: true });
    },
  };
}
