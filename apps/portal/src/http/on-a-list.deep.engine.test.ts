import { LIMITS, OWN_LIST_LIMITS, type OwnListKind, writeLine } from '@tidewaiter/contract';
import { HOSTILE, UNTEXT } from '@tidewaiter/testing/hostile';
import { beforeAll, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { bringList, listOf } from '../../testing/own-lists.js';
import { type SignedInAccount, searchesLeft } from '../../testing/portal.js';
import { sharedAccount, sharedPortal } from '../../testing/shared-portal.js';
import { handleOwnLists } from '../own-lists/job.js';

const portal = sharedPortal();
const me = sharedAccount(portal);
beforeAll(() => handleOwnLists(portal.services));

const bring = (account: SignedInAccount, name: string, members: string[], kind: OwnListKind = 'COMPANY') =>
  bringList(
    portal,
    account,
    name,
    Array.from(members, (member) => [member]),
    { kind },
  );

it('is refused of lists that are not there, are another account’s or of something else, before anything is paid', async () => {
  const stranger = await portal.signIn();
  await bring(me, 'Mine alone', ['x']);
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

it('takes whatever the rows of a list and its name say, and looks for it all the same', async () => {
  const account = await portal.signIn(['KOR']);
  const texts = [...HOSTILE, ...UNTEXT, 'a', '三星电子', 'شركة أرامكو', '=1+1'].map((text) =>
    text.slice(0, OWN_LIST_LIMITS.cell),
  );
  const name = `"Quoted" \\ and 'more' (x) @y`;
  const listId = await bring(account, name, texts);
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
