/** Workspaces, the searches saved in them, and contacts: what an account keeps, and what a workspace costs. */

import { randomUUID } from 'node:crypto';
import { type ContactFields, DAY_MS, LIMITS, type SearchPayload, savedQuery, searchQuery } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES, isMissing, type StartedEngine, startEngine } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code } from '../testing/refusals.js';
import { type Accounts, databaseOf, openAccounts } from './accounts.js';
import { contacts, looks, savedSearches, workspaces } from './database/schema.js';
import { keyContacts } from './saved/contacts.js';
import type { SearchToSave } from './saved/saved-searches.js';
import type { User } from './users/user.js';

const query = (changes: Partial<SearchPayload> = {}) =>
  savedQuery.parse(
    searchQuery.parse({
      tradeType: 'IMPORT',
      searchBy: 'PRODUCT',
      matchType: 'C',
      searchValue: ['cotton'],
      countryCode: ['KOR'],
      fromDate: '2020-01-01',
      toDate: '2020-12-31',
      ...changes,
    }),
  );

const toSave = (workspaceId: string, changes: Partial<SearchToSave> = {}): SearchToSave => ({
  workspaceId,
  searchId: randomUUID(),
  name: 'Cotton',
  description: 'What Korea buys',
  query: query(),
  columnKeys: [],
  totalRecords: 4,
  dataVersion: 1,
  ...changes,
});

const company = (companyName: string, changes: Partial<ContactFields> = {}): ContactFields => ({
  companyName,
  address: null,
  mobile: null,
  email: null,
  website: null,
  notes: '',
  tags: [],
  ...changes,
});

const FIRST = { number: 0, size: 20 };

