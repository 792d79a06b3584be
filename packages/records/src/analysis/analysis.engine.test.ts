/** Every analysis against a plain computation over the same records, for several questions of both trade types. */
import { type Dimension, groupingDimensions, isOfTime } from '@tidewaiter/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openPlainRecords,
  type Plain,
  type PlainRecords,
  QUESTIONS,
  readSums,
  scaled,
  sumsOf,
} from '../../testing/plain-analysis.js';
import { NO_AMOUNTS } from './amounts.js';
import type { PivotLayout } from './pivot.js';

let held: PlainRecords;
beforeAll(async () => {
  held = await openPlainRecords();
});
afterAll(() => held.close());

it.each(QUESTIONS)('the quantities of %s are summed in each unit by itself', async (_, trade, changes) => {
  const { query, records } = held.questionOf(trade, changes);
  const { units } = await (await held.open(query)).units();
  const plainUnits = new Set(records.map(({ unit }) => unit).filter((unit) => unit !== ''));
  expect(units.length).toBe(plainUnits.size);
  expect(units.length).toBeGreaterThan(1);
  for (const { unit, ...amounts } of units) {
    expect(readSums(amounts)).toEqual(
      sumsOf(
        records.filter((record) => record.unit === unit),
        unit,
      ),
    );
  }
  const values = units.map(({ valueUsd }) => scaled(valueUsd));
  expect(values).toEqual([...values].sort((a, b) => Number(b > a) - Number(b < a)));
});

describe.each(QUESTIONS)('the pivot of %s', (_, trade, changes) => {
  const layouts: Pick<PivotLayout, 'rows' | 'columns' | 'orderBy'>[] = [
    { rows: 'hsChapters', columns: 'quarters', orderBy: 'VALUE' },
    { rows: 'importers', columns: 'foreignCountries', orderBy: 'SHIPMENTS' },
    { rows: 'foreignCountries', columns: null, orderBy: 'QUANTITY' },
    { rows: 'years', columns: 'stdUnits', orderBy: 'VALUE' },
  ];
  it.each(layouts)('by $rows and $columns is what a plain computation gives', async (layout) => {
    const { query, records } = held.questionOf(trade, changes);
    const pivot = await (await held.open(query)).pivot({ ...layout, unit: '', topRows: 6, topColumns: 3 });
    expect(records.length).toBeGreaterThan(50);
    expect(readSums(pivot.total.total)).toEqual(sumsOf(records, pivot.unit));
    const nameOf = (dimension: Dimension | null, record: Plain) => (dimension === null ? '' : record.groups[dimension]);
    const isParty = layout.rows === 'importers';
    const rowSums = (row: (typeof pivot.rows)[number]) => readSums(row.total);
    // Rows are the largest groups: whatever their names, their sums are those of the largest plain groups.
    const groups = new Map<string, Plain[]>();
    for (const record of records) {
      const name = nameOf(layout.rows, record) ?? '';
      groups.set(name, [...(groups.get(name) ?? []), record]);
    }
    const measure = {
      VALUE: 'valueUsd',
      SHIPMENTS: 'shipments',
      QUANTITY: 'quantity',
      UNIT_PRICE: 'valueUsd',
    } as const;
    const by = measure[layout.orderBy];
    const named = [...groups].filter(([name]) => name !== '' && name !== '0');
    const notStated = [...groups].filter(([name]) => name === '' || name === '0');
    const sorted = named
      .map(([, group]) => group)
      .map((group) => sumsOf(group, pivot.unit))
      .sort((a, b) => Number(b[by] > a[by]) - Number(b[by] < a[by]) || b.shipments - a.shipments);
    if (!isOfTime(layout.rows)) {
      const last = notStated.map(([, group]) => sumsOf(group, pivot.unit));
      expect(pivot.rows.map((row) => rowSums(row)?.[by])).toEqual(
        [...sorted.slice(0, 6), ...last].map((sums) => sums[by]),
      );
      expect(pivot.otherRows).toBe(Math.max(0, named.length - 6));
    }
    for (const row of pivot.rows) {
      if (isParty) continue;
      const mine = groups.get(row.name) ?? [];
      expect(rowSums(row)).toEqual(sumsOf(mine, pivot.unit));
      for (const [index, column] of pivot.columns.entries()) {
        const cell = mine.filter((record) => nameOf(layout.columns, record) === column.name);
        expect(readSums(row.cells[index] ?? NO_AMOUNTS)).toEqual(sumsOf(cell, pivot.unit));
      }
    }
    // What is shown and what is left over are everything, in each direction.
    const shownAndOthers = [...pivot.rows, pivot.others];
    for (const [index, all] of pivot.total.cells.entries()) {
      const column = shownAndOthers.map(({ cells }) => scaled(cells[index]?.valueUsd ?? '0'));
      expect(column.reduce((sum, value) => sum + value, 0n)).toBe(scaled(all.valueUsd));
    }
    expect(shownAndOthers.reduce((sum, { total }) => sum + total.shipments, 0)).toBe(records.length);
  });
});

