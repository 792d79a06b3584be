/** Draws charts as SVG, for files: loaded with the first picture that is saved so. */
import { use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type ChartOption, init } from './echarts.js';

use(SVGRenderer);

/** A chart as an element that stands on no page, in pixels. */
export function chartSvg(option: ChartOption, size: { width: number; height: number }): SVGSVGElement {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  chart.setOption({ animation: false, ...option });
  const text = chart.renderToSVGString();
  chart.dispose();
  return new DOMParser().parseFromString(text, 'image/svg+xml').documentElement as unknown as SVGSVGElement;
}
