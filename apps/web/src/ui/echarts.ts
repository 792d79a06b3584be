/** Charts are drawn with these parts of ECharts, which are loaded by themselves, when the first chart is to be drawn. */
import {
  BarChart,
  type BarSeriesOption,
  LineChart,
  type LineSeriesOption,
  PieChart,
  type PieSeriesOption,
  type SankeySeriesOption,
} from 'echarts/charts';
import {
  GridComponent,
  type GridComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components';
import { type ComposeOption, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([BarChart, CanvasRenderer, GridComponent, LineChart, PieChart, TooltipComponent]);

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | GridComponentOption
  | LineSeriesOption
  | PieSeriesOption
  | SankeySeriesOption
  | TooltipComponentOption
>;

export { init };
