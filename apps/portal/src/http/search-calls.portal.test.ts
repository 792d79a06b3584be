import { describe, expect, it, vi } from 'vitest';
import { BASIC, failure, payload } from '../../testing/calls.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();

describe('searching', () => {
  it('asks the engine for its own account, and for no account of the portal where nobody has signed in', async () => {
    const { client, person } = await portal.signIn();
    const query = vi.spyOn(portal.services.records.askedEngine, 'query');
    await client.search(payload({ toDate: '2020-12-30' }));
    await portal.clientOf(() => null).whatsNew({});
    const askers = new Set(query.mock.calls.map(([{ asker }]) => asker.account));
    query.mockRestore();
    expect(askers).toEqual(new Set([String(person.userid), 'strangers']));
  });

  it('that show records are paid for without a count of them, which others ask for', async () => {
    const { client } = await portal.signIn();
    const query = vi.spyOn(portal.services.records.askedEngine, 'query');
    const page = await client.search(payload({ toDate: '2020-12-29' }));
    const asked = query.mock.calls.map(([{ name }]) => name);
    query.mockRestore();
    expect(page.impForeignList?.length).toBeGreaterThan(0);
    expect(asked).toContain('search.page');
    expect(asked.filter((name) => /^(breakdown|search\.(?!page|loaded))/.test(name))).toEqual([]);
  });

  it('that find nothing say what to leave out, on their first page only', async () => {
    const { client } = await portal.signIn();
    expect((await client.search(payload())).dropHints).toEqual([]);
    const { dropHints } = await client.search(payload({ incoterm: 'FOB' }));
    const clause = { part: 'filter', fields: ['incoterm'] };
    expect(dropHints).toEqual([{ clause, label: 'Incoterm: FOB', records: 4 }]);
    expect((await client.search(payload({ incoterm: 'FOB', pageNumber: 1 }))).dropHints).toEqual([]);
  });

  it('counts as a bare number, with the data version in a header', async () => {
    const { person } = await portal.signIn();
    const response = await fetch(`${portal.url}/search-management/searchcount`, {
      method: 'POST',
      headers: { authorization: BASIC, accessedby: person.token, 'content-type': 'application/json' },
      body: JSON.stringify(payload()),
    });
    expect(await response.text()).toBe('4');
    expect(response.headers.get('x-data-version')).toBe('1');
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  it('offers the columns of its countries and trade type on the first page, whatever that page holds', async () => {
    const { client } = await portal.signIn();
    const { columns } = await client.search(payload({ searchValue: ['0901'], numberOfRecords: 1 }));
    expect(columns).toEqual(expect.arrayContaining(['be_date', 'hs_code']));
    expect(columns).not.toContain('incoterm');
    expect((await client.search(payload({ searchValue: ['9999'] }))).columns).toEqual(columns);
    expect((await client.search(payload({ tradeType: 'EXPORT' }))).columns).toEqual([]);
    const { client: other } = await portal.signIn(['VNM']);
    expect((await other.search(payload())).columns).toEqual([]);
  });

  // What else is refused, and how: the contract's `request.test.ts`.
  it('refuses a page out of reach, and a column that is none', async () => {
    const { client } = await portal.signIn();
    const reach = 'Paging reaches the first 10,000 records. Narrow the search to see others.';
    expect((await failure(client.search(payload({ pageNumber: 500 })))).message).toBe(reach);
    const column = await failure(client.search(payload({ orderByColumn: 'password_hash' })));
    expect(column).toMatchObject({ code: 'VALIDATION', message: 'Records of this trade type have no such column' });
  });
});

describe('the list calls', () => {
  it('are asked together for as much as is wanted of each, under one form', async () => {
    const { client } = await portal.signIn();
    const asked = payload();
    const { lists } = await client.topLists({ ...asked, lists: { hsCodes: 2, months: 500, importers: 1 } });
    expect(Object.keys(lists).sort()).toEqual(['hsCodes', 'importers', 'months']);
    const { hscodesList, ...around } = await client.listHsCodes({ ...asked, numberOfRecords: 2 });
    const items = hscodesList.map(({ hscode, ...rest }) => ({ name: hscode, ...rest }));
    expect(lists.hsCodes).toEqual({ items, ...around });
    expect(lists.hsCodes?.items).toHaveLength(2);
    const { monthwiseList } = await client.listMonthwise(asked);
    expect(lists.months?.items.map(({ name }) => name)).toEqual(monthwiseList.map(({ month_name }) => month_name));
    expect(lists.importers).toMatchObject({ items: [], distinctCount: 0, shipmentCount: 4 });
    for (const refused of [{ hsCodes: 501 }, { hsCodes: 0 }, { nowhere: 1 }] as object[])
      expect((await failure(client.topLists({ ...asked, lists: refused }))).code).toBe('VALIDATION');
  });
});