describe.each(DRAWN_ENGINES)('saving on %s', (engine) => {
  describe.skipIf(isMissing(engine))('keeps', () => {
    let started: StartedEngine;
    let accounts: Accounts;
    let now = new Date('2026-05-10T12:00:00Z');

    beforeAll(async () => {
      started = await startEngine(engine);
      accounts = await openAccounts(started.location, options({ now: () => now }));
      await accounts.plans.set('Four', { termMonths: null, workspaces: 4, recordsPerWorkspace: 3, subUserCount: 1 });
    });
    afterAll(async () => {
      expect(await accounts.store.unreconciled()).toEqual([]);
      await accounts.close();
      await started.stop();
    });

    const open = async () => (await accounts.newAccounts.create(account({ plan: 'Four' }))).user;
    const openWithSubUser = async () => {
      const owner = await open();
      const email = `sub-${randomUUID()}@example.com`;
      const person = { email, firstname: 'Eva', lastname: 'Bay', mobile: '', downloadLimit: 0 };
      return { owner, subUser: await accounts.subUsers.create(owner, person) };
    };
    const left = (owner: User) => accounts.ledger.balance({ userId: owner.id, allowance: 'WORKSPACES' });
    const names = async (user: User) =>
      (await accounts.workspaces.list(user, FIRST)).workspaces.map(({ name }) => name);
    const saved = async (user: User, only = {}) => (await accounts.savedSearches.list(user, FIRST, only)).savedSearches;

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

    it('a company once, however it is written, for the whole account', async () => {
      const { owner, subUser } = await openWithSubUser();
      const acme = company('Ácme-Trading Ltd.', { email: 'mail@acme.example', website: 'https://acme.example' });
      const added = await Promise.all(Array.from({ length: 5 }, () => accounts.contacts.add(owner, acme)));
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await accounts.contacts.add(subUser, company('ACME TRADING  LTD'))).toBe(false);
      for (const same of ['ACME TRADING LIMITED', 'M/S Acme Trading (P) Ltd.', 'Acme Trading'])
        expect(await accounts.contacts.add(subUser, company(same)), same).toBe(false);
      expect(await accounts.contacts.add(subUser, company('Acme Trading GmbH'))).toBe(true);
      expect(await accounts.contacts.add(owner, company('---'))).toBe(true);
      expect(await accounts.contacts.add(owner, company('***'))).toBe(true);
      expect(await accounts.contacts.add(await open(), acme)).toBe(true);
      const { contacts } = await accounts.contacts.list(subUser, FIRST);
      expect(contacts).toHaveLength(4);
      expect(contacts).toContainEqual(expect.objectContaining(acme));
    });

    it('companies that are found by part of their name, by tag and by id, with who saved them and who may change them', async () => {
      const { owner, subUser } = await openWithSubUser();
      await accounts.contacts.add(owner, company('Ácme-Trading Ltd.', { tags: ['Buyer', 'hot'] }));
      await accounts.contacts.add(subUser, company('100% Bolt_', { tags: ['Buyer'], notes: 'Called\nback' }));
      const found = async (user: User, only: object) =>
        (await accounts.contacts.list(user, FIRST, only)).contacts.map(({ companyName }) => companyName);
      for (const contains of ['acme', 'ÁCME', 'me tr', 'trading ltd', 'acme-t'])
        expect(await found(owner, { contains }), contains).toEqual(['Ácme-Trading Ltd.']);
      expect(await found(owner, { contains: '%' })).toEqual([]);
      expect(await found(owner, { contains: '00% b' })).toEqual(['100% Bolt_']);
      expect(await found(subUser, { tag: 'Buyer' })).toHaveLength(2);
      expect(await found(owner, { tag: 'hot', contains: 'bolt' })).toEqual([]);
      expect(await accounts.contacts.tags(subUser)).toEqual(['Buyer', 'hot']);
      const { contacts } = await accounts.contacts.list(subUser, FIRST);
      const [bolt, acme] = contacts;
      const by = (user: User) => ({ userId: user.id, userName: `${user.firstname} ${user.lastname}` });
      expect(bolt).toMatchObject({ mayChange: true, createdBy: by(subUser), revision: 1, notes: 'Called\nback' });
      expect(acme).toMatchObject({ mayChange: false, createdBy: by(owner), createdAt: now });
      expect(await found(owner, { id: bolt?.id })).toEqual(['100% Bolt_']);
      for (const id of [randomUUID(), 'made up'])
        expect(await code(accounts.contacts.list(owner, FIRST, { id }))).toBe('NOT_YOURS');
    });

    it("a contact's changes by its maker and the owner only, none over another, and a removal for a day", async () => {
      const { owner, subUser } = await openWithSubUser();
      const stranger = await open();
      const idOf = async (contains: string) =>
        (await accounts.contacts.list(owner, FIRST, { contains })).contacts[0]?.id ?? '';
      await accounts.contacts.add(owner, company('Acme'));
      await accounts.contacts.add(subUser, company('Bolt'));
      const [acme, bolt] = [await idOf('acme'), await idOf('bolt')];
      const update = (user: User, id: string, revision: number, name: string) =>
        code(accounts.contacts.update(user, id, revision, company(name, { notes: name })));
      expect(await update(subUser, acme, 1, 'Mine')).toBe('MAKER_ONLY');
      expect(await update(stranger, acme, 1, 'Mine')).toBe('NOT_YOURS');
      expect(await update(owner, acme, 1, 'BOLT')).toBe('DUPLICATE_CONTACT');
      const both = await Promise.all([update(owner, bolt, 1, 'Bolt A'), update(subUser, bolt, 1, 'Bolt B')]);
      expect(both.sort()).toEqual(['CHANGED_MEANWHILE', 'no error']);
      expect(await accounts.contacts.update(subUser, bolt, 2, company('Bolt C'))).toBe(3);

      expect(await code(accounts.contacts.remove(subUser, acme))).toBe('MAKER_ONLY');
      expect(await code(accounts.contacts.remove(stranger, acme))).toBe('NOT_YOURS');
      await accounts.contacts.remove(owner, acme);
      expect(await idOf('acme')).toBe('');
      expect(await code(accounts.contacts.remove(owner, acme))).toBe('NOT_YOURS');
      expect(await update(owner, acme, 1, 'Acme 2')).toBe('NOT_YOURS');
      expect(await code(accounts.contacts.restore(subUser, acme))).toBe('MAKER_ONLY');
      // Its name is free meanwhile, and taken it keeps the removed one away.
      await accounts.contacts.add(subUser, company('ACME'));
      expect(await code(accounts.contacts.restore(owner, acme))).toBe('DUPLICATE_CONTACT');
      await accounts.contacts.remove(subUser, await idOf('acme'));
      await accounts.contacts.restore(owner, acme);
      await accounts.contacts.restore(owner, acme);
      expect(await idOf('acme')).toBe(acme);
      await accounts.contacts.remove(owner, acme);
      now = new Date(now.getTime() + DAY_MS + 1);
      expect(await code(accounts.contacts.restore(owner, acme))).toBe('NOT_YOURS');
    });

    it('many companies at once, each once and no more than there is room for', async () => {
      const { owner, subUser } = await openWithSubUser();
      const many = Array.from({ length: 600 }, (_, n) => company(`Company ${n}`));
      expect(await accounts.contacts.addAll(subUser, [...many, company('COMPANY 1')])).toEqual({
        added: 600,
        duplicates: 1,
        beyond: [],
      });
      expect(await accounts.contacts.addAll(owner, many)).toMatchObject({ added: 0, duplicates: 600 });
      // With keys of their parties: without, a test of those that have none would give each of them one.
      await databaseOf(accounts).execute(sql`
        insert into contacts (id, owner_id, company_name, company_key, party_key, created_at)
        select gen_random_uuid(), ${owner.id}, 'x', 'x' || n, 'x' || n, now() from generate_series(1, ${LIMITS.contacts - 602}) n`);
      const more = Array.from({ length: 4 }, (_, n) => company(`More ${n}`));
      expect(await accounts.contacts.addAll(owner, [...more, company('Company 2')])).toEqual({
        added: 2,
        duplicates: 1,
        beyond: more.slice(-2),
      });
      expect(await code(accounts.contacts.add(owner, company('One more')))).toBe('CONTACTS_FULL');
      expect(await accounts.contacts.add(owner, company('Company 3'))).toBe(false);
    });

    it('companies that were kept twice before names of one party were known', async () => {
      const owner = await open();
      await databaseOf(accounts).execute(sql`insert into contacts (id, owner_id, company_name, company_key, created_at)
        select gen_random_uuid(), ${owner.id}, name, lower(name), now() + n * interval '1 second'
        from (values ('Tallow & Finch Ltd', 1), ('Tallow and Finch Limited', 2), ('Orrin GmbH', 3)) old (name, n)`);
      await keyContacts(databaseOf(accounts));
      await keyContacts(databaseOf(accounts));
      for (const name of ['TALLOW AND FINCH', 'Orrin G.m.b.H.'])
        expect(await accounts.contacts.add(owner, company(name)), name).toBe(false);
      const { contacts, total } = await accounts.contacts.list(owner, { number: 0, size: 10 });
      expect(total).toBe(3);
      const second = contacts.find(({ companyName }) => companyName === 'Tallow and Finch Limited') ?? expect.fail();
      expect(await code(accounts.contacts.update(owner, second.id, 1, company('Tallow and Finch')))).toBe(
        'DUPLICATE_CONTACT',
      );
      await accounts.contacts.remove(owner, second.id);
      await accounts.contacts.restore(owner, second.id);
    });

    it('the longest company names that there can be', async () => {
      const owner = await open();
      for (const letter of ['ﷺ', '각', 'क़', 'ᾂ', '\u{1D160}'.repeat(1), '漢', 'İ']) {
        const name = letter.repeat(300 / letter.length);
        expect(await accounts.contacts.add(owner, company(name)), letter).toBe(true);
      }
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
      const rows = await databaseOf(accounts).execute(sql`select 1 from saved_searches where workspace_id = ${id}`);
      expect((rows as unknown as { rows: unknown[] }).rows).toEqual([]);
    });

    it('none without a subscription', async () => {
      const owner = await open();
      const { id } = await accounts.workspaces.create(owner, 'Fabrics');
      await accounts.subscriptions.subscribe(owner.id, { plan: 'Four', expiresOn: '2026-01-01' });
      expect(await code(accounts.workspaces.create(owner, 'Silks'))).toBe('NO_SUBSCRIPTION');
      expect(await code(accounts.savedSearches.save(owner, toSave(id)))).toBe('NO_SUBSCRIPTION');
    });
  });
});
