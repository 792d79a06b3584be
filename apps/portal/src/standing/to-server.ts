/** Sends a file to a server of somebody's choice by SFTP: OpenSSH's own client does it, in a process of its own. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenedDestination } from '@tidewaiter/accounts';
import type { DestinationPlace } from '@tidewaiter/contract';
import { NotSent, saidByServer } from './not-sent.js';
import type { Sending, SentFile } from './sending.js';

/** Says the password that its environment has: OpenSSH reads none from anywhere else. */
const ASKED_FOR_PASSWORD = fileURLToPath(new URL('../../bin/say-password.sh', import.meta.url));

/** How much of what a program says is read, from its end. */
const SAID_LENGTH = 4_000;

/** A folder of this try alone, with its keys; gone when it has ended. */
async function withScratch<Found>(work: (folder: string) => Promise<Found>): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-sftp-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a program of OpenSSH with nothing of the portal's own environment. @throws NotSent */
function run(
  program: string,
  options: readonly string[],
  {
    signal,
    input = '',
    cwd,
    env = {},
  }: { signal: AbortSignal; input?: string; cwd: string; env?: Record<string, string> },
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const environment = { PATH: process.env.PATH ?? '', HOME: cwd, LC_ALL: 'C.UTF-8', ...env };
    // A group of its own: what it starts ends with it.
    const child = spawn(program, options, { cwd, env: environment, detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    };
    signal.addEventListener('abort', end, { once: true });
    let told = '';
    child.stderr.on('data', (part: Buffer) => {
      told = (told + part.toString()).slice(-SAID_LENGTH);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      reject(
        isMissing
          ? new NotSent('The portal has no OpenSSH client: its operator can install one (openssh-client).', {
              cause: error,
            })
          : error,
      );
    });
    child.once('close', (status) => {
      signal.removeEventListener('abort', end);
      if (status === 0) resolve();
      else reject(signal.aborted ? signal.reason : new NotSent(inWords(told)));
    });
    // One that ends before it has read all says why by its status.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

const KNOWN: readonly [RegExp, string][] = [
  [
    /host key verification failed|remote host identification has changed/i,
    'The server shows another key than when it was first reached. If that is right, remove this destination and add it again.',
  ],
  [/permission denied \(|too many authentication failures/i, 'The server does not let the user in.'],
  [/connection refused/i, 'The server refused the connection.'],
  [/timed out|no route to host|network is unreachable/i, 'The server cannot be reached.'],
];

/** What went wrong, in our words where we know them, else the last of the program's own. */
function inWords(told: string): string {
  const known = KNOWN.find(([pattern]) => pattern.test(told));
  if (known) return known[1];
  const last = told.trim().split('\n').at(-1) ?? '';
  return last === '' ? 'The server did not take it.' : `The server did not take it: ${saidByServer(last)}`;
}

/**
 * Puts a file into a folder of a server, which is made where it is not there. It has its name when it is whole, and replaces what had it.
 *
 * @returns the line by which the server is known: at the first time whatever key it shows, from then on that one
 * @throws NotSent
 */
export async function sendToServer(
  { host, port, user, folder }: Extract<DestinationPlace, { kind: 'SFTP' }>,
  { secretText, publicKey, hostKey }: Pick<OpenedDestination, 'secretText' | 'publicKey' | 'hostKey'>,
  { path, name }: SentFile,
  { addresses, signal }: Sending,
): Promise<string> {
  return withScratch(async (scratch) => {
    const [known, key] = [join(scratch, 'known_hosts'), join(scratch, 'key')];
    await writeFile(known, hostKey === null ? '' : `${hostKey}\n`, { mode: 0o600 });
    if (publicKey !== null) await writeFile(key, secretText, { mode: 0o600 });
    const option = (name: string, value: string | number) => ['-o', `${name}=${value}`];
    const opened =
      publicKey === null
        ? [
            ...option('PreferredAuthentications', 'password,keyboard-interactive'),
            ...option('PubkeyAuthentication', 'no'),
          ]
        : [...option('PreferredAuthentications', 'publickey'), ...option('IdentityFile', key)];
    const parts = folder.split('/').filter((part) => part !== '');
    const folders = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
    const to = [...parts, name].join('/');
    // A line that begins with a stroke may fail: the folder is there, or no file is to be replaced.
    const batch = [
      ...folders.map((one) => `-mkdir "${one}"`),
      `put "${basename(path)}" "${to}.part"`,
      `-rm "${to}"`,
      `rename "${to}.part" "${to}"`,
    ];
    const shown = async () => hostKey ?? ((await readFile(known, 'utf8')).trim() || undefined);
    try {
      await run(
        'sftp',
        [
          ...['-F', '/dev/null', ...option('LogLevel', 'ERROR'), ...option('BatchMode', 'no'), '-b', '-'],
          ...option('HostName', addresses[0]?.address ?? ''),
          ...option('HostKeyAlias', host),
          ...option('Port', port),
          ...option('User', user),
          ...option('UserKnownHostsFile', known),
          ...option('GlobalKnownHostsFile', '/dev/null'),
          ...option('HashKnownHosts', 'no'),
          ...option('UpdateHostKeys', 'no'),
          ...option('StrictHostKeyChecking', hostKey === null ? 'accept-new' : 'yes'),
          ...option('ConnectTimeout', 20),
          ...option('ServerAliveInterval', 15),
          ...option('ServerAliveCountMax', 4),
          ...option('NumberOfPasswordPrompts', 1),
          ...option('IdentitiesOnly', 'yes'),
          ...option('IdentityAgent', 'none'),
          ...opened,
          '--',
          host,
        ],
        {
          ...{ signal, cwd: dirname(path), input: `${batch.join('\n')}\n` },
          ...(publicKey === null && {
            env: { SSH_ASKPASS: ASKED_FOR_PASSWORD, SSH_ASKPASS_REQUIRE: 'force', SAID_PASSWORD: secretText },
          }),
        },
      );
    } catch (error) {
      if (error instanceof NotSent) error.hostKey = await shown();
      throw error;
    }
    return (await shown()) ?? '';
  });
}

/** A pair of keys for one server: the private one as OpenSSH reads it, the public one as a server is told it. @throws NotSent */
export async function newKeyPair(): Promise<{ privateKey: string; publicKey: string }> {
  return withScratch(async (scratch) => {
    const path = join(scratch, 'key');
    const options = ['-q', '-t', 'ed25519', '-N', '', '-C', 'tidewaiter', '-f', path];
    await run('ssh-keygen', options, { signal: AbortSignal.timeout(30_000), cwd: scratch });
    const [privateKey, publicKey] = await Promise.all([readFile(path, 'utf8'), readFile(`${path}.pub`, 'utf8')]);
    return { privateKey, publicKey: publicKey.trim() };
  });
}

/** How a server's key is told to people: as OpenSSH shows it. */
export function fingerprintOf(hostKey: string): string {
  const [, , key = ''] = hostKey.split(' ');
  return `SHA256:${createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '')}`;
}
