import { LIMITS, LISTED_DIMENSIONS, type TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { groupName } from '../columns/dimensions.js';
import { type Group, groupSql, sumsSql, unitCells } from '../columns/sums.js';
import { quote } from '../engine/engine.js';
import type { Selection, Where } from '../query/compile.js';
import type { DataVersion } from '../versions/data-version.js';
import { groupedBy } from '../versions/joined-parties.js';
import { type AggregationContext, measuredRows } from './measured-records.js';

/** A list of groups: how many there are, all of them together, and the largest, largest first. */
export interface GroupedList {
  distinctCount: number;
  all: Group;
  groups: readonly Group[];
}

/** A list's top; months are few, and shown whole. */
export const MOST_ITEMS = Math.max(LIMITS.breakdownItems, 40);

/** Reads which list a group is of. */
export const LISTED = z.enum(LISTED_DIMENSIONS);

/** The groups of all lists of a selection's records, by unit: dimension, name, unit and sums. One scan. */
export function scannedGroups(
  trade: TradeType,
  measured: AggregationContext,
  selection: Selection,
  version: DataVersion,
  narrowing?: string,
): Where {
  const groups = LISTED_DIMENSIONS.map((dimension) => `${groupedBy(dimension, trade, version)} AS ${dimension}`);
  const which = LISTED_DIMENSIONS.map((dimension) => `grouping(${dimension}) = 0, ${quote(dimension)}`);
  const name = LISTED_DIMENSIONS.map((dimension) => `grouping(${dimension}) = 0, ${groupName(dimension, dimension)}`);
  return {
    sql: `SELECT multiIf(${which.join(', ')}, '') AS dimension, multiIf(${name.join(', ')}, '') AS name, unit, ${sumsSql(measured)}
    FROM ${measuredRows(groups, measured, selection, narrowing)}
    GROUP BY GROUPING SETS (${LISTED_DIMENSIONS.map((dimension) => `(${dimension}, unit)`).join(', ')})`,
    parameters: { ...selection.parameters, ...measured.parameters },
  };
}

/**
 * Groups by unit as rows of a name each (`is_named`), with its units, and beside them one row for each unit of a list.
 *
 * @param groups what {@link scannedGroups} and its like select
 */
export const listRows = (groups: string) => `SELECT dimension, name, unit, grouping(unit) = 1 AS is_named,
    ${['shipments', 'value_usd', 'value_inr', 'without_rate', 'valued'].map((sum) => `sum(g.${sum}) AS ${sum}`).join(', ')},
    sum(g.quantity) AS quantity,
    arrayFlatten(groupArrayIf([g.unit, toString(g.shipments), toString(g.quantity), toString(g.value_usd)], g.unit != '')) AS units
  FROM (${groups}) AS g WHERE name != ''
  GROUP BY GROUPING SETS ((dimension, name), (dimension, unit))`;

/** The groups of a list together, from its {@link listRows}, as one without a name. */
export const ALL_TOGETHER = groupSql({
  name: "''",
  shipments: 'sumIf(shipments, is_named)',
  value_usd: 'sumIf(value_usd, is_named)',
  value_inr: 'sumIf(value_inr, is_named)',
  without_rate: 'sumIf(without_rate, is_named)',
  valued: 'sumIf(valued, is_named)',
  units: unitCells('NOT is_named'),
});

/** A group's name and sums, where the columns bear their names. */
export const NAMED_GROUP = groupSql({
  name: 'name',
  shipments: 'shipments',
  value_usd: 'value_usd',
  value_inr: 'value_inr',
  without_rate: 'without_rate',
  valued: 'valued',
  units: 'units',
});

/** The largest groups of a list, from its {@link listRows}, largest first, each as its name and sums. */
export const largestGroups = (most: number) => `arrayMap(
  g -> ${groupSql({ name: 'g.3', shipments: '-g.2', value_usd: '-g.1', value_inr: 'g.4', without_rate: 'g.5', valued: 'g.6', units: 'g.7' })},
  groupArraySortedIf(${most})((-value_usd, -toInt64(shipments), name, value_inr, toUInt64(without_rate), toUInt64(valued), units), is_named))`;
