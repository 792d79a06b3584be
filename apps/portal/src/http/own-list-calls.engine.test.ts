/** The calls of lists: brought, looked for, decided, searched by, taken home and removed. */
import { OWN_LIST_LIMITS } from '@tidewaiter/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { loadDeclarations, loadImports } from '../../testing/declarations.js';
import { bringList, listOf } from '../../testing/own-lists.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { handleOwnLists } from '../own-lists/job.js';

const portal = sharedPortal();
beforeAll(async () => {
  handleOwnLists(portal.services);
  await loadDeclarations(portal, '2021-03-05', 7);
});

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
    expect(entries.map(({ value, sureness, chosen, rows: many }) => [value, many, sureness, chosen])).toEqual([
      ['8517.12', 2, 'SURE', '851712'],
      ['101', 1, 'PROBABLE', null],
      ['7777', 1, 'NONE', null],
      ['phones', 1, 'NONE', null],
      ['', 1, 'NONE', null],
    ]);
    expect(entries[1]?.candidates).toMatchObject([{ name: '0101', why: ['zero'] }]);
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
    expect([columns, rows.map(({ cells, chosen }) => [...cells, chosen])]).toEqual([
      ['code'],
      [
        ['101', '0101'],
        ['8517', null],
      ],
    ]);
    const again = await bringList(portal, account, 'Again', [['101', '0101']], {
      columns: ['code', 'Found as'],
      chosenColumn: 1,
    });
    expect(await listOf(account, again)).toMatchObject({ found: 1, counts: { sure: 1 } });
  });

  it('narrows searches and counts, and is refused where it is not there, or of another account', async () => {
    const account = await portal.signIn(['KOR']);
    const { client } = account;
    await bringList(portal, account, 'Phones', [['851712'], ['0101']]);
    const asked = { ...payload({ toDate: '2021-12-31' }), searchBy: 'PRODUCT' as const, matchType: 'W' as const };
    const search = (line: string) => client.searchCount({ ...asked, searchValue: [], line });
    const all = await search('hs:851712');
    expect(all).toBeGreaterThan(0);
    expect(await search('hs:@phones')).toBe(all);
    expect(await search('-hs:@Phones')).toBeLessThan(all);
    expect(await failure(search('hs:@Gone'))).toMatchObject({ code: 'VALIDATION' });
    expect(await failure(search('importer:@Phones'))).toMatchObject({ code: 'VALIDATION' });
    const stranger = await portal.signIn(['KOR']);
    expect(await failure(stranger.client.searchCount({ ...asked, searchValue: [], line: 'hs:@Phones' }))).toMatchObject(
      {
        code: 'VALIDATION',
      },
    );
  });

  it('is asked by for another search once something else stands on it, and not by another name for it', async () => {
    const account = await portal.signIn(['KOR']);
    const { client, person } = account;
    const listId = await bringList(portal, account, 'Paid', [['851712'], ['101']]);
    const left = async () =>
      (await client.activeSubscriptions({ userId: person.userid })).userSubscriptionList[0]?.queryPerDay ?? 0;
    const asked = { ...payload({ toDate: '2021-12-31' }), searchBy: 'PRODUCT' as const, matchType: 'W' as const };
    const search = () => client.searchCount({ ...asked, searchValue: [], line: 'hs:@Paid' });
    const before = await left();
    await search();
    await search();
    expect(await left()).toBe(before - 1);
    await client.decideOwnList({ listId, allProbable: true });
    await search();
    expect(await left()).toBe(before - 2);
    await client.removeOwnList({ listId });
    await bringList(portal, account, 'Paid', [['8517']]);
    await search();
    expect(await left()).toBe(before - 3);
  });

  it('is shared by its account, changed by who made it, and gone when it is removed', async () => {
    const owner = await portal.signIn(['KOR']);
    const subUser = await portal.signInSubUser(owner);
    const listId = await bringList(portal, owner, 'Shared', [['8517']]);
    expect((await subUser.client.ownLists({})).ownLists).toMatchObject([{ name: 'Shared', mayChange: false }]);
    expect(await failure(subUser.client.removeOwnList({ listId }))).toMatchObject({ code: 'MAKER_ONLY' });
    const twice = { name: 'SHARED', kind: 'HS_CODE' as const, columns: ['code'], valueColumn: 0, rows: 1 };
    expect(await failure(owner.client.createOwnList(twice))).toMatchObject({ code: 'OWN_LIST_EXISTS' });
    await owner.client.removeOwnList({ listId });
    expect((await owner.client.ownLists({})).ownLists).toEqual([]);
    expect(await failure(owner.client.ownListEntries({ listId }))).toMatchObject({ code: 'NOT_YOURS' });
  });

  it('is renamed by who made it, to a name that nobody else has, and found by that one alone', async () => {
    const owner = await portal.signIn(['KOR']);
    const subUser = await portal.signInSubUser(owner);
    const listId = await bringList(portal, owner, 'My "codes"', [['851712']]);
    await bringList(portal, owner, 'Others', [['0101']]);
    const asked = { ...payload({ toDate: '2021-12-31' }), searchBy: 'PRODUCT' as const, matchType: 'W' as const };
    const search = (line: string) => owner.client.searchCount({ ...asked, searchValue: [], line });
    const found = await search('hs:@"my \\"codes\\""');
    const rename = (name: string, by = owner) => by.client.renameOwnList({ listId, name });
    expect(await failure(rename('Mine', subUser))).toMatchObject({ code: 'MAKER_ONLY' });
    expect(await failure(rename('OTHERS'))).toMatchObject({ code: 'OWN_LIST_EXISTS' });
    expect(await failure(rename(' '))).toMatchObject({ code: 'VALIDATION' });
    await rename('My "Codes"');
    expect(await rename('Phones')).toEqual({ message: 'List renamed' });
    expect((await listOf(owner, listId)).name).toBe('Phones');
    expect(await search('hs:@phones')).toBe(found);
    expect(await failure(search('hs:@"My \\"codes\\""'))).toMatchObject({ code: 'VALIDATION' });
    const theirs = await bringList(portal, subUser, 'Theirs', [['0101']]);
    await owner.client.renameOwnList({ listId: theirs, name: 'Taken over' });
  });

  it('says which saved searches name it, whoever of the account saved them', async () => {
    const owner = await portal.signIn(['KOR']);
    const { client } = owner;
    const listId = await bringList(portal, owner, 'Phones (new)', [['851712']]);
    const workspace_id = await client.createWorkspace({ name: 'Kept' });
    const save = async (name: string, line: string) => {
      const asked = { ...payload({ toDate: '2021-12-31' }), searchBy: 'PRODUCT' as const, matchType: 'W' as const };
      const { searchId } = await client.search({ ...asked, searchValue: [], line });
      await client.saveSearch({ workspace_id, search_id: searchId, name, description: name });
    };
    await save('By it', 'product:zzz OR hs:@"PHONES (new)"');
    await save('About it', 'product:"phones new"');
    await save('By a part', 'hs:851712 OR -hs:0101');
    const uses = async () => client.ownListUses({ listId });
    expect(await uses()).toEqual({ savedSearches: [{ name: 'By it', workspaceName: 'Kept' }], isMore: false });
    const stranger = await portal.signIn(['KOR']);
    expect(await failure(stranger.client.ownListUses({ listId }))).toMatchObject({ code: 'NOT_YOURS' });
    await client.renameOwnList({ listId, name: 'Phones' });
    expect((await uses()).savedSearches).toEqual([]);
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
    expect(
      await failure(client.createOwnList({ ...begun, name: 'Many', rows: OWN_LIST_LIMITS.rows + 1 })),
    ).toMatchObject({
      code: 'VALIDATION',
    });
    expect(await failure(client.createOwnList({ ...begun, name: 'Beside', valueColumn: 1 }))).toMatchObject({
      code: 'VALIDATION',
    });
  });

  it('finds records that may be seen, and no others', async () => {
    const account = await portal.signIn(['KOR']);
    const stranger = await portal.signIn(['DEU']);
    const page = await account.client.search(
      payload({ searchBy: 'HS_CODE', matchType: 'L', searchValue: ['8517'], toDate: '2021-12-31' }),
    );
    const ids = (page.impForeignList ?? []).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    const rows = [...ids.map((id) => [id]), ['0'.repeat(32)], ['no id']];
    const kind = { kind: 'RECORD' as const, columns: ['id'] };
    const mine = await bringList(portal, account, 'Ids', rows, kind);
    expect(await listOf(account, mine)).toMatchObject({ counts: { sure: ids.length, none: 2 } });
    const theirs = await bringList(portal, stranger, 'Ids', rows, kind);
    expect(await listOf(stranger, theirs)).toMatchObject({ counts: { sure: 0, none: rows.length } });
  });

  it('tells of nobody who may not be seen any more, whatever was found before', async () => {
    const hidden = 'Grenzmark Hydraulik GmbH';
    await loadImports(portal, [
      { importer: hidden, day: '2021-04-07' },
      { importer: 'Tollense Pumpen KG', day: '2021-03-09' },
    ]);
    const account = await portal.signIn(['KOR']);
    const rows = [['GRENZMARK HYDRAULIK'], ['Tollense Pumpen KG'], ['grenzmark hydraulik gmbh']];
    const listId = await bringList(portal, account, 'Suppliers', rows, { kind: 'COMPANY', columns: ['name'] });
    await account.client.decideOwnList({ listId, allProbable: true });
    const told = async () => {
      const { entries } = await account.client.ownListEntries({ listId });
      const { rows: ownRows } = await account.client.ownListRows({ listId });
      return {
        entries: entries.map(({ sureness, chosen, candidates }) => ({
          sureness,
          chosen,
          names: candidates.map(({ name }) => name),
        })),
        rows: ownRows.map(({ sureness, chosen }) => ({ sureness, chosen })),
      };
    };
    const before = await told();
    expect(before.entries.map(({ names }) => names[0])).toEqual([hidden, 'Tollense Pumpen KG', hidden]);
    expect(before.rows.map(({ chosen }) => chosen)).toEqual([hidden, 'Tollense Pumpen KG', hidden]);
    const mustBeGone = async () => {
      const { entries, rows: ownRows } = await told();
      const gone = { sureness: 'NONE', chosen: null };
      expect(entries).toEqual([{ ...gone, names: [] }, before.entries[1], { ...gone, names: [] }]);
      expect(ownRows).toEqual([gone, before.rows[1], gone]);
      // Nor is it chosen by who remembers its name.
      const [first] = (await account.client.ownListEntries({ listId })).entries;
      await account.client.decideOwnList({ listId, decisions: [{ entry: first?.entry ?? '', chosen: hidden }] });
      expect((await told()).rows).toEqual([gone, before.rows[1], gone]);
    };
    const { suppressions } = portal.services.records;
    const subject = { kind: 'party' as const, subject: await suppressions.keyOf(hidden) };
    const { number } = await suppressions.suppress(subject, 'asked for');
    await mustBeGone();
    await suppressions.lift(number, 'over');
    expect(await told()).toEqual(before);
    const subscribe = (asked: { countries: string[]; dataAccessUpto?: string }) =>
      portal.services.accounts.subscriptions.subscribe(account.person.userid, { plan: 'Operator', ...asked });
    await subscribe({ countries: ['KOR'], dataAccessUpto: '2021-03-20' });
    await mustBeGone();
    await subscribe({ countries: ['DEU'] });
    expect((await told()).entries.flatMap(({ names, chosen }) => [...names, chosen])).toEqual([null, null, null]);
  });
});
