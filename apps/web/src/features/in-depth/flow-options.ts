import { exactDecimal, shortAmount } from '../../format/numbers.js';
import { type ChartTheme, chartTip } from '../../ui/chart.js';
import { tipBox } from '../../ui/chart-parts.js';
import { defaultPaint } from '../../ui/colours.js';
import type { ChartOption } from '../../ui/echarts.js';
import type { Answer } from './in-depth-calls.js';

type Step = Answer<'tradeFlows'>['steps'][number];

/** What a node is called. The place behind the largest stands for all others. */
export function nodeName(step: Step | undefined, place: number): string {
  const node = step?.nodes[place];
  if (node && node.name !== '') return node.name;
  return node && place === (step?.nodes.length ?? 0) - 1 ? 'All others' : 'Not stated';
}

/** How long a name may be, in pixels: it stands before the next step. */
const NAME = { narrow: 86, wide: 150 };

/** Flows as ECharts draws them. A node's id is its place: one name may stand in two steps. */
export function flowOption({ steps, links }: Answer<'tradeFlows'>, theme: ChartTheme): ChartOption {
  const { line } = defaultPaint(theme.dark);
  const label = theme.narrow ? NAME.narrow : NAME.wide;
  const idOf = (step: number, place: number) => `${step}.${place}`;
  const names = new Map(
    steps.flatMap((step, index) => step.nodes.map((_, place) => [idOf(index, place), nodeName(step, place)] as const)),
  );
  const positive = links.filter(({ value_usd }) => Number(value_usd) > 0);
  const used = new Set(positive.flatMap(({ step, from, to }) => [idOf(step, from), idOf(step + 1, to)]));
  return {
    tooltip: {
      trigger: 'item',
      ...tipBox(theme),
      formatter: (given) => {
        const [at] = [given].flat();
        const { source, target, name, value } = (at?.data ?? {}) as Record<string, string>;
        const title =
          source !== undefined && target !== undefined
            ? `${names.get(source)} → ${names.get(target)}`
            : names.get(name ?? '');
        return chartTip([
          title ?? '',
          `USD ${value === undefined ? shortAmount(String(at?.value ?? 0)) : exactDecimal(value)}`,
        ]);
      },
    },
    series: {
      type: 'sankey',
      left: 8,
      right: label + 18,
      top: 8,
      bottom: 8,
      // Not less than a name is high.
      nodeGap: 15,
      nodeWidth: 12,
      layoutIterations: 32,
      emphasis: { focus: 'adjacency' },
      label: {
        color: theme.ink,
        fontFamily: theme.font,
        fontSize: 12,
        width: label,
        overflow: 'truncate',
        formatter: ({ name }) => names.get(name) ?? '',
      },
      itemStyle: { color: line, borderColor: theme.line },
      lineStyle: { color: line, opacity: theme.dark ? 0.35 : 0.25, curveness: 0.5 },
      data: [...used].map((name) => ({ name, depth: Number(name.split('.')[0]) })),
      links: positive.map(({ step, from, to, value_usd }) => ({
        source: idOf(step, from),
        target: idOf(step + 1, to),
        value: Number(value_usd),
      })),
    },
  };
}
