/** Names of a list find the parties that they are of: surely where they do, and never one that may not be seen. */

import type { DataAccess } from '@tidewaiter/contract';
import { listedPairs } from '@tidewaiter/testing/listed-names';
import { AS_PORTAL, EVERYTHING } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { PARTIES_MAPPING } from '@tidewaiter/testing/small-files';
import { afterEach, expect, it } from 'vitest';
import { PARTIES, partyLine } from '../../testing/party-records.js';
import { grouped } from '../../testing/plain-records.js';
import { EVERYTHING_LOADED } from '../query/entitlement.js';
import { keysOfNames } from '../text/keys-of-names.js';

const test = sharedRecords();
afterEach(() => test.empty());

type Row = readonly [importer: string, day?: string, exporter?: string, notify?: string];

const load = (rows: readonly Row[], country = 'KOR') =>
  test.load(
    rows.map(([importer, day = '2020-01-15', ...others], no) => partyLine(no, [importer, ...others.map(String)], day)),
    { ...PARTIES, mapping: { ...PARTIES_MAPPING, country, name: country.toLowerCase() }, accept: true },
  );

async function matched(names: readonly string[], access: DataAccess = EVERYTHING, country?: string) {
  const question = await test.records.ask(EVERYTHING_LOADED, access, AS_PORTAL);
  return question.matchNames(names.map((name, row) => ({ row, name, country })));
}

/** How sure each name's match is, with the names that it may be of. */
const told = async (names: readonly string[], access?: DataAccess, country?: string) =>
  (await matched(names, access, country)).map(({ sureness, candidates }) => [
    sureness,
    ...candidates.map(({ name }) => name),
  ]);

const why = async (name: string) => {
  const [match] = await matched([name]);
  return [match?.sureness, match?.candidates[0]?.name, ...(match?.candidates[0]?.why ?? [])];
};

it('are found however they are written, with what they differ in', async () => {
  await load([
    ['BRELMORA TEXTILES PVT LTD', '2020-01-15', 'QUENVISTA INTERNATIONAL TRADING GMBH', 'ГАЗПРОМ'],
    ['BRELMORA TEXTILES PVT LTD', '2020-01-15', 'VANTRELLO PRECISION MOULDINGS SA', '삼성전자 주식회사'],
    ['Kärntner Häuser AG'],
    ['ORDELIA INDIA PVT LTD'],
    ['SALMORA OPTICS 2 LTD'],
  ]);
  const [brelmora, moulders] = ['BRELMORA TEXTILES PVT LTD', 'VANTRELLO PRECISION MOULDINGS SA'];
  for (const [name, ...match] of [
    ['M/S. Brelmora-Textiles (P) Ltd.', 'SURE', brelmora, 'spelling'],
    ['karntner  hauser', 'SURE', 'Kärntner Häuser AG', 'spelling', 'form'],
    ['QUENVISTA INTL TRDG GMBH', 'SURE', 'QUENVISTA INTERNATIONAL TRADING GMBH', 'abbreviation'],
    ['TEXTILES BRELMORA LTD', 'PROBABLE', brelmora, 'order'],
    ['BRELMORA TEXTILES PVT LTD MUMBAI', 'SURE', brelmora, 'spelling'],
    ['BRELMORA TEXTILES 12 MILL ROAD DHAKA', 'PROBABLE', brelmora, 'address'],
    ['VANTRELLO PRECISION MOUL', 'PROBABLE', moulders, 'cut', 'form'],
    ['VANTRELLO PRECISOIN MOULDINGS SA', 'PROBABLE', moulders, 'typing'],
    ['Gazprom', 'SURE', 'ГАЗПРОМ', 'script'],
  ] as const)
    expect(await why(name)).toEqual(match);
  expect((await why('SAMSUNG ELECTRONICS')).slice(0, 2)).toEqual(['PROBABLE', '삼성전자 주식회사']);
  const none = ['ORDELIA CHINA CO LTD', 'SALMORA OPTICS 3', 'TEXTILES', 'B', '...', '', 'LTD'];
  expect((await matched(none)).map(({ sureness }) => sureness)).toEqual(none.map(() => 'NONE'));
  expect((await told(['ORDELIA'])).at(0)).toEqual(['NONE', 'ORDELIA INDIA PVT LTD']);
  expect((await told(['ORDELIA'], EVERYTHING, 'IND')).at(0)).toEqual(['PROBABLE', 'ORDELIA INDIA PVT LTD']);
});

