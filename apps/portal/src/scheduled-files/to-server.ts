/** Sends a file to a server of somebody's choice by SFTP: OpenSSH's own client does it, in a process of its own. */
import { execFile } from 'node:child_process';
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

/** What a server may say of itself, in bytes. */
const SAID_BYTES = 64 * 1024;

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
  { signal, input, cwd, env = {} }: { signal: AbortSignal; input?: string; cwd: string; env?: Record<string, string> },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const environment = { PATH: process.env.PATH ?? '', HOME: cwd, LC_ALL: 'C.UTF-8', ...env };
    const child = execFile(
      program,
      options,
      { cwd, env: environment, signal, maxBuffer: SAID_BYTES, killSignal: 'SIGKILL' },
      (error, _, told) => {
        if (!error) resolve();
        else if ((error as NodeJS.ErrnoException).code === 'ENOENT')
          reject(
            new NotSent('The portal has no OpenSSH client: its operator can install one (openssh-client).', {
              cause: error,
            }),
          );
        else reject(signal.aborted ? error : new NotSent(inWords(told), { cause: error }));
      },
    );
    // One that ends before it has read all says why by its status.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input ?? '');
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
        host,
      ],
      {
        ...{ signal, cwd: dirname(path), input: `${batch.join('\n')}\n` },
        ...(publicKey === null && {
          env: { SSH_ASKPASS: ASKED_FOR_PASSWORD, SSH_ASKPASS_REQUIRE: 'force', SAID_PASSWORD: secretText },
        }),
      },
    );
    return hostKey ?? (await readFile(known, 'utf8')).trim();
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
