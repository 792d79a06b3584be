import { useComputedColorScheme } from '@mantine/core';
import type { init as EChartsInit, EChartsType } from 'echarts/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './chart.module.css';
import { drawInItsFrame, drawWaiting } from './draw-queue.js';
import type { ChartOption } from './echarts.js';
import { PictureLinks } from './picture-links.js';

/** A chart is drawn with these tokens of the page: a canvas knows no CSS. */
export interface ChartTheme {
  dark: boolean;
  /** There is no room for words beside what is drawn. */
  narrow: boolean;
  font: string;
  ink: string;
  inkSoft: string;
  line: string;
  raised: string;
}

function themeOf(element: HTMLElement, dark: boolean, narrow: boolean): ChartTheme {
  // What is drawn for paper is light, while the screen that it is read from may be dark.
  const { dataset } = document.documentElement;
  const { mantineColorScheme: shown } = dataset;
  dataset.mantineColorScheme = dark ? 'dark' : 'light';
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const theme = {
    dark,
    narrow,
    font: style.fontFamily,
    ink: token('--ink'),
    inkSoft: token('--ink-soft'),
    line: token('--line'),
    raised: token('--raised'),
  };
  if (shown !== undefined) dataset.mantineColorScheme = shown;
  return theme;
}

/** Tells whether the page is being printed. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

interface ChartProps {
  /** It says what is drawn, with the tokens of the page's scheme, and stays the same function until that is to be drawn anew. */
  option: (theme: ChartTheme) => ChartOption;
  /** It says what the chart shows; its picture is called so. */
  title: string;
  /** The same to those who do not see it, where there is more to say; a table beside it has the figures. */
  label?: string;
  renderer?: Renderer;
  /** It is called with the place of the datum that was pressed. */
  onPick?: (index: number) => void;
}

/** A chart of fewer pixels is narrow. */
const NARROW = 420;

/** A chart is drawn already as far outside the window as this. */
const NEARLY_IN_VIEW = '240px';

/** What a chart is made of on the page: dots, which are drawn fast, or shapes, which paper draws as finely as it can. */
type Renderer = 'canvas' | 'svg';

/** What draws so, once it has been fetched. */
const libraries: Partial<Record<Renderer, typeof import('./echarts.js')>> = {};

async function fetchLibrary(renderer: Renderer) {
  if (renderer === 'svg') await import('./chart-svg.js');
  libraries[renderer] ??= await import('./echarts.js');
  return libraries[renderer];
}

/**
 * Draws a chart when it comes near the view or the page is printed, and anew for another size or scheme: on paper in the light
 * one. Nothing moves in it.
 */
export function Chart({ option, title, label = title, renderer = 'canvas', onPick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const [narrow, setNarrow] = useState(false);
  const printing = usePrinting();
  const dark = useComputedColorScheme('light') === 'dark' && !printing;
  const pick = useRef(onPick);
  useLayoutEffect(() => {
    pick.current = onPick;
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let drawn: EChartsType | null = null;
    const sizes = new ResizeObserver(() => {
      setNarrow(element.clientWidth < NARROW);
      drawn?.resize();
    });
    const begin = (init: typeof EChartsInit) => {
      if (drawn) return;
      drawn = init(element, null, { renderer });
      drawn.on('click', ({ dataIndex }) => dataIndex !== undefined && pick.current?.(dataIndex));
      sizes.observe(element);
      setChart(drawn);
    };
    const leave = whenNeeded(element, renderer, begin);
    return () => {
      leave();
      sizes.disconnect();
      drawn?.dispose();
      setChart(null);
    };
  }, [renderer]);

  useEffect(() => {
    const element = box.current;
    if (!chart || !element) return;
    return drawInItsFrame(() => {
      // The tooltip stays: one that is made anew measures the page.
      chart.setOption(
        { animation: false, ...option(themeOf(element, dark, narrow)) },
        { replaceMerge: ['series', 'xAxis', 'yAxis'] },
      );
      chart.getZr().flush();
    });
  }, [chart, option, dark, narrow]);

  async function draw() {
    const place = box.current;
    if (!place) return null;
    const [{ chartSvg }, { fontOf }] = await Promise.all([import('./chart-svg.js'), import('./picture.js')]);
    const theme = { ...themeOf(place, dark, narrow), font: fontOf(getComputedStyle(place)) };
    return { drawing: chartSvg(option(theme), { width: place.clientWidth, height: place.clientHeight }), place };
  }

  return (
    <figure className="m-0">
      <div ref={box} className={classes.canvas} role="img" aria-label={label} />
      <PictureLinks title={title} draw={draw} disabled={!chart} />
    </figure>
  );
}

/** Begins once an element is nearly in view, or at once where the page is printed. */
function whenNeeded(element: HTMLElement, renderer: Renderer, begin: (init: typeof EChartsInit) => void): () => void {
  let left = false;
  const view = new IntersectionObserver(
    async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      const { init } = await fetchLibrary(renderer);
      // In a frame before it is drawn: both at once hold up who scrolls.
      if (!left) drawInItsFrame(() => !left && begin(init));
    },
    { rootMargin: NEARLY_IN_VIEW },
  );
  // Whoever prints does not wait for it.
  void fetchLibrary(renderer);
  // What is printed is what stands when this returns.
  const print = () => {
    const init = libraries[renderer]?.init;
    if (!init) return;
    flushSync(() => begin(init));
    drawWaiting();
  };
  view.observe(element);
  window.addEventListener('beforeprint', print);
  return () => {
    left = true;
    view.disconnect();
    window.removeEventListener('beforeprint', print);
  };
}

/** Makes an element of the lines under a pointer: text that came from records is never read as markup. */
export function chartTip([title = '', ...lines]: readonly string[]): HTMLElement {
  const tip = document.createElement('div');
  tip.className = classes.tip ?? '';
  for (const [index, text] of [title, ...lines].entries()) {
    const line = document.createElement(index === 0 ? 'strong' : 'span');
    line.textContent = text;
    tip.append(line);
  }
  return tip;
}
