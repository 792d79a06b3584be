/** What came since a data version, whatever loads were made anew or replaced since. */
import { AS_PORTAL, EVERYTHING, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

const test = sharedRecords();
afterEach(() => test.empty());

let files = 0;

/** Loads a file of some records, by their numbers; each is of an importer of its name. */
async function load(numbers: readonly number[], replace?: number): Promise<number> {
  const rows = numbers.map((no) => `${no},2020-03-${10 + (no % 9)},8517,Importer ${no},${no}`);
  const path = await test.file(`${files++}.csv`, `${HEADER}\n${rows.join('\n')}\n`);
  const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping(), replace });
  return outcome?.loadId ?? 0;
}

const versionNow = async () => (await test.records.versions.current()).version;

/** The numbers of the records that came since a version; the count and the sums must say the same as the page. */
async function cameSince(newSince: number, changes: Parameters<typeof question>[0] = {}): Promise<number[]> {
  const asked = await test.records.ask(question({ ...changes, newSince }), EVERYTHING, AS_PORTAL);
  const page = await asked.page();
  expect(await asked.count()).toBe(page.length);
  // None of them has a quantity.
  expect((await asked.units()).without).toBe(page.length);
  return page.map(({ cells }) => Number(String(cells.importer_name).split(' ')[1])).sort((a, b) => a - b);
}

/** How many rows a table holds, whatever a version shows of them. */
async function rowsOf(table: string, where = 'true'): Promise<number> {
  const sql = `SELECT count() FROM ${table} WHERE ${where}`;
  const [row] = await test.records.staging.engine.query({ name: 'test', sql, row: z.tuple([z.coerce.number()]) });
  return row?.[0] ?? 0;
}

describe('what came since a data version', () => {
  it('is all of a load that came after it, and nothing of one before', async () => {
    await load([1, 2]);
    const seen = await versionNow();
    expect(await cameSince(seen)).toEqual([]);
    await load([3, 4, 5]);
    expect(await cameSince(seen)).toEqual([3, 4, 5]);
    expect(await cameSince(await versionNow())).toEqual([]);
  });

  it('is nothing of a version that there is not', async () => {
    await load([1, 2]);
    expect(await cameSince((await versionNow()) + 100)).toEqual([]);
  });

  it('is nothing of loads that are made again', async () => {
    await load([1, 2]);
    const before = await versionNow();
    await load([3]);
    const seen = await versionNow();
    await test.loader.reload('all');
    await test.loader.reload('all');
    expect(await cameSince(seen)).toEqual([]);
    expect(await cameSince(before)).toEqual([3]);
  });

  it('is what a file has more than the one in whose place it comes, however much went', async () => {
    const first = await load([1, 2, 3]);
    const seen = await versionNow();
    const second = await load([1, 2, 4, 5], first);
    expect(await cameSince(seen)).toEqual([4, 5]);
    const seenThen = await versionNow();
    // What left comes again: nobody has seen it since.
    const third = await load([1, 2, 3, 4, 5, 6], second);
    expect(await cameSince(seen)).toEqual([3, 4, 5, 6]);
    expect(await cameSince(seenThen)).toEqual([3, 6]);
    await test.loader.reload([third]);
    expect(await cameSince(seen)).toEqual([3, 4, 5, 6]);
    expect(await cameSince(seenThen)).toEqual([3, 6]);
    expect(await cameSince(await versionNow())).toEqual([]);
  });

  it('is of each of some loads that are replaced at once what came with it', async () => {
    await load([1, 2]);
    const before = await versionNow();
    await load([3, 4]);
    const seen = await versionNow();
    await test.loader.reload('all');
    expect(await cameSince(before)).toEqual([3, 4]);
    expect(await cameSince(seen)).toEqual([]);
    expect(await cameSince(before, { searchBy: 'IMPORTER', searchValue: ['importer 3'] })).toEqual([3]);
  });

  it('is new again where it was taken out and loaded once more', async () => {
    const first = await load([1, 2]);
    const seen = await versionNow();
    await test.records.publication.unload([first]);
    expect(await cameSince(seen)).toEqual([]);
    await load([2, 7]);
    expect(await cameSince(seen)).toEqual([2, 7]);
  });

  it('goes with its loads, and with a load that failed', async () => {
    const first = await load([1]);
    const second = await load([1, 2], first);
    expect(await rowsOf('arrivals', `load_id = ${second}`)).toBe(1);
    expect(await rowsOf('load_origins', `load_id = ${second}`)).toBe(1);
    await test.records.publication.unload([second]);
    await test.reopen();
    expect([await rowsOf('arrivals'), await rowsOf('load_origins')]).toEqual([0, 0]);
    // As a process leaves them that is killed before it publishes: the number is used again.
    const next = second + 1;
    const { engine } = test.records.staging;
    await engine.run({ name: 'test', sql: `INSERT INTO load_origins SELECT ${next}, 1` });
    await engine.run({ name: 'test', sql: `INSERT INTO arrivals SELECT ${next}, ${next}, toFixedString('x', 16)` });
    const seen = await versionNow();
    await test.reopen();
    expect(await load([8])).toBe(next);
    expect(await cameSince(seen)).toEqual([8]);
  });
});
