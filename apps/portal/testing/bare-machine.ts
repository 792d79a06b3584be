import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ended } from '@tidewaiter/testing/command';

/**
 * What a guide's commands find: the programs of this machine over a root of its own, on which nothing of the portal is yet. What is written stays in a
 * folder beside it; `/opt`, `/srv`, `/mnt` and the portal's folders are empty.
 */
const ROOT = `set -e
root="$1/root"
mount -t overlay -o lowerdir=/,upperdir="$1/written",workdir="$1/work" bare "$root"
for given in dev proc sys; do mount --rbind /$given "$root/$given"; done
for own in tmp run; do mount -t tmpfs -o mode=755 own "$root/$own"; done
chmod 1777 "$root/tmp"
mount --bind "$1/opt" "$root/opt"
echo ready
exec sleep infinity
`;

/**
 * What does for \`systemctl\` where no systemd is: the unit's own ExecStart as its user, in its folder, with its environment, under a root in which nothing
 * but its own folders can be written, and without /home, /root and the /tmp of others. What else the unit forbids is systemd's to keep.
 */
const SYSTEMCTL = `#!/bin/bash
set -e
unit=/etc/systemd/system/tidewaiter.service
of() { cat "$unit" "$unit".d/*.conf 2> /dev/null | sed -n "s/^$1=//p"; }
launch() {
  shut='
    for folder in $1; do mount --bind "$folder" "$folder"; done
    mount -o remount,bind,ro /
    mount -o remount,bind,ro /opt
    for folder in /home /root; do mount -t tmpfs -o mode=0,ro shut "$folder"; done
    mount -t tmpfs -o mode=1777 own /tmp
    shift
    exec "$@"'
  written="/var/lib/$(of StateDirectory)"
  for folder in $(of ReadWritePaths); do [ ! -e "\${folder#-}" ] || written="$written \${folder#-}"; done
  read -ra exec_start < <(of ExecStart)
  mapfile -t settings < <(of Environment | tr ' ' '\\n'; grep -E '^[A-Z]' "$(of EnvironmentFile | tr -d -)" || :)
  user=$(of User)
  unshare --mount --propagation private sh -c "$shut" sh "$written" \\
    env --ignore-environment --chdir="$(of WorkingDirectory)" "\${settings[@]}" PATH=/usr/local/bin:/usr/bin:/bin \\
    setpriv --reuid="$user" --regid="$user" --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs \\
    sh -c "umask $(of UMask) && exec \\"\\$@\\"" sh "\${exec_start[@]}" >> /run/tidewaiter.log 2>&1 < /dev/null &
  echo $! > /run/tidewaiter.pid
  wait $!
}
stop() {
  pid=$(cat /run/tidewaiter.pid)
  rm /run/tidewaiter.pid
  kill "$pid" || :
  while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
}
start() {
  setsid "$0" run < /dev/null &> /dev/null &
  while [ ! -e /run/tidewaiter.pid ]; do sleep 0.1; done
}
case "$*" in
  daemon-reload) test -e "$unit" ;;
  # Restart=on-failure: where a command that was given at once has the folder, the portal comes after it.
  run) until launch || [ ! -e /run/tidewaiter.pid ]; do sleep "$(of RestartSec)"; done ;;
  'enable --now tidewaiter' | 'start tidewaiter') start ;;
  'stop tidewaiter') stop ;;
  'restart tidewaiter') stop; start ;;
  *) echo "systemctl $*: not known here" >&2; exit 1 ;;
esac
`;

const OWN_ROOT = ['--mount', '--propagation', 'private', '--'];

/** Whether a root of its own can be had here. */
function tryRoot(): string {
  if (process.geteuid?.() !== 0) return 'only root can make a root of its own';
  const lacks = ['/usr/bin/node', '/usr/bin/npm', '/usr/bin/git'].find((program) => !existsSync(program));
  if (lacks !== undefined) return `there is no ${lacks} here`;
  const folders = 'mkdir /mnt/written /mnt/work /mnt/root';
  const overlay = 'mount -t overlay -o lowerdir=/,upperdir=/mnt/written,workdir=/mnt/work bare /mnt/root';
  const tried = spawnSync('unshare', [...OWN_ROOT, 'sh', '-ec', `mount -t tmpfs own /mnt; ${folders}; ${overlay}`]);
  return tried.status === 0 ? '' : 'this machine lays no root over another';
}

/** Why no such machine can be had here; empty where it can. */
export const NO_BARE_MACHINE = tryRoot();

/** Packages that were fetched before are not fetched again. */
const NPM = { npm_config_prefer_offline: 'true' };

export interface BareMachine {
  /** Its /opt, and the root of what was written elsewhere on it, as they lie outside. */
  opt: string;
  written: string;
  /** Runs lines of a shell one after another, as root, each to its end. @throws Error with what was said where one fails */
  run(lines: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Has a bare machine, with files of its own by their paths, and whatever else is put below a folder that becomes its root. */
export async function bareMachine(
  files: Record<string, string> = {},
  prepare: (root: string) => void = () => {},
): Promise<BareMachine> {
  const place = mkdtempSync(join(tmpdir(), 'tidewaiter-bare-'));
  for (const folder of ['root', 'written', 'work', 'opt']) mkdirSync(join(place, folder));
  chmodSync(place, 0o755);
  for (const [path, content] of Object.entries({ '/usr/local/sbin/systemctl': SYSTEMCTL, ...files })) {
    const written = join(place, 'written', path);
    mkdirSync(join(written, '..'), { recursive: true });
    writeFileSync(written, content, { mode: path.includes('bin/') ? 0o755 : 0o644 });
  }
  prepare(join(place, 'written'));
  const holder: ChildProcess = spawn('unshare', [...OWN_ROOT, 'sh', '-c', ROOT, 'sh', place], { stdio: 'pipe' });
  await new Promise((resolve, reject) => {
    holder.stdout?.once('data', resolve);
    holder.once('exit', () => reject(new Error('no root of its own')));
  });
  const run = async (lines: readonly string[]) => {
    const inside = [
      '--target',
      String(holder.pid),
      '--mount',
      'chroot',
      join(place, 'root'),
      'bash',
      '-ex',
      '-c',
      lines.join('\n'),
    ];
    const child = spawn('nsenter', inside, {
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...NPM },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)]);
    if (child.exitCode !== 0) throw new Error(`${err.slice(-4000)}\n${out.slice(-4000)}`);
    return out;
  };
  return {
    opt: join(place, 'opt'),
    written: join(place, 'written'),
    run,
    async stop() {
      await run(['[ ! -e /run/tidewaiter.pid ] || systemctl stop tidewaiter']).catch(() => {});
      holder.kill('SIGKILL');
      await ended(holder);
      rmSync(place, { recursive: true, force: true });
    },
  };
}
