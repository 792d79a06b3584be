/** Lists of accounts that have gathered much: every page holds what it should, and the numbers that are kept are those that counting finds. */
import { contactFields, LIMITS } from '@tidewaiter/contract';
import { ENGINES } from '@tidewaiter/testing/databases';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startAccounts } from '../testing/start.js';
import { databaseOf } from './accounts.js';

describe.each(ENGINES)('large accounts on %s have', async (engine) => {
  const { accounts, opened } = await startAccounts(engine);
  const { user } = await opened();

  const pages = async <Item>(size: number, read: (page: { number: number; size: number }) => Promise<Item[]>) => {
    const all: Item[] = [];
    for (let number = 0; ; number += 1) {
      const items = await read({ number, size });
      if (items.length === 0) return all;
      all.push(...items);
    }
  };

  it('each entry of the ledger on one page, newest first, and as many as are kept', async () => {
    for (let n = 0; n < 25; n += 1) await accounts.plans.grants.give(user, 'SEARCHES', 1, `Grant ${n}`);
    const { total } = await accounts.plans.ledger.entries(user.id, { number: 0, size: 1 });
    const ids = await pages(4, async (page) =>
      (await accounts.plans.ledger.entries(user.id, page)).entries.map(({ id }) => id),
    );
    expect(ids).toHaveLength(total);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  it('a history of which texts find no more than can be paged to', async () => {
    const many = LIMITS.reachableRows + 50;
    await databaseOf(accounts).execute(sql`
      insert into searches (id, user_id, owner_id, question_hash, question, day, created_at, words)
      select md5('search' || n)::uuid, ${user.id}, ${user.id}, md5('q' || n), '{"tradeType": "IMPORT", "searchBy": "PRODUCT", "matchType": "C",
        "searchValue": ["cotton"], "countryCode": ["KOR"], "fromDate": "2023-01-01", "toDate": "2023-12-31"}', '2026-01-01',
        '2026-01-01'::timestamptz + n * interval '1 second', 'Import of cotton ' || n from generate_series(1, ${many}) n`);
    const list = async (number: number, contains?: string) => {
      const { searches, total } = await accounts.saved.searchLog.list(user, { number, size: 20 }, { contains });
      return { words: searches.map(({ words }) => words), total };
    };
    expect(await list(0)).toMatchObject({ total: many });
    expect((await list(0)).words[0]).toBe(`Import of cotton ${many}`);
    expect((await list(Math.floor((many - 1) / 20))).words.at(-1)).toBe('Import of cotton 1');
    expect(await list(0, 'COTTON')).toMatchObject({ total: LIMITS.reachableRows });
    expect((await list(LIMITS.reachableRows / 20, 'cotton')).words).toEqual([]);
    expect(await list(0, 'cotton 9999')).toEqual({ total: 1, words: ['Import of cotton 9999'] });
    expect(await list(0, '100%')).toEqual({ total: 0, words: [] });
  });

  it('as many contacts of each tag as are kept, whatever becomes of them', async () => {
    const fields = (n: number) =>
      contactFields.parse({ companyName: `Company ${n}`, tags: n % 2 ? ['odd'] : ['even', 'all'] });
    const all = Array.from({ length: 450 }, (_, n) => fields(n));
    await accounts.contacts.addAll(user, all);
    const first = (await accounts.contacts.list(user, { number: 0, size: 3 })).contacts;
    const [one, two, three] = first.map(({ id }) => id) as [string, string, string];
    await accounts.contacts.remove(user, one);
    await accounts.contacts.remove(user, two);
    await accounts.contacts.restore(user, two);
    await accounts.contacts.update(user, three, 1, { ...fields(1000), tags: ['new'] });
    const { total } = await accounts.contacts.list(user, { number: 0, size: 1 });
    expect(total).toBe(449);
    expect(await accounts.contacts.tags(user)).toEqual(['all', 'even', 'new', 'odd']);
    const ids = await pages(100, async (page) =>
      (await accounts.contacts.list(user, page)).contacts.map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(449);
    let read = 0;
    for await (const some of accounts.contacts.all(user)) read += some.length;
    expect(read).toBe(449);
    await databaseOf(accounts).execute(sql`delete from contacts`);
    expect(await accounts.contacts.tags(user)).toEqual([]);
  });

  it('numbers that are those of the rows', async () => {
    const { rows } = await databaseOf(accounts).execute(sql`
      select 'entries' as of, user_id as whose from balances b
        where entries <> (select count(*) from ledger_entries e where e.user_id = b.user_id and e.allowance = b.allowance)
      union all select 'history', user_id from history_counts h
        where count <> (select count(*) from searches s where s.user_id = h.user_id) and kind = 'SEARCH'
      union all select 'contacts', owner_id from contact_counts c
        where tag = '' and count <> (select count(*) from contacts k where k.owner_id = c.owner_id and removed_at is null)`);
    expect(rows).toEqual([]);
  });
});
