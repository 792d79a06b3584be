/** The parties of a market against a plain computation over the same records. */
import {
  addMonths,
  type MarketSide,
  PARTNERS_NAMED,
  PARTY_CHANGES,
  PARTY_ORDERS,
  type SearchPayload,
  searchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '@tidewaiter/testing/demo-records';
import { AS_PORTAL, EVERYTHING } from '@tidewaiter/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { NamedList } from '../query/listed.js';
import type { PartiesLayout } from './market-parties.js';

interface Plain {
  day: string;
  importer: string;
  exporter: string;
  country: string;
  usd: number;
}

let demo: DemoRecords;
beforeAll(async () => {
  demo = await loadDemoRecords();
});
afterAll(() => demo.test.close());

function stored(trade: TradeType): Promise<Plain[]> {
  const country = trade === 'IMPORT' ? 'origin_country' : 'destination_country';
  return demo.test.records.staging.engine.query({
    name: 'test.stored',
    sql: `SELECT toString(record_date), toString(importer_name_key), toString(exporter_name_key), ${country},
        toString(ifNull(total_value_usd, 0)) FROM records
      WHERE trade_type = '${trade}' AND record_date BETWEEN '${FROM}' AND '${UNTIL}'`,
    row: z
      .tuple([z.string(), z.string(), z.string(), z.string(), z.string()])
      .transform(([day, importer, exporter, country, usd]) => ({ day, importer, exporter, country, usd: Number(usd) })),
  });
}

const asked = (tradeType: TradeType, changes: Partial<SearchPayload> = {}) =>
  searchQuery.parse({
    ...{ tradeType, searchBy: 'PRODUCT', matchType: 'D', searchValue: ['none of these'] },
    ...{ countryCode: demo.countries, fromDate: FROM, toDate: UNTIL, ...changes },
  });

const partiesOf = async (query: ReturnType<typeof asked>, layout: Partial<PartiesLayout> & { by: MarketSide }) =>
  (await demo.test.records.ask(query, EVERYTHING, AS_PORTAL)).parties({
    ...{ unit: '', orderBy: 'VALUE', change: null, pageNumber: 0, numberOfRecords: 200, ...layout },
  });

const usdOf = (records: readonly Plain[]) => records.reduce((sum, { usd }) => sum + usd, 0);

function groups(records: readonly Plain[], by: (record: Plain) => string): Map<string, Plain[]> {
  const found = new Map<string, Plain[]>();
  for (const record of records) found.set(by(record), [...(found.get(by(record)) ?? []), record]);
  return found;
}

describe.each([
  ['importers of imports', 'IMPORT', 'importers', 'importer', 'exporter'],
  ['exporters of exports', 'EXPORT', 'exporters', 'exporter', 'importer'],
] as const)('the %s', (_, trade, by, own, partner) => {
  it('are told with their sums, days, months, partners and countries, the largest first', async () => {
    const records = await stored(trade);
    const plain = groups(
      records.filter((record) => record[own] !== '0'),
      (record) => record[own],
    );
    const found = await partiesOf(asked(trade), { by });
    expect(found.shipments).toBe(records.length);
    expect(Number(found.valueUsd)).toBeCloseTo(usdOf(records), 2);
    expect(Object.values(found.counts).reduce((sum, count) => sum + count, 0)).toBe(plain.size);
    const ranked = [...plain.values()].sort((a, b) => usdOf(b) - usdOf(a));
    const lastMonth = records
      .map(({ day }) => day.slice(0, 7))
      .sort()
      .at(-1);
    expect([found.months.length, found.months.at(-1)]).toEqual([12, lastMonth]);
    for (const [at, party] of found.parties.entries()) {
      const theirs = ranked[at] ?? [];
      const days = theirs.map(({ day }) => day).sort();
      expect(party.total.shipments).toBe(theirs.length);
      expect(Number(party.total.valueUsd)).toBeCloseTo(usdOf(theirs), 2);
      expect([party.first, party.last]).toEqual([days[0], days.at(-1)]);
      for (const [month, name] of found.months.entries())
        expect(Number(party.months[month])).toBeCloseTo(usdOf(theirs.filter(({ day }) => day.startsWith(name))), 2);
      const partners = groups(
        theirs.filter((record) => record[partner] !== '0'),
        (record) => record[partner],
      );
      expect(party.partners.count).toBe(partners.size);
      expect(party.partners.names.length).toBe(Math.min(PARTNERS_NAMED, partners.size));
      const countries = [...groups(theirs, ({ country }) => country)]
        .filter(([name]) => name !== '')
        .sort((a, b) => usdOf(b[1]) - usdOf(a[1]));
      expect(party.countries).toEqual({
        count: countries.length,
        names: countries.slice(0, PARTNERS_NAMED).map(([name]) => name),
      });
    }
  });

  it('are new, lost or have stayed by the last three whole months that have records, and are asked for so', async () => {
    const records = await stored(trade);
    const all = await partiesOf(asked(trade), { by });
    expect(all.recent?.months).toBe(3);
    const from = all.recent?.from ?? '';
    const became = (own: readonly Plain[]) => {
      const days = own.map(({ day }) => day).sort();
      return (days[0] ?? '') >= from ? 'NEW' : (days.at(-1) ?? '') < from ? 'LOST' : 'STAYED';
    };
    const plain = [...groups(records, (record) => record[own])].filter(([key]) => key !== '0');
    for (const change of PARTY_CHANGES) {
      const count = plain.filter(([, own]) => became(own) === change).length;
      expect(all.counts[change], change).toBe(count);
      const some = await partiesOf(asked(trade), { by, change });
      expect(some.parties.length).toBe(Math.min(count, 200));
      expect(some.parties.every((party) => party.change === change)).toBe(true);
      if (count > 0) expect(some.counts).toEqual(all.counts);
    }
    // Days that are asked for beyond the last record make nobody lost.
    const fromDate = addMonths(FROM, 6);
    const [now, later] = await Promise.all(
      [UNTIL, addMonths(UNTIL, 6)].map((toDate) => partiesOf(asked(trade, { fromDate, toDate }), { by })),
    );
    expect(later?.counts).toEqual(now?.counts);
    const short = await partiesOf(asked(trade, { fromDate: `${UNTIL.slice(0, 7)}-01` }), { by });
    expect([short.recent, short.counts.NEW, short.counts.LOST]).toEqual([null, 0, 0]);
  });
});

it('every order is that of what it names, and pages follow on each other', async () => {
  const query = asked('IMPORT');
  const readers: Record<
    (typeof PARTY_ORDERS)[number],
    (party: Awaited<ReturnType<typeof partiesOf>>['parties'][number]) => number | string
  > = {
    VALUE: ({ total }) => Number(total.valueUsd),
    QUANTITY: ({ total }) => Number(total.quantity),
    SHIPMENTS: ({ total }) => total.shipments,
    UNIT_PRICE: ({ total }) =>
      Number(total.pricedQuantity) === 0 ? 0 : Number(total.pricedValueUsd) / Number(total.pricedQuantity),
    FIRST: ({ first }) => first,
    LAST: ({ last }) => last,
  };
  for (const orderBy of PARTY_ORDERS) {
    const { parties } = await partiesOf(query, { by: 'exporters', orderBy, numberOfRecords: 20 });
    const read = parties.map(readers[orderBy]);
    for (const [at, value] of read.entries()) if (at > 0) expect((read[at - 1] ?? 0) >= value, orderBy).toBe(true);
    const halves = await Promise.all(
      [0, 1].map((pageNumber) => partiesOf(query, { by: 'exporters', orderBy, numberOfRecords: 10, pageNumber })),
    );
    expect(halves.flatMap((half) => half.parties)).toEqual(parties);
  }
});

it('a market of nothing has no parties', async () => {
  const query = asked('IMPORT', { fromDate: '1999-01-01', toDate: '1999-12-31' });
  expect(await partiesOf(query, { by: 'exporters' })).toMatchObject({
    ...{ shipments: 0, parties: [], months: [], recent: null, market: null, counts: { NEW: 0, LOST: 0, STAYED: 0 } },
  });
});

describe.each([
  ['IMPORT', 'importers', 'importer'],
  ['EXPORT', 'exporters', 'exporter'],
] as const)('parties of an account’s list, %s %s', (trade, by, field) => {
  const listOf = (members: readonly string[]): NamedList => ({
    ...{ name: 'Ours', kind: 'COMPANY', members },
    contents: `${trade} ${members.join()}`,
  });

  it('are marked, and told together as the query line finds them, whichever page is shown', async () => {
    const query = asked(trade);
    const all = await partiesOf(query, { by });
    expect([all.listed, all.parties.some(({ isListed }) => isListed)]).toEqual([null, false]);
    const ours = new Set(all.parties.filter((_, at) => at % 3 === 1).map(({ name }) => name));
    const list = listOf([...ours].map((name) => name.toLowerCase()).concat('Nobody of this name', '...'));
    const found = await partiesOf(query, { by, list });
    expect(found.counts).toEqual(all.counts);
    expect(found.parties.map(({ isListed: _, ...party }) => party)).toEqual(
      all.parties.map(({ isListed: _, ...party }) => party),
    );
    for (const { name, isListed } of found.parties) expect(isListed, name).toBe(ours.has(name));
    const line = asked(trade, { line: `${field}:@Ours` });
    const asking = await demo.test.records.ask(line, EVERYTHING, { ...AS_PORTAL, lists: [list] });
    const byLine = await asking.parties({
      by,
      unit: '',
      orderBy: 'VALUE',
      change: null,
      pageNumber: 0,
      numberOfRecords: 1,
    });
    const parties = Object.values(byLine.counts).reduce((sum, count) => sum + count, 0);
    expect(found.listed).toEqual({ parties: ours.size, shipments: byLine.shipments, valueUsd: byLine.valueUsd });
    expect(parties).toBe(ours.size);
    const page = await partiesOf(query, { by, list, pageNumber: 1, numberOfRecords: 3 });
    expect(page.listed).toEqual(found.listed);
  });

  it('are shown alone, or left out, also where none is', async () => {
    const query = asked(trade);
    const all = await partiesOf(query, { by });
    const many = all.parties.length;
    const list = listOf(all.parties.slice(0, 4).map(({ name }) => name));
    const some = async (onList: 'ON' | 'OFF', of: NamedList) => {
      const found = await partiesOf(query, { by, list: of, onList, numberOfRecords: 3 });
      const { parties, matching, listed, counts } = found;
      expect(counts).toEqual(all.counts);
      return [parties.length, matching, listed?.parties, new Set(parties.map(({ isListed }) => isListed))];
    };
    const total = Object.values(all.counts).reduce((sum, count) => sum + count, 0);
    expect(many).toBeGreaterThan(6);
    expect(await some('ON', list)).toEqual([3, 4, 4, new Set([true])]);
    expect(await some('OFF', list)).toEqual([3, total - 4, 4, new Set([false])]);
    expect(await some('ON', listOf(['Nobody']))).toEqual([0, 0, 0, new Set()]);
    expect(await some('ON', listOf([]))).toEqual([0, 0, 0, new Set()]);
  });
});
