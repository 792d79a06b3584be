/** Companies that an account keeps as contacts: each once, found again, and changed by whom it is for. */
import { randomUUID } from 'node:crypto';
import { DAY_MS, LIMITS } from '@tidewaiter/contract';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { company, openKeeping } from '../testing/kept.js';
import { code } from '../testing/refusals.js';
import { FIRST } from '../testing/start.js';
import { databaseOf } from './accounts.js';
import { keyContacts } from './saved/contacts.js';
import type { User } from './users/user.js';

describe.each(DRAWN_ENGINES)('contacts on %s keep', async (engine) => {
  const { accounts, clock, later, open, openWithSubUser } = await openKeeping(engine);
  const { contacts } = accounts;

  it('a company once, however it is written, for the whole account', async () => {
    const { owner, subUser } = await openWithSubUser();
    const acme = company('Ácme-Trading Ltd.', { email: 'mail@acme.example', website: 'https://acme.example' });
    const added = await Promise.all(Array.from({ length: 5 }, () => contacts.add(owner, acme)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await contacts.add(subUser, company('ACME TRADING  LTD'))).toBe(false);
    for (const same of ['ACME TRADING LIMITED', 'M/S Acme Trading (P) Ltd.', 'Acme Trading'])
      expect(await contacts.add(subUser, company(same)), same).toBe(false);
    expect(await contacts.add(subUser, company('Acme Trading GmbH'))).toBe(true);
    expect(await contacts.add(owner, company('---'))).toBe(true);
    expect(await contacts.add(owner, company('***'))).toBe(true);
    expect(await contacts.add(await open(), acme)).toBe(true);
    const { contacts: kept } = await contacts.list(subUser, FIRST);
    expect(kept).toHaveLength(4);
    expect(kept).toContainEqual(expect.objectContaining(acme));
  });

  it('companies that are found by part of their name, by tag and by id, with who saved them and who may change them', async () => {
    const { owner, subUser } = await openWithSubUser();
    await contacts.add(owner, company('Ácme-Trading Ltd.', { tags: ['Buyer', 'hot'] }));
    await contacts.add(subUser, company('100% Bolt_', { tags: ['Buyer'], notes: 'Called\nback' }));
    const found = async (user: User, only: object) =>
      (await contacts.list(user, FIRST, only)).contacts.map(({ companyName }) => companyName);
    for (const contains of ['acme', 'ÁCME', 'me tr', 'trading ltd', 'acme-t'])
      expect(await found(owner, { contains }), contains).toEqual(['Ácme-Trading Ltd.']);
    expect(await found(owner, { contains: '%' })).toEqual([]);
    expect(await found(owner, { contains: '00% b' })).toEqual(['100% Bolt_']);
    expect(await found(subUser, { tag: 'Buyer' })).toHaveLength(2);
    expect(await found(owner, { tag: 'hot', contains: 'bolt' })).toEqual([]);
    expect(await contacts.tags(subUser)).toEqual(['Buyer', 'hot']);
    const [bolt, acme] = (await contacts.list(subUser, FIRST)).contacts;
    const by = (user: User) => ({ userId: user.id, userName: `${user.firstname} ${user.lastname}` });
    expect(bolt).toMatchObject({ mayChange: true, createdBy: by(subUser), revision: 1, notes: 'Called\nback' });
    expect(acme).toMatchObject({ mayChange: false, createdBy: by(owner), createdAt: clock.now });
    expect(await found(owner, { id: bolt?.id })).toEqual(['100% Bolt_']);
    for (const id of [randomUUID(), 'made up'])
      expect(await code(contacts.list(owner, FIRST, { id }))).toBe('NOT_YOURS');
  });

  it("a contact's changes by its maker and the owner only, none over another, and a removal for a day", async () => {
    const { owner, subUser } = await openWithSubUser();
    const stranger = await open();
    const idOf = async (contains: string) => (await contacts.list(owner, FIRST, { contains })).contacts[0]?.id ?? '';
    await contacts.add(owner, company('Acme'));
    await contacts.add(subUser, company('Bolt'));
    const [acme, bolt] = [await idOf('acme'), await idOf('bolt')];
    const update = (user: User, id: string, revision: number, name: string) =>
      code(contacts.update(user, id, revision, company(name, { notes: name })));
    expect(await update(subUser, acme, 1, 'Mine')).toBe('MAKER_ONLY');
    expect(await update(stranger, acme, 1, 'Mine')).toBe('NOT_YOURS');
    expect(await update(owner, acme, 1, 'BOLT')).toBe('DUPLICATE_CONTACT');
    const both = await Promise.all([update(owner, bolt, 1, 'Bolt A'), update(subUser, bolt, 1, 'Bolt B')]);
    expect(both.sort()).toEqual(['CHANGED_MEANWHILE', 'no error']);
    expect(await contacts.update(subUser, bolt, 2, company('Bolt C'))).toBe(3);

    expect(await code(contacts.remove(subUser, acme))).toBe('MAKER_ONLY');
    expect(await code(contacts.remove(stranger, acme))).toBe('NOT_YOURS');
    await contacts.remove(owner, acme);
    expect(await idOf('acme')).toBe('');
    expect(await code(contacts.remove(owner, acme))).toBe('NOT_YOURS');
    expect(await update(owner, acme, 1, 'Acme 2')).toBe('NOT_YOURS');
    expect(await code(contacts.restore(subUser, acme))).toBe('MAKER_ONLY');
    // Its name is free meanwhile, and taken it keeps the removed one away.
    await contacts.add(subUser, company('ACME'));
    expect(await code(contacts.restore(owner, acme))).toBe('DUPLICATE_CONTACT');
    await contacts.remove(subUser, await idOf('acme'));
    await contacts.restore(owner, acme);
    await contacts.restore(owner, acme);
    expect(await idOf('acme')).toBe(acme);
    await contacts.remove(owner, acme);
    later(DAY_MS + 1);
    expect(await code(contacts.restore(owner, acme))).toBe('NOT_YOURS');
  });

  it('many companies at once, each once and no more than there is room for', async () => {
    const { owner, subUser } = await openWithSubUser();
    const many = Array.from({ length: 600 }, (_, n) => company(`Company ${n}`));
    const added = await contacts.addAll(subUser, [...many, company('COMPANY 1')]);
    expect(added).toEqual({ added: 600, duplicates: 1, beyond: [] });
    expect(await contacts.addAll(owner, many)).toMatchObject({ added: 0, duplicates: 600 });
    // With keys of their parties: without, a test of those that have none would give each of them one.
    await databaseOf(accounts).execute(sql`
      insert into contacts (id, owner_id, company_name, company_key, party_key, created_at)
      select gen_random_uuid(), ${owner.id}, 'x', 'x' || n, 'x' || n, now() from generate_series(1, ${LIMITS.contacts - 602}) n`);
    const more = Array.from({ length: 4 }, (_, n) => company(`More ${n}`));
    const fitting = await contacts.addAll(owner, [...more, company('Company 2')]);
    expect(fitting).toEqual({ added: 2, duplicates: 1, beyond: more.slice(-2) });
    expect(await code(contacts.add(owner, company('One more')))).toBe('CONTACTS_FULL');
    expect(await contacts.add(owner, company('Company 3'))).toBe(false);
  });

  it('companies that were kept twice before names of one party were known', async () => {
    const owner = await open();
    await databaseOf(accounts).execute(sql`insert into contacts (id, owner_id, company_name, company_key, created_at)
      select gen_random_uuid(), ${owner.id}, name, lower(name), now() + n * interval '1 second'
      from (values ('Tallow & Finch Ltd', 1), ('Tallow and Finch Limited', 2), ('Orrin GmbH', 3)) old (name, n)`);
    await keyContacts(databaseOf(accounts));
    await keyContacts(databaseOf(accounts));
    for (const name of ['TALLOW AND FINCH', 'Orrin G.m.b.H.'])
      expect(await contacts.add(owner, company(name)), name).toBe(false);
    const { contacts: kept, total } = await contacts.list(owner, FIRST);
    expect(total).toBe(3);
    const second = kept.find(({ companyName }) => companyName === 'Tallow and Finch Limited') ?? expect.fail();
    const renamed = code(contacts.update(owner, second.id, 1, company('Tallow and Finch')));
    expect(await renamed).toBe('DUPLICATE_CONTACT');
    await contacts.remove(owner, second.id);
    await contacts.restore(owner, second.id);
  });

  it('the longest company names that there can be', async () => {
    const owner = await open();
    for (const letter of ['ﷺ', '각', 'क़', 'ᾂ', '\u{1D160}'.repeat(1), '漢', 'İ']) {
      const name = letter.repeat(300 / letter.length);
      expect(await contacts.add(owner, company(name)), letter).toBe(true);
    }
  });
});
