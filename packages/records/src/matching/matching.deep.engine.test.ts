/** Names of a list find the parties that they are of: surely where they do, and never one that may not be seen. */

import type { DataAccess } from '@tidewaiter/contract';
import { listedPairs } from '@tidewaiter/testing/listed-names';
import { AS_PORTAL, EVERYTHING, seeing } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { PARTIES_HEADER, PARTIES_MAPPING, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, expect, it } from 'vitest';
import { EVERYTHING_LOADED } from '../query/entitlement.js';
import { keysOfNames } from '../text/keys-of-names.js';

const test = sharedRecords();
afterEach(() => test.empty());

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
type Row = readonly [importer: string, day?: string, exporter?: string, notify?: string];

let files = 0;
async function load(rows: readonly Row[], country = 'KOR'): Promise<void> {
  const lines = rows.map(
    ([importer, day = '2020-01-15', exporter = '', notify = ''], no) =>
      `${no},${day},610910,${[importer, exporter, notify].map(quoted).join(',')},goods,1,1`,
  );
  const path = await test.file(`${files++}.csv`, `${PARTIES_HEADER}\n${lines.join('\n')}\n`);
  const { columns } = PARTIES_MAPPING;
  const mapping = country === 'KOR' ? PARTIES_MAPPING : smallMapping({ country, name: country.toLowerCase(), columns });
  await test.loader.load({ files: [{ path }], mapping, accept: true });
}

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
  expect(await why('M/S. Brelmora-Textiles (P) Ltd.')).toEqual(['SURE', 'BRELMORA TEXTILES PVT LTD', 'spelling']);
  expect(await why('karntner  hauser')).toEqual(['SURE', 'Kärntner Häuser AG', 'spelling', 'form']);
  expect(await why('QUENVISTA INTL TRDG GMBH')).toEqual([
    'SURE',
    'QUENVISTA INTERNATIONAL TRADING GMBH',
    'abbreviation',
  ]);
  expect(await why('TEXTILES BRELMORA LTD')).toEqual(['PROBABLE', 'BRELMORA TEXTILES PVT LTD', 'order']);
  expect(await why('BRELMORA TEXTILES PVT LTD MUMBAI')).toEqual(['SURE', 'BRELMORA TEXTILES PVT LTD', 'spelling']);
  expect(await why('BRELMORA TEXTILES 12 MILL ROAD DHAKA')).toEqual([
    'PROBABLE',
    'BRELMORA TEXTILES PVT LTD',
    'address',
  ]);
  expect(await why('VANTRELLO PRECISION MOUL')).toEqual([
    'PROBABLE',
    'VANTRELLO PRECISION MOULDINGS SA',
    'cut',
    'form',
  ]);
  expect(await why('VANTRELLO PRECISOIN MOULDINGS SA')).toEqual([
    'PROBABLE',
    'VANTRELLO PRECISION MOULDINGS SA',
    'typing',
  ]);
  expect(await why('Gazprom')).toEqual(['SURE', 'ГАЗПРОМ', 'script']);
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

it('find no party, near or not, that only records name which may not be seen', async () => {
  await load([['HALVENT STEEL GMBH'], ['ONDARA FOODS LTD', '2020-02-20'], ['ONDARA FOODS LTD', '2020-02-05']]);
  await load([['HALVENT STEEL SA'], ['BRELMORA TEXTILES LTD'], ['ONDARA FOODS LTD']], 'VNM');
  const names = ['Halvent Steel', 'Brelmora Textiles', 'Ondara Foods', 'Ondara Foods Ltd 12 Road'];
  const korea = seeing({ countries: ['KOR'] });
  expect((await told(names, korea)).slice(0, 3)).toEqual([
    ['SURE', 'HALVENT STEEL GMBH'],
    ['NONE'],
    ['SURE', 'ONDARA FOODS LTD'],
  ]);
  expect((await told(names)).at(0)?.[0]).toBe('AMBIGUOUS');
  // Of a month that is cut, the days that may be seen.
  const days = seeing({ countries: ['KOR'], fromDate: '2020-02-10', toDate: '2020-02-25' });
  const [halvent, , ondara] = await matched(names, days);
  expect(halvent?.candidates).toEqual([]);
  expect(ondara?.candidates.map(({ name, records }) => [name, records])).toEqual([['ONDARA FOODS LTD', 1]]);
  expect((await told(names, seeing({ countries: [] }))).flat()).toEqual(names.map(() => 'NONE'));
});

it('never find a party that is suppressed, and those that are joined as their lead', async () => {
  await load([['BOLT GMBH'], ['VERTRIEB NORDLICHT GMBH'], ['VERTRIEB NORDLICHT GMBH'], ['SECRET TRADERS LTD']]);
  const { parties, suppressions } = test.records;
  expect((await told(['Secret Traders', 'Vertrieb Nordlicht GmbH'])).map(([sureness]) => sureness)).toEqual([
    'SURE',
    'SURE',
  ]);
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
  const keyOf = await keysOfNames(
    pairs.map(({ otherName }) => otherName),
    test.records.staging.engine,
  );
  const companies = new Map<string, string[]>();
  for (const { otherName, otherCompany } of pairs)
    companies.set(keyOf(otherName), [...(companies.get(keyOf(otherName)) ?? []), otherCompany]);
  const matches = await matched(pairs.map(({ name }) => name));
  const isRight = (row: number, key: string) => companies.get(key)?.includes(pairs[row]?.company ?? '') ?? false;
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
