import { type TradeType, withoutDecimals } from '@tidewaiter/contract';
import { type Lane, laneOf, largestLaneFirst } from '../../search/lane.js';
import type { Answer } from './in-depth-calls.js';

/** So many lanes are drawn, and listed beside the map. */
export const LANES_SHOWN = 100;

/** Reads the lanes between partner countries (the rows of a pivot) and the countries that report (its columns), the largest value first. */
export function lanesOf({ rows, columns }: Answer<'pivot'>, trade: TradeType): Lane[] {
  const lanes = rows.flatMap((row) =>
    columns.flatMap((column, index) => {
      const sums = row.cells[index];
      if (!sums || sums.shipments === 0) return [];
      const { value_usd: valueUsd, shipments } = sums;
      return [laneOf({ partner: row.name, source: column.name, valueUsd, shipments }, trade)];
    }),
  );
  return lanes.sort(largestLaneFirst);
}

/** Reckons what a question finds beside some of its lanes. */
export function besideLanes({ total: { total } }: Answer<'pivot'>, lanes: readonly Lane[]) {
  const shipments = lanes.reduce((left, lane) => left - lane.shipments, total.shipments);
  return { valueUsd: withoutDecimals(total.value_usd, ...lanes.map((lane) => lane.valueUsd)), shipments };
}
