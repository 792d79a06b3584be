/** The calls of lists: brought, looked for, decided, searched by, taken home and removed. */
import { OWN_LIST_LIMITS } from '@tidewaiter/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { loadDeclarations } from '../../testing/declarations.js';
import { bringList, listOf } from '../../testing/own-lists.js';
import { type SignedInAccount, searchesLeft } from '../../testing/portal.js';
import { saveSearch } from '../../testing/saving.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';
import { handleOwnLists } from '../own-lists/job.js';

const portal = sharedPortal();
beforeAll(async () => {
  handleOwnLists(portal.services);
  await loadDeclarations(portal, '2021-03-05', 7);
});

/** Counts by a line. */
const search = ({ client }: SignedInAccount, line: string) => client.searchCount(asking(line));
const asking = (line: string) => ({
  ...payload({ toDate: '2021-12-31', searchBy: 'PRODUCT', matchType: 'W' }),
  ...{ searchValue: [], line },
});
const INVALID = { code: 'VALIDATION' };

describe('a list', () => {
  it('tells of every row what it is, and the numbers add up', async () => {
    const account = await portal.signIn(['KOR']);
    const rows = [['8517.12'], ['8517.12'], ['101'], ['7777'], ['phones'], ['']];
    const listId = await bringList(portal, account, 'Codes', rows);
    const list = await listOf(account, listId);
    expect(list).toMatchObject({
      ...{ state: 'READY', rows: 6, received: 6, entries: 5, looked: 5, found: 2, members: 1 },
      counts: { sure: 2, probable: 1, ambiguous: 0, none: 3 },
    });
    const { entries, totalRecords } = await account.client.ownListEntries({ listId });
    expect(totalRecords).toBe(5);
    expect(entries.map(({ value, sureness, chosen, rows: many }) => `${value} ${many} ${sureness} ${chosen}`)).toEqual([
      ...['8517.12 2 SURE 851712', '101 1 PROBABLE null', '7777 1 NONE null', 'phones 1 NONE null', ' 1 NONE null'],
    ]);
    expect(entries[1]?.candidates).toMatchObject([{ name: '0101', why: ['zero'] }]);
  });

  it('tells of no row that it was not found before it was looked for', async () => {
    const { client } = await portal.signIn(['KOR']);
    const begun = { name: 'On its way', kind: 'HS_CODE' as const, columns: ['code'], valueColumn: 0, rows: 2 };
    const { listId } = await client.createOwnList(begun);
    await client.sendOwnListRows({ listId, from: 0, rows: [['8517']] });
    for (const told of [(await client.ownListEntries({ listId })).entries, (await client.ownListRows({ listId })).rows])
      expect(told.map(({ sureness, chosen }) => ({ sureness, chosen }))).toEqual([{ sureness: null, chosen: null }]);
  });

  it('keeps what is decided, also when it is looked for again, and when its file comes back', async () => {
    const account = await portal.signIn(['KOR']);
    const { client } = account;
    const listId = await bringList(portal, account, 'Decided', [['101'], ['8517']]);
    await client.decideOwnList({ listId, allProbable: true });
    expect(await listOf(account, listId)).toMatchObject({ found: 2, members: 2 });
    const { entries } = await client.ownListEntries({ listId });
    const [, sure] = entries;
    await client.decideOwnList({ listId, decisions: [{ entry: sure?.entry ?? '', chosen: null }] });
    // What is none of its candidates is not taken, whatever it says.
    await client.decideOwnList({ listId, decisions: [{ entry: sure?.entry ?? '', chosen: '\u0000\ud800' }] });
    await client.decideOwnList({ listId, decisions: [{ entry: sure?.entry ?? '', chosen: '9999' }] });
    await client.matchOwnList({ listId });
    await portal.services.accounts.jobs.settle();
    const { rows, columns } = await client.ownListRows({ listId });
    expect([columns, rows.map(({ cells, chosen }) => `${cells} ${chosen}`)]).toEqual([
      ...[['code'], ['101 0101', '8517 null']],
    ]);
    const home = { columns: ['code', 'Found as'], chosenColumn: 1 };
    const again = await bringList(portal, account, 'Again', [['101', '0101']], home);
    expect(await listOf(account, again)).toMatchObject({ found: 1, counts: { sure: 1 } });
  });

  it('narrows searches and counts, and is refused where it is not there, or of another account', async () => {
    const account = await portal.signIn(['KOR']);
    await bringList(portal, account, 'Phones', [['851712'], ['0101']]);
    const all = await search(account, 'hs:851712');
    expect(all).toBeGreaterThan(0);
    expect(await search(account, 'hs:@phones')).toBe(all);
    expect(await search(account, '-hs:@Phones')).toBeLessThan(all);
    for (const line of ['hs:@Gone', 'importer:@Phones'])
      expect(await failure(search(account, line))).toMatchObject(INVALID);
    expect(await failure(search(await portal.signIn(['KOR']), 'hs:@Phones'))).toMatchObject(INVALID);
  });

  it('is asked by for another search once something else stands on it, and not by another name for it', async () => {
    const account = await portal.signIn(['KOR']);
    const listId = await bringList(portal, account, 'Paid', [['851712'], ['101']]);
    const ask = async () => {
      await search(account, 'hs:@Paid');
      return searchesLeft(account);
    };
    const before = await ask();
    expect(await ask()).toBe(before);
    await account.client.decideOwnList({ listId, allProbable: true });
    expect(await ask()).toBe(before - 1);
    await account.client.removeOwnList({ listId });
    await bringList(portal, account, 'Paid', [['8517']]);
    expect(await ask()).toBe(before - 2);
  });

  it('is renamed by who made it, to a name that nobody else has, and found by that one alone', async () => {
    const owner = await portal.signIn(['KOR']);
    const subUser = await portal.signInSubUser(owner);
    const listId = await bringList(portal, owner, 'My "codes"', [['851712']]);
    await bringList(portal, owner, 'Others', [['0101']]);
    const found = await search(owner, 'hs:@"my \\"codes\\""');
    const rename = (name: string, by = owner) => by.client.renameOwnList({ listId, name });
    expect(await failure(rename('Mine', subUser))).toMatchObject({ code: 'MAKER_ONLY' });
    expect(await failure(rename('OTHERS'))).toMatchObject({ code: 'OWN_LIST_EXISTS' });
    expect(await failure(rename(' '))).toMatchObject({ code: 'VALIDATION' });
    await rename('My "Codes"');
    expect(await rename('Phones')).toEqual({ message: 'List renamed' });
    expect((await listOf(owner, listId)).name).toBe('Phones');
    expect(await search(owner, 'hs:@phones')).toBe(found);
    expect(await failure(search(owner, 'hs:@"My \\"codes\\""'))).toMatchObject(INVALID);
    const theirs = await bringList(portal, subUser, 'Theirs', [['0101']]);
    await owner.client.renameOwnList({ listId: theirs, name: 'Taken over' });
  });

  it('says which saved searches name it, whoever of the account saved them', async () => {
    const owner = await portal.signIn(['KOR']);
    const { client } = owner;
    const listId = await bringList(portal, owner, 'Phones (new)', [['851712']]);
    await saveSearch(owner, asking('product:zzz OR hs:@"PHONES (new)"'), 'By it');
    await saveSearch(owner, asking('product:"phones new"'), 'About it');
    await saveSearch(owner, asking('hs:851712 OR -hs:0101'), 'By a part');
    const uses = async () => client.ownListUses({ listId });
    expect(await uses()).toEqual({ savedSearches: [{ name: 'By it', workspaceName: 'By it' }], isMore: false });
    const stranger = await portal.signIn(['KOR']);
    expect(await failure(stranger.client.ownListUses({ listId }))).toMatchObject({ code: 'NOT_YOURS' });
    await client.renameOwnList({ listId, name: 'Phones' });
    expect((await uses()).savedSearches).toEqual([]);
  });

  it('of companies goes by their tax numbers first, in what the account may see alone', async () => {
    const [cord, dune, elm, hidden] = [
      'TEST00CORD00CABLES70',
      'TEST00DUNE00TEXTIL43',
      'TEST00ELM0000TOYS090',
      'TEST00HIDDEN0GLASS25',
    ];
    const header = 'no,date,hs,importer,lei';
    const rows = ['Cord Cables', 'Cord Cables', 'Dune Textiles', 'Elm Toys East', 'Elm Toys West'].map(
      (name, no) => `${no},2021-04-0${no + 1},851712,${name},${[cord, cord, dune, elm, elm][no]}`,
    );
    await loadTestRows(portal, 'KOR', header, rows);
    await loadTestRows(portal, 'VNM', header, [`1,2021-04-01,851712,Hidden Glass,${hidden}`]);
    const account = await portal.signIn(['KOR']);
    const brought = [
      ['Kabel Werke', `LEI: ${cord.slice(0, 10)}-${cord.slice(10).toLowerCase()}`],
      ...[
        ['Toys', elm],
        ['Dune Textiles', hidden],
        ['Dune Textiles', '12'],
        ['Nobody at all', hidden],
      ],
    ];
    const given = { kind: 'COMPANY', columns: ['Supplier', 'Code'], numberColumn: 1 } as const;
    const listId = await bringList(portal, account, 'Numbered', brought, { ...given, columns: [...given.columns] });
    const { entries } = await account.client.ownListEntries({ listId });
    expect(entries.map(({ sureness, chosen, number }) => [sureness, chosen, number])).toEqual([
      ['SURE', 'Cord Cables', brought[0]?.[1]],
      ['AMBIGUOUS', null, elm],
      ['PROBABLE', null, hidden],
      ['SURE', 'Dune Textiles', '12'],
      ['NONE', null, hidden],
    ]);
    expect(entries[0]?.candidates).toMatchObject([{ name: 'Cord Cables', records: 2, why: ['number'] }]);
    expect(entries[1]?.candidates.map(({ name }) => name).sort()).toEqual(['Elm Toys East', 'Elm Toys West']);
    expect(entries[2]?.candidates).toMatchObject([
      { name: 'Dune Textiles', why: expect.arrayContaining(['otherNumber']) },
    ]);
  });

  it('takes rows once, in their order, and no more than were announced', async () => {
    const { client } = await portal.signIn(['KOR']);
    const begun = { kind: 'HS_CODE' as const, columns: ['code'], valueColumn: 0, rows: 3 };
    const { listId } = await client.createOwnList({ ...begun, name: 'Parts' });
    const send = (from: number, ...codes: string[]) =>
      client.sendOwnListRows({ listId, from, rows: codes.map((code) => [code, 'beyond']) });
    expect(await send(0, '8517')).toEqual({ received: 1 });
    expect(await send(0, '8517')).toEqual({ received: 1 });
    expect(await send(2, '8517')).toEqual({ received: 1 });
    expect(await send(1, '01\u000001', '0102', '0103')).toEqual({ received: 3 });
    await portal.services.accounts.jobs.settle();
    const { rows } = await client.ownListRows({ listId });
    expect(rows.map(({ cells }) => cells)).toEqual([['8517'], ['0101'], ['0102']]);
    for (const wrong of [{ rows: OWN_LIST_LIMITS.rows + 1 }, { valueColumn: 1 }])
      expect(await failure(client.createOwnList({ ...begun, name: 'Wrong', ...wrong }))).toMatchObject(INVALID);
  });
});
