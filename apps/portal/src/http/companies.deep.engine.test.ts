/** A company over all of its parts, who is like it, whose records state the same, and names of every kind. */
import type { TradeType } from '@tidewaiter/contract';
import { HOSTILE } from '@tidewaiter/testing/hostile';
import { beforeAll, describe, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { type SignedInAccount, searchesLeft } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';

const portal = sharedPortal();
let me: SignedInAccount;
beforeAll(async () => {
  me = await portal.signIn();
});

const HEADER = 'no,date,hs,importer,exporter,quantity,unit,usd';
const VIEW = { countryCode: ['VNM'], fromDate: '2024-01-01', toDate: '2024-12-31' };

it('tells of a partner what it is to the company over all of its parts, with the day', async () => {
  const load = (trade: TradeType, rows: string[]) => loadTestRows(portal, 'IDN', HEADER, rows, trade);
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
  const shownOf = async (account: SignedInAccount, tradeType: TradeType, countryCode = ['IDN']) => {
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
  const rows = [
    '1,2024-03-01,690721,Quay Tiles,Bolt,5,PCS,30,"12 Quay Street, Pune",0388123456',
    '2,2024-04-01,851712,QUAY TILES,Bolt,5,PCS,10,12 QUAY STREET PUNE,0388123456',
    '3,2024-05-01,690721,Dock Tiles,Bolt,5,PCS,60,"12, Quay Street; Pune",',
    '4,2024-06-01,852872,Pier Screens,Nut,5,PCS,60,Pune,0388 123456',
    '5,2024-07-01,690721,Mole Stones,Nut,5,PCS,20,Pune,',
    '6,2024-07-02,852872,Mole Stones,Nut,5,PCS,60,Pune,',
  ];
  await loadTestRows(
    portal,
    'IND',
    `${HEADER},address,iec,origin`,
    rows.map((row) => `${row},China`),
  );
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

describe('whatever a text may be', () => {
  it.each(HOSTILE)('the unit %s is bound', async (unit) => {
    expect((await me.client.pivot({ query: payload(), rows: 'months', unit })).unit).toBe(unit);
  });

  it('the name of a company, or of parties, is bound or refused', async () => {
    let answered = 0;
    for (const name of HOSTILE) {
      const [page, known] = await Promise.allSettled([
        me.client.company({ company: name }),
        me.client.partyIdentities({ query: payload(), by: 'exporters', names: [name] }),
      ]);
      if (known.status === 'fulfilled')
        expect(known.value).toMatchObject({ identities: [{ addresses: { count: 0 } }] });
      for (const { status, ...said } of [page, known])
        if (status === 'rejected') expect(said).toMatchObject({ reason: { code: 'VALIDATION' } });
      if (page.status === 'fulfilled') answered += 1;
    }
    expect(answered).toBeGreaterThan(HOSTILE.length / 2);
  });
});
