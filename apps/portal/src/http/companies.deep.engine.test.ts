import { HOSTILE } from '@tidewaiter/testing/hostile';
import { expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { searchesLeft } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';

const portal = sharedPortal();
const HEADER = 'no,date,hs,importer,exporter,quantity,unit,usd';
const VIEW = { countryCode: ['VNM'], fromDate: '2024-01-01', toDate: '2024-12-31' };

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
  // What each of them counts: `company-page` and `company-peers` of the records.
  expect(page.identity).toMatchObject({
    ...{ shipments: 2, first_day: '2024-03-01', last_day: '2024-04-01', ships_from: { count: 0, rows: [] } },
    spellings: { count: 2, rows: [{ text: 'QUAY TILES' }, { text: 'Quay Tiles' }] },
    addresses: { count: 1, rows: [{ text: '12 Quay Street, Pune', shipments: 2 }] },
    numbers: { count: 1, rows: [{ text: 'IEC 0388123456', shipments: 2 }] },
    declared_in: { count: 1, rows: [{ text: 'IND', shipments: 2 }] },
  });
  expect(page.shown?.lanes).toMatchObject({ count: 1, rows: [{ name: 'China', source: 'IND', shipments: 2 }] });
  // Of 40 USD 30 are tiles: of the first one all are, of the second a quarter.
  expect(similar).toMatchObject({
    ...{ tradeType: 'IMPORT', role: 'IMPORTER', by: 'VALUE', amount: '40' },
    lanes: [{ heading: '6907', source: 'IND', country: 'China', amount: '30' }, { heading: '8517' }],
    companies: [
      { name: 'Dock Tiles', overlap: 0.75 },
      { name: 'Mole Stones', overlap: 0.25 },
    ],
  });
  expect(related).toMatchObject({
    ...{ count: 2, stated: ['ADDRESS', 'NUMBER'] },
    companies: [
      { name: 'Dock Tiles', same: [{ detail: 'ADDRESS', text: '12 Quay Street, Pune', shipments: 1 }] },
      { name: 'Pier Screens', same: [{ detail: 'NUMBER', text: 'IEC 0388123456', shipments: 1 }] },
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
  for (const call of ['similarCompanies', 'relatedCompanies'] as const)
    expect(await stranger.client[call]({ company: 'Quay Tiles' })).toBeNull();
  expect(await searchesLeft(stranger)).toBe(left);
});

it('whatever a text may be, the name of a company, or of parties, and a unit are bound or refused', async () => {
  const { client } = await portal.signIn();
  let answered = 0;
  for (const text of HOSTILE) {
    const calls = await Promise.allSettled([
      client.company({ company: text }),
      client.partyIdentities({ query: payload(), by: 'exporters', names: [text] }),
      client.pivot({ query: payload(), rows: 'months', unit: text }),
    ]);
    for (const call of calls) {
      if (call.status === 'rejected') expect(call.reason.code).toBe('VALIDATION');
      else answered += 1;
    }
  }
  expect(answered).toBeGreaterThan(HOSTILE.length * 2);
});
