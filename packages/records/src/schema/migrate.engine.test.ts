import { join } from 'node:path';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openChdb } from '../engine/chdb.js';
import { engineFor, PORTAL, type RecordEngine } from '../engine/engine.js';
import { SINGLE_SERVER } from './layout.js';
import { MIGRATIONS, migrate } from './migrate.js';

const folder = sharedFolder();
let engine: RecordEngine;
beforeAll(async () => {
  engine = engineFor(await openChdb(join(folder, 'records')), PORTAL);
  await migrate(engine, SINGLE_SERVER);
});
afterAll(() => engine.close());

const KNOWN = MIGRATIONS.map(({ number }) => number);
const PLANTED = 1000;

const WITH_A_SECOND = [
  ...MIGRATIONS,
  {
    number: PLANTED,
    name: 'a planted second version',
    statements: () => ['ALTER TABLE loads ADD COLUMN IF NOT EXISTS planted UInt8 DEFAULT 7'],
  },
];

const numbers = async (sql: string) =>
  (await engine.query({ name: 'test.numbers', sql, row: z.tuple([z.coerce.number()]) })).flat();
const run = (sql: string) => engine.run({ name: 'test.run', sql });

/** Leaves only these in the list of what was applied. */
async function pretendApplied(...applied: number[]) {
  await run('TRUNCATE TABLE schema_migrations');
  for (const number of applied) await run(`INSERT INTO schema_migrations SELECT ${number}, '', now()`);
}

beforeEach(() => pretendApplied(100));

it('a later version adds what it brings, once, also where it was broken off before it was recorded', async () => {
  await migrate(engine, SINGLE_SERVER, { migrations: WITH_A_SECOND });
  await migrate(engine, SINGLE_SERVER, { migrations: WITH_A_SECOND });
  expect(await numbers('SELECT number FROM schema_migrations ORDER BY number')).toEqual([...KNOWN, PLANTED]);
  await pretendApplied(100);
  await migrate(engine, SINGLE_SERVER, { migrations: WITH_A_SECOND });
  expect(await numbers("SELECT count() FROM system.columns WHERE table = 'loads' AND name = 'planted'")).toEqual([1]);
});

it('changes no tables of an earlier version where whoever opens them refuses it, and asks nobody where there is nothing to change', async () => {
  const beforeChange = async () => {
    throw new Error('not without a backup');
  };
  await expect(migrate(engine, SINGLE_SERVER, { migrations: WITH_A_SECOND, beforeChange })).rejects.toThrow(
    'not without',
  );
  expect(await numbers('SELECT number FROM schema_migrations')).toEqual([100]);
  await migrate(engine, SINGLE_SERVER, { migrations: WITH_A_SECOND });
  await migrate(engine, SINGLE_SERVER, { migrations: WITH_A_SECOND, beforeChange });
});

it('refuses the tables of a newer version, and says the way back', async () => {
  await pretendApplied(...KNOWN, PLANTED);
  await expect(migrate(engine, SINGLE_SERVER)).rejects.toMatchObject({
    message: 'These records belong to a newer version of Tidewaiter.',
    details: expect.arrayContaining([expect.stringContaining('before-VERSION')]),
  });
});

it('refuses the tables of a build from before the first release, with what to do', async () => {
  await pretendApplied(1, 17);
  await expect(migrate(engine, SINGLE_SERVER)).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringContaining('from before the first release'),
    details: expect.arrayContaining([expect.stringContaining('TIDEWAITER_DATA_DIR')]),
  });
});

it('adds the columns that the catalogue has gained, with their indexes', async () => {
  await run('ALTER TABLE records DROP INDEX importer_name_text_words, DROP COLUMN importer_name_text');
  await migrate(engine, SINGLE_SERVER);
  expect(
    await numbers("SELECT count() FROM system.data_skipping_indices WHERE name = 'importer_name_text_words'"),
  ).toEqual([1]);
});
