import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian keeps the server's programs here, a folder per version, off the PATH. */
const DEBIAN = '/usr/lib/postgresql';

/** The server refuses to run as root: then it runs as nobody. */
const NOBODY = 65_534;

function serverPrograms(): string | undefined {
  const onPath = spawnSync('sh', ['-c', 'dirname "$(readlink -f "$(command -v initdb)")"'], { encoding: 'utf8' });
  const debian = spawnSync('sh', ['-c', `ls -d ${DEBIAN}/*/bin 2>/dev/null | sort -V | tail -n 1`], {
    encoding: 'utf8',
  });
  return [onPath.stdout.trim(), debian.stdout.trim()].find((folder) => existsSync(join(folder, 'initdb')));
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export interface TemporaryPostgres {
  url: string;
  stop(): Promise<void>;
}

/** The folder of a PostgreSQL server's programs on this machine, or undefined: then tests on it are skipped. */
export const POSTGRES = serverPrograms();

/** A tenth of a second each. */
const READY_TRIES = 1200;

/** Starts a PostgreSQL of its own on loopback. */
export async function startPostgres(programs: string): Promise<TemporaryPostgres> {
  const root = process.getuid?.() === 0;
  const as = root ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-postgres-'));
  if (root) chownSync(folder, NOBODY, NOBODY);
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'test', '-A', 'trust', '-E', 'UTF8'],
    {
      ...as,
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', join(folder, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', folder],
    { ...as, cwd: folder, stdio: 'ignore' },
  );
  const stopped = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  // Whatever becomes of the test, its server does not outlive it.
  const end = () => server.kill('SIGINT');
  process.once('exit', end);
  for (let attempt = 0; ; attempt += 1) {
    const ready = spawnSync(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]);
    if (ready.status === 0) break;
    if (attempt === READY_TRIES) throw new Error('PostgreSQL did not start');
    await sleep(100);
  }
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    async stop() {
      process.removeListener('exit', end);
      end();
      await stopped;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
