import { type Dimension, isOfTime, type Measure } from '@tidewaiter/contract';
import { z } from 'zod';
import { groupIn, groupName } from '../columns/dimensions.js';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import { inAllSeen, type NarrowedQuery } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { groupedBy } from '../versions/joined-parties.js';
import {
  type Amounts,
  addAmounts,
  amountCells,
  amountsSql,
  analysisBindings,
  NO_AMOUNTS,
  type SummedRecords,
  summedRecords,
  summedRows,
  type UnitAmounts,
  withoutAmounts,
} from './amounts.js';
import { type NamedGroup, namesOf, orderSql, shownOf } from './groups.js';

interface PivotAsked {
  query: NarrowedQuery;
  layout: PivotLayout;
}

/** How records are grouped, and how much of it is shown. */
export interface PivotLayout {
  rows: Dimension;
  columns: Dimension | null;
  unit: string;
  orderBy: Measure;
  topRows: number;
  topColumns: number;
}

/** A row: its total, and one cell for each column and for the other columns together. */
interface PivotRow<Cell> extends NamedGroup {
  total: Amounts;
  cells: readonly Cell[];
}

export interface Pivot {
  unit: string;
  units: readonly UnitAmounts[];
  /** Most cells of a large pivot have no record: these are null. */
  rows: readonly PivotRow<Amounts | null>[];
  columns: readonly (NamedGroup & { total: Amounts })[];
  /** How many groups the row `others`, and the last cell of each row, stand for. */
  otherRows: number;
  otherColumns: number;
  others: PivotRow<Amounts>;
  total: PivotRow<Amounts>;
}

/** A group of one dimension: what it is grouped by, as text, the key of its name, and its sums. */
interface Group {
  text: string;
  key: string;
  total: Amounts;
}

/** The groups of one dimension that are shown, and how many others there are. */
interface Side {
  shown: readonly Group[];
  others: number;
}

/**
 * Groups a question's records by one dimension or two, with subtotals that are right for averages too: what is not shown is the
 * difference of exact sums. The totals cost one scan, the cells of what is shown and their sums another.
 */
export const pivotOf = cachedQuery<PivotAsked, Pivot>('pivot', async ({ query, layout }, snapshot) => {
  const records = await summedRecords(query, layout.unit, snapshot);
  const { rows, columns, total } = await sidesOf(query, layout, records, snapshot);
  const sums = await shownSums(query, layout, records, { rows, columns }, snapshot);
  const nameOfGroup = await namesOf(
    {
      [layout.rows]: rows.shown.map(({ key }) => key),
      ...(layout.columns && { [layout.columns]: columns.shown.map(({ key }) => key) }),
    },
    inAllSeen(query),
    snapshot,
  );
  const shown = rows.shown.map((row) => {
    const inRow = sums.get(row.text);
    return {
      ...nameOfGroup(layout.rows, row.key),
      total: row.total,
      cells: [
        ...columns.shown.map((column) => inRow?.get(column.text) ?? null),
        withoutAmounts(row.total, inRow?.get(ALL) ?? NO_AMOUNTS),
      ],
    };
  });
  const otherRows = withoutAmounts(total, sumOf(rows.shown.map((row) => row.total)));
  const inOtherRows = columns.shown.map((column) =>
    withoutAmounts(column.total, sums.get(ALL)?.get(column.text) ?? NO_AMOUNTS),
  );
  const ofColumns = columns.shown.map((column) => column.total);
  return {
    unit: records.unit,
    units: records.units,
    rows: shown,
    columns: columns.shown.map((column) => ({
      ...(layout.columns ? nameOfGroup(layout.columns, column.key) : { name: '' }),
      total: column.total,
    })),
    otherRows: rows.others,
    otherColumns: columns.others,
    others: {
      name: '',
      total: otherRows,
      cells: [...inOtherRows, withoutAmounts(otherRows, sumOf(inOtherRows))],
    },
    total: { name: '', total, cells: [...ofColumns, withoutAmounts(total, sumOf(ofColumns))] },
  };
});

const sumOf = (all: readonly Amounts[]) => all.reduce(addAmounts, NO_AMOUNTS);

/** All groups of a side that are shown, together. */
const ALL = null;

/** The sums of each shown row in each shown column, and of all of either. */
type ShownSums = ReadonlyMap<string | null, ReadonlyMap<string | null, Amounts>>;