describe.each(QUESTIONS)('two periods of %s', (_, trade, changes) => {
  it.each([
    ['all that may be seen', {}],
    ['what an account may see', { fromDate: '2023-02-11', toDate: '2024-09-20' }],
  ])('are compared by whole months of %s, whatever days are asked for', async (_seen, window) => {
    const { query } = held.questionOf(trade, changes);
    const { records } = held.questionOf(trade, {});
    const layout = {
      by: 'foreignCountries' as const,
      before: { from: '2023-02-01', to: '2023-06-30' },
      after: { from: '2024-05-01', to: '2024-09-30' },
      ...{ unit: '', orderBy: 'VALUE' as const, top: 100 },
    };
    const found = await (await held.open(query, window)).comparison(layout);
    const cut = 'fromDate' in window;
    expect(found.before).toEqual({
      from: cut ? '2023-03-01' : '2023-02-01',
      to: '2023-06-30',
      months: cut ? 4 : 5,
      truncated: cut ? ['2023-02'] : [],
    });
    expect(found.after).toMatchObject({ from: '2024-05-01', to: cut ? '2024-08-31' : '2024-09-30' });
    const within = ({ from, to }: { from: string; to: string }) =>
      records.filter(({ day }) => day >= from && day <= to);
    const [before, after] = [found.before, found.after].map((period) => within(period ?? { from: '', to: '' }));
    if (!before || !after) throw new Error('there are two periods');
    expect(readSums(found.total.before)).toEqual(sumsOf(before, found.unit));
    expect(readSums(found.total.after)).toEqual(sumsOf(after, found.unit));
    const named = (of: Plain[], name: string) => of.filter((record) => record.groups.foreignCountries === name);
    const names = new Set([...before, ...after].map((record) => record.groups.foreignCountries ?? ''));
    expect(new Set(found.items.map(({ name }) => name))).toEqual(names);
    for (const item of found.items) {
      const [was, is] = [named(before, item.name), named(after, item.name)];
      expect(readSums(item.before)).toEqual(sumsOf(was, found.unit));
      expect(readSums(item.after)).toEqual(sumsOf(is, found.unit));
      expect(item.change).toBe(was.length === 0 ? 'ENTERED' : is.length === 0 ? 'LEFT' : 'STAYED');
    }
    const larger = found.items.map((item) => Math.max(Number(item.before.valueUsd), Number(item.after.valueUsd)));
    expect(larger).toEqual(larger.toSorted((one, other) => other - one));
    const count = (change: string) => found.items.filter((item) => item.name !== '' && item.change === change).length;
    expect(found.counts).toEqual({ ENTERED: count('ENTERED'), LEFT: count('LEFT'), STAYED: count('STAYED') });
    const switched = switchers(before, after);
    expect(found.switchedCount).toBe(switched.length);
    // What they buy now says which of them matter most.
    expect(found.switched.map((one) => [scaled(one.before), scaled(one.after)])).toEqual(
      switched.toSorted((one, other) => Number(other[1] > one[1]) - Number(other[1] < one[1])).slice(0, layout.top),
    );
  });
});

