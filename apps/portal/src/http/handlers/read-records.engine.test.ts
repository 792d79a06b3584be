/** Reading on by a cursor while what it goes through changes: nothing is lost, and nothing paid that is not handed out. */
import { beforeAll, expect, it } from 'vitest';
import { loadDeclarations } from '../../../testing/declarations.js';
import { bringList } from '../../../testing/own-lists.js';
import { entitle, type SignedInAccount, searchesLeft } from '../../../testing/portal.js';
import { programFor } from '../../../testing/program.js';
import { sharedPortalAtWork } from '../../../testing/shared-portal.js';

const portal = sharedPortalAtWork();
const RECORDS = 300;
const IN_2021 = { trade: 'import', countries: ['KR'], from: '2021-01-01', to: '2021-12-31' };
const PHONES = { where: [{ field: 'hs_code', values: ['851712'] }] };

beforeAll(async () => {
  for (const day of ['2021-03-01', '2021-03-02', '2021-03-03']) await loadDeclarations(portal, day, RECORDS / 3);
});

/** Reads two pages by a cursor, with something between them. */
async function readOn(account: SignedInAccount, question: object, between: () => Promise<unknown>) {
  const program = await programFor(portal, account);
  const { data } = await program.call('search', { question, limit: 15 });
  expect(data.records).toHaveLength(15);
  await between();
  const before = await searchesLeft(account);
  const { status, problem } = await program.call('search', { question, limit: 15, cursor: data.next_cursor });
  return [status, problem.code, before - (await searchesLeft(account))];
}
const STALE = [409, 'cursor_stale', 0];

it('hands out all that is new to its account, for points once, though what it buys is new no more', async () => {
  const given = { termMonths: null, countries: null, searches: 100, downloads: 5000, maxDownload: 60, freeRecords: 50 };
  await portal.services.accounts.plans.catalogue.set('Fifty', given);
  const program = await programFor(portal, await portal.signIn(null, 'Fifty'));
  const question = { ...IN_2021, ...PHONES, filters: { only_new: true } };
  const ids = new Set<string>();
  let points = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, meta } = await program.call('search', {
      ...{ question, limit: 40, max_points: 1000 },
      ...(cursor && { cursor }),
    });
    for (const { id } of data.records) ids.add(String(id));
    points += meta.cost.points;
    cursor = data.next_cursor;
  }
  expect([ids.size, points]).toEqual([RECORDS, RECORDS - 50]);
});

it('ends where another list goes by the name in its line', async () => {
  const account = await portal.signIn();
  const listId = await bringList(portal, account, 'codes', [['851712']]);
  const other = async () => {
    await account.client.removeOwnList({ listId });
    await bringList(portal, account, 'codes', [['851712'], ['0101']]);
  };
  expect(await readOn(account, { ...IN_2021, line: 'hs:@codes' }, other)).toEqual(STALE);
});

it('ends where its account may see less', async () => {
  const account = await portal.signIn(['KOR', 'VNM']);
  const question = { ...IN_2021, ...PHONES, countries: ['KR', 'VN'] };
  expect(await readOn(account, question, () => entitle(portal, account, { countries: ['KOR'] }))).toEqual(STALE);
});
