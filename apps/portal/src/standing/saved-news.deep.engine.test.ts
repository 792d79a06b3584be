/** What is new to a saved search is opened for nothing: those records, by whoever was told of them, and no others. */
import { randomUUID } from 'node:crypto';
import type { SearchPayload } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { loadDeclarations } from '../../testing/declarations.js';
import { ended, start } from '../../testing/exporting.js';
import { lookForRecords } from '../../testing/following.js';
import { entitle, type SignedInAccount, searchesLeft, subscription } from '../../testing/portal.js';
import { saveSearch } from '../../testing/saving.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { handleExports } from '../exports/job.js';
import { handleStandingQuestions } from './job.js';

const portal = sharedPortal();
beforeAll(async () => {
  handleExports(portal.services, portal.config.publicUrl);
  handleStandingQuestions(portal.services, portal.config.publicUrl);
  await lookForRecords(portal);
});

/** Loads records, and has standing questions looked after. */
async function load(date: string, count: number): Promise<number> {
  const loadId = await loadDeclarations(portal, date, count);
  await lookForRecords(portal);
  return loadId;
}

/** Somebody who has saved a search and what they are told of it. */
async function withSaved(plan = 'Free') {
  const account = await portal.signIn(['KOR'], plan);
  return { ...account, ...(await saveSearch(account)) };
}

async function newsOf({ client }: SignedInAccount, id: string) {
  const [news] = (await client.savedSearchNews({ ids: [id] })).news;
  if (!news?.newSince || !news.to) throw new Error(`nothing is told: ${news?.reason}`);
  const { newSince, newUntil } = news;
  const asked = payload({ toDate: news.to, newSince, newUntil: newUntil ?? undefined, savedSearch: id });
  return { ...news, newSince: news.newSince, to: news.to, asked };
}

