/** A company's page as a call: what it costs and whom, what it shows, and proof against what it is sent. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import { HOSTILE } from '@tidewaiter/testing/hostile';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { testMapping } from '../../testing/mapping.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const MAPPING = testMapping({
  record_date: { from: 'date' },
  hs_code: { from: 'hs' },
  importer_name: { from: 'importer' },
  exporter_name: { from: 'exporter' },
  quantity: { from: 'quantity' },
  unit: { from: 'unit' },
  total_value_usd: { from: 'usd' },
});
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
  const path = join(portal.services.dataFolder, 'vnm.csv');
  await writeFile(path, `no,date,hs,importer,exporter,quantity,unit,usd\n${ROWS.join('\n')}\n`);
  const load = { files: [{ path, trade: 'IMPORT' as const }], country: 'VNM', mapping: MAPPING };
  await new Loader(portal.services.records).load(load);
  me = await portal.signIn();
});

const searchesLeft = async ({ client, person }: SignedInAccount) =>
  (await client.activeSubscriptions({ userId: person.userid })).userSubscriptionList[0]?.queryPerDay ?? 0;

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

it('tells of a partner what it is to the company over all of its parts, with the day', async () => {
  const load = async (trade: 'IMPORT' | 'EXPORT', rows: string[]) => {
    const path = join(portal.services.dataFolder, `${trade}.csv`);
    await writeFile(path, `no,date,hs,importer,exporter,quantity,unit,usd\n${rows.join('\n')}\n`);
    await new Loader(portal.services.records).load({ files: [{ path, trade }], country: 'IDN', mapping: MAPPING });
  };
  const row = (day: string, partner: string) => `${day}${partner},${day},851712,Sum Of Parts,${partner},1,PCS,1`;
  await load('IMPORT', [
    ...['2024-10-10', '2024-12-31'].map((day) => row(day, 'Moved')),
    ...['2024-03-01', '2024-11-05'].map((day) => row(day, 'Returned')),
    row('2024-11-20', 'First'),
  ]);
  await load('EXPORT', [
    ...['2024-01-10', '2024-08-01'].map((day) => row(day, 'Moved')),
    row('2024-09-09', 'Gone'),
    row('2024-12-20', 'First'),
  ]);
  const shownOf = async (account: SignedInAccount, tradeType: 'IMPORT' | 'EXPORT', countryCode = ['IDN']) => {
    const asked = { ...VIEW, countryCode, company: 'Sum of Parts', tradeType, role: 'IMPORTER' as const };
    const { shown } = await account.client.company(asked);
    const rows = shown?.partners.rows.map(({ name, change, change_day }) => [name, change, change_day]);
    return { rows: rows?.sort(), changes: shown?.changes };
  };
  const [moved, first] = [
    ['Moved', 'STAYED', null],
    ['First', 'NEW', '2024-11-20'],
  ];
  expect(await shownOf(me, 'IMPORT')).toEqual({
    rows: [first, moved, ['Returned', 'BACK', '2024-11-05']],
    changes: { NEW: 1, LOST: 0, BACK: 1, STAYED: 1 },
  });
  expect(await shownOf(me, 'EXPORT')).toEqual({
    rows: [first, ['Gone', 'LOST', '2024-09-09'], moved],
    changes: { NEW: 1, LOST: 1, BACK: 0, STAYED: 1 },
  });
});

it('tells who it is, who is like it, and whose records state the same, with the page that was paid for', async () => {
  const path = join(portal.services.dataFolder, 'addresses.csv');
  const rows = [
    '1,2024-03-01,690721,Quay Tiles,Bolt,5,PCS,30,"12 Quay Street, Pune",0388123456',
    '2,2024-04-01,851712,QUAY TILES,Bolt,5,PCS,10,12 QUAY STREET PUNE,0388123456',
    '3,2024-05-01,690721,Dock Tiles,Bolt,5,PCS,60,"12, Quay Street; Pune",',
    '4,2024-06-01,852872,Pier Screens,Nut,5,PCS,60,Pune,0388 123456',
    '5,2024-07-01,690721,Mole Stones,Nut,5,PCS,20,Pune,',
    '6,2024-07-02,852872,Mole Stones,Nut,5,PCS,60,Pune,',
  ];
  await writeFile(
    path,
    `no,date,hs,importer,exporter,quantity,unit,usd,address,iec,origin\n${rows.map((row) => `${row},China`).join('\n')}\n`,
  );
  const mapping = testMapping({
    ...{ record_date: { from: 'date' }, hs_code: { from: 'hs' }, importer_name: { from: 'importer' } },
    ...{ exporter_name: { from: 'exporter' }, total_value_usd: { from: 'usd' } },
    ...{ importer_address: { from: 'address' }, iec: { from: 'iec' }, origin_country: { from: 'origin' } },
  });
  await new Loader(portal.services.records).load({ files: [{ path, trade: 'IMPORT' }], country: 'IND', mapping });
  const asked = { ...VIEW, countryCode: ['IND'], company: 'Quay Tiles' };
  const owner = await portal.signIn();
  const before = await searchesLeft(owner);
  const [page, similar, related] = await Promise.all([
    owner.client.company(asked),
    owner.client.similarCompanies(asked),
    owner.client.relatedCompanies(asked),
  ]);
  expect(await searchesLeft(owner)).toBe(before - 1);
  const days = { first_day: '2024-03-01', last_day: '2024-04-01' };
  expect(page.identity).toEqual({
    ...{ shipments: 2, ...days, ships_from: { count: 0, rows: [] } },
    spellings: {
      count: 2,
      rows: [
        { text: 'QUAY TILES', shipments: 1, first_day: '2024-04-01', last_day: '2024-04-01' },
        { text: 'Quay Tiles', shipments: 1, first_day: '2024-03-01', last_day: '2024-03-01' },
      ],
    },
    addresses: { count: 1, rows: [{ text: '12 Quay Street, Pune', shipments: 2, ...days }] },
    iecs: { count: 1, rows: [{ text: '0388123456', shipments: 2, ...days }] },
    declared_in: { count: 1, rows: [{ text: 'IND', shipments: 2, ...days }] },
  });
  expect(page.shown?.lanes).toMatchObject({ count: 1, rows: [{ name: 'China', source: 'IND', shipments: 2 }] });
  // Of 40 USD 30 are tiles: of the first one all are, of the second a quarter.
  expect(similar).toMatchObject({
    ...{ tradeType: 'IMPORT', role: 'IMPORTER', by: 'VALUE', amount: '40' },
    lanes: [
      { heading: '6907', source: 'IND', country: 'China', amount: '30' },
      { heading: '8517', source: 'IND', country: 'China', amount: '10' },
    ],
    companies: [
      { name: 'Dock Tiles', overlap: 0.75, amount: '60', shared: '60', lanes: [{ place: 0, amount: '60' }] },
      { name: 'Mole Stones', overlap: 0.25, amount: '80', shared: '20', lanes: [{ place: 0, amount: '20' }] },
    ],
  });
  expect(related).toEqual({
    ...{ count: 2, stated: ['ADDRESS', 'IEC'] },
    companies: [
      {
        ...{ name: 'Dock Tiles', shipments: 1, first_day: '2024-05-01', last_day: '2024-05-01' },
        same: [{ detail: 'ADDRESS', text: '12 Quay Street, Pune', shipments: 1 }],
      },
      {
        ...{ name: 'Pier Screens', shipments: 1, first_day: '2024-06-01', last_day: '2024-06-01' },
        same: [{ detail: 'IEC', text: '0388123456', shipments: 1 }],
      },
    ],
  });
  // The same of parties of a question that is paid for, in its countries and days.
  const query = payload({ ...VIEW, countryCode: ['IND'] });
  const names = ['quay tiles', 'Nobody of this name 77'];
  const { identities } = await owner.client.partyIdentities({ query, by: 'importers', names });
  expect(identities).toMatchObject([page.identity, { shipments: 0, addresses: { count: 0 } }]);
  // What may not be seen is nobody's, and costs nothing.
  const stranger = await portal.signIn(['VNM']);
  const left = await searchesLeft(stranger);
  expect(await stranger.client.similarCompanies({ company: 'Quay Tiles' })).toBeNull();
  expect(await stranger.client.relatedCompanies({ company: 'Quay Tiles' })).toBeNull();
  expect(await searchesLeft(stranger)).toBe(left);
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
  it('binds whatever a name may be, or refuses it', async () => {
    let answered = 0;
    for (const company of HOSTILE) {
      const outcome = await me.client.company({ company }).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'VALIDATION' });
      else answered += 1;
    }
    expect(answered).toBeGreaterThan(HOSTILE.length / 2);
  });

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
