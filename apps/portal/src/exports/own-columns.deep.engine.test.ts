/** Columns of an account's lists in its exports: asked for, charged as before, and as the lists are when a file is written. */
import { randomUUID } from 'node:crypto';
import { type OwnListKind, type SearchPayload, searchQuery } from '@tidewaiter/contract';
import { HOSTILE, UNTEXT } from '@tidewaiter/testing/hostile';
import { beforeEach, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { ended, fileOf, linesOf } from '../../testing/exporting.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortalAtWork } from '../../testing/shared-portal.js';

const portal = sharedPortalAtWork();
let me: SignedInAccount;

beforeEach(async () => {
  me = await portal.signIn();
});

async function bring(
  { client }: SignedInAccount,
  name: string,
  columns: string[],
  rows: string[][],
  kind: OwnListKind = 'HS_CODE',
) {
  const { listId } = await client.createOwnList({ name, kind, columns, valueColumn: 0, rows: rows.length });
  await client.sendOwnListRows({ listId, from: 0, rows });
  await portal.services.accounts.jobs.settle();
  await expect.poll(async () => (await client.ownLists({ listId })).ownLists[0]?.state).toBe('READY');
  return listId;
}

const asking = (line: string): SearchPayload => ({
  ...payload(),
  ...{ searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line },
});

/** An export of what a line finds, with own columns. */
async function started({ client }: SignedInAccount, line: string, ownColumns: { list: string; columns: string[] }[]) {
  const what = { query: asking(line), columnKeys: ['hs_code', 'importer_name'] };
  await client.searchCount(what.query);
  const { fingerprint, ...quote } = await client.quoteExport(what);
  const key = randomUUID();
  return { quote, made: await client.startExport({ ...what, format: 'csv', fingerprint, key, ownColumns }) };
}

const COLUMNS = ['code', 'Our group', 'HS Code'];
const ROWS = [
  ['8517', 'Phones', 'x'],
  ['851712', '=1+1', 'y'],
  ['0901', 'Coffee', 'z'],
];

it('stand behind the columns of the records, at the same price, and keep a spreadsheet from running them', async () => {
  await bring(me, 'Codes', COLUMNS, ROWS);
  const plain = await started(me, 'hs:@Codes', []);
  const bare = linesOf(await fileOf(portal, me, await ended(portal, me.client, plain.made)));
  const { quote, made } = await started(me, 'hs:@Codes', [{ list: 'Codes', columns: ['Our group', 'HS Code'] }]);
  // All are owned by now: own columns are no reason to pay again.
  expect([plain.quote.points, quote.points, quote.rows]).toEqual([bare.length - 1, 0, bare.length - 1]);
  const lines = linesOf(await fileOf(portal, me, await ended(portal, me.client, made)));
  expect(lines[0]).toMatch(/"HS Code","Importer Name","Our group","Codes: HS Code"$/);
  expect(lines).toHaveLength(bare.length);
  for (const [at, line] of lines.slice(1).entries()) {
    const own = line.startsWith('"0901')
      ? '"Coffee","z"'
      : line.startsWith('"851712')
        ? `"Phones; '=1+1","x; y"`
        : '"Phones","x"';
    expect(line).toBe(`${bare[at + 1]},${own}`);
  }
  expect(lines.some((line) => line.includes('Coffee'))).toBe(true);
});

/** The file of an export, made again. */
async function madeAgain({ exportId }: { exportId: string }): Promise<string[]> {
  const kept = (await portal.services.accounts.exports.get(exportId)) ?? expect.fail();
  await portal.services.exportFiles.remove(kept);
  expect(await me.client.fetchExport({ exportId })).toEqual({ url: null });
  await portal.services.accounts.jobs.settle();
  await expect.poll(() => portal.services.exportFiles.find(kept)).toBeDefined();
  return linesOf(await fileOf(portal, me, await me.client.exportDetails({ exportId })));
}

it('are as the list is when a file is written, and left out once it is gone', async () => {
  const listId = await bring(me, 'Codes', COLUMNS, ROWS);
  const one = await started(me, 'hs:@codes', GROUP);
  const made = await ended(portal, me.client, one.made);
  const other = await started(me, 'hs:@codes', GROUP);
  await ended(portal, me.client, other.made);
  expect((await fileOf(portal, me, made)).includes('Coffee')).toBe(true);
  const { entries } = await me.client.ownListEntries({ listId, contains: '0901' });
  await me.client.decideOwnList({ listId, decisions: [{ entry: entries[0]?.entry ?? '', chosen: null }] });
  const changed = (await madeAgain(one.made)).join();
  expect([changed.includes('Phones'), changed.includes('Coffee')]).toEqual([true, false]);
  await me.client.removeOwnList({ listId });
  const gone = await madeAgain(other.made);
  expect(gone[0]).toMatch(/"HS Code","Importer Name"$/);
  expect(gone).toHaveLength(made.rows + 1);
});

const GROUP = [{ list: 'codes', columns: ['Our group'] }];

it('end an export that is not paid for yet, where the list is gone or another by then', async () => {
  const { accounts } = portal.services;
  const listId = await bring(me, 'Codes', COLUMNS, ROWS);
  const user = (await accounts.users.findById(me.person.userid)) ?? expect.fail();
  const query = searchQuery.parse(asking('hs:@codes'));
  await me.client.searchCount(query);
  const searchId = await accounts.searches.note(user, query);
  await me.client.removeOwnList({ listId });
  const what = {
    query,
    columnKeys: ['hs_code'],
    ids: null,
    question: '',
    fileName: 'x.csv',
    searchId,
    ownColumns: GROUP,
  };
  const how = { format: 'csv' as const, trace: false, raw: false, rows: 3, points: 3, key: randomUUID() };
  const { id } = await accounts.exports.ask({ user }, { ...what, ...how });
  const over = await ended(portal, me.client, { exportId: id });
  expect([over.state, over.points, over.reason?.errorCode]).toEqual(['FAILED', 0, 'SEARCH_FIRST']);
});

it('are refused of lists that the question does not look by, of another account, or without such columns', async () => {
  await bring(me, 'Codes', COLUMNS, ROWS);
  await bring(me, 'Others', ['code', 'Our group'], [['6907', 'Tiles']]);
  const refused = async (
    account: SignedInAccount,
    line: string,
    ...ownColumns: { list: string; columns: string[] }[]
  ) => expect(await failure(started(account, line, ownColumns))).toMatchObject({ code: 'VALIDATION' });
  const group = (list: string) => ({ list, columns: ['Our group'] });
  await refused(me, 'hs:@Codes', group('Others'));
  await refused(me, 'hs:85 -hs:@Others', group('Others'));
  await refused(me, 'hs:@Codes', group('Codes'), group('Codes'));
  await refused(me, 'hs:@Codes', { list: 'Codes', columns: ['Their group'] });
  await refused(me, 'hs:@Codes', { list: 'Codes', columns: Array.from({ length: 21 }, () => 'Our group') });
  const texts = [...HOSTILE, ...UNTEXT].map((text) => text.slice(0, 1000));
  await refused(me, 'hs:@Codes', ...texts.slice(0, 20).map((text) => ({ list: 'Codes', columns: [text] })));
  for (const text of texts.slice(0, 5)) await refused(me, 'hs:@Codes', { list: 'Codes', columns: [text] });
  const stranger = await portal.signIn();
  await refused(stranger, 'hs:@Codes', group('Codes'));
  const subUser = await portal.signInSubUser(me);
  const { made } = await started(subUser, 'hs:@Codes', [group('Codes')]);
  expect(await ended(portal, subUser.client, made)).toMatchObject({ state: 'READY' });
});
