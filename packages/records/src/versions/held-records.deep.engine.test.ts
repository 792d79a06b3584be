/** What the engine has lost of what was loaded is found at the start, and nothing is answered about it as if it were all. */
import { rm } from 'node:fs/promises';
import type { SearchQuery } from '@tidewaiter/contract';
import {
  AS_PORTAL,
  countOf,
  EVERY_RECORD,
  EVERYTHING,
  fixture,
  question,
  type TestRecords,
  temporaryRecords,
} from '@tidewaiter/testing/records';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING_LOADED } from '../query/entitlement.js';

/** What each test begins with a copy of. */
let golden: string;
let test: TestRecords;
beforeAll(async () => {
  test = await temporaryRecords();
  await test.loader.load({ files: [{ path: fixture('kr-import-small.csv') }] });
  await test.records.close();
  golden = test.folder;
});
const begin = async () => {
  test = await temporaryRecords({ from: golden });
};
afterEach(() => test.close());
afterAll(() => rm(golden, { recursive: true, force: true }));

/** Takes the parts of a table away, as a disk that loses a folder does, and opens again. */
async function lose(table: string): Promise<void> {
  const named = `database = currentDatabase() AND table = '${table}'`;
  const paths = await test.rows(`SELECT path FROM system.parts WHERE ${named} AND active`);
  expect(paths.length).toBeGreaterThan(0);
  await test.records.close();
  for (const [path = ''] of paths) await rm(path, { recursive: true });
  test.records = await (await import('../records.js')).openRecords(test.folder);
}

const TABLES = ['records', 'coverage', 'day_counts', 'hs_months'];
const everything = question({ ...EVERY_RECORD, searchValue: ['no such thing'] });

describe('records that are lost', () => {
  it.each(TABLES)('of the table %s are named, refused, and brought back by a reload', async (table) => {
    await begin();
    const countedOf = async (changes: Partial<SearchQuery> = {}) =>
      (await countOf(test.records, { ...everything, ...changes })).count;
    expect(await test.records.missing()).toEqual([]);
    const count = await countedOf();
    expect(count).toBeGreaterThan(0);
    await lose(table);
    const missing = await test.records.missing();
    expect(missing[0]).toMatchObject({ loadId: 1, tradeType: 'IMPORT', country: 'KOR' });
    expect(missing.reduce((sum, { told }) => sum + told, 0)).toBe(count);
    await expect(countedOf()).rejects.toMatchObject({ code: 'RECORDS_MISSING' });
    // What is said to be loaded says nothing of these months either.
    expect(await (await test.records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL)).months()).toEqual([]);
    // Others are answered.
    expect([await countedOf({ countryCode: ['VNM'] }), await countedOf({ tradeType: 'EXPORT' })]).toEqual([0, 0]);
    await test.loader.reload([1]);
    expect([await test.records.missing(), await countedOf()]).toEqual([[], count]);
  });

  it('are missing also where the register alone still knows of them', async () => {
    await begin();
    const { count } = await countOf(test.records, everything);
    for (const table of TABLES) await test.run(`TRUNCATE TABLE ${table}`);
    await test.reopen();
    expect(await test.records.missing()).toMatchObject([{ loadId: 1, country: null, told: count, held: 0 }]);
    await expect(countOf(test.records, everything)).rejects.toMatchObject({ code: 'RECORDS_MISSING' });
  });

  it('of one load are of its own months alone', async () => {
    await begin();
    const lines = ['1,2024-03-04,850760,Acme,3', '2,2024-03-05,850760,Acme,4', '3,2024-04-05,850760,Zeta,5'];
    const loadId = await test.load(lines);
    await test.run(`ALTER TABLE records DELETE WHERE load_id = ${loadId} AND record_date = '2024-03-05'`);
    await test.reopen();
    expect(await test.records.missing()).toEqual([
      { loadId, tradeType: 'IMPORT', country: 'KOR', from: '2024-03-01', to: '2024-03-01', told: 2, held: 1 },
    ]);
  });

  it.each([
    ['DROP TABLE data_versions SYNC', 'The records have lost one of their tables'],
    ['TRUNCATE TABLE loads', 'The register of loads is damaged: load 1'],
  ])('stop the start, in words, after %s', async (sql, words) => {
    await begin();
    await test.run(sql);
    await expect(test.reopen()).rejects.toThrow(words);
    await begin();
  });
});
