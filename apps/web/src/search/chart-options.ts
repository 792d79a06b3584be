import { axisAmount, formatShipments, shortAmount } from '../format/numbers.js';
import type { ChartTheme } from '../ui/chart.js';
import {
  categoryAxis,
  grid,
  hatched,
  painted,
  type Tip,
  chartText as text,
  tooltip as tooltipOf,
  valueAxis as valueAxisOf,
} from '../ui/chart-parts.js';
import { defaultPaint, type Paint } from '../ui/colours.js';
import type { ChartOption } from '../ui/echarts.js';

/** A chart shows this of one row of its table. */
export interface Datum {
  name: string;
  /** Exact; of records without values it is 0, and shipments are drawn. */
  valueUsd: string;
  shipments: number;
  share?: string;
  /** Why it is less than it would be: only of months, which are hatched then. */
  cut?: string | undefined;
}

export type ChartKind = 'pie' | 'bar' | 'line';

/** Of records of which none states a value, as a source publishes none, a chart shows how many there are. */
const areCounted = (data: readonly Datum[]) => data.every(({ valueUsd }) => Number(valueUsd) === 0);

const amountsOf = (data: readonly Datum[]) =>
  areCounted(data) ? data.map(({ shipments }) => shipments) : data.map(({ valueUsd }) => Number(valueUsd));

/** Says what a datum is called, how often it was shipped, and unless values are not there what it is worth, and its share. */
export function tipLines({ name, valueUsd, shipments, share, cut }: Datum, isCounted = false): string[] {
  const worth = `USD ${shortAmount(valueUsd)}${share === undefined ? '' : ` · ${share}%`}`;
  const lines = [name, ...(isCounted ? [] : [worth]), formatShipments(shipments)];
  return cut === undefined ? lines : [...lines, `Incomplete: ${cut}`];
}

/** Says why a kind of chart cannot show some values; null where it can. */
export function unshowable(kind: ChartKind, data: readonly Datum[]): string | null {
  if (kind === 'pie' && data.some(({ valueUsd }) => Number(valueUsd) < 0))
    return 'A pie cannot show negative values. The bars do.';
  return null;
}

const tooltip = (theme: ChartTheme, data: readonly Datum[], tip: Tip, trigger: 'item' | 'axis') =>
  tooltipOf(theme, (place) => (data[place] ? tipLines(data[place], areCounted(data)) : null), tip, trigger);

const valueAxis = (theme: ChartTheme, data: readonly Datum[], nameGap: number) =>
  valueAxisOf(theme, { name: areCounted(data) ? 'Shipments' : 'Value in USD', nameGap, format: axisAmount });

/** A name has so much room beside a bar, also where there is little, and beside a slice. */
const BAR_NAME = { wide: 160, narrow: 96 };
const SLICE_NAME = 124;

interface Breakdown {
  data: readonly Datum[];
  paints: readonly Paint[];
  tip: Tip;
}

/** Draws a breakdown as slices of a whole. */
export function pieOption({ data, paints, tip }: Breakdown, theme: ChartTheme): ChartOption {
  return {
    tooltip: tooltip(theme, data, tip, 'item'),
    series: {
      type: 'pie',
      radius: theme.narrow ? ['44%', '92%'] : ['36%', '74%'],
      startAngle: 90,
      // Where there is no room for names, slices bear the places of their rows.
      label: theme.narrow
        ? { ...text(theme), color: theme.ink, position: 'inside', formatter: ({ dataIndex }) => String(dataIndex + 1) }
        : {
            ...text(theme),
            color: theme.ink,
            lineHeight: 16,
            width: SLICE_NAME,
            overflow: 'truncate',
            alignTo: 'edge',
            edgeDistance: 4,
          },
      labelLine: {
        show: !theme.narrow,
        length: 10,
        length2: 0,
        maxSurfaceAngle: 80,
        lineStyle: { color: theme.inkSoft, opacity: 0.5 },
      },
      // Thin slices go without their name: the table has it.
      minShowLabelAngle: 8,
      emphasis: { scale: false, itemStyle: { opacity: 0.85 } },
      data: amountsOf(data).map((value, index) => ({
        name: data[index]?.name ?? '',
        value,
        itemStyle: painted(paints[index] ?? defaultPaint(theme.dark)),
      })),
    },
  };
}

/** Draws a breakdown as bars beside their names, the first on top. */
export function barOption({ data, paints, tip }: Breakdown, theme: ChartTheme): ChartOption {
  return {
    grid: grid(4),
    tooltip: tooltip(theme, data, tip, 'axis'),
    xAxis: valueAxis(theme, data, 26),
    yAxis: {
      ...categoryAxis(
        theme,
        data.map(({ name }) => name),
      ),
      inverse: true,
      axisLabel: {
        ...text(theme),
        color: theme.ink,
        width: BAR_NAME[theme.narrow ? 'narrow' : 'wide'],
        overflow: 'truncate',
      },
    },
    series: {
      type: 'bar',
      barMaxWidth: 20,
      data: amountsOf(data).map((value, index) => ({
        value,
        itemStyle: painted(paints[index] ?? defaultPaint(theme.dark)),
      })),
    },
  };
}

/** Draws the months, as bars or as a line. */
export function monthOption(
  kind: 'bar' | 'line',
  { data, tip }: Pick<Breakdown, 'data' | 'tip'>,
  theme: ChartTheme,
): ChartOption {
  const paint = defaultPaint(theme.dark);
  const { fill, line } = paint;
  return {
    grid: grid(12),
    tooltip: tooltip(theme, data, tip, 'axis'),
    xAxis: {
      ...categoryAxis(
        theme,
        data.map(({ name }) => name),
      ),
      name: 'Month',
      nameLocation: 'middle',
      nameGap: 26,
      axisLabel: { ...text(theme), hideOverlap: true, alignMaxLabel: 'right' },
    },
    yAxis: valueAxis(theme, data, 56),
    series:
      kind === 'bar'
        ? {
            type: 'bar',
            barMaxWidth: 40,
            itemStyle: painted(paint),
            data: amountsOf(data).map((value, index) => ({
              value,
              ...(data[index]?.cut !== undefined && { itemStyle: hatched(paint) }),
            })),
          }
        : {
            type: 'line',
            symbol: 'circle',
            symbolSize: 7,
            lineStyle: { color: line, width: 2 },
            itemStyle: { color: line },
            areaStyle: { color: fill, opacity: 0.35 },
            data: amountsOf(data),
          },
  };
}
