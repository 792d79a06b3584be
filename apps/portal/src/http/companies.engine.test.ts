/** A company's page as a call: what it costs and whom, what it shows, and proof against what it is sent. */
import { LIMITS } from '@tidewaiter/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { type SignedInAccount, searchesLeft } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';
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
let me: SignedInAccount;
beforeAll(async () => {
  await loadTestRows(portal, 'VNM', 'no,date,hs,importer,exporter,quantity,unit,usd', ROWS);
  me = await portal.signIn();
});

const VIEW = { countryCode: ['VNM'], fromDate: '2024-01-01', toDate: '2024-12-31' };

it('shows what a search for the company finds, each unit by itself, and what is not stated', async () => {
  const page = await me.client.company({ company: COMPANY });
  const found = await me.client.searchCount(
    payload({ ...VIEW, searchBy: 'IMPORTER', searchValue: [COMPANY], pickedValue: [COMPANY] }),
  );
  expect(found).toBe(4);
  expect(page).toMatchObject({
    name: COMPANY,
    searched: { toDate: '2024-12-31' },
    parts: [
      { tradeType: 'IMPORT', role: 'IMPORTER', shipments: 4, stated: 3, value_usd: '48.5', countryCode: ['VNM'] },
    ],
    shown: {
      spellings: { count: 2, rows: [{ shipments: 3 }, { shipments: 1 }] },
      partners: {
        count: 2,
        rows: [
          { name: 'Bolt', value_usd: '40.5', last_day: '2024-02-20', change: 'LOST', change_day: '2024-02-20' },
          { name: 'Nut', value_usd: '0', stated: 0, change: 'LOST', change_day: '2024-08-10' },
        ],
        notStated: { shipments: 1, value_usd: '8' },
      },
      partnerRole: 'EXPORTER',
      changes: { NEW: 0, LOST: 2, BACK: 0, STAYED: 0 },
      recent: { from: '2024-10-01', to: '2024-12-31', months: 3 },
      localPorts: { count: 0, notStated: { shipments: 4 } },
    },
  });
  const goods = page.shown?.goods.rows.map(({ name, unit, shipments, market }) => [
    name,
    unit,
    shipments,
    market?.shipments,
  ]);
  expect(goods?.sort()).toEqual([
    ['690721', 'NOS', 2, 2],
    ['851712', 'KGS', 1, 1],
    ['851712', 'NOS', 1, 1],
  ]);
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
    const user = await portal.services.accounts.users.findById(owner.person.userid);
    await portal.services.accounts.grants.give(user ?? expect.fail(), 'SEARCHES', -left, 'test');
    expect((await owner.client.company({ company: COMPANY })).parts).not.toEqual([]);
    expect((await failure(owner.client.company({ company: 'Bolt' }))).toBody()).toMatchObject({
      errorCode: 'SEARCH_LIMIT_EXHAUSTED',
      errorMsg: 'Your Search Limit Exhausted',
    });
  });
});

describe('what it is sent', () => {
  it('is refused in the words of the catalogue', async () => {
    const refused = async (request: object) =>
      (await failure(me.client.company({ company: COMPANY, ...request }))).toBody().details;
    expect(await refused({ company: ' ' })).toMatchObject([{ field: 'company', message: 'This field is required' }]);
    expect(await refused({ company: 'x'.repeat(LIMITS.companyNameMaxLength + 1) })).toMatchObject([
      { field: 'company', message: 'This text is too long' },
    ]);
    expect(await refused({ ...VIEW, toDate: '2028-12-31' })).toMatchObject([
      { field: 'toDate', message: 'To date should be less than 3 years' },
    ]);
    expect(await refused({ role: 'BROKER' })).toMatchObject([{ field: 'role' }]);
    expect(await refused({ countryCode: ['XXX'] })).toMatchObject([{ field: 'countryCode.0' }]);
  });
});
