/** What the statements of a cluster say. No cluster runs here: the real engine reads each of them, and runs none. */

import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clusterLayout } from './layout.js';
import { MIGRATIONS } from './migrate.js';
import { catalogueAdditions, LOADS, RECORDS, SCHEMA_MIGRATIONS } from './tables.js';

const test = sharedRecords();

const layout = clusterLayout('main');

/** A statement as the engine understands it, on one line. */
async function understood(sql: string): Promise<string> {
  const [row] = await test.records.staging.engine.query({
    name: 'test.format',
    sql: 'SELECT formatQuerySingleLine({sql:String})',
    parameters: { sql },
    row: z.tuple([z.string()]),
  });
  return row?.[0] ?? '';
}

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
    expect(await understood(layout.remove(RECORDS, 'load_id = 7'))).toMatch(
      /^ALTER TABLE records_local ON CLUSTER main .*DELETE WHERE load_id = 7/,
    );
    expect(await understood(layout.update(RECORDS, ['importer_name_key = 1'], 'load_id = 7'))).toMatch(
      /^ALTER TABLE records_local ON CLUSTER main .*UPDATE +importer_name_key = 1 WHERE load_id = 7/,
    );
  });
});
