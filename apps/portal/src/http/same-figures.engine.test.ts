/**
 * What is told of one company, or of two periods, is the same wherever it is told: by the definitions in
 * `contract/src/rules/definitions.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFINITIONS } from '@tidewaiter/contract';
import { Loader, parseMapping } from '@tidewaiter/loader';
import { beforeAll, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const MAPPING = parseMapping(
  JSON.stringify({
    ...{ name: 'same-figures', title: 'Same figures', country: 'VNM', trade: 'IMPORT', naturalKey: ['no'] },
    columns: {
      record_date: { from: 'date' },
      hs_code: { from: 'hs' },
      importer_name: { from: 'importer' },
      exporter_name: { from: 'exporter' },
      quantity: { from: 'quantity' },
      unit: { from: 'unit' },
      total_value_usd: { from: 'usd' },
    },
  }),
  'test',
);

/** Two spellings of one buyer, of which each year has another one more often; and buyers that are none. */
const BUYERS = ['Acme Trading Ltd', 'ACME TRADING LIMITED', 'Beta Foods', 'Gamma GmbH', 'Delta Oy', 'Epsilon SA'];
const NOBODY = ['', 'TO ORDER', 'TO THE ORDER OF SEVEN SEAS BANK LTD', 'NOT AVAILABLE', 'UNKNOWN'];
const SELLERS = ['Bolt Co', 'Nut Works', 'Screw Mills', '', 'TO ORDER OF SHIPPER'];
const CODES = ['851712', '851762', '690721', '690722', '610910'];

function rows(): string[] {
  return Array.from({ length: 420 }, (_, no) => {
    const year = 2022 + (no % 3);
    const month = String(1 + (no % 12)).padStart(2, '0');
    const day = String(1 + (no % 28)).padStart(2, '0');
    const buyer = no % 7 === 0 ? NOBODY[(no / 7) % NOBODY.length] : BUYERS[year === 2023 ? no % 6 : (no * no) % 6];
    const usd = no % 11 === 0 ? '' : (((no * 7919) % 9973) / 4).toFixed(2);
    return [no, `${year}-${month}-${day}`, CODES[no % 5], buyer, SELLERS[no % 5], 1 + (no % 9), 'PCS', usd].join(',');
  });
}

const portal = sharedPortal();
let me: SignedInAccount;
beforeAll(async () => {
  const path = join(portal.services.dataFolder, 'vnm.csv');
  await writeFile(path, `no,date,hs,importer,exporter,quantity,unit,usd\n${rows().join('\n')}\n`);
  await new Loader(portal.services.records).load({
    ...{ files: [{ path, trade: 'IMPORT' as const }], country: 'VNM', mapping: MAPPING },
  });
  me = await portal.signIn();
});

it('two periods count companies as lists of each do, and spell them as any list does', async () => {
  const of = (fromDate: string, toDate: string) =>
    payload({ countryCode: ['VNM'], searchValue: ['8517'], fromDate, toDate });
  const [before, after] = [of('2023-01-01', '2023-12-31'), of('2024-01-01', '2024-12-31')];
  const compared = await me.client.comparePeriods({
    ...{ query: after, by: 'importers' },
    before: { from: before.fromDate, to: before.toDate },
    after: { from: after.fromDate, to: after.toDate },
  });
  const { ENTERED, LEFT, STAYED } = compared.counts;
  const [was, is] = [await me.client.listImporters(before), await me.client.listImporters(after)];
  expect([STAYED + LEFT, STAYED + ENTERED]).toEqual([was.distinctCount, is.distinctCount]);
  const names = new Set([...was.importersList, ...is.importersList].map(({ importer_name }) => importer_name));
  expect(new Set(compared.items.map(({ name }) => name).filter((name) => name !== ''))).toEqual(names);
  // What switched is told with all that it bought, as in the table beside it.
  for (const { importer, before: bought, after: buys } of compared.switched) {
    const item = compared.items.find(({ name }) => name === importer);
    expect([bought, buys]).toEqual([item?.before.value_usd, item?.after.value_usd]);
  }
});

it('nobody is new who shipped before the dates of the search, here as on the page of a company', async () => {
  const query = payload({ countryCode: ['VNM'], searchValue: ['8517'], fromDate: '2024-07-01', toDate: '2024-12-31' });
  const { parties, recent } = await me.client.marketParties({ query, by: 'importers' });
  const earlier = await me.client.listImporters({ ...query, fromDate: '2022-01-01', toDate: '2024-06-30' });
  const known = new Set(earlier.importersList.map(({ importer_name }) => importer_name));
  expect(parties.filter(({ first }) => first >= (recent?.from ?? '9')).length).toBeGreaterThan(0);
  for (const { name, change } of parties) if (known.has(name)) expect([name, change]).not.toEqual([name, 'NEW']);
  expect(DEFINITIONS.new).toContain('three years');
});

it('a company is written and counted on its page as among the contacts and in lists', async () => {
  const { importersList } = await me.client.listImporters(
    payload({ countryCode: ['VNM'], searchValue: ['8517'], fromDate: '2024-01-01', toDate: '2024-12-31' }),
  );
  const name = importersList.map(({ importer_name }) => importer_name).find((one) => /acme/i.test(one)) ?? '';
  const page = await me.client.company({ company: 'acme trading' });
  expect(page.name).toBe(name);
  await me.client.saveContact({ companyName: 'ACME TRADING' });
  const { contactList } = await me.client.contactList({ userId: me.person.userid });
  const { shipmentsList } = await me.client.contactShipments({ contactId: contactList[0]?.id ?? '' });
  expect(shipmentsList.map(({ tradeType, role, records }) => [tradeType, role, records])).toEqual(
    page.parts.map(({ tradeType, role, shipments }) => [tradeType, role, shipments]),
  );
});
