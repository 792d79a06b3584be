import {
  type CHANGES,
  type Dimension,
  firstOfMonth,
  lastOfMonth,
  type Measure,
  monthOf,
  monthsBetween,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { groupName } from '../columns/dimensions.js';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import { inAllSeen, type NarrowedQuery, type Scope } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { groupedBy } from '../versions/joined-parties.js';
import {
  type Amounts,
  amountCells,
  amountsSql,
  NO_AMOUNTS,
  type SummedRecords,
  summedRecords,
  summedRows,
  type UnitAmounts,
} from './amounts.js';
import { type NamedGroup, namesOf, orderSql } from './groups.js';

/** First and last day. */
interface Days {
  from: string;
  to: string;
}

export interface ComparisonLayout {
  by: Dimension;
  before: Days;
  after: Days;
  unit: string;
  orderBy: Measure;
  /** How many groups, and how many importers that switched supplier, are listed. */
  top: number;
}

interface Compared {
  query: NarrowedQuery;
  layout: ComparisonLayout;
}

type Change = (typeof CHANGES)[number];

/** The whole months of a period that may be seen. */
interface ComparedPeriod extends Days {
  months: number;
  /** Months, as 2026-01, that the period's own days or the account's window cut. */
  truncated: readonly string[];
}

interface Switch {
  importer: string;
  from: string;
  to: string;
  /** What the importer bought in each period, in USD. */
  before: string;
  after: string;
}

export interface Comparison {
  unit: string;
  units: readonly UnitAmounts[];
  before: ComparedPeriod | null;
  after: ComparedPeriod | null;
  items: readonly (NamedGroup & { change: Change; before: Amounts; after: Amounts })[];
  counts: Record<Change, number>;
  total: { before: Amounts; after: Amounts };
  switched: readonly Switch[];
  switchedCount: number;
}

/**
 * What changed between two periods. Only whole months are compared: a month that the periods' days or the account's window cut is left
 * out, and said.
 *
 * @param query its days hold those of both periods
 */
export const comparisonOf = cachedQuery<Compared, Comparison>('comparison', async ({ query, layout }, snapshot) => {
  const records = await summedRecords(query, layout.unit, snapshot);
  const [before, after] = [wholeMonths(layout.before, query.scope), wholeMonths(layout.after, query.scope)];
  const nothing = { items: [], counts: { ENTERED: 0, LEFT: 0, STAYED: 0 }, switched: [], switchedCount: 0 };
  const known = { unit: records.unit, units: records.units, before, after };
  if (!before || !after) return { ...known, ...nothing, total: { before: NO_AMOUNTS, after: NO_AMOUNTS } };
  const periods = { before, after };
  const [groups, switched] = await Promise.all([
    groupsOf(query, layout, records, periods, snapshot),
    switchedOf(query, layout, records, periods, snapshot),
  ]);
  return { ...known, ...groups, ...switched };
});

/** The months of a period that lie whole in a scope. */
function wholeMonths({ from, to }: Days, scope: Scope | null): ComparedPeriod | null {
  if (scope === null) return null;
  const isWhole = (month: string) =>
    firstOfMonth(month) >= from &&
    firstOfMonth(month) >= scope.fromDate &&
    lastOfMonth(month) <= to &&
    lastOfMonth(month) <= scope.toDate;
  const months = monthsBetween(monthOf(from), monthOf(to));
  const whole = months.filter(isWhole);
  const [first, last] = [whole[0], whole.at(-1)];
  if (first === undefined || last === undefined) return null;
  const truncated = months.filter((month) => !whole.includes(month));
  return { from: firstOfMonth(first), to: lastOfMonth(last), months: whole.length, truncated };
}

interface Periods {
  before: Days;
  after: Days;
}

/** Columns that say in which period a record lies, and the condition that it lies in one. */
function inPeriods({ before, after }: Periods) {
  const between = (name: string) => `record_date BETWEEN {${name}_from:Date} AND {${name}_to:Date}`;
  return {
    columns: [`${between('before')} AS is_before`, `${between('after')} AS is_after`],
    condition: `(${between('before')} OR ${between('after')})`,
    parameters: { before_from: before.from, before_to: before.to, after_from: after.from, after_to: after.to },
  };
}

async function groupsOf(
  query: NarrowedQuery,
  { by, orderBy, top }: ComparisonLayout,
  records: SummedRecords,
  periods: Periods,
  snapshot: Snapshot,
): Promise<Pick<Comparison, 'items' | 'counts' | 'total'>> {
  const { columns, condition, parameters } = inPeriods(periods);
  const rows = summedRows([`${groupedBy(by, query.tradeType, snapshot.version)} AS g`, ...columns], records, condition);
  const sums = `${amountsSql(records, 'is_before')} AS was, ${amountsSql(records, 'is_after')} AS is`;
  const larger = `if(${number('is', orderBy)} > ${number('was', orderBy)}, is, was)`;
  const found = await snapshot.query({
    name: 'analysis.comparison',
    sql: `SELECT key, was, is, entered, left_behind, stayed FROM (
        SELECT ${groupName(by, 'g')} AS key, was, is, was[1] = '0' AS new, is[1] = '0' AS gone,
          countIf(key != '' AND new) OVER () AS entered, countIf(key != '' AND gone) OVER () AS left_behind,
          countIf(key != '' AND NOT new AND NOT gone) OVER () AS stayed
        FROM (SELECT g, ${sums} FROM ${rows} GROUP BY g)
      )
      ORDER BY ${orderSql(orderBy, larger)}, key LIMIT {top:UInt32}`,
    parameters: { ...records.parameters, ...parameters, top },
    settings: TEXT_SETTINGS,
    row: z.tuple([z.string(), amountCells, amountCells, z.coerce.number(), z.coerce.number(), z.coerce.number()]),
  });
  const [total] = await snapshot.query({
    name: 'analysis.comparison-total',
    sql: `SELECT ${amountsSql(records, 'is_before')}, ${amountsSql(records, 'is_after')} FROM ${rows}`,
    parameters: { ...records.parameters, ...parameters },
    settings: TEXT_SETTINGS,
    row: z.tuple([amountCells, amountCells]),
  });
  const nameOfGroup = await namesOf({ [by]: found.map(([key]) => key) }, inAllSeen(query), snapshot);
  const change = (before: Amounts, after: Amounts): Change =>
    before.shipments === 0 ? 'ENTERED' : after.shipments === 0 ? 'LEFT' : 'STAYED';
  return {
    items: found.map(([key, before, after]) => ({
      ...nameOfGroup(by, key),
      change: change(before, after),
      before,
      after,
    })),
    counts: { ENTERED: found[0]?.[3] ?? 0, LEFT: found[0]?.[4] ?? 0, STAYED: found[0]?.[5] ?? 0 },
    total: { before: total?.[0] ?? NO_AMOUNTS, after: total?.[1] ?? NO_AMOUNTS },
  };
}

/** The cell of a measure as a number that two periods are compared by. */
function number(cells: string, measure: Measure): string {
  const index = { SHIPMENTS: 1, VALUE: 2, UNIT_PRICE: 2, QUANTITY: 3 }[measure];
  return `toDecimal256(${cells}[${index}], 18)`;
}

/** Importers whose largest exporter is another one in the second period, with all that they bought, of whomever. */
async function switchedOf(
  query: NarrowedQuery,
  { top }: ComparisonLayout,
  records: SummedRecords,
  periods: Periods,
  snapshot: Snapshot,
): Promise<Pick<Comparison, 'switched' | 'switchedCount'>> {
  const { columns, condition, parameters } = inPeriods(periods);
  const parties = [
    `${groupedBy('importers', query.tradeType, snapshot.version)} AS importer`,
    `${groupedBy('exporters', query.tradeType, snapshot.version)} AS exporter`,
  ];
  const value = (when: string) => `sumIf(${records.wide ? 'toDecimal256(usd, 18)' : 'usd'}, ${when})`;
  const rows = await snapshot.query({
    name: 'analysis.switched-suppliers',
    sql: `SELECT toString(importer), toString(was), toString(is), toString(bought_before), toString(bought_after), count() OVER ()
      FROM (
        SELECT importer, argMaxIf(exporter, (value_before, exporter), exporter != 0 AND value_before > 0) AS was,
          argMaxIf(exporter, (value_after, exporter), exporter != 0 AND value_after > 0) AS is,
          sum(value_before) AS bought_before, sum(value_after) AS bought_after
        FROM (
          SELECT importer, exporter, ${value('is_before')} AS value_before, ${value('is_after')} AS value_after
          FROM ${summedRows([...parties, ...columns], records, condition)}
          WHERE importer != 0 GROUP BY importer, exporter
        )
        GROUP BY importer HAVING was != 0 AND is != 0 AND was != is
      )
      ORDER BY bought_after DESC, importer LIMIT {top:UInt32}`,
    parameters: { ...records.parameters, ...parameters, top },
    settings: TEXT_SETTINGS,
    row: z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.coerce.number()]),
  });
  const nameOfGroup = await namesOf(
    { importers: rows.map(([importer]) => importer), exporters: rows.flatMap(([, was, is]) => [was, is]) },
    inAllSeen(query),
    snapshot,
  );
  return {
    switched: rows.map(([importer, was, is, before, after]) => ({
      importer: nameOfGroup('importers', importer).name,
      from: nameOfGroup('exporters', was).name,
      to: nameOfGroup('exporters', is).name,
      before,
      after,
    })),
    switchedCount: rows[0]?.[5] ?? 0,
  };
}
