/** What a full disk does to those who write: they are told so, nothing that was answered is lost, and it goes on once there is room. */
import { randomBytes } from 'node:crypto';
import { SmallDisk } from '@tidewaiter/testing/small-disk';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startPortal, type TestPortal } from '../../testing/portal.js';

/** Room for a portal's folder and some writes. */
const DISK_MB = 220;

const disk = new SmallDisk(DISK_MB);

let portal: TestPortal;
beforeAll(async () => {
  if (!disk.isMounted) return;
  vi.stubEnv('TIDEWAITER_TEST_RUN', disk.folder);
  portal = await startPortal({ RATE_LIMITS: 'off' }).finally(() => vi.unstubAllEnvs());
});
afterAll(async () => {
  await portal?.close().catch(() => {});
  disk.remove();
});

it.runIf(disk.isMounted)('is answered with 503 in words, loses nothing, and is over once there is room', async () => {
  const { client, person } = await portal.signIn();
  const free = disk.fill();
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