/** What importers bought in each period that buy most from another exporter than before. */
function switchers(before: Plain[], after: Plain[]): [before: bigint, after: bigint][] {
  const largest = (records: Plain[], importer: string) => {
    const sums = new Map<string, bigint>();
    for (const record of records) {
      if (record.importer !== importer || record.exporter === '0') continue;
      sums.set(record.exporter, (sums.get(record.exporter) ?? 0n) + (record.usd ?? 0n));
    }
    const theirs = records.filter((record) => record.importer === importer);
    const total = theirs.reduce((sum, { usd }) => sum + (usd ?? 0n), 0n);
    const [first] = [...sums]
      .filter(([, value]) => value > 0n)
      .sort((a, b) => Number(b[1] > a[1]) - Number(b[1] < a[1]) || Number(BigInt(b[0]) - BigInt(a[0])));
    return first && { exporter: first[0], total };
  };
  const importers = [...new Set(after.map(({ importer }) => importer))].filter((importer) => importer !== '0');
  return importers.flatMap((importer) => {
    const [was, is] = [largest(before, importer), largest(after, importer)];
    return was && is && was.exporter !== is.exporter ? [[was.total, is.total]] : [];
  });
}

/** A quantile as spreadsheets reckon it: between the two nearest ranks. */
function quantile(sorted: readonly number[], q: number): number {
  const place = (sorted.length - 1) * q;
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

describe.each(QUESTIONS)('unit prices of %s', (_, trade, changes) => {
  it('are of one unit, with their quartiles, months and outliers', async () => {
    const { query, records } = held.questionOf(trade, changes);
    const found = await (await held.open(query)).unitPrices('');
    const priced = records.filter(({ usd, quantity, unit }) => unit === found.unit && usd !== null && quantity > 0n);
    const priceOf = ({ usd, quantity }: Plain) => Number(usd) / Number(quantity);
    const prices = priced.map(priceOf).sort((a, b) => a - b);
    expect(priced.length).toBeGreaterThan(10);
    expect(found.dropped).toBe(records.length - priced.length);
    expect(found.total?.shipments).toBe(priced.length);
    expect(found.total?.quartile1).toBeCloseTo(quantile(prices, 0.25), 8);
    expect(found.total?.median).toBeCloseTo(quantile(prices, 0.5), 8);
    expect(found.total?.quartile3).toBeCloseTo(quantile(prices, 0.75), 8);
    expect(found.total?.lowest).toBeCloseTo(prices[0] ?? 0, 8);
    expect(found.total?.highest).toBeCloseTo(prices.at(-1) ?? 0, 6);
    expect(found.months.map(({ month }) => month)).toEqual(
      [...new Set(priced.map(({ day }) => day.slice(0, 7)))].sort(),
    );
    expect(found.months.reduce((sum, { shipments }) => sum + shipments, 0)).toBe(priced.length);
    const { low = 0, high = 0 } = found.fences ?? {};
    expect(found.outlierCount).toBe(prices.filter((price) => price < low || price > high).length);
    expect(found.outliers.every(({ price }) => price < low || price > high)).toBe(true);
  });
});

const quarterOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

describe.each(QUESTIONS)('the concentration of %s', (_, trade, changes) => {
  it('is the sum of squared shares, quarter by quarter', async () => {
    const { query, records } = held.questionOf(trade, changes);
    const { spans, whole } = await (await held.open(query)).concentration('importers', 'quarters');
    const quarters = [...new Set(records.map((record) => record.groups.quarters ?? ''))].sort();
    expect(spans.map(({ span }) => span)).toEqual(quarters);
    // Only the spans at both ends can be cut, by the question's days.
    const first = spans.find(({ span }) => span === quarterOf(query.fromDate));
    const last = spans.find(({ span }) => span === quarterOf(query.toDate));
    for (const span of spans) {
      if (span !== first && span !== last) expect(span.cut).toBeNull();
    }
    if (first) expect(first.cut?.from ?? query.fromDate).toBe(query.fromDate);
    if (last) expect(last.cut?.to ?? query.toDate).toBe(query.toDate);
    const isCut = !/-(01|04|07|10)-01$/.test(query.fromDate);
    if (first) expect(first.cut !== null || first === last).toBe(isCut || first === last);
    for (const span of [...spans, ...(whole ? [{ ...whole, span: '' }] : [])]) {
      const sums = new Map<string, bigint>();
      for (const record of records.filter(({ groups }) => span.span === '' || groups.quarters === span.span)) {
        sums.set(record.importer, (sums.get(record.importer) ?? 0n) + (record.usd ?? 0n));
      }
      const notStated = sums.get('0') ?? 0n;
      sums.delete('0');
      const values = [...sums.values()].filter((value) => value > 0n);
      const total = values.reduce((sum, value) => sum + value, 0n);
      const shares = values.map((value) => (100 * Number(value)) / Number(total + notStated)).sort((a, b) => b - a);
      expect(span.groups).toBe(values.length);
      expect(scaled(span.valueUsd)).toBe(total);
      expect(span.hhi).toBeCloseTo(
        shares.reduce((sum, share) => sum + share * share, 0),
        4,
      );
      for (const [index, share] of shares.slice(0, 3).entries()) expect(span.shares[index]).toBeCloseTo(share, 6);
    }
  });
});

describe.each(QUESTIONS)('the flows of %s', (_, trade, changes) => {
  it('join the largest groups, and nothing is lost between two steps', async () => {
    const { query, records } = held.questionOf(trade, changes);
    const steps: Dimension[] = ['foreignCountries', 'importers', 'hsChapters'];
    const flows = await (await held.open(query)).flows(steps, 5);
    const total = sumsOf(records, '').valueUsd;
    for (const step of [0, 1]) {
      const links = flows.links.filter((link) => link.step === step);
      expect(links.reduce((sum, { valueUsd }) => sum + scaled(valueUsd), 0n)).toBe(total);
      expect(links.reduce((sum, { shipments }) => sum + shipments, 0)).toBe(records.length);
    }
    for (const [index, { nodes }] of flows.steps.entries()) {
      expect(nodes.reduce((sum, { valueUsd }) => sum + scaled(valueUsd), 0n)).toBe(total);
      for (const [place, node] of nodes.entries()) {
        const through = flows.links.filter((link) =>
          index === 0 ? link.step === 0 && link.from === place : link.step === index - 1 && link.to === place,
        );
        expect(through.reduce((sum, { valueUsd }) => sum + scaled(valueUsd), 0n)).toBe(scaled(node.valueUsd));
      }
    }
    const [countries] = flows.steps;
    for (const { name, shipments } of countries?.nodes.slice(0, 5) ?? []) {
      expect(shipments).toBe(records.filter(({ groups }) => groups.foreignCountries === name).length);
    }
  });
});

it('a question of nothing has empty analyses', async () => {
  const query = held.asked('IMPORT', ['99'], { fromDate: '1999-01-01', toDate: '1999-12-31' });
  const question = await held.open(query);
  const pivot = await question.pivot({
    ...{ rows: 'importers', columns: 'months', unit: '', orderBy: 'VALUE', topRows: 5, topColumns: 5 },
  });
  expect([pivot.rows, pivot.otherRows, pivot.total.total.shipments]).toEqual([[], 0, 0]);
  expect(await question.unitPrices('KGS')).toMatchObject({ total: null, months: [], fences: null, outliers: [] });
  expect(await question.concentration('importers', 'months')).toEqual({ whole: null, spans: [] });
  expect(await question.flows(['importers', 'exporters'], 3)).toMatchObject({ links: [] });
});

it('every dimension can be grouped by, in both directions of trade', async () => {
  for (const trade of ['IMPORT', 'EXPORT'] as const) {
    const { query, records } = held.questionOf(trade, {});
    const question = await held.open(query);
    for (const rows of groupingDimensions(trade)) {
      const { total } = await question.pivot({
        ...{ rows, columns: null, unit: '', orderBy: 'UNIT_PRICE', topRows: 3, topColumns: 1 },
      });
      expect(total.total.shipments).toBe(records.length);
    }
  }
});
