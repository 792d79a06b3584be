/** What an operator is told where the embedded accounts cannot be opened. */
import { cp, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { putEmptyAccounts } from '@tidewaiter/testing/empty-accounts';
import { SmallDisk } from '@tidewaiter/testing/small-disk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from './database.js';

let whole: string;
beforeAll(async () => {
  whole = await mkdtemp(join(tmpdir(), 'tidewaiter-whole-'));
  await putEmptyAccounts(whole);
});
afterAll(() => rm(whole, { recursive: true }));

async function refusalOf(dataFolder: string): Promise<OperatorError> {
  const refused = await openDatabase({ dataFolder }).then(
    async ({ close }) => {
      await close();
      return 'opened';
    },
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(OperatorError);
  return refused as OperatorError;
}

it.each<[string, (accounts: string) => Promise<void>]>([
  ['its control file cut off', (accounts) => truncate(join(accounts, 'global/pg_control'), 10)],
  ['its tables gone', (accounts) => rm(join(accounts, 'base'), { recursive: true })],
  ['its log gone', (accounts) => rm(join(accounts, 'pg_wal'), { recursive: true })],
  ['its mark gone', (accounts) => rm(join(accounts, 'PG_VERSION'))],
])('a database with %s is told as damaged, with what to do', async (_, damage) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tidewaiter-damaged-'));
  await cp(whole, dataFolder, { recursive: true });
  const accounts = join(dataFolder, 'accounts');
  await damage(accounts);
  const { message, details } = await refusalOf(dataFolder);
  expect(message).toContain(accounts);
  expect(message).toMatch(/damaged|missing/);
  expect(details.join()).toContain('from a backup');
  await rm(dataFolder, { recursive: true });
});

it('a full disk is told as such, and over once there is room', async (context) => {
  const disk = new SmallDisk(120);
  try {
    // Mounting asks for an administrator's rights on Linux: elsewhere there is no disk that can be filled.
    if (!disk.isMounted) context.skip('a small disk cannot be mounted here');
    await cp(whole, disk.folder, { recursive: true });
    const free = disk.fill();
    const { message } = await refusalOf(disk.folder);
    expect(message).toContain(`The disk of ${join(disk.folder, 'accounts')} is full`);
    free();
    const { close } = await openDatabase({ dataFolder: disk.folder });
    await close();
  } finally {
    disk.remove();
  }
});
