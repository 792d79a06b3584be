/** How the figures of a report can be drawn: by the charts and the map of the analyses. */
import {
  type Dimension,
  isOfTime,
  type Measure,
  type ReportAsks,
  type ReportChart,
  type ReportFigures,
} from '@tidewaiter/contract';
import { type Lane, laneOf, largestLaneFirst } from '../lane.js';

export const CHART_WORDS: Record<ReportChart, string> = {
  NONE: 'Table alone',
  BARS: 'Bars',
  LINE: 'Line',
  MAP: 'Map of lanes',
};

/** Of amounts other than these there is no chart: quantities and prices stand in the table. */
const DRAWN: readonly (Measure | undefined)[] = ['VALUE', 'SHIPMENTS', undefined];

/** The charts that figures can be drawn as, the table alone first. */
export function chartsFor(asks: { pivot: { rows: Dimension; orderBy?: Measure | undefined } } | object): ReportChart[] {
  if (!('pivot' in asks) || !DRAWN.includes(asks.pivot.orderBy)) return ['NONE'];
  const { rows } = asks.pivot;
  if (rows === 'foreignCountries') return ['NONE', 'BARS', 'MAP'];
  return isOfTime(rows) ? ['NONE', 'BARS', 'LINE'] : ['NONE', 'BARS'];
}

/** What a chart shows of each row; of shipments alone where these are measured. */
export function dataOf({ rows }: ReportFigures, measure: Measure, label: (name: string) => string) {
  return rows.flatMap(({ name, total }) =>
    total
      ? [
          {
            name: label(name),
            valueUsd: measure === 'SHIPMENTS' ? '0' : total.value_usd,
            shipments: total.shipments,
          },
        ]
      : [],
  );
}

/** The lanes between partner countries and those that report: the columns of the figures, or the one country of their question. */
export function lanesOf({ asks, figures }: { asks: ReportAsks; figures: ReportFigures }): Lane[] {
  if (!('pivot' in asks)) return [];
  const { query, columns } = asks.pivot;
  const lanes = figures.rows.flatMap((row) => {
    const cells =
      columns === 'sourceCountries'
        ? figures.columns.map(({ name }, at) => [name, row.cells[at] ?? null] as const)
        : query.countryCode.length === 1
          ? [[query.countryCode[0] ?? '', row.total] as const]
          : [];
    return cells.flatMap(([source, sums]) =>
      sums && sums.shipments > 0
        ? [laneOf({ partner: row.name, source, valueUsd: sums.value_usd, shipments: sums.shipments }, query.tradeType)]
        : [],
    );
  });
  return lanes.sort(largestLaneFirst);
}
