import { searchQuery } from '@tidewaiter/contract';
import { countOf, EVERY_RECORD, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { columnsFrom, smallMapping } from '@tidewaiter/testing/small-files';
import { expect, it } from 'vitest';

const test = sharedRecords();

const FORWARDERS = [
  ...[
    'ACME FREIGHT FORWARDERS LTD',
    'Kühne + Nagel Ltd.',
    'DHL Global Forwarding',
    'C.H. ROBINSON INTL',
    'Orvin Logística S.A.C.',
  ],
  ...['Halvent Spedition GmbH', 'TALLOW AGENCIA DE CARGA', 'Brel Lojistik A.S.', 'SCHENKER AG', 'Dune Cargo Services'],
];
const OTHERS = [
  ...['Acme Cargo Pants Ltd', 'Freight Elevators Inc', 'Forward Industries', 'Transport Equipment SA', 'Cargotec Oyj'],
  ...['Expeditionary Foods', 'Agile Toys', 'Courierre Textiles', 'Logis Hotels', 'Shipping Container Homes'],
];

it('a forwarder is told apart where it stands, and stays there', async () => {
  const header = 'no,date,hs,importer,exporter,goods,usd';
  const columns = columnsFrom({
    ...{ record_date: 'date', hs_code: 'hs', importer_name: 'importer', exporter_name: 'exporter' },
    ...{ product_description: 'goods', total_value_usd: 'usd' },
  });
  const parties = [
    ...FORWARDERS.map((name) => [name, 'Far Seller']),
    ...OTHERS.map((name) => [name, 'Far Seller']),
    ...[
      ['Near Buyer', 'Sinotrans Ningbo'],
      ['Dune Logistics', 'Sinotrans Ningbo'],
    ],
  ];
  const lines = parties.map(([importer, exporter], no) => `${no},2020-03-10,850760,${importer},${exporter},Cells,10`);
  await test.load(lines, { header, mapping: smallMapping({ country: 'PER', columns }) });
  const count = async (asked: object) =>
    (await countOf(test.records, searchQuery.parse(question({ ...EVERY_RECORD, countryCode: ['PER'], ...asked }))))
      .count;
  expect(await count({})).toBe(22);
  expect(await count({ forwarderList: ['As importer'] })).toBe(FORWARDERS.length);
  expect(await count({ forwarderList: ['As importer'], importerList: FORWARDERS })).toBe(FORWARDERS.length);
  expect(await count({ forwarderList: ['As exporter'] })).toBe(1);
  expect(await count({ line: 'forwarder:both' })).toBe(1);
  expect(await count({ line: '-forwarder:as' })).toBe(OTHERS.length);
});
