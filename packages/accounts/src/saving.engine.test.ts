/** Workspaces, the searches saved in them, and contacts: what an account keeps, and what a workspace costs. */

import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@tidewaiter/contract';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { company, openKeeping, query, toSave } from '../testing/kept.js';
import { code } from '../testing/refusals.js';
import { FIRST } from '../testing/start.js';
import { databaseOf } from './accounts.js';
import { contacts, looks, savedSearches, standingQuestions, workspaces } from './database/schema.js';
import type { User } from './users/user.js';

describe.each(DRAWN_ENGINES)('saving on %s keeps', async (engine) => {
  const { accounts, clock, later, open } = await openKeeping(engine);
  const make = (user: User, name: string) => accounts.saved.workspaces.create(user, name);
  const save = (user: User, ...search: Parameters<typeof toSave>) =>
    accounts.saved.savedSearches.save(user, toSave(...search));
  /** How often each of many attempts at once ended with what. */
  async function outcomesOf(count: number, attempt: (n: number) => Promise<unknown>) {
    const outcomes = await Promise.all(Array.from({ length: count }, (_, n) => code(attempt(n))));
    const times = (outcome: unknown) => outcomes.filter((one) => one === outcome).length;
    return Object.fromEntries(outcomes.map((outcome) => [outcome, times(outcome)]));
  }
  const left = (owner: User) => accounts.plans.ledger.balance({ userId: owner.id, allowance: 'WORKSPACES' });
  const names = async (user: User) =>
    (await accounts.saved.workspaces.list(user, FIRST)).workspaces.map(({ name }) => name);
  const saved = async (user: User, only = {}) =>
    (await accounts.saved.savedSearches.list(user, FIRST, only)).savedSearches;

  it('a list whose rows have all come, and another one for a day', async () => {
    const owner = await open();
    const begin = (name: string) =>
      accounts.lists.ownLists.create(
        owner,
        {
          name,
          kind: 'HS_CODE',
          columns: ['code'],
          valueColumn: 0,
          rows: 1,
          countryColumn: null,
          numberColumn: null,
          chosenColumn: null,
        },
        50,
      );
    const lists = async () => (await accounts.lists.ownLists.list(owner)).map(({ name }) => name);
    const whole = await begin('Whole');
    await accounts.lists.ownLists.send(owner, whole, 0, [['8517']]);
    await begin('Half sent');
    later(DAY_MS);
    await begin('Begun today');
    await accounts.lists.ownLists.forgetUnsent();
    expect(await lists()).toEqual(['Begun today', 'Half sent', 'Whole']);
    later(1);
    await accounts.lists.ownLists.forgetUnsent();
    expect(await lists()).toEqual(['Begun today', 'Whole']);
    await begin('Half sent');
  });

  it('a workspace for one of the allowance, entered under its own id', async () => {
    const owner = await open();
    const { id } = await make(owner, 'Fabrics');
    expect(await left(owner)).toBe(3);
    const { entries } = await accounts.plans.ledger.entries(owner.id, FIRST);
    const entered = { allowance: 'WORKSPACES', amount: -1, cause: 'WORKSPACE', key: `workspace ${id}` };
    expect(entries[0]).toMatchObject({ ...entered, actorId: owner.id });
  });

  it('a name once, whatever its case, and charges nothing for the second', async () => {
    const owner = await open();
    await make(owner, 'Über Fabrics');
    for (const name of ['Über Fabrics', 'ÜBER FABRICS', 'u\u0308ber fabrics'])
      expect(await code(make(owner, name))).toBe('WORKSPACE_EXISTS');
    expect(await left(owner)).toBe(3);
    expect(await code(make(await open(), 'Über Fabrics'))).toBe('no error');
  });

  it.each([
    ['exactly four of 20 workspaces', (n: number) => `${n}`, { 'no error': 4, WORKSPACE_LIMIT_EXHAUSTED: 16 }, 0],
    ['one of 20 of the same name', () => 'Same', { 'no error': 1, WORKSPACE_EXISTS: 19 }, 3],
  ])('%s that are made at once', async (_, nameOf, outcomes, rest) => {
    const owner = await open();
    expect(await outcomesOf(20, (n) => make(owner, nameOf(n)))).toEqual(outcomes);
    expect([(await names(owner)).length, await left(owner)]).toEqual([4 - rest, rest]);
  });

  it('no workspace that was not paid for, and charges for none that is not there', async () => {
    const owner = await open();
    await accounts.plans.subscriptions.active(owner);
    await databaseOf(accounts).execute(
      sql`alter table ledger_entries add constraint test check (cause <> 'WORKSPACE') not valid`,
    );
    try {
      await expect(make(owner, 'Fabrics')).rejects.toThrow();
    } finally {
      await databaseOf(accounts).execute(sql`alter table ledger_entries drop constraint test`);
    }
    expect(await names(owner)).toEqual([]);
    expect(await left(owner)).toBe(4);
  });

  it('the whole of a saved search', async () => {
    const owner = await open();
    const { id: workspaceId } = await make(owner, 'Fabrics');
    const search = toSave(workspaceId, {
      query: query({ importerList: ['ACME'], rangeQuantityStart: '10', orderByColumn: 'quantity', pageNumber: 3 }),
      columnKeys: ['be_date', 'hs_code'],
      totalRecords: 3_000_000_000,
    });
    const id = await accounts.saved.savedSearches.save(owner, search);
    expect(await saved(owner, { id })).toMatchObject([
      { id, ...search, workspaceName: 'Fabrics', createdAt: clock.now },
    ]);
  });

  it('a title once in a workspace, and again in another', async () => {
    const owner = await open();
    const [here, there] = [await make(owner, 'Here'), await make(owner, 'There')];
    const outcomes = await outcomesOf(5, () => save(owner, here.id));
    expect(outcomes).toEqual({ 'no error': 1, SAVED_SEARCH_EXISTS: 4 });
    expect(await code(save(owner, here.id, { name: 'COTTON' }))).toBe('SAVED_SEARCH_EXISTS');
    expect(await code(save(owner, there.id))).toBe('no error');
  });

  it('as many searches in a workspace as the plan allows, against 10 at once', async () => {
    const owner = await open();
    const { id: workspaceId } = await make(owner, 'Fabrics');
    const outcomes = await outcomesOf(10, (n) => save(owner, workspaceId, { name: `Search ${n}` }));
    expect(outcomes).toEqual({ 'no error': 3, WORKSPACE_FULL: 7 });
    const [first] = await saved(owner);
    await accounts.saved.savedSearches.remove(owner, first?.id ?? '');
    expect(await code(save(owner, workspaceId))).toBe('no error');
  });

  it('what a saved search is replaced by, in its place, also in a full workspace', async () => {
    const owner = await open();
    const { id: workspaceId } = await make(owner, 'Fabrics');
    for (const name of ['A', 'B', 'C']) {
      later(1000);
      await save(owner, workspaceId, { name });
    }
    const [, b] = await saved(owner);
    const change = toSave(workspaceId, { name: 'b', description: 'New', query: query({ searchValue: ['silk'] }) });
    await accounts.saved.savedSearches.replace(owner, b?.id ?? '', change);
    expect(await saved(owner)).toMatchObject([
      { name: 'C' },
      { ...change, id: b?.id, createdAt: b?.createdAt },
      { name: 'A' },
    ]);
    const asA = toSave(workspaceId, { name: 'a' });
    expect(await code(accounts.saved.savedSearches.replace(owner, b?.id ?? '', asA))).toBe('SAVED_SEARCH_EXISTS');
    const { id: elsewhere } = await make(owner, 'Elsewhere');
    const replaced = (id: string, place: string) =>
      code(accounts.saved.savedSearches.replace(owner, id, toSave(place)));
    for (const place of [elsewhere, randomUUID()]) expect(await replaced(b?.id ?? '', place)).toBe('NOT_YOURS');
    for (const id of [randomUUID(), 'made up']) expect(await replaced(id, workspaceId)).toBe('NOT_YOURS');
  });

  it('what was removed until it is purged, and then nothing of it, nor of what people saw of it', async () => {
    const owner = await open();
    const [kept, gone] = [await make(owner, 'Fabrics'), await make(owner, 'Silks')];
    const [staying, removed] = [await save(owner, kept.id), await save(owner, kept.id, { name: 'Yarn' })];
    const within = await save(owner, gone.id);
    for (const name of ['Acme', 'Bolt']) await accounts.contacts.add(owner, company(name));
    const [acme = '', bolt = ''] = (await accounts.contacts.list(owner, FIRST)).contacts.map(({ id }) => id);
    const seen = [staying, removed, within, acme, bolt];
    for (const contact of [acme, bolt]) await accounts.contacts.noteShipments(owner, contact, 4);
    await accounts.following.questions.seenOf(owner, [staying, removed, within], 1);
    await accounts.saved.workspaces.remove(owner, gone.id);
    await accounts.saved.savedSearches.remove(owner, removed);
    await accounts.contacts.remove(owner, acme);
    later(1000);
    await accounts.contacts.remove(owner, bolt);
    await accounts.saved.purgeRemoved(clock.now);
    const database = databaseOf(accounts);
    const things = [...seen, kept.id, gone.id];
    const there = await Promise.all(
      [workspaces, savedSearches, contacts].map((table) =>
        database.select({ id: table.id }).from(table).where(inArray(table.id, things)),
      ),
    );
    expect(there).toEqual([[{ id: kept.id }], [{ id: staying }], [{ id: bolt }]]);
    const looked = await database.select().from(looks).where(inArray(looks.thingId, things));
    expect(looked.map(({ thingId }) => thingId)).toEqual([bolt]);
    const told = await database.select().from(standingQuestions).where(eq(standingQuestions.userId, owner.id));
    expect(told.map(({ savedSearchId }) => savedSearchId)).toEqual([staying]);
  });
});
