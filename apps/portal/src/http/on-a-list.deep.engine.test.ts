/** How much of a market, and of a company's trade, is with companies of a list: as calls, at no further cost. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS, OWN_LIST_LIMITS, type OwnListKind, writeLine } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import { HOSTILE, UNTEXT } from '@tidewaiter/testing/hostile';
import { PARTIES_HEADER, PARTIES_MAPPING } from '@tidewaiter/testing/small-files';
import { beforeAll, expect, it, vi } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { bringList, listOf } from '../../testing/own-lists.js';
import { type SignedInAccount, searchesLeft } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { handleOwnLists } from '../own-lists/job.js';

const portal = sharedPortal();
let me: SignedInAccount;
beforeAll(async () => {
  handleOwnLists(portal.services);
  const rows = ['Acme Trading,Bolt Works', 'ACME TRADING,Cog Ltd', 'Acme trading,Bolt Works', 'Dyna GmbH,Bolt Works'];
  const lines = rows.map(
    (parties, no) => `${no},2020-06-0${no + 1},851712,${parties},,Phones,${no + 1},${100 * (no + 1)}`,
  );
  const path = join(portal.config.dataFolder, 'parties.csv');
  await writeFile(path, [PARTIES_HEADER, ...lines, ''].join('\n'));
  await new Loader(portal.services.records).load({ files: [{ path }], mapping: PARTIES_MAPPING });
  me = await portal.signIn();
});

const bring = (account: SignedInAccount, name: string, members: string[], kind: OwnListKind) =>
  bringList(
    portal,
    account,
    name,
    members.map((member) => [member]),
    { kind },
  );

it('is told of all parties of a question, within the search that it cost', async () => {
  const query = payload();
  const { parties, ...market } = await me.client.marketParties({ query, by: 'importers' });
  const names = parties.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(1);
  await bring(me, 'Ours', [names[0] ?? ''], 'COMPANY');
  const left = await searchesLeft(me);
  const ask = (onList: 'ON' | 'OFF' | null) =>
    me.client.marketParties({ query, by: 'importers', list: 'ours', onList, numberOfRecords: 1 });
  const [all, on, off] = await Promise.all([ask(null), ask('ON'), ask('OFF')]);
  expect([all.listed, all.matching]).toEqual([
    { parties: 1, shipments: parties[0]?.total.shipments, value_usd: parties[0]?.total.value_usd },
    names.length,
  ]);
  expect([all.shipments, all.counts]).toEqual([market.shipments, market.counts]);
  expect([on.parties.map(({ name }) => name), on.matching]).toEqual([[names[0]], 1]);
  expect([off.parties.some(({ name }) => name === names[0]), off.matching]).toEqual([false, names.length - 1]);
  // The question alone was paid for: nothing of the list is a question of its own.
  expect(await searchesLeft(me)).toBe(left);
});

it('is told of a company’s partners, within its page', async () => {
  const { parties } = await me.client.marketParties({ query: payload(), by: 'importers' });
  const company = parties[0]?.name ?? '';
  const { shown } = await me.client.company({ company });
  const partner = shown?.partners.rows[0];
  await bring(me, 'Partners', [partner?.name ?? '', 'Nobody at all'], 'COMPANY');
  const left = await searchesLeft(me);
  const page = await me.client.company({ company, list: 'Partners' });
  expect(page.shown?.listed).toMatchObject({
    partners: 1,
    shipments: partner?.shipments,
    value_usd: partner?.value_usd,
  });
  expect(page.shown?.partners.rows.filter(({ isListed }) => isListed).map(({ name }) => name)).toEqual([partner?.name]);
  expect(await searchesLeft(me)).toBe(left);
});

it('is refused of lists that are not there, are another account’s or of something else, before anything is paid', async () => {
  const stranger = await portal.signIn();
  await bring(me, 'Mine alone', ['x'], 'COMPANY');
  await bring(stranger, 'Codes', ['8517'], 'HS_CODE');
  const left = await searchesLeft(stranger);
  const names = ['Gone', 'Mine alone', 'Codes', ...HOSTILE, ...UNTEXT].map((name) =>
    name.slice(0, LIMITS.nameMaxLength),
  );
  // One of an empty name is none at all.
  for (const list of names.filter((name) => name !== '')) {
    const market = stranger.client.marketParties({ query: payload(), by: 'exporters', list });
    expect(await failure(market), list).toMatchObject({ code: 'VALIDATION' });
    const page = stranger.client.company({ company: 'Anybody', list });
    expect(await failure(page), list).toMatchObject({ code: 'VALIDATION' });
  }
  const without = stranger.client.marketParties({ query: payload(), by: 'exporters', onList: 'ON' });
  expect(await failure(without)).toMatchObject({ code: 'VALIDATION' });
  expect(await searchesLeft(stranger)).toBe(left);
});

it('tells of no party that may not be seen', async () => {
  const narrow = await portal.signIn(['DEU']);
  const listId = await bring(narrow, 'Seen elsewhere', ['Acme Trading', 'Dyna GmbH'], 'COMPANY');
  expect((await narrow.client.ownLists({ listId })).ownLists[0]).toMatchObject({ state: 'READY', found: 0 });
  // Even of a list from a time in which its account saw more.
  const { ownLists } = portal.services.accounts;
  const named = vi
    .spyOn(ownLists, 'named')
    .mockResolvedValue([
      { name: 'Seen elsewhere', kind: 'COMPANY', contents: 'then', members: ['Acme Trading', 'Dyna GmbH'] },
    ]);
  try {
    const market = await narrow.client.marketParties({ query: payload(), by: 'importers', list: 'Seen elsewhere' });
    expect(market).toMatchObject({ shipments: 0, parties: [], listed: { parties: 0, shipments: 0, value_usd: '0' } });
    const page = await narrow.client.company({ company: 'Bolt Works', list: 'Seen elsewhere' });
    expect(page).toMatchObject({ parts: [], shown: null });
  } finally {
    named.mockRestore();
  }
});

it('takes whatever the rows of a list and its name say, and looks for it all the same', async () => {
  const account = await portal.signIn(['KOR']);
  const texts = [...HOSTILE, ...UNTEXT, 'a', '三星电子', 'شركة أرامكو', '=1+1'].map((text) =>
    text.slice(0, OWN_LIST_LIMITS.cell),
  );
  const name = `"Quoted" \\ and 'more' (x) @y`;
  const listId = await bringList(
    portal,
    account,
    name,
    texts.map((text) => [text]),
    { kind: 'COMPANY', columns: ['name'] },
  );
  const { state, rows, counts } = await listOf(account, listId);
  expect([state, rows]).toEqual(['READY', texts.length]);
  expect(counts.sure + counts.probable + counts.ambiguous + counts.none).toBe(texts.length);
  const line = writeLine({ is: 'term', field: 'importer', match: { kind: 'list', name } });
  const asked = { ...payload({ toDate: '2021-12-31' }), searchBy: 'PRODUCT' as const, matchType: 'W' as const };
  expect(await account.client.searchCount({ ...asked, searchValue: [], line })).toBe(0);
  let renamed = 0;
  for (const text of [...HOSTILE, ...UNTEXT]) {
    const refusal = await failure(account.client.renameOwnList({ listId, name: text })).catch(() => undefined);
    if (refusal) expect(refusal).toMatchObject({ code: 'VALIDATION' });
    else renamed += 1;
  }
  expect(renamed).toBeGreaterThan(HOSTILE.length / 2);
  const { name: last } = await listOf(account, listId);
  await account.client.renameOwnList({ listId, name: last });
  expect((await account.client.ownListUses({ listId })).savedSearches).toEqual([]);
});
