/** What is usual for a month of a series. */

/** A year of months: the season's length, and the least that there must be of before. */
const YEAR = 12;
/** The distance of a month from what is usual is never taken for less than this: else a calm series would cry at every breath. */
const LEAST_SPREAD = Math.log(1.15);
/** Makes of a median of absolute distances what a standard deviation is where they are normal. */
const NORMAL = 1.4826;
/** How far a season's share may lie from the year's middle: a single odd month is no season. */
const SEASON_MOST = 4;

/** What a month is expected to be, and between which two amounts it would be usual. */
export interface Band {
  expected: number;
  low: number;
  high: number;
  /** How many usual distances it lies away, below zero where it is less. */
  spreads: number;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** The middle of the year before a month, times what the same month of former years was to the year before it. */
function expectedAt(values: readonly number[], at: number): number | null {
  if (at < YEAR) return null;
  const middle = median(values.slice(at - YEAR, at));
  const seasons: number[] = [];
  for (let before = at - YEAR; before >= YEAR; before -= YEAR) {
    const then = median(values.slice(before - YEAR, before));
    if (then > 0) seasons.push(Math.min(SEASON_MOST, Math.max(1 / SEASON_MOST, (values[before] ?? 0) / then)));
  }
  return middle * (seasons.length === 0 ? 1 : median(seasons));
}

/**
 * How a month lies beside what is usual for it: by factors and not by differences, since trade grows and falls by shares.
 *
 * @param values of months without gaps, in order
 * @param at which of them
 * @param spreads how many usual distances away a month may lie
 * @returns null where there is too little before it
 */
export function bandOf(values: readonly number[], at: number, spreads: number): Band | null {
  const expected = expectedAt(values, at);
  if (expected === null || expected <= 0) return null;
  // Nothing is infinitely far below everything: a hundredth of what is expected stands for it.
  const ratio = (value: number, usual: number) => Math.log((value + usual / 100) / (usual + usual / 100));
  const distances: number[] = [];
  for (let before = at - YEAR; before < at; before += 1) {
    const then = expectedAt(values, before) ?? expected;
    if (then > 0) distances.push(Math.abs(ratio(values[before] ?? 0, then)));
  }
  const spread = Math.max(LEAST_SPREAD, NORMAL * median(distances));
  const reach = Math.exp(spreads * spread);
  return {
    expected,
    ...{ low: Math.max(0, (expected * 1.01) / reach - expected / 100), high: expected * 1.01 * reach - expected / 100 },
    spreads: ratio(values[at] ?? 0, expected) / spread,
  };
}
