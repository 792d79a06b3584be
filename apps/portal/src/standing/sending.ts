/** Sends a file to a place of somebody's choice. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedDestination, TargetRefused, unlessEnded } from '@tidewaiter/accounts';
import type { Services } from '../app/services.js';
import { NotSent } from './not-sent.js';
import { sendToBucket } from './to-bucket.js';
import { sendToServer } from './to-server.js';

/** How long a try may take, in milliseconds: whatever its place does, it holds up nobody for longer. */
const TRY_MS = 15 * 60_000;

/** How long a test may: somebody waits for it. */
const TEST_MS = 30_000;

/** A file of this machine, and what it is called where it goes. */
export interface SentFile {
  path: string;
  name: string;
}

/** Where a destination is, how it may be called, and until when. */
export interface Sending {
  addresses: { address: string; family: 4 | 6 }[];
  signal: AbortSignal;
}

/**
 * Sends a file. Sent twice it lies there once.
 *
 * @returns the key by which a server is known from now on
 * @throws NotSent
 */
export async function sendFile(
  { accounts }: Pick<Services, 'accounts'>,
  destination: OpenedDestination,
  file: SentFile,
  signal: AbortSignal,
  withinMs = TRY_MS,
): Promise<{ hostKey?: string | undefined }> {
  const deadline = AbortSignal.timeout(withinMs);
  try {
    const ended = AbortSignal.any([signal, deadline]);
    return await unlessEnded(send(accounts, destination, file, ended), ended);
  } catch (error) {
    if (signal.aborted) throw error;
    if (deadline.aborted)
      throw new NotSent(`It did not take the file within ${withinMs / 1000} seconds.`, { cause: error });
    if (error instanceof TargetRefused) throw new NotSent(error.message, { cause: error });
    throw error;
  }
}

async function send(
  { following: { destinations } }: Services['accounts'],
  destination: OpenedDestination,
  file: SentFile,
  signal: AbortSignal,
): Promise<{ hostKey?: string | undefined }> {
  const { place, secretText } = destination;
  const sending = { addresses: await destinations.addressesOf(place), signal };
  if (place.kind === 'SFTP') return { hostKey: await sendToServer(place, destination, file, sending) };
  await sendToBucket(place, secretText, file, sending);
  return {};
}

/**
 * Sends a file of one line.
 *
 * @returns the key by which a server is known from now on
 * @throws NotSent
 */
export async function sendTest(
  services: Pick<Services, 'accounts'>,
  destination: OpenedDestination,
  signal: AbortSignal,
): Promise<{ hostKey?: string | undefined }> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-test-'));
  try {
    const path = join(folder, 'test.txt');
    await writeFile(path, 'Files of your account at Tidewaiter can be sent here.\n');
    return await sendFile(services, destination, { path, name: 'tidewaiter-test.txt' }, signal, TEST_MS);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
