/** OpenSSH's server on loopback, which takes files in a folder: for who is let in by a key. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@tidewaiter/testing/free-port';

const SSHD = '/usr/sbin/sshd';

/** Whether this machine has one. */
export const HAS_SSH = existsSync(SSHD);

export interface SftpServer {
  port: number;
  user: string;
  /** Lets in who has the private key to this one. */
  letIn(publicKey: string): Promise<void>;
  /** Starts it anew with another key of its own. */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

/** @param scratch a folder of its own @param files where what is sent lies */
export async function startSftpServer(scratch: string, files: string): Promise<SftpServer> {
  const port = await freePort();
  const { username: user, uid } = userInfo();
  // It parts itself in two there, where it is the system's own.
  if (uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const at = (name: string) => join(scratch, name);
  const [hostKey, known, settings] = [at('host'), at('known'), at('sshd_config')];
  await writeFile(known, '', { mode: 0o600 });
  const set = `ListenAddress 127.0.0.1:${port}
    HostKey ${hostKey}
    PidFile ${at('pid')}
    AuthorizedKeysFile ${known}
    PermitRootLogin yes
    PasswordAuthentication no
    KbdInteractiveAuthentication no
    UsePAM no
    StrictModes no
    ForceCommand internal-sftp -d ${files}
    Subsystem sftp internal-sftp`;
  await writeFile(settings, set);
  const start = async () => {
    execFileSync('sh', ['-c', `rm -f ${hostKey} ${hostKey}.pub && ssh-keygen -q -t ed25519 -N '' -f ${hostKey}`]);
    const child = spawn(SSHD, ['-D', '-e', '-f', settings], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (part) => {
      said += part;
    });
    for (let tries = 0; tries < 600; tries += 1) {
      if (await answers(port)) return child;
      if (child.exitCode !== null) break;
      await sleep(50);
    }
    throw new Error(`the server of files did not start: ${said}`);
  };
  const end = async (child: Awaited<ReturnType<typeof start>>) => {
    child.kill();
    await once(child, 'exit');
  };
  let running = await start();
  return {
    ...{ port, user },
    async letIn(publicKey) {
      await writeFile(known, `${publicKey}\n`);
      await chmod(known, 0o600);
    },
    async renew() {
      await end(running);
      running = await start();
    },
    stop: () => end(running),
  };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => {});
    socket.setTimeout(1_000, () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