/** The largest groups of each dimension, and the sums of everything. One scan. */
async function sidesOf(
  { tradeType }: NarrowedQuery,
  { rows, columns, orderBy, topRows, topColumns }: PivotLayout,
  records: SummedRecords,
  snapshot: Snapshot,
): Promise<{ rows: Side; columns: Side; total: Amounts }> {
  const sides = [
    { side: 'r', dimension: rows, top: shownOf(rows, topRows) },
    ...(columns === null ? [] : [{ side: 'c', dimension: columns, top: shownOf(columns, topColumns) }]),
  ];
  const pick = (of: (side: string, dimension: Dimension) => string) =>
    `multiIf(${sides.map(({ side, dimension }) => `grouping(${side}) = 0, ${of(side, dimension)}`).join(', ')}, '')`;
  const groups = sides.map(({ side, dimension }) => `${groupedBy(dimension, tradeType, snapshot.version)} AS ${side}`);
  const found = await snapshot.query({
    name: 'analysis.pivot-sides',
    sql: `SELECT side, text, key, cells, countIf(key != '') OVER (PARTITION BY side) FROM (
        SELECT ${pick((side) => `'${side}'`)} AS side, ${pick((side) => `toString(${side})`)} AS text,
          ${pick((side, dimension) => groupName(dimension, side))} AS key, ${amountsSql(records)} AS cells
        FROM ${summedRows(groups, records)}
        GROUP BY GROUPING SETS (${[...sides.map(({ side }) => `(${side})`), '()'].join(', ')})
      )
      ORDER BY side, key != '', ${orderSql(orderBy, 'cells')}, key
      LIMIT ${Math.max(...sides.map(({ top }) => top)) + 1} BY side`,
    parameters: records.parameters,
    settings: TEXT_SETTINGS,
    row: z.tuple([z.string(), z.string(), z.string(), amountCells, z.coerce.number()]),
  });
  const sideOf = (name: string, dimension: Dimension | null, top: number): Side => {
    const groups = found.filter(([side]) => side === name);
    const named = groups.filter(([, , key]) => key !== '').slice(0, top);
    // What is not stated is no group, and never one of the others.
    const notStated = groups.filter(([, , key]) => dimension !== null && key === '');
    const shown = [...named, ...notStated].map(([, text, key, total]) => ({ text, key, total }));
    if (dimension && isOfTime(dimension)) shown.sort((a, b) => a.key.localeCompare(b.key));
    return { shown, others: (groups[0]?.[4] ?? 0) - named.length };
  };
  return {
    rows: sideOf('r', rows, shownOf(rows, topRows)),
    columns: sideOf('c', columns, columns === null ? 0 : shownOf(columns, topColumns)),
    total: found.find(([side]) => side === '')?.[3] ?? NO_AMOUNTS,
  };
}

async function shownSums(
  { tradeType }: NarrowedQuery,
  { rows, columns }: PivotLayout,
  records: SummedRecords,
  sides: { rows: Side; columns: Side },
  snapshot: Snapshot,
): Promise<ShownSums> {
  const sums = new Map<string | null, Map<string | null, Amounts>>();
  if (columns === null) return sums;
  const [row, column] = [groupedBy(rows, tradeType, snapshot.version), groupedBy(columns, tradeType, snapshot.version)];
  const bindings = analysisBindings();
  const texts = (side: Side) => side.shown.map(({ text }) => text);
  const shown = `${groupIn(rows, row, texts(sides.rows), bindings)} AND ${groupIn(columns, column, texts(sides.columns), bindings)}`;
  const found = await snapshot.query({
    name: 'analysis.pivot-cells',
    sql: `SELECT grouping(r) = 0, toString(r), grouping(c) = 0, toString(c), ${amountsSql(records)}
      FROM ${summedRows([`${row} AS r`, `${column} AS c`], records, shown)} GROUP BY CUBE(r, c)`,
    parameters: { ...records.parameters, ...bindings.parameters },
    settings: TEXT_SETTINGS,
    row: z.tuple([z.coerce.boolean(), z.string(), z.coerce.boolean(), z.string(), amountCells]),
  });
  for (const [isOneRow, r, isOneColumn, c, amounts] of found) {
    const inRow = sums.get(isOneRow ? r : ALL) ?? new Map<string | null, Amounts>();
    sums.set(isOneRow ? r : ALL, inRow.set(isOneColumn ? c : ALL, amounts));
  }
  return sums;
}
