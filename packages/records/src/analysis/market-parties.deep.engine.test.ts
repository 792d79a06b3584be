/** The parties of a market, and how its amounts and prices lie, against a plain computation over the same records. */
import {
  addMonths,
  type MarketSide,
  PARTNERS_NAMED,
  PARTY_CHANGES,
  PARTY_ORDERS,
  type SearchPayload,
  SPREAD_BARS_PER_DECADE,
  searchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import { FROM, UNTIL } from '@tidewaiter/testing/demo-records';
import { AS_PORTAL, EVERY_RECORD, EVERYTHING, question } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { beforeAll, describe, expect, it } from 'vitest';
import { grouped, type Plain, storedRecords, usdOf } from '../../testing/plain-records.js';
import type { NamedList } from '../query/listed.js';
import type { PartiesLayout } from './market-parties.js';

const demo = sharedDemo();
let plain: Plain[];
beforeAll(async () => {
  plain = await storedRecords(demo.test);
});

const asked = (tradeType: TradeType, changes: Partial<SearchPayload> = {}) =>
  searchQuery.parse({ tradeType, ...EVERY_RECORD, searchValue: ['none of these'], ...demo.scope, ...changes });

type Layout = Partial<PartiesLayout> & { by: MarketSide };
const partiesOf = async (query: ReturnType<typeof asked>, layout: Layout, lists: NamedList[] = []) =>
  (await demo.test.records.ask(query, EVERYTHING, { ...AS_PORTAL, lists })).parties({
    ...{ unit: '', orderBy: 'VALUE', change: null, pageNumber: 0, numberOfRecords: 200, ...layout },
  });
const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

describe.each([
  ['IMPORT', 'importers', 'importer', 'IMPORTER', 'EXPORTER'],
  ['EXPORT', 'exporters', 'exporter', 'EXPORTER', 'IMPORTER'],
] as const)('of each %s, the %s', (trade, by, field, own, partner) => {
  const stored = () => plain.filter((one) => one.trade === trade && one.day >= FROM && one.day <= UNTIL);
  const byParty = (records: readonly Plain[], role = own as typeof own | typeof partner) => {
    const parties = grouped(records, ({ keys }) => keys[role]);
    parties.delete('0');
    return parties;
  };
  const daysOf = (records: readonly Plain[]) => records.map(({ day }) => day).sort();

  it('are told with their sums, days, months, partners and countries, the largest first', async () => {
    const records = stored();
    const worthOf = (some: readonly Plain[]) => Number(usdOf(some)) / 1e18;
    const found = await partiesOf(asked(trade), { by });
    expect(found.shipments).toBe(records.length);
    expect(Number(found.valueUsd)).toBeCloseTo(worthOf(records), 2);
    const largestFirst = (a: Plain[], b: Plain[]) => worthOf(b) - worthOf(a);
    const ranked = [...byParty(records).values()].sort(largestFirst);
    expect(sumOf(found.counts)).toBe(ranked.length);
    expect([found.months.length, found.months.at(-1)]).toEqual([12, daysOf(records).at(-1)?.slice(0, 7)]);
    for (const [at, party] of found.parties.entries()) {
      const theirs = ranked[at] ?? [];
      const days = daysOf(theirs);
      expect(party.total.shipments).toBe(theirs.length);
      expect(Number(party.total.valueUsd)).toBeCloseTo(worthOf(theirs), 2);
      expect([party.first, party.last]).toEqual([days[0], days.at(-1)]);
      for (const [month, name] of found.months.entries())
        expect(Number(party.months[month])).toBeCloseTo(worthOf(theirs.filter(({ day }) => day.startsWith(name))), 2);
      const partners = byParty(theirs, partner).size;
      expect([party.partners.count, party.partners.names.length]).toEqual([
        partners,
        Math.min(PARTNERS_NAMED, partners),
      ]);
      const countries = grouped(theirs, ({ foreign }) => foreign);
      countries.delete('');
      const names = [...countries].sort((a, b) => largestFirst(a[1], b[1])).map(([name]) => name);
      expect(party.countries).toEqual({ count: names.length, names: names.slice(0, PARTNERS_NAMED) });
    }
  });

  it('are new, lost or have stayed by the last three whole months that have records, and are asked for so', async () => {
    const all = await partiesOf(asked(trade), { by });
    const { from, months } = all.recent ?? expect.fail();
    expect(months).toBe(3);
    const became = (days: readonly string[]) =>
      (days[0] ?? '') >= from ? 'NEW' : (days.at(-1) ?? '') < from ? 'LOST' : 'STAYED';
    const changes = [...byParty(stored()).values()].map((records) => became(daysOf(records)));
    for (const change of PARTY_CHANGES) {
      const count = changes.filter((one) => one === change).length;
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

  const listOf = (members: readonly string[]): NamedList => ({
    ...{ name: 'Ours', kind: 'COMPANY', members },
    contents: `${trade} ${members.join()}`,
  });

  it('of an account’s list are marked, and told together as the query line finds them, whichever page is shown', async () => {
    const query = asked(trade);
    const all = await partiesOf(query, { by });
    expect([all.listed, all.parties.some(({ isListed }) => isListed)]).toEqual([null, false]);
    const ours = new Set(all.parties.filter((_, at) => at % 3 === 1).map(({ name }) => name));
    const list = listOf([...ours].map((name) => name.toLowerCase()).concat('Nobody of this name', '...'));
    const found = await partiesOf(query, { by, list });
    expect(found.counts).toEqual(all.counts);
    expect(found.parties).toEqual(all.parties.map((party) => ({ ...party, isListed: ours.has(party.name) })));
    const byLine = await partiesOf(asked(trade, { line: `${field}:@Ours` }), { by, numberOfRecords: 1 }, [list]);
    expect(found.listed).toEqual({ parties: ours.size, shipments: byLine.shipments, valueUsd: byLine.valueUsd });
    expect(sumOf(byLine.counts)).toBe(ours.size);
    const page = await partiesOf(query, { by, list, pageNumber: 1, numberOfRecords: 3 });
    expect(page.listed).toEqual(found.listed);
  });

  it('of a list are shown alone, or left out, also where none is', async () => {
    const query = asked(trade);
    const all = await partiesOf(query, { by });
    const list = listOf(all.parties.slice(0, 4).map(({ name }) => name));
    const some = async (onList: 'ON' | 'OFF', of: NamedList) => {
      const found = await partiesOf(query, { by, list: of, onList, numberOfRecords: 3 });
      expect(found.counts).toEqual(all.counts);
      const { parties, matching, listed } = found;
      return [parties.length, matching, listed?.parties, new Set(parties.map(({ isListed }) => isListed))];
    };
    expect(all.parties.length).toBeGreaterThan(6);
    expect(await some('ON', list)).toEqual([3, 4, 4, new Set([true])]);
    expect(await some('OFF', list)).toEqual([3, sumOf(all.counts) - 4, 4, new Set([false])]);
    const past = await partiesOf(query, { by, list, onList: 'ON', pageNumber: 9 });
    expect(past).toMatchObject({ parties: [], matching: 4, counts: all.counts });
    for (const nobody of [['Nobody'], []]) expect(await some('ON', listOf(nobody))).toEqual([0, 0, 0, new Set()]);
  });
});

it('every order is that of what it names, and pages follow on each other', async () => {
  const query = asked('IMPORT');
  type Party = Awaited<ReturnType<typeof partiesOf>>['parties'][number];
  const readers: Record<(typeof PARTY_ORDERS)[number], (party: Party) => number | string> = {
    VALUE: ({ total }) => Number(total.valueUsd),
    QUANTITY: ({ total }) => Number(total.quantity),
    SHIPMENTS: ({ total }) => total.shipments,
    UNIT_PRICE: ({ total: { pricedValueUsd, pricedQuantity } }) => Number(pricedValueUsd) / Number(pricedQuantity) || 0,
    FIRST: ({ first }) => first,
    LAST: ({ last }) => last,
  };
  for (const orderBy of PARTY_ORDERS) {
    const { parties } = await partiesOf(query, { by: 'exporters', orderBy, numberOfRecords: 20 });
    const read = parties.map(readers[orderBy]);
    expect(read, orderBy).toEqual(read.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
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

/** Generated records have no amount far from the others: these have. */
describe('amounts and prices far from each other', () => {
  const ask = (changes: Partial<SearchPayload> = {}) =>
    demo.test.records.ask(question({ countryCode: ['ZWE'], ...changes }), EVERYTHING, AS_PORTAL);

  it('are counted by their size, within what a question narrows by; none, zero and less have no size', async () => {
    const values = ['0.05', '1', '1.5', '1.6', '2', '9.99', '10', '2500000.25', '0', '-3', ''];
    const lines = values.map((value, no) => `${no},2020-01-0${1 + (no % 9)},8517,Acme,${value}`);
    await demo.test.load(lines, { mapping: smallMapping({ country: 'ZWE' }) });
    const found = await (await ask()).amountSpread('rangeValueUsd');
    const decadeOf = (value: number) => Math.floor(Math.log10(value) * SPREAD_BARS_PER_DECADE) / SPREAD_BARS_PER_DECADE;
    const sizes = values.map(Number).filter((value) => value > 0);
    const bars = [...grouped(sizes, (value) => String(decadeOf(value)))];
    expect(found).toMatchObject({ least: '0.05', most: '2500000.25' });
    expect(found.bars).toEqual(bars.map(([decade, { length: records }]) => ({ decade: Number(decade), records })));
    const narrowed = await ask({ rangeValueUsdStart: '1.5', rangeValueUsdEnd: '2' });
    expect(await narrowed.amountSpread('rangeValueUsd')).toMatchObject({ least: '1.5', most: '2' });
  });

  it('are outliers of the prices', async () => {
    const { columns } = smallMapping();
    const priced = { ...columns, std_quantity: { from: 'kilos' }, std_unit: { from: 'unit' } };
    const lines = Array.from(
      { length: 12 },
      (_, no) => `${100 + no},2020-01-0${1 + (no % 9)},8518,Usual,${100 + no},10,KGS`,
    );
    lines.push('20,2020-02-01,8518,Cheap,1,10,KGS', '21,2020-02-02,8518,Dear,9000,10,KGS');
    const mapping = smallMapping({ country: 'ZWE', columns: priced });
    await demo.test.load(lines, { header: `${HEADER},kilos,unit`, mapping });
    const found = await (await ask({ searchValue: ['8518'] })).unitPrices('KGS');
    expect([found.total?.shipments, found.outlierCount]).toEqual([14, 2]);
    expect(found.outliers.map(({ price }) => price)).toEqual([900, 0.1]);
  });
});
