/** Its parts go from 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number];

/** It begins with the default colour of charts (SPEC 2); values are told apart by the others. */
const PALETTE: readonly Colour[] = [
  [53, 162, 235],
  [232, 168, 56],
  [38, 166, 140],
  [229, 115, 94],
  [142, 124, 195],
  [139, 174, 82],
  [206, 110, 152],
  [173, 132, 92],
  [72, 112, 190],
  [90, 186, 200],
];

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

function paintOf(colour: Colour, dark: boolean): Paint {
  const { towards, by } = OUTLINE[dark ? 'dark' : 'light'];
  const line = colour.map((part) => Math.round(part + (towards - part) * by));
  return { fill: `rgba(${colour.join(',')},${ALPHA})`, line: `rgb(${line.join(',')})` };
}

/** Paints what is not told apart. */
export const defaultPaint = (dark: boolean) => paintOf(PALETTE[0] ?? REST, dark);

/** Paints by a palette's place; by none, as all the rest. */
export const paintAt = (place: number | null, dark: boolean) =>
  paintOf((place === null ? undefined : PALETTE[place]) ?? REST, dark);

/**
 * Gives values their places in the palette. A value keeps the one that it has, in every chart of a screen and whatever the screen is
 * narrowed to, unless a larger value beside it has the same; others take the first that is free among those shown together.
 */
export function withPlaces(known: ReadonlyMap<string, number>, shown: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const value of shown) {
    const place = known.get(value);
    if (place !== undefined && ![...places.values()].includes(place)) places.set(value, place);
  }
  for (const value of shown) {
    if (places.has(value)) continue;
    const taken = new Set(places.values());
    const free = PALETTE.findIndex((_, place) => !taken.has(place));
    places.set(value, free < 0 ? 0 : free);
  }
  return places;
}
