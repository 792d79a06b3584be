/** Records beyond those that paging reaches: they cost points, once, and no more than what was agreed. */
import { addDays } from '@tidewaiter/contract';
import { beforeAll, expect, it } from 'vitest';
import { failure } from '../../../testing/calls.js';
import { subscription } from '../../../testing/portal.js';
import { programFor, type TestProgram } from '../../../testing/program.js';
import { sharedAccount, sharedPortalAtWork } from '../../../testing/shared-portal.js';
import { loadTiles, TILES } from '../../../testing/tiles.js';

const RECORDS = 10_250;
const question = TILES;

const portal = sharedPortalAtWork();
let mine: TestProgram;
const me = sharedAccount(portal);
beforeAll(async () => {
  await loadTiles(portal, RECORDS);
  mine = await programFor(portal, me);
});

/** Reads on to the end, agreeing to so many points for each block. */
async function readAll(maxPoints: number, limit = 1000, program = mine) {
  const ids: string[] = [];
  let cursor: string | undefined;
  let points = 0;
  for (let pages = 0; pages < 50; pages += 1) {
    const request = { question, limit, columns: ['hs_code'], max_points: maxPoints };
    const answer = await program.call('search', { ...request, ...(cursor && { cursor }) });
    if (answer.status !== 200) return { ids, points, refused: answer.problem };
    ids.push(...answer.data.records.map(({ id }: { id: string }) => id));
    points += answer.meta.cost.points;
    if (answer.data.next_cursor === null) break;
    cursor = answer.data.next_cursor;
  }
  return { ids, points, refused: undefined };
}

it('says beforehand what they cost', async () => {
  expect((await mine.call('cost', { question })).data).toEqual({
    ...{ searches: 1, records: null, points: null },
    free_records_left: 10_000,
  });
  await mine.call('count', { question });
  expect((await mine.call('cost', { question })).data).toMatchObject({
    ...{ searches: 0, records: RECORDS, points: 250 },
  });
  expect((await mine.call('cost', { question, records: 10_000 })).data.points).toBe(0);
});

it('sells each once: to who reads them again, by pages of another size, they are free', async () => {
  const before = (await subscription(me))?.downloadLimit ?? 0;
  const first = await readAll(250);
  expect([new Set(first.ids).size, first.points]).toEqual([RECORDS, 250]);
  const again = await readAll(0, 700);
  expect([again.ids, again.points]).toEqual([first.ids, 0]);
  expect((await subscription(me))?.downloadLimit).toBe(before - 250);
  const { exports } = (await mine.call('listExports')).data;
  expect(exports).toMatchObject([
    { records: 250, points: 250, question: { ...question, countries: ['IND'] }, state: 'ready', bytes: null },
  ]);
});

it('makes a file of them only where somebody fetches it', async () => {
  const [{ id } = expect.fail()] = (await mine.call('listExports')).data.exports;
  const url = async () => (await me.client.fetchExport({ exportId: id })).url;
  expect(await url()).toBeNull();
  await expect.poll(url, { timeout: 20_000, interval: 200 }).not.toBeNull();
  const file = await (await fetch(portal.url + (await url()))).text();
  expect(file.split('\n').filter((line) => line.includes('CERAMIC TILES'))).toHaveLength(250);
});

