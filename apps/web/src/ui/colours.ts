/** Its parts go from 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number];

/** The default colour of charts (SPEC 2). */
const SERIES: Colour = [53, 162, 235];

const REST: Colour = [140, 150, 152];

/** So much of the ground shows through (SPEC 2). */
const ALPHA = 0.5;

/** Outlines go towards this, so far that they stand 3 to 1 against the ground. */
const OUTLINE = { light: { towards: 0, by: 0.4 }, dark: { towards: 255, by: 0.15 } } as const;

/** It paints an area and its outline. */
export interface Paint {
  fill: string;
  line: string;
}

function paintOf(colour: Colour, dark: boolean, alpha = ALPHA): Paint {
  const { towards, by } = OUTLINE[dark ? 'dark' : 'light'];
  const line = colour.map((part) => Math.round(part + (towards - part) * by));
  return { fill: `rgba(${colour.join(',')},${alpha})`, line: `rgb(${line.join(',')})` };
}

/** Paints a series. */
export const defaultPaint = (dark: boolean) => paintOf(SERIES, dark);

/** Paints what stands for all that is not named. */
export const restPaint = (dark: boolean) => paintOf(REST, dark);

/** Of the strongest and the weakest slice. */
const SHADES = { strongest: 0.9, weakest: 0.15 };

/** Paints so many parts of a whole in shades of the one hue, the first in the strongest. */
export function shades(count: number, dark: boolean): Paint[] {
  const { strongest, weakest } = SHADES;
  const step = (strongest - weakest) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, rank) =>
    paintOf(SERIES, dark, Number((strongest - rank * step).toFixed(3))),
  );
}
