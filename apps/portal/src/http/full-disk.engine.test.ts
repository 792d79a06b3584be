/** What a full disk does to those who write: they are told so, nothing that was answered is lost, and it goes on once there is room. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../../testing/portal.js';

/** Room for a portal's folder and some writes. */
const DISK_MB = 220;

const disk = mkdtempSync(join(tmpdir(), 'tidewaiter-disk-'));
const mounted =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]).status === 0;
if (!mounted) process.stdout.write('Skipped: a small disk cannot be mounted here.\n');

let portal: TestPortal;
beforeAll(async () => {
  if (!mounted) return;
  const { TMPDIR } = process.env;
  process.env.TMPDIR = disk;
  portal = await startPortal({ RATE_LIMITS: 'off' }).finally(() => {
    process.env.TMPDIR = TMPDIR;
  });
});
afterAll(async () => {
  await portal?.close().catch(() => {});
  if (mounted) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Fills the disk but for some kilobytes. @returns frees it */
function fillDisk(): () => void {
  const filler = join(disk, 'filler');
  const chunk = randomBytes(64 * 1024);
  try {
    for (let at = 0; at < DISK_MB * 16; at += 1) writeFileSync(filler, chunk, { flag: 'a' });
  } catch {
    // It is full.
  }
  return () => rmSync(filler);
}

it.runIf(mounted)('is answered with 503 in words, loses nothing, and is over once there is room', async () => {
  const { client, person } = await portal.signIn();
  const free = fillDisk();
  const told: string[] = [];
  const kept: string[] = [];
  for (let at = 0; at < 400; at += 1) {
    const companyName = `Company ${at}`;
    // What no compression makes small.
    const notes = randomBytes(700).toString('base64').slice(0, 900);
    await client.saveContact({ companyName, notes }).then(
      () => kept.push(companyName),
      (error: { code?: string; status?: number }) => told.push(`${error.status} ${error.code}`),
    );
  }
  expect(told.length).toBeGreaterThan(0);
  expect([...new Set(told)]).toEqual(['503 DISK_FULL']);
  free();
  expect(await client.saveContact({ companyName: 'Afterwards' })).toBe('CREATED');
  const list = async (pageNumber: number) =>
    (await client.contactList({ userId: person.userid, pageNumber, numberOfRecords: 100 })).contactList;
  const pages = await Promise.all([0, 1, 2, 3, 4].map(list));
  const names = new Set(pages.flat().map(({ companyName }) => companyName));
  expect(kept.filter((name) => !names.has(name))).toEqual([]);
});
