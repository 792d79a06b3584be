import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { searchesLeft, userOf } from '../../testing/portal.js';
import { sharedAccount, sharedPortal } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';

/** Two spellings of an importer: goods in two units, one of them without a value, and a partner that is not stated. */
const ROWS = [
  '1,2024-01-05,851712,Acme Trading Ltd,Bolt,5,PCS,10',
  '2,2024-02-20,851712,ACME TRADING LIMITED,Bolt,5,KGS,30.5',
  '3,2024-08-10,690721,Acme Trading Ltd,Nut,2,PCS,',
  '4,2024-12-20,690721,Acme Trading Ltd,,4,PCS,8',
  '5,2024-12-31,690721,Other,Bolt,4,PCS,16',
];
const COMPANY = 'Acme Trading Ltd';

const portal = sharedPortal();
const me = sharedAccount(portal);
beforeAll(async () => {
  await loadTestRows(portal, 'VNM', 'no,date,hs,importer,exporter,quantity,unit,usd', ROWS);
});

const VIEW = { countryCode: ['VNM'], fromDate: '2024-01-01', toDate: '2024-12-31' };

it('shows what a search for the company finds, each unit by itself, and what is not stated', async () => {
  const page = await me.client.company({ company: COMPANY });
  const picked = { searchBy: 'IMPORTER' as const, searchValue: [COMPANY], pickedValue: [COMPANY] };
  expect(await me.client.searchCount(payload({ ...VIEW, ...picked }))).toBe(4);
  expect(page).toMatchObject({
    ...{ name: COMPANY, searched: { toDate: '2024-12-31' } },
    parts: [
      { tradeType: 'IMPORT', role: 'IMPORTER', shipments: 4, stated: 3, value_usd: '48.5', countryCode: ['VNM'] },
    ],
    shown: {
      spellings: { count: 2, rows: [{ shipments: 3 }, { shipments: 1 }] },
      partners: {
        rows: [
          { name: 'Bolt', value_usd: '40.5', last_day: '2024-02-20', change: 'LOST', change_day: '2024-02-20' },
          { name: 'Nut', value_usd: '0', stated: 0 },
        ],
        notStated: { shipments: 1, value_usd: '8' },
      },
      partnerRole: 'EXPORTER',
      recent: { from: '2024-10-01', to: '2024-12-31', months: 3 },
    },
  });
  const goods = page.shown?.goods.rows.map(({ name, unit, shipments }) => `${name} ${unit} ${shipments}`);
  expect(goods?.sort()).toEqual(['690721 NOS 2', '851712 KGS 1', '851712 NOS 1']);
});

describe('its price', () => {
  it('is one search a day for all its parts, days and spellings, whoever of the account opens it', async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    const before = await searchesLeft(owner);
    await subUser.client.company({ company: COMPANY });
    expect(await searchesLeft(owner)).toBe(before - 1);
    await Promise.all([
      owner.client.company({ company: COMPANY.toUpperCase() }),
      owner.client.company({ company: COMPANY, tradeType: 'EXPORT', role: 'EXPORTER' }),
      owner.client.company({ company: `${COMPANY}.`, ...VIEW, toDate: '2024-06-30' }),
    ]);
    expect(await searchesLeft(owner)).toBe(before - 1);
    const { ledgerList } = await owner.client.ledger({});
    expect(ledgerList.filter(({ cause }) => cause === 'COMPANY')).toMatchObject([{ amount: -1, reason: COMPANY }]);
  });

  it('is told before it is paid where only what is free is asked for', async () => {
    const owner = await portal.signIn();
    const before = await searchesLeft(owner);
    const glance = { company: COMPANY, freeOnly: true };
    for (const call of ['company', 'similarCompanies', 'relatedCompanies'] as const) {
      await expect(owner.client[call](glance)).rejects.toMatchObject({ code: 'SEARCH_NEEDED' });
    }
    expect(await searchesLeft(owner)).toBe(before);
    const paid = await owner.client.company({ company: COMPANY });
    expect(await owner.client.company({ ...glance, company: COMPANY.toUpperCase() })).toEqual(paid);
    expect(await searchesLeft(owner)).toBe(before - 1);
  });

  it('is nothing where there is nothing to see', async () => {
    const owner = await portal.signIn();
    const stranger = await portal.signIn(['IND']);
    const before = await searchesLeft(owner);
    for (const company of ['Nobody of this name 77', '---']) {
      expect(await owner.client.company({ company })).toMatchObject({ name: company, parts: [], shown: null });
    }
    expect(await searchesLeft(owner)).toBe(before);
    const strangers = await searchesLeft(stranger);
    expect(await stranger.client.company({ company: COMPANY })).toMatchObject({ parts: [], shown: null });
    expect(await stranger.client.company({ company: COMPANY, ...VIEW })).toMatchObject({ searched: null });
    expect(await searchesLeft(stranger)).toBe(strangers);
  });

  it('is refused where no search is left, but for a page that was paid for', async () => {
    const owner = await portal.signIn();
    await owner.client.company({ company: COMPANY });
    const left = await searchesLeft(owner);
    await portal.services.accounts.plans.grants.give(await userOf(portal, owner), 'SEARCHES', -left, 'test');
    expect((await owner.client.company({ company: COMPANY })).parts).not.toEqual([]);
    expect((await owner.client.company({ company: '---' })).parts).toEqual([]);
    expect((await failure(owner.client.company({ company: 'Bolt' }))).code).toBe('SEARCH_LIMIT_EXHAUSTED');
  });
});
