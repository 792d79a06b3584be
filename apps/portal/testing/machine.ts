import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ended, listening } from '@tidewaiter/testing/command';

const CHECKOUT = join(import.meta.dirname, '../../..');

/** The user of the service, whom the system knows by no name. */
export const SERVICE_USER = 4711;

/**
 * A machine that `deploy/tidewaiter.service` and the command beside it are installed on: the checkout in /opt/tidewaiter, the data folder in
 * /var/lib/tidewaiter, and a folder of root's. `$1` is the checkout, `$2` Node.js, `$3` the folder of all that stays.
 */
const MACHINE = `set -e
mount -t tmpfs -o mode=755 machine /mnt
mkdir -p /mnt/opt/tidewaiter /mnt/lib/tidewaiter /mnt/root/files
touch /mnt/opt/node
chmod 700 /mnt/root
mount --bind "$1" /mnt/opt/tidewaiter
mount --bind "$2" /mnt/opt/node
mount --bind "$3/data" /mnt/lib/tidewaiter
mount --bind "$3/files" /mnt/root/files
for folder in opt root; do mount --rbind /mnt/$folder /$folder; done
mount --rbind /mnt/lib /var/lib
umount --recursive /mnt
export PATH="/opt:$PATH" TMPDIR=/tmp TIDEWAITER_SETTINGS=/root/files/tidewaiter.env
cd /root/files
shift 3
`;

/** What systemd makes of `ProtectSystem=strict`, `ProtectHome=yes` and `PrivateTmp=yes`. */
const SHUT = `for folder in home root; do mount -t tmpfs -o mode=0,ro machine /$folder; done
mount -t tmpfs -o mode=1777 machine /tmp
for point in / /opt /opt/tidewaiter /opt/node /var/lib; do mount -o remount,bind,ro "$point"; done
cd /opt/tidewaiter
umask 077
`;

const AS_SERVICE = `exec setpriv --reuid=${SERVICE_USER} --regid=${SERVICE_USER} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$@"`;

const NAMESPACE = ['--mount', '--propagation', 'private', '--'];

/** Why no such machine can be had here; empty where it can. */
export const NO_MACHINE =
  process.geteuid?.() !== 0
    ? 'only root can be another user'
    : spawnSync('unshare', [...NAMESPACE, 'setpriv', '--clear-groups', 'true']).status !== 0
      ? 'unshare and setpriv cannot be used here'
      : '';

export interface Machine {
  /** What is /var/lib/tidewaiter there, and /root/files, where root's commands are given. */
  data: string;
  files: string;
  /** Runs a command of root, from /root/files, or of the service's user. */
  run(
    args: readonly string[],
    options?: { asService?: boolean; input?: string },
  ): Promise<{ status: number | null; out: string; err: string }>;
  /** Starts a command of root, and leaves it running. */
  start(args: readonly string[]): ChildProcess;
  /**
   * Starts the portal as the unit does, and waits until it takes calls.
   *
   * @throws Error with what it said where it ends instead
   */
  serve(): Promise<{ url: string; process: ChildProcess }>;
  remove(): Promise<void>;
}

/**
 * A machine of its own, with an empty data folder that belongs to the service.
 *
 * @param settings of the service, `NAME=value`
 */
export function machine(...own: string[]): Machine {
  const settings = ['PORT=0', ...own];
  const kept = mkdtempSync(join(tmpdir(), 'tidewaiter-machine-'));
  const [data, files] = [join(kept, 'data'), join(kept, 'files')];
  mkdirSync(files);
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, SERVICE_USER, SERVICE_USER);
  const running: ChildProcess[] = [];
  writeFileSync(join(files, 'tidewaiter.env'), settings.join('\n'), { mode: 0o600 });
  const start = (script: string, ...command: string[]) => {
    const child = spawn(
      'unshare',
      [...NAMESPACE, 'sh', '-c', `${MACHINE}${script}`, 'sh', CHECKOUT, process.execPath, kept, ...command],
      { env: { PATH: process.env.PATH }, stdio: 'pipe' },
    );
    running.push(child);
    return child;
  };
  const asRoot = (args: readonly string[]) => start('exec "$@"', '/opt/tidewaiter/deploy/tidewaiter', ...args);
  const asUser = (script: string, args: readonly string[]) =>
    start(
      `${script}unset TIDEWAITER_SETTINGS
export NODE_ENV=production TIDEWAITER_DATA_DIR=/var/lib/tidewaiter ${settings.join(' ')}\n${AS_SERVICE}`,
      '/opt/node',
      '/opt/tidewaiter/apps/portal/bin/tidewaiter.js',
      ...args,
    );
  return {
    data,
    files,
    async run(args, { asService = false, input = '' } = {}) {
      const child = asService ? asUser('cd /tmp\n', args) : asRoot(args);
      child.stdin.on('error', () => {}).end(input);
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)]);
      return { status: child.exitCode, out, err };
    },
    start: asRoot,
    async serve() {
      const child = asUser(SHUT, ['serve']);
      return { process: child, ...(await listening(child)) };
    },
    async remove() {
      for (const child of running) {
        child.kill('SIGTERM');
        await ended(child);
      }
      await rm(kept, { recursive: true, force: true });
    },
  };
}
