/** Draws charts as SVG, for files: loaded with the first picture that is saved so. */
import { use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type ChartOption, init } from './echarts.js';
import type { Drawing } from './picture.js';

use(SVGRenderer);

/** A chart as it stands in a file. */
export function chartSvg(option: ChartOption, size: { width: number; height: number }): Drawing {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  chart.setOption({ animation: false, ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return { svg, ...size };
}
