import { type SearchPayload, searchQuery } from '@tidewaiter/contract';
import { HOSTILE, UNTEXT } from '@tidewaiter/testing/hostile';
import { beforeEach, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { askBeneath, ended, fileOf, linesOf, madeAgain, start } from '../../testing/exporting.js';
import { bringList } from '../../testing/own-lists.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortalAtWork } from '../../testing/shared-portal.js';

const portal = sharedPortalAtWork();
let me: SignedInAccount;

beforeEach(async () => {
  me = await portal.signIn();
});

const bring = (name: string, columns: string[], rows: string[][]) => bringList(portal, me, name, rows, { columns });

const asking = (line: string): SearchPayload => ({
  ...payload(),
  ...{ searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line },
});

/** An export of what a line finds, with own columns. */
async function started({ client }: SignedInAccount, line: string, ownColumns: { list: string; columns: string[] }[]) {
  const what = { query: asking(line), columnKeys: ['hs_code', 'importer_name'] };
  await client.searchCount(what.query);
  const quote = await client.quoteExport(what);
  return { quote, made: await start(client, { ...what, ownColumns }) };
}

const COLUMNS = ['code', 'Our group', 'HS Code'];
const ROWS = [
  ['8517', 'Phones', 'x'],
  ['851712', '=1+1', 'y'],
  ['0901', 'Coffee', 'z'],
];

it('stand behind the columns of the records, at the same price, and keep a spreadsheet from running them', async () => {
  await bring('Codes', COLUMNS, ROWS);
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

/** Its file lies nowhere any more. */
const forget = async ({ exportId }: { exportId: string }) =>
  portal.services.exportFiles.remove((await portal.services.accounts.exports.get(exportId)) ?? expect.fail());

it('are as the list is when a file is written, and left out once it is gone', async () => {
  const listId = await bring('Codes', COLUMNS, ROWS);
  const one = await started(me, 'hs:@codes', GROUP);
  const made = await ended(portal, me.client, one.made);
  const other = await started(me, 'hs:@codes', GROUP);
  await ended(portal, me.client, other.made);
  expect((await fileOf(portal, me, made)).includes('Coffee')).toBe(true);
  const { entries } = await me.client.ownListEntries({ listId, contains: '0901' });
  await me.client.decideOwnList({ listId, decisions: [{ entry: entries[0]?.entry ?? '', chosen: null }] });
  await forget(one.made);
  const changed = (await madeAgain(portal, me, one.made)).join();
  expect([changed.includes('Phones'), changed.includes('Coffee')]).toEqual([true, false]);
  await me.client.removeOwnList({ listId });
  await forget(other.made);
  const gone = await madeAgain(portal, me, other.made);
  expect(gone[0]).toMatch(/"HS Code","Importer Name"$/);
  expect(gone).toHaveLength(made.rows + 1);
});

const GROUP = [{ list: 'codes', columns: ['Our group'] }];

it('end an export that is not paid for yet, where the list is gone or another by then', async () => {
  const listId = await bring('Codes', COLUMNS, ROWS);
  const query = searchQuery.parse(asking('hs:@codes'));
  await me.client.searchCount(query);
  await me.client.removeOwnList({ listId });
  const { id } = await askBeneath(portal, me, { query, columnKeys: ['hs_code'], ownColumns: GROUP });
  const over = await ended(portal, me.client, { exportId: id });
  expect([over.state, over.points, over.reason?.errorCode]).toEqual(['FAILED', 0, 'SEARCH_FIRST']);
});

it('are refused of lists that the question does not look by, of another account, or without such columns', async () => {
  await bring('Codes', COLUMNS, ROWS);
  await bring('Others', ['code', 'Our group'], [['6907', 'Tiles']]);
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