it('have their legal form in front or behind, which an English word in front is not by itself', async () => {
  const importers = ['Vilbranas UAB', 'Dovila SRL', 'Tolmek Sp. z o.o.', 'KAZMETAL TOO', 'Good Foods', 'Nang Resort'];
  await load(importers.map((importer) => [importer]));
  const names = ['UAB Vilbranas', 'S.C. Dovila S.R.L.', 'Tolmek Spółka z o.o.', 'TOO KAZMETAL', 'TOO «Kazmetal»'];
  const found = ['Vilbranas UAB', 'Dovila SRL', 'Tolmek Sp. z o.o.', 'KAZMETAL TOO', 'KAZMETAL TOO'];
  expect(await told(names)).toEqual(found.map((name) => ['SURE', name]));
  const others = await matched(['Too Good Foods', 'Ao Nang Resort']);
  expect(others.map(({ sureness }) => sureness)).toEqual(['NONE', 'NONE']);
});

it('are told to be one of several where these are equally near, with their records', async () => {
  await load([['HALVENT STEEL GMBH'], ['HALVENT STEEL SA'], ['HALVENT STEEL SA'], ['ONDARA FOODS LTD']]);
  const [match, ...others] = await matched(['Halvent Steel', 'Halvent Steel S.A.', 'Halvent Steel']);
  expect(match?.sureness).toBe('AMBIGUOUS');
  expect(match?.candidates.map(({ name, records }) => [name, records])).toEqual([
    ['HALVENT STEEL SA', 2],
    ['HALVENT STEEL GMBH', 1],
  ]);
  expect(others.map(({ row, sureness }) => [row, sureness])).toEqual([
    [1, 'SURE'],
    [2, 'AMBIGUOUS'],
  ]);
});

it('never find a party that is suppressed, and those that are joined as their lead', async () => {
  await load([['BOLT GMBH'], ['VERTRIEB NORDLICHT GMBH'], ['VERTRIEB NORDLICHT GMBH'], ['SECRET TRADERS LTD']]);
  const { parties, suppressions } = test.records;
  const before = await told(['Secret Traders', 'Vertrieb Nordlicht GmbH']);
  expect(before.map(([sureness]) => sureness)).toEqual(['SURE', 'SURE']);
  await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf('Secret Traders') }, 'asked for');
  await parties.join('Bolt GmbH', ['Vertrieb Nordlicht GmbH'], 'one company');
  const [secret, joined] = await matched(['Secret Traders Ltd', 'Vertrieb Nordlicht GmbH']);
  expect(secret).toEqual({ row: 0, sureness: 'NONE', candidates: [] });
  expect(joined?.candidates.map(({ name, records }) => [name, records])).toEqual([['BOLT GMBH', 3]]);
  expect(joined?.sureness).toBe('SURE');
});

it('are mostly found of the labelled names, and surely only where they are right', async () => {
  const pairs = listedPairs();
  await load([...new Set(pairs.map(({ otherName }) => otherName))].map((name) => [name]));
  const names = pairs.map(({ otherName }) => otherName);
  const keyOf = await keysOfNames(names, test.records.staging.engine);
  const companies = grouped(pairs, ({ otherName }) => keyOf(otherName));
  const matches = await matched(pairs.map(({ name }) => name));
  const isRight = (row: number, key: string) =>
    companies.get(key)?.some(({ otherCompany }) => otherCompany === pairs[row]?.company) ?? false;
  const sure = matches.filter(({ sureness }) => sureness === 'SURE');
  const right = sure.filter(({ row, candidates: [first] }) => isRight(row, first?.key ?? ''));
  expect(right.length / sure.length).toBeGreaterThan(0.995);
  for (const heldOut of [false, true]) {
    const same = matches.filter(({ row }) => {
      const pair = pairs[row];
      return pair?.heldOut === heldOut && pair.company === pair.otherCompany;
    });
    const found = same.filter(
      ({ row, sureness, candidates }) => sureness !== 'NONE' && candidates.some(({ key }) => isRight(row, key)),
    );
    expect(found.length / same.length).toBeGreaterThan(0.9);
  }
});
