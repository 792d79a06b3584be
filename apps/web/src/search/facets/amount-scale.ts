import { SPREAD_BARS_PER_DECADE } from '@tidewaiter/contract';

/** A slider's thumbs have so many places to each bar of the spread. */
const STEPS = 5;
const STEPS_PER_DECADE = SPREAD_BARS_PER_DECADE * STEPS;

/** Each step of a slider is a ratio, since the amounts of trade lie over many powers of ten. */
export interface AmountScale {
  /** It is the common logarithm of the amount at the first place. */
  first: number;
  /** The last place; the first is 0. */
  last: number;
  /** They are as high as parts of the highest, from the first place on. */
  bars: readonly number[];
}

/** Makes the scale of a spread; null where it has no bars. */
export function amountScale(spread: readonly { decade: number; records: number }[]): AmountScale | null {
  const [least, most] = [spread[0], spread.at(-1)];
  if (!least || !most) return null;
  const bars = Array.from({ length: Math.round((most.decade - least.decade) * SPREAD_BARS_PER_DECADE) + 1 }, () => 0);
  const highest = Math.max(...spread.map(({ records }) => records));
  for (const { decade, records } of spread) {
    bars[Math.round((decade - least.decade) * SPREAD_BARS_PER_DECADE)] = records / highest;
  }
  return { first: least.decade, last: bars.length * STEPS, bars };
}

/** Reads the amount at a place of a slider, to two figures that say something, as an exact decimal. */
export function amountAt({ first }: AmountScale, place: number): string {
  const amount = 10 ** (first + place / STEPS_PER_DECADE);
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(amount)));
  const text = Number(amount.toPrecision(2)).toFixed(decimals);
  return decimals > 0 ? text.replace(/\.?0+$/, '') : text;
}

/** Finds the place of an amount on a slider; one off its scale stands at the end. */
export function placeOf({ first, last }: AmountScale, amount: string): number {
  const place = Math.round((Math.log10(Number(amount)) - first) * STEPS_PER_DECADE);
  return Math.min(last, Math.max(0, Number.isFinite(place) ? place : 0));
}
