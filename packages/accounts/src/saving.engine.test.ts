/** Workspaces, the searches saved in them, and contacts: what an account keeps, and what a workspace costs. */

import { randomUUID } from 'node:crypto';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { company, FIRST, openKeeping, query, toSave } from '../testing/kept.js';
import { code } from '../testing/refusals.js';
import { type Accounts, databaseOf } from './accounts.js';
import { contacts, looks, savedSearches, workspaces } from './database/schema.js';
import type { User } from './users/user.js';

describe.each(DRAWN_ENGINES)('saving on %s keeps', (engine) => {
  let keeping: Awaited<ReturnType<typeof openKeeping>>;
  let accounts: Accounts;
  let now = new Date('2026-05-10T12:00:00Z');

  beforeAll(async () => {
    keeping = await openKeeping(engine, () => now);
    accounts = keeping.accounts;
    return keeping.close;
  });

  const open = () => keeping.open();
  const openWithSubUser = () => keeping.openWithSubUser();
  const left = (owner: User) => accounts.ledger.balance({ userId: owner.id, allowance: 'WORKSPACES' });
  const names = async (user: User) => (await accounts.workspaces.list(user, FIRST)).workspaces.map(({ name }) => name);
  const saved = async (user: User, only = {}) => (await accounts.savedSearches.list(user, FIRST, only)).savedSearches;

  it('a list whose rows have all come, and another one for a day', async () => {
    const owner = await open();
    const begin = (name: string) =>
      accounts.ownLists.create(
        owner,
        {
          ...{ name, kind: 'HS_CODE', columns: ['code'], valueColumn: 0, rows: 1 },
          ...{ countryColumn: null, chosenColumn: null },
        },
        50,
      );
    const lists = async () => (await accounts.ownLists.list(owner)).map(({ name }) => name);
    const whole = await begin('Whole');
    await accounts.ownLists.send(owner, whole, 0, [['8517']]);
    await begin('Half sent');
    now = new Date(now.getTime() + 24 * 60 * 60 * 1000);
    await begin('Begun today');
    await accounts.ownLists.forgetUnsent();
    expect(await lists()).toEqual(['Begun today', 'Half sent', 'Whole']);
    now = new Date(now.getTime() + 1);
    await accounts.ownLists.forgetUnsent();
    expect(await lists()).toEqual(['Begun today', 'Whole']);
    await begin('Half sent');
  });

  it('a workspace for one of the allowance, entered under its own id', async () => {
    const owner = await open();
    const { id } = await accounts.workspaces.create(owner, 'Fabrics');
    expect(await left(owner)).toBe(3);
    const { entries } = await accounts.ledger.entries(owner.id, FIRST);
    expect(entries[0]).toMatchObject({
      allowance: 'WORKSPACES',
      amount: -1,
      cause: 'WORKSPACE',
      key: `workspace ${id}`,
      actorId: owner.id,
    });
  });

  it('a name once, whatever its case, and charges nothing for the second', async () => {
    const owner = await open();
    await accounts.workspaces.create(owner, 'Über Fabrics');
    for (const name of ['Über Fabrics', 'ÜBER FABRICS', 'u\u0308ber fabrics'])
      expect(await code(accounts.workspaces.create(owner, name))).toBe('WORKSPACE_EXISTS');
    expect(await left(owner)).toBe(3);
    expect(await code(accounts.workspaces.create(await open(), 'Über Fabrics'))).toBe('no error');
  });

  it('exactly four of 20 workspaces that are made at once', async () => {
    const owner = await open();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => code(accounts.workspaces.create(owner, `Workspace ${n}`))),
    );
    expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === 'WORKSPACE_LIMIT_EXHAUSTED')).toHaveLength(16);
    expect(await names(owner)).toHaveLength(4);
    expect(await left(owner)).toBe(0);
  });

  it('one of 20 workspaces of the same name that are made at once', async () => {
    const owner = await open();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => code(accounts.workspaces.create(owner, 'Same'))),
    );
    expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'WORKSPACE_EXISTS')).toHaveLength(19);
    expect(await left(owner)).toBe(3);
  });

  it('no workspace that was not paid for, and charges for none that is not there', async () => {
    const owner = await open();
    await accounts.subscriptions.active(owner);
    await databaseOf(accounts).execute(
      sql`alter table ledger_entries add constraint test check (cause <> 'WORKSPACE') not valid`,
    );
    try {
      await expect(accounts.workspaces.create(owner, 'Fabrics')).rejects.toThrow();
    } finally {
      await databaseOf(accounts).execute(sql`alter table ledger_entries drop constraint test`);
    }
    expect(await names(owner)).toEqual([]);
    expect(await left(owner)).toBe(4);
  });

  it("an owner's workspaces for their sub-users, and a sub-user's for the owner", async () => {
    const { owner, subUser } = await openWithSubUser();
    await accounts.workspaces.create(owner, 'B of the owner');
    const { id } = await accounts.workspaces.create(subUser, 'A of the sub-user');
    expect(await names(owner)).toEqual(['A of the sub-user', 'B of the owner']);
    expect(await names(subUser)).toEqual(await names(owner));
    expect(await left(owner)).toBe(2);
    expect(await left(subUser)).toBe(0);
    await accounts.savedSearches.save(subUser, toSave(id));
    expect(await saved(owner)).toMatchObject([{ name: 'Cotton', workspaceName: 'A of the sub-user' }]);
  });

  it('the whole of a saved search', async () => {
    const owner = await open();
    const { id: workspaceId } = await accounts.workspaces.create(owner, 'Fabrics');
    const search = toSave(workspaceId, {
      query: query({ importerList: ['ACME'], rangeQuantityStart: '10', orderByColumn: 'quantity', pageNumber: 3 }),
      columnKeys: ['be_date', 'hs_code'],
      totalRecords: 3_000_000_000,
    });
    const id = await accounts.savedSearches.save(owner, search);
    expect(await saved(owner, { id })).toMatchObject([{ id, ...search, workspaceName: 'Fabrics', createdAt: now }]);
  });

  it('a title once in a workspace, and again in another', async () => {
    const owner = await open();
    const [here, there] = [
      await accounts.workspaces.create(owner, 'Here'),
      await accounts.workspaces.create(owner, 'There'),
    ];
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => code(accounts.savedSearches.save(owner, toSave(here.id)))),
    );
    expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'SAVED_SEARCH_EXISTS')).toHaveLength(4);
    expect(await code(accounts.savedSearches.save(owner, toSave(here.id, { name: 'COTTON' })))).toBe(
      'SAVED_SEARCH_EXISTS',
    );
    expect(await code(accounts.savedSearches.save(owner, toSave(there.id)))).toBe('no error');
  });

  it('as many searches in a workspace as the plan allows, against 10 at once', async () => {
    const owner = await open();
    const { id: workspaceId } = await accounts.workspaces.create(owner, 'Fabrics');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        code(accounts.savedSearches.save(owner, toSave(workspaceId, { name: `Search ${n}` }))),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'WORKSPACE_FULL')).toHaveLength(7);
    const [first] = await saved(owner);
    await accounts.savedSearches.remove(owner, first?.id ?? '');
    expect(await code(accounts.savedSearches.save(owner, toSave(workspaceId)))).toBe('no error');
  });

  it('what a saved search is replaced by, in its place, also in a full workspace', async () => {
    const owner = await open();
    const { id: workspaceId } = await accounts.workspaces.create(owner, 'Fabrics');
    for (const name of ['A', 'B', 'C']) {
      now = new Date(now.getTime() + 1000);
      await accounts.savedSearches.save(owner, toSave(workspaceId, { name }));
    }
    const [, b] = await saved(owner);
    const change = toSave(workspaceId, { name: 'b', description: 'New', query: query({ searchValue: ['silk'] }) });
    await accounts.savedSearches.replace(owner, b?.id ?? '', change);
    expect(await saved(owner)).toMatchObject([
      { name: 'C' },
      { ...change, id: b?.id, createdAt: b?.createdAt },
      { name: 'A' },
    ]);
    const asA = toSave(workspaceId, { name: 'a' });
    expect(await code(accounts.savedSearches.replace(owner, b?.id ?? '', asA))).toBe('SAVED_SEARCH_EXISTS');
    const { id: elsewhere } = await accounts.workspaces.create(owner, 'Elsewhere');
    for (const [id, place] of [
      [b?.id ?? '', elsewhere],
      [randomUUID(), workspaceId],
      ['made up', workspaceId],
      [b?.id ?? '', randomUUID()],
    ] as const) {
      expect(await code(accounts.savedSearches.replace(owner, id, toSave(place)))).toBe('NOT_YOURS');
    }
  });

  it("nothing of another account's, and nothing that is made up", async () => {
    const [owner, stranger] = [await open(), await open()];
    const { id: workspaceId } = await accounts.workspaces.create(owner, 'Fabrics');
    const id = await accounts.savedSearches.save(owner, toSave(workspaceId));
    const { savedSearches, workspaces } = accounts;
    for (const other of [workspaceId, randomUUID(), 'made up', '']) {
      expect(await code(workspaces.find(stranger, other))).toBe('NOT_YOURS');
      expect(await code(savedSearches.save(stranger, toSave(other)))).toBe('NOT_YOURS');
      expect(await code(savedSearches.list(stranger, FIRST, { workspaceId: other }))).toBe('NOT_YOURS');
    }
    for (const other of [id, randomUUID(), 'made up', '']) {
      expect(await code(savedSearches.replace(stranger, other, toSave(workspaceId)))).toBe('NOT_YOURS');
      expect(await code(savedSearches.remove(stranger, other))).toBe('NOT_YOURS');
      expect(await code(savedSearches.list(stranger, FIRST, { id: other }))).toBe('NOT_YOURS');
    }
    expect(await saved(stranger)).toEqual([]);
    expect(await saved(owner, { workspaceId, id })).toHaveLength(1);
  });

  it('pages of each list, newest saved first', async () => {
    const owner = await open();
    const { id: workspaceId } = await accounts.workspaces.create(owner, 'B');
    await accounts.workspaces.create(owner, 'A');
    for (const name of ['One', 'Two', 'Three']) {
      now = new Date(now.getTime() + 1000);
      await accounts.savedSearches.save(owner, toSave(workspaceId, { name }));
      await accounts.contacts.add(owner, company(name));
    }
    const second = { number: 1, size: 2 };
    const searches = await accounts.savedSearches.list(owner, second, { workspaceId });
    expect([searches.total, searches.savedSearches.map(({ name }) => name)]).toEqual([3, ['One']]);
    const places = await accounts.workspaces.list(owner, { number: 1, size: 1 });
    expect([places.total, places.workspaces.map(({ name }) => name)]).toEqual([2, ['B']]);
    const companies = await accounts.contacts.list(owner, second);
    expect([companies.total, companies.contacts.map(({ companyName }) => companyName)]).toEqual([3, ['Two']]);
  });

  it('what was removed until it is purged, and then nothing of it, nor of what people saw of it', async () => {
    const owner = await open();
    const [kept, gone] = [
      await accounts.workspaces.create(owner, 'Fabrics'),
      await accounts.workspaces.create(owner, 'Silks'),
    ];
    const [staying, removed, within] = [
      await accounts.savedSearches.save(owner, toSave(kept.id)),
      await accounts.savedSearches.save(owner, toSave(kept.id, { name: 'Yarn' })),
      await accounts.savedSearches.save(owner, toSave(gone.id)),
    ];
    for (const name of ['Acme', 'Bolt']) await accounts.contacts.add(owner, company(name));
    const [acme = '', bolt = ''] = (await accounts.contacts.list(owner, FIRST)).contacts.map(({ id }) => id);
    const seen = [staying, removed, within, acme, bolt];
    await accounts.lastSeen.note(
      owner,
      seen.map((thingId) => ({ thingId, totalRecords: 4, dataVersion: 1 })),
    );
    await accounts.workspaces.remove(owner, gone.id);
    await accounts.savedSearches.remove(owner, removed);
    await accounts.contacts.remove(owner, acme);
    now = new Date(now.getTime() + 1000);
    await accounts.contacts.remove(owner, bolt);
    await accounts.purgeRemoved(now);
    const database = databaseOf(accounts);
    const things = [...seen, kept.id, gone.id];
    const there = await Promise.all(
      [workspaces, savedSearches, contacts].map((table) =>
        database.select({ id: table.id }).from(table).where(inArray(table.id, things)),
      ),
    );
    expect(there).toEqual([[{ id: kept.id }], [{ id: staying }], [{ id: bolt }]]);
    const looked = await database.select().from(looks).where(inArray(looks.thingId, things));
    expect(looked.map(({ thingId }) => thingId).sort()).toEqual([staying, bolt].sort());
  });

  it('all of it as long as the account is there', async () => {
    const owner = await open();
    const { id } = await accounts.workspaces.create(owner, 'Fabrics');
    await accounts.savedSearches.save(owner, toSave(id));
    await accounts.contacts.add(owner, company('Acme'));
    await databaseOf(accounts).execute(sql`delete from users where id = ${owner.id}`);
    const { rows } = await databaseOf(accounts).execute(sql`select 1 from saved_searches where workspace_id = ${id}`);
    expect(rows).toEqual([]);
  });

  it('none without a subscription', async () => {
    const owner = await open();
    const { id } = await accounts.workspaces.create(owner, 'Fabrics');
    await accounts.subscriptions.subscribe(owner.id, { plan: 'Four', expiresOn: '2026-01-01' });
    expect(await code(accounts.workspaces.create(owner, 'Silks'))).toBe('NO_SUBSCRIPTION');
    expect(await code(accounts.savedSearches.save(owner, toSave(id)))).toBe('NO_SUBSCRIPTION');
  });
});
