import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';

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

export interface TemporaryPostgres {
  url: string;
  /** Stops all of its processes where they are: connections stay open, and nothing answers any more. */
  freeze(): void;
  /** Lets them go on. */
  thaw(): void;
  stop(): Promise<void>;
}

/** The folder of a PostgreSQL server's programs on this machine, or undefined: then tests on it are skipped. */
export const POSTGRES = serverPrograms();

/** The folder of a run of the tests, where it has one (`vitest.config.ts`). */
const RUN_FOLDER = process.env.TIDEWAITER_TEST_RUN;

/** Puts an empty cluster into a folder. It is made once for a run and copied: making one takes two seconds of the processor. */
function putCluster(programs: string, folder: string, as: { uid?: number; gid?: number }): void {
  const data = join(folder, 'data');
  // With its owner and modes, on which the server insists.
  const copy = (from: string, to: string) => spawnSync('cp', ['-a', from, to]).status === 0;
  const kept = RUN_FOLDER && join(RUN_FOLDER, 'postgres');
  if (kept !== undefined && existsSync(kept)) {
    if (!copy(kept, data)) throw new Error(`an empty cluster could not be copied to ${folder}`);
    return;
  }
  const args = ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  const made = spawnSync(join(programs, 'initdb'), args, { ...as, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  if (kept === undefined) return;
  const own = mkdtempSync(`${kept}-`);
  // Whole under its name, or not at all; another process may have been quicker.
  if (copy(data, join(own, 'data')) && !existsSync(kept)) renameSync(join(own, 'data'), kept);
  rmSync(own, { recursive: true, force: true });
}

/** Sends a signal to a server and to the processes that it has started, one for each connection. */
function signalAll(server: ChildProcess, signal: NodeJS.Signals): void {
  const children = spawnSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' });
  server.kill(signal);
  for (const pid of children.stdout.split('\n').filter(Boolean)) process.kill(Number(pid), signal);
}

/** A tenth of a second each. */
const READY_TRIES = 1200;

/** Starts a PostgreSQL of its own on loopback. */
export async function startPostgres(programs: string): Promise<TemporaryPostgres> {
  const root = process.getuid?.() === 0;
  const as = root ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-postgres-'));
  if (root) chownSync(folder, NOBODY, NOBODY);
  putCluster(programs, folder, as);
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
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => signalAll(server, 'SIGCONT'),
    async stop() {
      process.removeListener('exit', end);
      end();
      await stopped;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
