/** Records beyond those that paging reaches: they cost points, once, and no more than what was agreed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { beforeAll, expect, it } from 'vitest';
import { type SignedInAccount, subscription } from '../../../testing/portal.js';
import { programFor, type TestProgram } from '../../../testing/program.js';
import { sharedPortalAtWork } from '../../../testing/shared-portal.js';

const RECORDS = 10_250;
const question = {
  ...{ trade: 'import', countries: ['KEN'], from: '2023-01-01', to: '2023-12-31' },
  where: [{ field: 'hs_code', values: ['6907'] }],
};

const portal = sharedPortalAtWork();
const folder = sharedFolder();
let me: SignedInAccount;
let mine: TestProgram;

beforeAll(async () => {
  await load('kenya-imports.csv', RECORDS);
  me = await portal.signIn();
  mine = await programFor(portal, me);
});

/** Loads so many imports of Kenya. */
async function load(name: string, count: number, year = 2023): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) =>
    [
      addDays(`${year}-01-01`, at % 300),
      '69072100',
      'CERAMIC TILES',
      `BUYER ${at % 40}`,
      `SELLER ${at % 30}`,
      'China',
      at + 1,
    ].join(),
  );
  const path = join(folder, name);
  await writeFile(path, ['Date,HS Code,Goods,Importer,Exporter,Origin,Value USD', ...rows].join('\n'));
  await new Loader(portal.services.records).load({ files: [{ path }], country: 'KEN' });
}

/** Reads on to the end, agreeing to so many points for each block. */
async function readAll(maxPoints: number, limit = 1000) {
  const ids: string[] = [];
  let cursor: string | undefined;
  let points = 0;
  for (let pages = 0; pages < 50; pages += 1) {
    const answer = await mine.call('search', {
      question,
      limit,
      columns: ['hs_code'],
      max_points: maxPoints,
      ...(cursor && { cursor }),
    });
    if (answer.status !== 200) return { ids, points, refused: answer.problem };
    ids.push(...answer.data.records.map(({ id }: { id: string }) => id));
    points += answer.meta.cost.points;
    if (answer.data.next_cursor === null) break;
    cursor = answer.data.next_cursor;
  }
  return { ids, points, refused: undefined };
}

it('says beforehand what they cost', async () => {
  expect((await mine.call('cost', { question })).data).toEqual({ searches: 1, records: null, points: null });
  await mine.call('count', { question });
  expect((await mine.call('cost', { question })).data).toEqual({ searches: 0, records: RECORDS, points: 250 });
  expect((await mine.call('cost', { question, records: 10_000 })).data.points).toBe(0);
});

it('refuses them where fewer points were agreed to, and takes nothing', async () => {
  const before = (await subscription(me))?.downloadLimit;
  const { ids, refused } = await readAll(249);
  expect([ids.length, refused?.code]).toEqual([10_000, 'points_needed']);
  expect(refused?.detail).toContain('250 points');
  expect((await subscription(me))?.downloadLimit).toBe(before);
});

it('sells each once: to who reads them again, by pages of another size, they are free', async () => {
  const before = (await subscription(me))?.downloadLimit ?? 0;
  const first = await readAll(250);
  expect([new Set(first.ids).size, first.points]).toEqual([RECORDS, 250]);
  const again = await readAll(0, 700);
  expect([again.ids, again.points]).toEqual([first.ids, 0]);
  expect((await subscription(me))?.downloadLimit).toBe(before - 250);
  const { exports } = (await mine.call('listExports')).data;
  expect(exports).toMatchObject([{ records: 250, points: 250, question, state: 'ready', bytes: null }]);
});

it('makes a file of them only where somebody fetches it', async () => {
  const [{ id } = expect.fail()] = (await mine.call('listExports')).data.exports;
  const url = async () => (await me.client.fetchExport({ exportId: id })).url;
  expect(await url()).toBeNull();
  await expect.poll(url, { timeout: 20_000, interval: 200 }).not.toBeNull();
  const file = await (await fetch(portal.url + (await url()))).text();
  expect(file.split('\n').filter((line) => line.includes('CERAMIC TILES'))).toHaveLength(250);
});

it('gives them by date alone', async () => {
  const { data } = await mine.call('search', { question, limit: 1000 });
  const sorted = { ...question, sort: { by: 'total_value_usd' } };
  const cursor = JSON.parse(Buffer.from(data.next_cursor ?? '', 'base64url').toString());
  const { data: other } = await mine.call('search', { question: sorted, limit: 1 });
  const [, version, fingerprint] = JSON.parse(Buffer.from(other.next_cursor ?? '', 'base64url').toString());
  expect(cursor[0]).toBe(1000);
  const far = Buffer.from(JSON.stringify([10_001, version, fingerprint])).toString('base64url');
  const { problem } = await mine.call('search', { question: sorted, cursor: far });
  expect(problem.errors?.[0]?.pointer).toBe('/question/sort/by');
});

it('refuses a cursor once other records are published', async () => {
  const { data } = await mine.call('search', { question, limit: 10 });
  await load('kenya-imports-more.csv', 50, 2022);
  const { status, problem } = await mine.call('search', { question, cursor: data.next_cursor });
  expect([status, problem.code]).toEqual([409, 'cursor_stale']);
});