it('hands out no more of a search by narrower questions, however many are asked at once, and the same again for nothing', async () => {
  const narrow = await programFor(portal, await portal.signIn());
  await narrow.call('count', { question });
  const days = (part: number) => ({ from: addDays(TILES.from, part * 5), to: addDays(TILES.from, part * 5 + 4) });
  const parts = Array.from({ length: 63 }, (_, part) => ({ ...question, ...days(part) }));
  const read = async (maxPoints: number) => {
    const request = { limit: 1000, columns: ['hs_code'], max_points: maxPoints };
    const page = (part: object, cursor?: string) =>
      narrow.call('search', { ...request, question: part, ...(cursor && { cursor }) });
    const firsts = await Promise.all(parts.map((part) => page(part)));
    // Where no more is free, a page ends before its time: the next one goes on from there.
    const rest = await Promise.all(
      firsts.flatMap(({ data }, at) => (data?.next_cursor ? [page(parts[at] ?? {}, data.next_cursor)] : [])),
    );
    const answers = [...firsts, ...rest];
    const pages = answers.flatMap(({ status, data, meta }) => (status === 200 ? [{ ...data, ...meta.cost }] : []));
    return {
      ids: new Set(pages.flatMap(({ records }) => records.map(({ id }: { id: string }) => String(id)))),
      points: pages.reduce((sum, { points }) => sum + points, 0),
      refused: answers.find(({ status }) => status !== 200)?.problem,
    };
  };
  const { ids, refused } = await read(0);
  expect([ids.size, refused?.code]).toEqual([10_000, 'points_needed']);
  expect(refused?.detail).toContain('10,000 records of this search were read without points');
  expect((await read(0)).ids).toEqual(ids);
  // Another order, or a filter, is no other search.
  const sorted = { ...question, filters: { importers: ['BUYER 1'] }, sort: { by: 'total_value_usd', order: 'asc' } };
  const { data: other } = await narrow.call('search', { question: sorted, limit: 1000 });
  expect((other?.records ?? []).filter(({ id }: { id: string }) => !ids.has(String(id)))).toEqual([]);
  expect((await narrow.call('cost', { question })).data).toMatchObject({ points: 250, free_records_left: 0 });
  const all = await read(250);
  expect([all.ids.size, all.points]).toEqual([RECORDS, 250]);
});

it('sells nothing that was read of the search without points', async () => {
  const other = await programFor(portal, await portal.signIn());
  await other.call('count', { question });
  const read = await other.call('search', { question: { ...question, to: '2025-01-03' }, limit: 1000 });
  expect(read.data.records).toHaveLength(105);
  const all = await readAll(250, 1000, other);
  expect([new Set(all.ids).size, all.points]).toEqual([RECORDS, RECORDS - 10_000]);
});

it('leaves the pages of a screen free, and refuses there what is beyond them', async () => {
  const { client } = await portal.signIn();
  const query = {
    ...({ tradeType: 'IMPORT', searchBy: 'HS_CODE', matchType: 'L' } as const),
    ...{ searchValue: ['6907'], countryCode: ['IND'], fromDate: '2025-01-01', toDate: '2025-12-31' },
  };
  const page = (pageNumber: number) => client.search({ ...query, pageNumber, numberOfRecords: 200 });
  const pages = await Promise.all(Array.from({ length: 50 }, (_, at) => page(at)));
  const ids = new Set(pages.flatMap(({ impIndList = [] }) => impIndList.map(({ id }) => id)));
  expect([ids.size, (await page(49)).freeRecordsLeft]).toEqual([10_000, 0]);
  const first = { ...query, toDate: '2025-01-03' };
  expect(await failure(client.search(first))).toMatchObject({
    code: 'POINTS_NEEDED',
    message: expect.stringContaining('10,000 records of this search were read without points'),
  });
  // An analysis lists records as well.
  const { outlierCount, outliers } = await client.unitPrices({ query: first });
  expect([outlierCount > 0, outliers]).toEqual([true, []]);
});

it('gives them by date alone', async () => {
  const { data } = await mine.call('search', { question, limit: 1000 });
  const sorted = { ...question, sort: { by: 'total_value_usd' } };
  const cursor = JSON.parse(Buffer.from(data.next_cursor ?? '', 'base64url').toString());
  const { data: other } = await mine.call('search', { question: sorted, limit: 1 });
  const [, ...rest] = JSON.parse(Buffer.from(other.next_cursor ?? '', 'base64url').toString());
  expect(cursor[0]).toBe(1000);
  const far = Buffer.from(JSON.stringify([10_001, ...rest])).toString('base64url');
  const { problem } = await mine.call('search', { question: sorted, cursor: far });
  expect(problem.errors?.[0]?.pointer).toBe('/question/sort/by');
});

it('refuses a cursor once other records are published', async () => {
  const { data } = await mine.call('search', { question, limit: 10 });
  await loadTiles(portal, 50, 2024, 5000);
  const { status, problem } = await mine.call('search', { question, cursor: data.next_cursor });
  expect([status, problem.code]).toEqual([409, 'cursor_stale']);
});
