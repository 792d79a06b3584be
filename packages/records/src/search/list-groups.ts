import { LISTED_DIMENSIONS, type TradeType } from '@tidewaiter/contract';
import { dimensionSql, groupName } from '../breakdown/dimensions.js';
import { sumsSql } from '../breakdown/sums.js';
import { type DataVersion, visibleSums } from '../data-version.js';
import { quote } from '../engine/engine.js';
import { MONTH_GROUPS } from '../schema/roll-ups.js';
import type { Condition, Selection } from './compile.js';
import type { Scope } from './entitlement.js';
import { type Measured, measuredRows } from './measured-records.js';
import { cutsMonths, monthsOf } from './roll-up-scope.js';

/** The groups of all lists of a selection's records: dimension, name and sums. One scan. */
export function scannedGroups(trade: TradeType, measured: Measured, selection: Selection): string {
  const groups = LISTED_DIMENSIONS.map((dimension) => `${dimensionSql(dimension, trade)} AS ${dimension}`);
  const which = LISTED_DIMENSIONS.map((dimension) => `grouping(${dimension}) = 0, ${quote(dimension)}`);
  const name = LISTED_DIMENSIONS.map((dimension) => `grouping(${dimension}) = 0, ${groupName(dimension, dimension)}`);
  return `SELECT multiIf(${which.join(', ')}, '') AS dimension, multiIf(${name.join(', ')}, '') AS name, ${sumsSql(measured)}
    FROM ${measuredRows(groups, measured, selection)}
    GROUP BY GROUPING SETS (${LISTED_DIMENSIONS.map((dimension) => `(${dimension})`).join(', ')})`;
}

/** Whether the roll-up by month answers for a scope: it knows whole months. */
export const isWholeMonths = (scope: Scope) => !cutsMonths(scope);

/** The same groups of everything in a scope of whole months, from the roll-up by month. */
export function rolledUpGroups(trade: TradeType, scope: Scope, { inr }: Measured, version: DataVersion): Condition {
  const months = monthsOf(scope);
  const visible = visibleSums(version);
  const rate = "toDecimal64OrNull(transform(toString(month), {months:Array(String)}, {inr:Array(String)}, ''), 6)";
  const inINR = inr
    ? `sum(toDecimal256(g.value_usd, 18) * toDecimal256(ifNull(${rate}, 0), 6)) AS value_inr, sumIf(g.valued, isNull(${rate})) AS without_rate`
    : 'toDecimal128(0, 0) AS value_inr, sum(g.valued) AS without_rate';
  return {
    sql: `SELECT dimension, if(party = 0, toString(name), toString(party)) AS name,
        shipments, quantity, value_usd, value_inr, without_rate
      FROM (
        SELECT dimension, party, name, sum(g.records) AS shipments, sum(g.quantity) AS quantity,
          sum(g.value_usd) AS value_usd, ${inINR}
        FROM ${MONTH_GROUPS.name} AS g
        WHERE trade_type = {ru_trade:String} AND country IN {ru_countries:Array(String)}
          AND month BETWEEN {ru_from:Date} AND {ru_upto:Date} AND ${visible.sql}
        GROUP BY dimension, party, name
      )`,
    parameters: {
      ru_trade: trade,
      ru_countries: scope.countryCode,
      ru_from: months.from,
      ru_upto: months.upto,
      ...visible.parameters,
    },
  };
}

/** Groups without those of a part of their records: exact, since sums subtract. */
export function withoutGroups(all: string, part: string): string {
  const sums = ['quantity', 'value_usd', 'value_inr'];
  const counts = ['shipments', 'without_rate'];
  const negative = [
    ...counts.map((name) => `-toInt64(${name}) AS ${name}`),
    ...sums.map((name) => `-${name} AS ${name}`),
  ];
  const positive = [...counts.map((name) => `toInt64(${name}) AS ${name}`), ...sums];
  return `SELECT dimension, name, ${[...counts, ...sums].map((column) => `sum(rest.${column}) AS ${column}`).join(', ')}
    FROM (
      SELECT dimension, name, ${positive.join(', ')} FROM (${all})
      UNION ALL SELECT dimension, name, ${negative.join(', ')} FROM (${part})
    ) AS rest
    GROUP BY dimension, name HAVING shipments > 0`;
}
