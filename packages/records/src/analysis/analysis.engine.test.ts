/** Every analysis against a plain computation over the same records, for several questions of both trade types. */
import {
  type Dimension,
  groupingDimensions,
  isOfTime,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import { AS_PORTAL, seeing } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  descending,
  grouped,
  isPriced,
  type Plain,
  pricesOf,
  quantile,
  scaled,
  storedRecords,
  totalOf,
  usdOf,
} from '../../testing/plain-records.js';
import { NO_AMOUNTS } from './amounts.js';
import type { PivotLayout } from './pivot.js';

const demo = sharedDemo();
let plain: Plain[];
beforeAll(async () => {
  plain = await storedRecords(demo.test);
});

const asked = (tradeType: TradeType, searchValue: string[], changes: Partial<SearchPayload>) =>
  searchQuery.parse({ tradeType, searchBy: 'HS_CODE_2', matchType: 'L', searchValue, ...demo.scope, ...changes });

const open = (query: SearchQuery, window = {}) => demo.test.records.ask(query, seeing(window), AS_PORTAL);

/** A question of the commonest chapters, and the records that answer it. */
function questionOf(trade: TradeType, changes: Partial<SearchPayload>) {
  const chapterOf = ({ code }: Plain) => code.slice(0, 2);
  const ofTrade = plain.filter((record) => record.trade === trade);
  const largest = [...grouped(ofTrade, chapterOf)].sort(([, a], [, b]) => b.length - a.length);
  const chapters = largest.slice(0, 8).map(([chapter]) => chapter);
  const query = asked(trade, chapters, changes);
  const within = ({ day }: Plain) => day >= query.fromDate && day <= query.toDate;
  return { query, records: ofTrade.filter((record) => within(record) && chapters.includes(chapterOf(record))) };
}

const quarterOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Dimensions that are held; the others are grouped by the same code. */
const GROUPED: Partial<Record<Dimension, (record: Plain) => string>> = {
  hsChapters: ({ code }) => code.slice(0, 2),
  importers: ({ keys }) => keys.IMPORTER,
  foreignCountries: ({ foreign }) => foreign,
  stdUnits: ({ stdUnit }) => stdUnit,
  quarters: ({ day }) => quarterOf(day),
  years: ({ day }) => day.slice(0, 4),
};
const groupOf = (dimension: Dimension | null, record: Plain) => (dimension && GROUPED[dimension]?.(record)) ?? '';

function sumsOf(records: readonly Plain[], unit: string) {
  const inUnit = records.filter((record) => record.unit === unit && unit !== '');
  const priced = inUnit.filter(isPriced);
  return {
    shipments: records.length,
    valued: records.filter(({ usd }) => usd !== '').length,
    valueUsd: usdOf(records),
    quantity: totalOf(inUnit.map(({ quantity }) => quantity)),
    measured: inUnit.length,
    priced: priced.length,
    pricedValueUsd: usdOf(priced),
    pricedQuantity: totalOf(priced.map(({ quantity }) => quantity)),
  };
}

/** An answer's sums, as they are compared. */
const exact = (sums: object | undefined) =>
  Object.fromEntries(
    Object.entries(sums ?? {}).map(([name, value]) => [name, typeof value === 'string' ? scaled(value) : value]),
  );

/** What importers bought in each period that buy most from another exporter than before. */
function switchers(before: readonly Plain[], after: readonly Plain[]): [before: bigint, after: bigint][] {
  const largest = (records: readonly Plain[]) => {
    const sellers = grouped(
      records.filter(({ keys }) => keys.EXPORTER !== '0'),
      ({ keys }) => keys.EXPORTER,
    );
    const [first] = [...sellers]
      .map(([key, of]) => ({ key, usd: usdOf(of) }))
      .filter(({ usd }) => usd > 0n)
      .sort((a, b) => descending(a.usd, b.usd) || Number(BigInt(b.key) - BigInt(a.key)));
    return first?.key;
  };
  const [was, is] = [before, after].map((records) => grouped(records, ({ keys }) => keys.IMPORTER));
  return [...(is ?? [])].flatMap(([importer, now]) => {
    const then = was?.get(importer) ?? [];
    const [former, present] = [largest(then), largest(now)];
    const switched = importer !== '0' && former && present && former !== present;
    return switched ? [[usdOf(then), usdOf(now)] as [bigint, bigint]] : [];
  });
}

