/**
 * Where tests keep their folders. Each begins with an engine of its own, and making and removing the files of one took a quarter of
 * the processor on a disk, and half of the time: where the machine has memory to spare they lie there. A deep run works on the disk.
 */
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';

const GB = 1_000_000_000;

/** What a run may fill of it, with room to spare: the unit tests of the records beside two browsers' tests filled 0.7 GB. */
const ROOM = 3 * GB;

/** Beside it, what engines and browsers take. */
const SPARE = 6 * GB;

function hasRoom(): boolean {
  if (process.env.TIDEWAITER_DEEP === '1' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM && process.availableMemory() >= SPARE;
}

/** Names the folder to all that this process starts; one that was named by hand stays. */
export function workInMemory(): void {
  process.env.TMPDIR ??= hasRoom() ? MEMORY : tmpdir();
}
