import { firstNotBefore } from '@tidewaiter/contract';

/**
 * Seeded randomness that gives the same bytes on every machine. Only +, -, *, / and integer operations are used:
 * `Math.exp`, `Math.log` and `Math.cos` may differ in the last digit between engines, and so could a price.
 */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** A stream of its own for a purpose, so that a change to one table does not reshuffle all the others. */
  static of(seed: number, purpose: string): Random {
    return new Random(hash(purpose) ^ Math.imul(seed, 0x9e3779b1));
  }

  /** A number in [0, 1), by mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('nothing to pick from');
    return value;
  }

  /** Near enough to the normal distribution: a sum of six uniforms, scaled to mean 0 and deviation 1. */
  normal(): number {
    const sum = this.next() + this.next() + this.next() + this.next() + this.next() + this.next();
    return (sum - 3) * Math.SQRT2;
  }

  logNormal(median: number, sigma: number): number {
    return median * exp(sigma * this.normal());
  }
}

/** e to the x for small x: a short series at x/64, then squared six times. */
function exp(x: number): number {
  const y = x / 64;
  let result = 1 + y * (1 + (y / 2) * (1 + (y / 3) * (1 + (y / 4) * (1 + y / 5))));
  for (let i = 0; i < 6; i++) result *= result;
  return result;
}

/** FNV-1a, for streams and for codes that must stay the same for the same words. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** Draws values in proportion to their weights: a walk up the running totals by halves. */
export class Weighted<T> {
  private readonly totals: Float64Array;
  private readonly sum: number;

  constructor(
    private readonly values: readonly T[],
    weightOf: (value: T, index: number) => number,
  ) {
    this.totals = new Float64Array(values.length);
    let sum = 0;
    for (const [index, value] of values.entries()) {
      sum += weightOf(value, index);
      this.totals[index] = sum;
    }
    this.sum = sum;
  }

  get isEmpty(): boolean {
    return this.sum <= 0;
  }

  draw(random: Random): T {
    const target = random.next() * this.sum;
    const value = this.values[firstNotBefore(this.totals.length - 1, (index) => (this.totals[index] ?? 0) <= target)];
    if (value === undefined) throw new RangeError('nothing to draw from');
    return value;
  }
}