describe.each([
  ['imports', 'IMPORT', {}],
  ['exports', 'EXPORT', {}],
  ['a cut span of imports', 'IMPORT', { fromDate: '2023-02-11', toDate: '2024-09-20' }],
] as const)('of %s', (_, trade, changes) => {
  it('the quantities are summed in each unit by itself, and what has none is counted', async () => {
    const { query, records } = questionOf(trade, changes);
    const { units, without } = await (await open(query)).units();
    const inUnits = grouped(records, ({ unit }) => unit);
    expect(without).toBe(inUnits.get('')?.length ?? 0);
    inUnits.delete('');
    expect(units.length).toBe(inUnits.size);
    expect(units.length).toBeGreaterThan(1);
    for (const { unit, ...amounts } of units)
      expect(exact(amounts)).toEqual(sumsOf(inUnits.get(unit) ?? expect.fail(unit), unit));
    const values = units.map(({ valueUsd }) => scaled(valueUsd));
    expect(values).toEqual(values.toSorted(descending));
  });

  const layouts: Pick<PivotLayout, 'rows' | 'columns' | 'orderBy'>[] = [
    { rows: 'hsChapters', columns: 'quarters', orderBy: 'VALUE' },
    { rows: 'importers', columns: 'foreignCountries', orderBy: 'SHIPMENTS' },
    { rows: 'foreignCountries', columns: null, orderBy: 'QUANTITY' },
    { rows: 'years', columns: 'stdUnits', orderBy: 'VALUE' },
  ];
  it.each(layouts)('the pivot by $rows and $columns is what a plain computation gives', async (layout) => {
    const { query, records } = questionOf(trade, changes);
    const pivot = await (await open(query)).pivot({ ...layout, unit: '', topRows: 6, topColumns: 3 });
    expect(records.length).toBeGreaterThan(50);
    expect(exact(pivot.total.total)).toEqual(sumsOf(records, pivot.unit));
    // Rows are the largest groups: whatever their names, their sums are those of the largest plain groups.
    const groups = grouped(records, (record) => groupOf(layout.rows, record));
    const by = ({ VALUE: 'valueUsd', SHIPMENTS: 'shipments', QUANTITY: 'quantity', UNIT_PRICE: 'valueUsd' } as const)[
      layout.orderBy
    ];
    const isNamed = (name: string) => name !== '' && name !== '0';
    const sums = (named: boolean) =>
      [...groups].filter(([name]) => isNamed(name) === named).map(([, group]) => sumsOf(group, pivot.unit));
    const sorted = sums(true).sort(
      (a, b) => Number(b[by] > a[by]) - Number(b[by] < a[by]) || b.shipments - a.shipments,
    );
    if (!isOfTime(layout.rows)) {
      const expected = [...sorted.slice(0, 6), ...sums(false)].map((one) => one[by]);
      expect(pivot.rows.map((row) => exact(row.total)[by])).toEqual(expected);
      expect(pivot.otherRows).toBe(Math.max(0, sorted.length - 6));
    }
    for (const row of layout.rows === 'importers' ? [] : pivot.rows) {
      const mine = groups.get(row.name) ?? [];
      expect(exact(row.total)).toEqual(sumsOf(mine, pivot.unit));
      for (const [index, column] of pivot.columns.entries()) {
        const cell = mine.filter((record) => groupOf(layout.columns, record) === column.name);
        expect(exact(row.cells[index] ?? NO_AMOUNTS)).toEqual(sumsOf(cell, pivot.unit));
      }
    }
    // What is shown and what is left over are everything, in each direction.
    const shownAndOthers = [...pivot.rows, pivot.others];
    for (const [index, all] of pivot.total.cells.entries()) {
      const column = shownAndOthers.map(({ cells }) => cells[index]?.valueUsd ?? '0');
      expect(totalOf(column)).toBe(scaled(all.valueUsd));
    }
    expect(shownAndOthers.reduce((sum, { total }) => sum + total.shipments, 0)).toBe(records.length);
  });

  it.each([
    ['all that may be seen', {}],
    ['what an account may see', { fromDate: '2023-02-11', toDate: '2024-09-20' }],
  ])('two periods are compared by whole months of %s, whatever days are asked for', async (_seen, window) => {
    const { query } = questionOf(trade, changes);
    const { records } = questionOf(trade, {});
    const periods = {
      before: { from: '2023-02-01', to: '2023-06-30' },
      after: { from: '2024-05-01', to: '2024-09-30' },
    };
    const asks = { by: 'foreignCountries', unit: '', orderBy: 'VALUE', top: 100 } as const;
    const found = await (await open(query, window)).comparison({ ...asks, ...periods });
    const cut = 'fromDate' in window;
    expect(found.before).toEqual({
      ...{ from: cut ? '2023-03-01' : '2023-02-01', to: '2023-06-30' },
      ...{ months: cut ? 4 : 5, truncated: cut ? ['2023-02'] : [] },
    });
    expect(found.after).toMatchObject({ from: '2024-05-01', to: cut ? '2024-08-31' : '2024-09-30' });
    const within = (period: { from: string; to: string } | null) =>
      records.filter(({ day }) => period !== null && day >= period.from && day <= period.to);
    const [before, after] = [within(found.before), within(found.after)];
    expect(exact(found.total.before)).toEqual(sumsOf(before, found.unit));
    expect(exact(found.total.after)).toEqual(sumsOf(after, found.unit));
    const [was, is] = [grouped(before, ({ foreign }) => foreign), grouped(after, ({ foreign }) => foreign)];
    expect(new Set(found.items.map(({ name }) => name))).toEqual(new Set([...was.keys(), ...is.keys()]));
    for (const item of found.items) {
      expect(exact(item.before)).toEqual(sumsOf(was.get(item.name) ?? [], found.unit));
      expect(exact(item.after)).toEqual(sumsOf(is.get(item.name) ?? [], found.unit));
      expect(item.change).toBe(!was.has(item.name) ? 'ENTERED' : !is.has(item.name) ? 'LEFT' : 'STAYED');
    }
    const larger = found.items.map((item) => Math.max(Number(item.before.valueUsd), Number(item.after.valueUsd)));
    expect(larger).toEqual(larger.toSorted((one, other) => other - one));
    const count = (change: string) => found.items.filter((item) => item.name !== '' && item.change === change).length;
    expect(found.counts).toEqual({ ENTERED: count('ENTERED'), LEFT: count('LEFT'), STAYED: count('STAYED') });
    const switched = switchers(before, after);
    expect(found.switchedCount).toBe(switched.length);
    // What they buy now says which of them matter most.
    expect(found.switched.map((one) => [scaled(one.before), scaled(one.after)])).toEqual(
      switched.toSorted((one, other) => descending(one[1], other[1])).slice(0, asks.top),
    );
  });

  it('unit prices are of one unit, with their quartiles, months and outliers', async () => {
    const { query, records } = questionOf(trade, changes);
    const found = await (await open(query)).unitPrices('');
    const priced = records.filter((record) => record.unit === found.unit && isPriced(record));
    const prices = pricesOf(priced);
    expect(priced.length).toBeGreaterThan(10);
    expect([found.dropped, found.total?.shipments]).toEqual([records.length - priced.length, priced.length]);
    const shares = { lowest: 0, quartile1: 0.25, median: 0.5, quartile3: 0.75, highest: 1 };
    for (const [name, share] of Object.entries(shares))
      expect(found.total?.[name as 'median'], name).toBeCloseTo(quantile(prices, share), 6);
    expect(found.months.map(({ month }) => month)).toEqual(
      [...new Set(priced.map(({ day }) => day.slice(0, 7)))].sort(),
    );
    expect(found.months.reduce((sum, { shipments }) => sum + shipments, 0)).toBe(priced.length);
    const { low = 0, high = 0 } = found.fences ?? {};
    expect(found.outlierCount).toBe(prices.filter((price) => price < low || price > high).length);
    expect(found.outliers.every(({ price }) => price < low || price > high)).toBe(true);
  });

  it('the concentration is the sum of squared shares, quarter by quarter', async () => {
    const { query, records } = questionOf(trade, changes);
    const { spans, whole } = await (await open(query)).concentration('importers', 'quarters');
    const quarters = grouped(records, ({ day }) => quarterOf(day));
    expect(spans.map(({ span }) => span)).toEqual([...quarters.keys()].sort());
    // Only the spans at both ends can be cut, by the question's days.
    const first = spans.find(({ span }) => span === quarterOf(query.fromDate));
    const last = spans.find(({ span }) => span === quarterOf(query.toDate));
    for (const span of spans) if (span !== first && span !== last) expect(span.cut).toBeNull();
    if (first) expect(first.cut?.from ?? query.fromDate).toBe(query.fromDate);
    if (last) expect(last.cut?.to ?? query.toDate).toBe(query.toDate);
    const isCut = !/-(01|04|07|10)-01$/.test(query.fromDate);
    if (first && first !== last) expect(first.cut !== null).toBe(isCut);
    for (const span of [...spans, ...(whole ? [{ ...whole, span: '' }] : [])]) {
      const importers = grouped(
        span.span === '' ? records : (quarters.get(span.span) ?? []),
        ({ keys }) => keys.IMPORTER,
      );
      const notStated = usdOf(importers.get('0') ?? []);
      importers.delete('0');
      const values = [...importers.values()].map(usdOf).filter((value) => value > 0n);
      const total = values.reduce((sum, value) => sum + value, 0n);
      const shares = values.map((value) => (100 * Number(value)) / Number(total + notStated)).sort((a, b) => b - a);
      expect([span.groups, scaled(span.valueUsd)]).toEqual([values.length, total]);
      const squares = shares.reduce((sum, share) => sum + share * share, 0);
      expect(span.hhi).toBeCloseTo(squares, 4);
      for (const [index, share] of shares.slice(0, 3).entries()) expect(span.shares[index]).toBeCloseTo(share, 6);
    }
  });

  it('the flows join the largest groups, and nothing is lost between two steps', async () => {
    const { query, records } = questionOf(trade, changes);
    const flows = await (await open(query)).flows(['foreignCountries', 'importers', 'hsChapters'], 5);
    const total = usdOf(records);
    const usdIn = (some: readonly { valueUsd: string }[]) => totalOf(some.map(({ valueUsd }) => valueUsd));
    for (const step of [0, 1]) {
      const links = flows.links.filter((link) => link.step === step);
      expect(usdIn(links)).toBe(total);
      expect(links.reduce((sum, { shipments }) => sum + shipments, 0)).toBe(records.length);
    }
    for (const [index, { nodes }] of flows.steps.entries()) {
      expect(usdIn(nodes)).toBe(total);
      for (const [place, node] of nodes.entries()) {
        const through = flows.links.filter((link) =>
          index === 0 ? link.step === 0 && link.from === place : link.step === index - 1 && link.to === place,
        );
        expect(usdIn(through)).toBe(scaled(node.valueUsd));
      }
    }
    for (const { name, shipments } of flows.steps[0]?.nodes.slice(0, 5) ?? [])
      expect(shipments).toBe(records.filter(({ foreign }) => foreign === name).length);
  });
});

