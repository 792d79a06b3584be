/** What the engine has lost of what was loaded is found at the start, and nothing is answered about it as if it were all. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Loader } from '@tidewaiter/loader';
import {
  AS_PORTAL,
  countOf,
  EVERYTHING,
  fixture,
  type GoldenRecords,
  goldenRecords,
  question,
  type TestRecords,
} from '@tidewaiter/testing/records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EVERYTHING_LOADED } from '../query/entitlement.js';

let golden: GoldenRecords;
let test: TestRecords;
beforeAll(async () => {
  golden = await goldenRecords(async ({ records }) => {
    await new Loader(records).load({ files: [{ path: fixture('kr-import-small.csv') }] });
  });
});
afterEach(() => test.close());
afterAll(() => golden.remove());

/** Takes the parts of a table away, as a disk that loses a folder does, and opens again. */
async function lose(table: string): Promise<void> {
  const sql = `SELECT path FROM system.parts WHERE database = currentDatabase() AND table = '${table}' AND active`;
  const paths = await test.records.staging.engine.query({ name: 'test', sql, row: z.tuple([z.string()]) });
  expect(paths.length).toBeGreaterThan(0);
  await test.records.close();
  for (const [path] of paths) await rm(path, { recursive: true });
  test.records = await (await import('../records.js')).openRecords(test.folder);
}

const everything = question({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['no such thing'] });

describe('records that are lost', () => {
  it.each(['records', 'coverage', 'day_counts', 'hs_months', 'month_sums'])(
    'of the table %s are named, refused, and brought back by a reload',
    async (table) => {
      test = await golden.copy();
      expect(await test.records.missing()).toEqual([]);
      const { count } = await countOf(test.records, everything);
      expect(count).toBeGreaterThan(0);
      await lose(table);
      const missing = await test.records.missing();
      expect(missing.length).toBeGreaterThan(0);
      expect(missing[0]).toMatchObject({ loadId: 1, tradeType: 'IMPORT', country: 'KOR' });
      expect(missing.reduce((sum, { told }) => sum + told, 0)).toBe(count);
      await expect(countOf(test.records, everything)).rejects.toMatchObject({ code: 'RECORDS_MISSING' });
      // What is said to be loaded says nothing of these months either.
      const all = await test.records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL);
      expect(await all.months()).toEqual([]);
      // Others are answered.
      const elsewhere = { ...everything, countryCode: ['VNM'] };
      expect((await countOf(test.records, elsewhere)).count).toBe(0);
      expect((await countOf(test.records, { ...everything, tradeType: 'EXPORT' })).count).toBe(0);
      await test.loader.reload([1]);
      expect(await test.records.missing()).toEqual([]);
      expect((await countOf(test.records, everything)).count).toBe(count);
    },
  );

  it('are missing also where the register alone still knows of them', async () => {
    test = await golden.copy();
    const { count } = await countOf(test.records, everything);
    const { engine } = test.records.staging;
    for (const table of ['records', 'coverage', 'day_counts', 'hs_months', 'month_sums']) {
      await engine.run({ name: 'test', sql: `TRUNCATE TABLE ${table}` });
    }
    await test.reopen();
    expect(await test.records.missing()).toMatchObject([{ loadId: 1, country: null, told: count, held: 0 }]);
    await expect(countOf(test.records, everything)).rejects.toMatchObject({ code: 'RECORDS_MISSING' });
  });

  it('of one load are of its own months alone', async () => {
    test = await golden.copy();
    const lines = ['1,2024-03-04,850760,Acme,3', '2,2024-03-05,850760,Acme,4', '3,2024-04-05,850760,Zeta,5'];
    const path = await test.file('another.csv', `${HEADER}\n${lines.join('\n')}\n`);
    const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping() });
    const loadId = outcome?.loadId ?? 0;
    await test.records.staging.engine.run({
      name: 'test',
      sql: `ALTER TABLE records DELETE WHERE load_id = ${loadId} AND record_date = '2024-03-05'`,
      settings: { mutations_sync: 2 },
    });
    await test.reopen();
    expect(await test.records.missing()).toEqual([
      { loadId, tradeType: 'IMPORT', country: 'KOR', from: '2024-03-01', to: '2024-03-01', told: 2, held: 1 },
    ]);
  });

  it('are told in words where a table of the engine is gone', async () => {
    test = await golden.copy();
    await test.records.staging.engine.run({ name: 'test', sql: 'DROP TABLE data_versions SYNC' });
    await expect(test.reopen()).rejects.toThrow('The records have lost one of their tables');
    test = await golden.copy();
    expect(await readdir(join(test.folder, 'records'))).toContain('metadata');
  });

  it('stop the start where the register of loads has lost one', async () => {
    test = await golden.copy();
    await test.records.staging.engine.run({ name: 'test', sql: 'TRUNCATE TABLE loads' });
    await expect(test.reopen()).rejects.toThrow('The register of loads is damaged: load 1');
    test = await golden.copy();
  });
});