describe('what is new to a saved search', () => {
  it('is told as the records that came since each person last looked, as far as a search may span, free of charge', async () => {
    const owner = await withSaved();
    const { client, id, toSave } = owner;
    const { id: gone } = await client.saveSearch({ ...toSave, name: 'Gone' });
    await client.removeSavedSearch({ userWorkspaceId: gone });
    const news = async (ids = [id]) => (await client.savedSearchNews({ ids })).news;
    expect(await news([id, gone, id])).toMatchObject([
      { id, newRecords: 0, totalRecords: 4, from: '2020-01-01', lookedDate: expect.any(String), reason: null },
      {
        id: gone,
        newRecords: null,
        totalRecords: null,
        reason: 'This has been removed in the meantime. Please load the page again.',
      },
    ]);
    expect((await failure(news([id, owner.person.sessionId]))).code).toBe('NOT_YOURS');
    expect((await failure((await portal.signIn()).client.savedSearchNews({ ids: [id] }))).code).toBe('NOT_YOURS');

    // The last of them is beyond the years that a search may span.
    const loads = [await load('2020-11-05', 1), await load('2021-03-06', 1), await load('2023-03-06', 1)];
    const before = await subscription(owner);
    const found = [{ newRecords: 2, totalRecords: 6, from: '2020-01-01', to: '2021-03-06' }];
    expect(await news()).toMatchObject(found);
    // Asking is not looking.
    expect(await news()).toMatchObject(found);
    expect(await client.lookedAtSavedSearch({ userWorkspaceId: id })).toEqual({ totalRecords: 6 });
    expect(await news()).toMatchObject([{ newRecords: 0, totalRecords: 6 }]);
    expect(await subscription(owner)).toEqual(before);

    await entitle(portal, owner, { plan: 'Free', countries: ['VNM'] });
    expect(await news()).toMatchObject([
      { newRecords: null, reason: 'Your subscription covers none of the countries or dates of this search.' },
    ]);
    const [shown] = (await client.savedSearchList({ createdBy: owner.person.userid })).searchQueryWithWS;
    expect(shown).toMatchObject({ searchable: null, totalRecords: 4 });
    await portal.services.records.publication.unload(loads);
  });

  it('is exactly those records in all calls of the screen, for nothing', async () => {
    const account = await withSaved();
    const { client, id } = account;
    expect(await newsOf(account, id)).toMatchObject({ newRecords: 0 });
    const load1 = await load('2021-02-03', 3);
    const left = await searchesLeft(account);
    const { asked, ...news } = await newsOf(account, id);
    expect(news).toMatchObject({ newRecords: 3, to: '2021-02-03' });

    const { impForeignList: rows = [], freeRecordsLeft } = await client.search(asked);
    const days = rows.map((row) => (row as Record<string, unknown>).be_date);
    expect(days).toEqual(['2021-02-03', '2021-02-03', '2021-02-03']);
    // They count among what the saved question gives without points, four of which its person has seen.
    expect(freeRecordsLeft).toBe(10_000 - 4 - 3);
    expect(await client.searchCost(asked)).toBe(0);
    expect(await client.searchCount(asked)).toBe(3);
    expect((await client.listImporters(asked)).shipmentCount).toBe(3);
    const codes = await client.listDistinctColumnValue({ ...asked, columnName: 'hs_code' });
    expect(codes.distinctColumnValuesList).toMatchObject([{ column_name: '851712', records_count: 3 }]);
    expect((await client.quantities({ query: asked })).units.length).toBeGreaterThan(0);
    const file = await start(client, { query: asked, columnKeys: ['be_date'] });
    expect(await ended(portal, client, file)).toMatchObject({ state: 'READY', rows: 3 });

    // A person who looks is still on that screen, and a file that is loaded anew is no news.
    await client.lookedAtSavedSearch({ userWorkspaceId: id });
    await new Loader(portal.services.records).reload([load1]);
    await lookForRecords(portal);
    await client.lookedAtSavedSearch({ userWorkspaceId: id });
    expect(await newsOf(account, id)).toMatchObject({ newRecords: 0 });
    expect(await searchesLeft(account)).toBe(left);
  });

  it('is free while it is that of the last time that they came', async () => {
    const account = await withSaved();
    const { client, id } = account;
    await load('2021-02-04', 1);
    const { asked, newSince } = await newsOf(account, id);
    await client.lookedAtSavedSearch({ userWorkspaceId: id });
    expect(await client.searchCost(asked)).toBe(0);
    expect(await client.searchCost({ ...asked, pageNumber: 1, importerList: ['x'] })).toBe(0);
    expect(await client.searchCost({ ...asked, newSince: newSince - 1 })).toBe(1);
    await load('2021-02-05', 2);
    const next = await newsOf(account, id);
    expect(next.newRecords).toBe(2);
    expect(await client.searchCost(next.asked)).toBe(0);
    expect(await client.searchCost(asked)).toBe(0);
    await client.lookedAtSavedSearch({ userWorkspaceId: id });
    expect(await client.searchCost(next.asked)).toBe(0);
    expect(await client.searchCost(asked)).toBe(1);
    const before = await searchesLeft(account);
    await client.search(asked);
    expect(await searchesLeft(account)).toBe(before - 1);
  });

  it('is no way to another question', async () => {
    const account = await withSaved();
    const { client, id } = account;
    const stranger = await withSaved();
    await load('2021-03-06', 1);
    const { asked } = await newsOf(account, id);
    expect(await client.searchCost(asked)).toBe(0);
    const { savedSearch: _, ...unsaved } = asked;
    const others: SearchPayload[] = [
      unsaved,
      { ...asked, newSince: undefined, newUntil: undefined },
      { ...asked, searchValue: ['6403'] },
      { ...asked, fromDate: '2020-01-02' },
      { ...asked, toDate: '2021-06-06' },
      { ...asked, toDate: '2020-11-30' },
      { ...asked, savedSearch: stranger.id },
      { ...asked, savedSearch: randomUUID() },
      { ...asked, queryBuilder: [{ relation: 'OR', searchBy: 'HS_CODE', matchType: 'L', searchValue: ['6403'] }] },
    ];
    // What lies within the question of today, which was paid, is free as ever.
    for (const other of others) {
      const within = (other.toDate ?? '') <= '2020-12-31';
      expect(await client.searchCost(other), JSON.stringify(other)).toBe(within ? 0 : 1);
    }
    await client.removeSavedSearch({ userWorkspaceId: id });
    expect(await client.searchCost(asked)).toBe(1);
  });

  it('begins anew for everybody where another question takes the place of the saved one', async () => {
    const account = await withSaved();
    const { client, id, toSave } = account;
    await load('2021-03-06', 2);
    const { asked } = await newsOf(account, id);
    // Up to a later day it is the same, and the screen on which it was saved goes on.
    const opened = await client.search(asked);
    await client.saveSearch({ ...toSave, id, search_id: opened.searchId });
    expect(await client.searchCost(asked)).toBe(0);
    const phones = payload({ searchValue: ['8517'], toDate: asked.toDate });
    await client.saveSearch({ ...toSave, id, search_id: (await client.search(phones)).searchId });
    const { newSince, savedSearch } = asked;
    expect(await newsOf(account, id)).toMatchObject({ newRecords: 0 });
    await load('2021-03-07', 1);
    const next = await newsOf(account, id);
    expect(next.newRecords).toBe(1);
    expect(next.newSince).toBeGreaterThan(newSince ?? 0);
    const until = { ...phones, toDate: next.to, savedSearch };
    expect(await client.searchCost({ ...until, newSince: next.newSince })).toBe(0);
    expect(await client.searchCost({ ...until, newSince: next.newSince - 1 })).toBe(1);
  });

  it('is each person’s own', async () => {
    const owner = await withSaved('Operator');
    const subUser = await portal.signInSubUser(owner);
    await load('2021-03-07', 1);
    const { asked, newUntil } = await newsOf(owner, owner.id);
    expect(await subUser.client.searchCost(asked)).toBe(1);
    expect(await newsOf(subUser, owner.id)).toMatchObject({ newRecords: 0 });
    expect(await subUser.client.searchCost(asked)).toBe(1);
    await load('2021-03-08', 2);
    const theirs = await newsOf(subUser, owner.id);
    expect(theirs.newRecords).toBe(2);
    expect(await subUser.client.searchCost(theirs.asked)).toBe(0);
    expect((await newsOf(owner, owner.id)).newRecords).toBe(3);
    // Whoever sees what they were told of has yet to see what was told meanwhile, and what was seen is told no more.
    await owner.client.lookedAtSavedSearch({ userWorkspaceId: owner.id, newUntil: newUntil ?? undefined });
    expect((await newsOf(owner, owner.id)).newRecords).toBe(2);
    expect(await owner.client.following({})).toMatchObject({ totalRecords: 0, held: 0 });
  });

  it('is kept by no saved search and by no history', async () => {
    const account = await withSaved();
    const { client, id, toSave, person } = account;
    await load('2021-03-09', 1);
    const { asked } = await newsOf(account, id);
    const { searchId: search_id } = await client.search(asked);
    await client.searchCount(asked);
    const { id: again } = await client.saveSearch({ ...toSave, search_id, name: 'Again', query: asked });
    const list = (await client.savedSearchList({ createdBy: person.userid, userWorkspaceId: again })).searchQueryWithWS;
    const { userSearchQuery: query } = (await client.searchDetails({ searchId: search_id })).queryList[0] ?? {};
    for (const kept of [list[0]?.userSearchQuery, query]) {
      expect(kept).toMatchObject({ toDate: asked.toDate });
      expect(kept).not.toHaveProperty('newSince');
      expect(kept).not.toHaveProperty('savedSearch');
    }
    // What it finds is what the whole question finds.
    const { newSince: _, newUntil: __, savedSearch: ___, ...whole } = asked;
    expect(list[0]?.totalRecords).toBe(await client.searchCount(whole));
    const [logged] = (await client.searchLog({ userId: person.userid })).queryList;
    expect(logged?.question).not.toContain('new');
  });
});
