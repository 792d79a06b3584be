/** Charts are put together from these axes, tips and paints in the tokens of the page. */
import type { ChartTheme } from './chart.js';
import type { Paint } from './colours.js';
import type { ChartOption } from './echarts.js';

const FONT_SIZE = 12;

export const chartText = ({ inkSoft, font }: ChartTheme) => ({
  color: inkSoft,
  fontFamily: font,
  fontSize: FONT_SIZE,
});

/** Makes what stands under the pointer of lines of text. */
export type Tip = (lines: readonly string[]) => HTMLElement;

/**
 * Shows what stands under the pointer.
 *
 * @param linesAt what is said of the datum at a place; null where there is none
 */
export function tooltip(
  theme: ChartTheme,
  linesAt: (place: number) => readonly string[] | null,
  tip: Tip,
  trigger: 'item' | 'axis',
): NonNullable<ChartOption['tooltip']> {
  return {
    trigger,
    ...tipBox(theme),
    axisPointer: { type: 'shadow', shadowStyle: { color: theme.line, opacity: 0.4 } },
    formatter: (given) => {
      const [at] = [given].flat();
      const lines = linesAt(at?.dataIndex ?? -1);
      return lines ? tip(lines) : '';
    },
  };
}

export const tipBox = (theme: ChartTheme) => ({
  confine: true,
  backgroundColor: theme.raised,
  borderColor: theme.line,
  padding: [6, 10],
  textStyle: { ...chartText(theme), color: theme.ink },
});

interface ValueAxis {
  name: string;
  nameGap: number;
  format: (value: number) => string;
}

export const valueAxis = (theme: ChartTheme, { name, nameGap, format }: ValueAxis) => ({
  type: 'value' as const,
  name,
  nameLocation: 'middle' as const,
  nameGap,
  nameTextStyle: chartText(theme),
  splitNumber: theme.narrow ? 2 : 4,
  axisLabel: { ...chartText(theme), hideOverlap: true, formatter: format },
  splitLine: { lineStyle: { color: theme.line } },
});

export const categoryAxis = (theme: ChartTheme, names: readonly string[]) => ({
  type: 'category' as const,
  data: [...names],
  axisTick: { show: false },
  axisLine: { lineStyle: { color: theme.line } },
  nameTextStyle: chartText(theme),
});

/** Axes with their words fill the box. */
export const grid = (top: number) => ({
  left: 4,
  right: 12,
  top,
  bottom: 4,
  outerBoundsMode: 'same' as const,
  outerBoundsContain: 'all' as const,
});

export const painted = ({ fill, line }: Paint) => ({ color: fill, borderColor: line, borderWidth: 1 });

/** Pixels between two lines of a hatch. */
const HATCH = 6;

/** Paints what is not whole: the outline's lines across the ground, so that a small bar is not taken for little trade. */
export function hatched({ fill, line }: Paint) {
  const tile = document.createElement('canvas');
  tile.width = HATCH;
  tile.height = HATCH;
  const pen = tile.getContext('2d');
  if (pen) {
    pen.strokeStyle = line;
    // Beyond the corners, so that lines meet across tiles.
    for (const shift of [-HATCH, 0, HATCH]) {
      pen.moveTo(shift - 1, HATCH + 1);
      pen.lineTo(shift + HATCH + 1, -1);
    }
    pen.stroke();
  }
  return { ...painted({ fill, line }), color: { image: tile, repeat: 'repeat' as const } };
}
