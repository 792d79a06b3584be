/** What came since a data version, whatever loads were made anew or replaced since. */
import { AS_PORTAL, EVERYTHING, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, describe, expect, it } from 'vitest';

const test = sharedRecords();
afterEach(() => test.empty());

/** Loads a file of some records, by their numbers; each is of an importer of its name. */
const lineOf = (no: number) => `${no},2020-03-${10 + (no % 9)},8517,Importer ${no},${no}`;
const load = (numbers: readonly number[], replace?: number) => test.load(numbers.map(lineOf), { replace });

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
const rowsOf = async (table: string, where = 'true') =>
  Number((await test.rows(`SELECT count() FROM ${table} WHERE ${where}`))[0]?.[0]);

describe('what came since a data version', () => {
  it('is all of a load that came after it, and nothing of one before', async () => {
    await load([1, 2]);
    const seen = await versionNow();
    expect(await cameSince(seen)).toEqual([]);
    await load([3, 4, 5]);
    expect(await cameSince(seen)).toEqual([3, 4, 5]);
    expect(await cameSince(await versionNow())).toEqual([]);
  });

  it('is nothing of a version that there is not, nor of loads that are made again', async () => {
    await load([1, 2]);
    const before = await versionNow();
    expect(await cameSince(before + 100)).toEqual([]);
    await load([3, 4]);
    const seen = await versionNow();
    for (let times = 0; times < 2; times += 1) {
      await test.loader.reload('all');
      expect(await cameSince(seen)).toEqual([]);
      expect(await cameSince(before)).toEqual([3, 4]);
    }
    expect(await cameSince(before, { searchBy: 'IMPORTER', searchValue: ['importer 3'] })).toEqual([3]);
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
    await test.run(`INSERT INTO load_origins SELECT ${next}, 1`);
    await test.run(`INSERT INTO arrivals SELECT ${next}, ${next}, toFixedString('x', 16)`);
    const seen = await versionNow();
    await test.reopen();
    expect(await load([8])).toBe(next);
    expect(await cameSince(seen)).toEqual([8]);
  });
});
