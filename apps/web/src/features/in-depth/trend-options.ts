import { monthsBetween } from '@tidewaiter/contract';
import { monthLabel } from '../../format/months.js';
import { formatCount, formatPrice, formatShipments } from '../../format/numbers.js';
import { oneOfUnit } from '../../format/quantities.js';
import { type ChartTheme, chartTip } from '../../ui/chart.js';
import { categoryAxis, chartText, grid, painted, tooltip, valueAxis } from '../../ui/chart-parts.js';
import { defaultPaint } from '../../ui/colours.js';
import type { ChartOption } from '../../ui/echarts.js';
import type { Answer } from './in-depth-calls.js';

/** Axes of a trend over spans of time, and the tip of a span. */
function trend(
  spans: readonly string[],
  axis: { name: string; format: (value: number) => string },
  linesAt: (place: number) => readonly string[] | null,
  theme: ChartTheme,
): ChartOption {
  return {
    grid: grid(12),
    tooltip: tooltip(theme, linesAt, chartTip, 'axis'),
    xAxis: {
      ...categoryAxis(theme, spans),
      axisLabel: { ...chartText(theme), hideOverlap: true, alignMinLabel: 'left', alignMaxLabel: 'right' },
    },
    yAxis: valueAxis(theme, { ...axis, nameGap: 56 }),
  };
}

type PriceMonth = Answer<'unitPrices'>['months'][number];

/** Every month from the first with a price to the last: one without any is a gap, not left out. */
export function priceMonths(months: readonly PriceMonth[]): (Partial<PriceMonth> & { month: string })[] {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const found = new Map(months.map((one) => [one.month, one]));
  return monthsBetween(first.month, last.month).map((month) => found.get(month) ?? { month });
}

/** The median of unit prices by month on a band from quartile to quartile. */
export function priceOption(priced: Answer<'unitPrices'>['months'], unit: string, theme: ChartTheme): ChartOption {
  const months = priceMonths(priced);
  const { fill, line } = defaultPaint(theme.dark);
  const invisible = { lineStyle: { opacity: 0 }, symbol: 'none', silent: true, stack: 'band' } as const;
  return {
    ...trend(
      months.map(({ month }) => monthLabel(month)),
      { name: `USD per ${oneOfUnit(unit)}`, format: (value) => formatPrice(value) },
      (index) => {
        const month = months[index];
        if (!month) return null;
        const { median, quartile1, quartile3, shipments } = month;
        if (median === undefined || quartile1 === undefined || quartile3 === undefined)
          return [monthLabel(month.month), 'No price'];
        return [
          monthLabel(month.month),
          `Median ${formatPrice(median)}`,
          `Quartiles ${formatPrice(quartile1)} – ${formatPrice(quartile3)}`,
          formatShipments(shipments ?? 0),
        ];
      },
      theme,
    ),
    series: [
      { type: 'line', ...invisible, data: months.map(({ quartile1 }) => quartile1 ?? null) },
      {
        type: 'line',
        ...invisible,
        areaStyle: { color: fill, opacity: 0.45 },
        data: months.map(({ quartile1 = null, quartile3 = null }) =>
          quartile1 === null || quartile3 === null ? null : quartile3 - quartile1,
        ),
      },
      {
        type: 'line',
        symbol: 'circle',
        symbolSize: 6,
        lineStyle: { color: line, width: 2 },
        itemStyle: { color: line },
        data: months.map(({ median }) => median ?? null),
      },
    ],
  };
}

/** The index of concentration by span. */
export function concentrationOption(spans: Answer<'concentration'>['spans'], theme: ChartTheme): ChartOption {
  return {
    ...trend(
      spans.map(({ span }) => span),
      { name: 'Index', format: formatCount },
      (index) => {
        const span = spans[index];
        if (!span) return null;
        const largest = span.shares.map((share) => `${share.toFixed(1)}%`).join(', ');
        return [span.span, `Index ${formatCount(Math.round(span.hhi))}`, `Largest ${largest || '–'}`];
      },
      theme,
    ),
    series: {
      type: 'bar',
      barMaxWidth: 40,
      itemStyle: painted(defaultPaint(theme.dark)),
      data: spans.map(({ hhi }) => hhi),
    },
  };
}
