import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openChdb } from '../engine/chdb.js';
import { engineFor, PORTAL, type RecordEngine } from '../engine/engine.js';
import { clusterLayout, SINGLE_SERVER } from './layout.js';
import { MIGRATIONS, migrate } from './migrate.js';
import { catalogueAdditions, LOADS, RECORDS, SCHEMA_MIGRATIONS } from './tables.js';

const folder = sharedFolder();
let engine: RecordEngine;
beforeAll(async () => {
  engine = engineFor(await openChdb(join(folder, 'records')), PORTAL);
  await migrate(engine, SINGLE_SERVER);
});
afterAll(() => engine.close());

const KNOWN = MIGRATIONS.map(({ number }) => number);
const PLANTED = 1000;

const statements = () => ['ALTER TABLE loads ADD COLUMN IF NOT EXISTS planted UInt8 DEFAULT 7'];
const migrations = [...MIGRATIONS, { number: PLANTED, name: 'a planted second version', statements }];

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
  await migrate(engine, SINGLE_SERVER, { migrations });
  await migrate(engine, SINGLE_SERVER, { migrations });
  expect(await numbers('SELECT number FROM schema_migrations ORDER BY number')).toEqual([...KNOWN, PLANTED]);
  await pretendApplied(100);
  await migrate(engine, SINGLE_SERVER, { migrations });
  expect(await numbers("SELECT count() FROM system.columns WHERE table = 'loads' AND name = 'planted'")).toEqual([1]);
});

it('changes no tables of an earlier version where whoever opens them refuses it, and asks nobody where there is nothing to change', async () => {
  const beforeChange = async () => {
    throw new Error('not without a backup');
  };
  await expect(migrate(engine, SINGLE_SERVER, { migrations, beforeChange })).rejects.toThrow('not without');
  expect(await numbers('SELECT number FROM schema_migrations')).toEqual([100]);
  await migrate(engine, SINGLE_SERVER, { migrations });
  await migrate(engine, SINGLE_SERVER, { migrations, beforeChange });
});

it('is done by one of the portals that share a server: a statement may need a table that a later one drops', async () => {
  const passing = [
    'CREATE TABLE IF NOT EXISTS passing (number UInt8) ENGINE = MergeTree ORDER BY number',
    'ALTER TABLE passing ADD COLUMN IF NOT EXISTS later UInt8',
    'DROP TABLE IF EXISTS passing',
  ].map((sql, index) => ({ number: PLANTED + index, name: `passing ${index}`, statements: () => [sql] }));
  const shared = { ...engine, shared: true };
  const all = { migrations: [...MIGRATIONS, ...passing] };
  let other: Promise<void> | undefined;
  const slow: RecordEngine = {
    ...shared,
    async run(command) {
      if (command.name === `migrate.${PLANTED + 1}`) {
        other = migrate(shared, SINGLE_SERVER, all);
        await Promise.race([other, sleep(1500)]);
      }
      await engine.run(command);
    },
  };
  await migrate(slow, SINGLE_SERVER, all);
  await other;
  const applied = await numbers(`SELECT number FROM schema_migrations WHERE number >= ${PLANTED} ORDER BY number`);
  expect(applied).toEqual([PLANTED, PLANTED + 1, PLANTED + 2]);
}, 30_000);

it.each([
  [
    'a newer version, and says the way back',
    [...KNOWN, PLANTED],
    /^These records belong to a newer version/,
    'before-VERSION',
  ],
  ['a build from before the first release', [1, 17], /from before the first release/, 'TIDEWAITER_DATA_DIR'],
])('refuses the tables of %s', async (_, applied, message, detail) => {
  await pretendApplied(...applied);
  const told = {
    message: expect.stringMatching(message),
    details: expect.arrayContaining([expect.stringContaining(detail)]),
  };
  await expect(migrate(engine, SINGLE_SERVER)).rejects.toMatchObject({ name: 'OperatorError', ...told });
});

it('adds the columns that the catalogue has gained, with their indexes', async () => {
  await run('ALTER TABLE records DROP INDEX importer_name_text_words, DROP COLUMN importer_name_text');
  await migrate(engine, SINGLE_SERVER);
  const indexes = "SELECT count() FROM system.data_skipping_indices WHERE name = 'importer_name_text_words'";
  expect(await numbers(indexes)).toEqual([1]);
});

const layout = clusterLayout('main');

/** A statement as the engine understands it, on one line. */
const understood = async (sql: string) => {
  const row = z.tuple([z.string()]);
  const asked = { name: 'test.format', sql: 'SELECT formatQuerySingleLine({sql:String})', parameters: { sql }, row };
  return (await engine.query(asked))[0]?.[0] ?? '';
};

/** What the statements of a cluster say. No cluster runs here: the real engine reads each of them, and runs none. */
describe('the tables of a cluster', () => {
  it('are made and altered by statements that the engine reads, on every server', async () => {
    const statements = [
      ...layout.create(SCHEMA_MIGRATIONS),
      ...MIGRATIONS.flatMap(({ statements }) => statements(layout)),
      layout.remove(RECORDS, 'load_id > 7'),
      layout.update(RECORDS, ['importer_name_key = 1'], 'load_id > 7'),
    ];
    for (const sql of statements) expect(await understood(sql)).toMatch(/ ON CLUSTER main /);
  });

  it('spread the records by their id, under a table of their plain name', async () => {
    const [local = '', distributed = ''] = await Promise.all(layout.create(RECORDS).map(understood));
    expect(local).toMatch(/^CREATE TABLE IF NOT EXISTS records_local ON CLUSTER main \(`load_id` UInt32,/);
    expect(local).toContain(
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{database}/{shard}/records_local', '{replica}')",
    );
    expect(distributed).toBe(
      "CREATE TABLE IF NOT EXISTS records ON CLUSTER main AS records_local ENGINE = Distributed('main', currentDatabase(), 'records_local', sipHash64(id))",
    );
  });

  it('keep every other table whole on every server, under one path', async () => {
    const statements = layout.create(LOADS);
    expect(statements).toHaveLength(1);
    expect(await understood(statements[0] ?? '')).toContain(
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{database}/all/loads', '{shard}-{replica}')",
    );
  });

  it('gain columns in both tables and indexes in the stored one; rows are changed in the stored one', async () => {
    const additions = catalogueAdditions([{ name: 'importer_name_text', type: 'String' }]);
    const [local = '', distributed = ''] = await Promise.all(layout.alter(RECORDS, additions).map(understood));
    expect(local).toMatch(/^ALTER TABLE records_local ON CLUSTER main .*ADD COLUMN .*ADD INDEX /);
    expect(distributed).toMatch(/^ALTER TABLE records ON CLUSTER main .*ADD COLUMN /);
    expect(distributed).not.toContain('ADD INDEX');
    const altered = '^ALTER TABLE records_local ON CLUSTER main .*';
    const [removed, updated] = ['DELETE WHERE load_id = 7', 'UPDATE +importer_name_key = 1 WHERE load_id = 7'];
    expect(await understood(layout.remove(RECORDS, 'load_id = 7'))).toMatch(new RegExp(altered + removed));
    const update = layout.update(RECORDS, ['importer_name_key = 1'], 'load_id = 7');
    expect(await understood(update)).toMatch(new RegExp(altered + updated));
  });
});