it('a question of nothing has empty analyses', async () => {
  const question = await open(asked('IMPORT', ['99'], { fromDate: '1999-01-01', toDate: '1999-12-31' }));
  const layout = {
    rows: 'importers',
    columns: 'months',
    unit: '',
    orderBy: 'VALUE',
    topRows: 5,
    topColumns: 5,
  } as const;
  const pivot = await question.pivot(layout);
  expect([pivot.rows, pivot.otherRows, pivot.total.total.shipments]).toEqual([[], 0, 0]);
  expect(await question.unitPrices('KGS')).toMatchObject({ total: null, months: [], fences: null, outliers: [] });
  expect(await question.concentration('importers', 'months')).toEqual({ whole: null, spans: [] });
  expect(await question.flows(['importers', 'exporters'], 3)).toMatchObject({ links: [] });
});

it('every dimension can be grouped by, in both directions of trade', async () => {
  for (const trade of ['IMPORT', 'EXPORT'] as const) {
    const { query, records } = questionOf(trade, {});
    const question = await open(query);
    for (const rows of groupingDimensions(trade)) {
      const layout = { rows, columns: null, unit: '', orderBy: 'UNIT_PRICE', topRows: 3, topColumns: 1 } as const;
      expect((await question.pivot(layout)).total.total.shipments).toBe(records.length);
    }
  }
});
