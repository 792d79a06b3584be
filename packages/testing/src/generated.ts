/** How many generated cases a suite has, and of which seed: it changes with every run, so that runs add up. */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** Large counts, asked for by `npm run test:deep`. */
const DEEP = process.env.TIDEWAITER_DEEP === '1';

/** So long one property may run and be made smaller, in milliseconds: a smaller case can be found for ever, of numbers one by one. */
const LONGEST = 10 * 60_000;

// A report of a run says what went wrong too, where it would be the cause of an error that reports leave out.
fc.configureGlobal({ includeErrorInReport: true, interruptAfterTimeLimit: LONGEST, markInterruptAsFailure: true });

/** The largest seed and one: a seed is a number of 31 bits. */
const SEEDS = 2 ** 31;

/** One that is given is repeated; in CI the commit has its own, so that a repeated run is the same. */
function chooseSeed(): number {
  const given = process.env.SEED ?? '';
  if (given !== '') {
    if (!/^\d{1,10}$/.test(given) || Number(given) >= SEEDS) throw new Error(`SEED is no seed: ${given}`);
    return Number(given);
  }
  if (!process.env.CI) return randomInt(SEEDS);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return Number.parseInt(commit.slice(0, 8), 16) % SEEDS;
}

/** Of the generated cases of this run, which prints it (`vitest.config.ts`); `SEED=` repeats it. */
export const SEED: number = chooseSeed();

/** So many cases: a few in `npm test`, many in a deep run. */
export const cases = (few: number, deep: number): number => (DEEP ? deep : few);

/** Some of many cases that are worth a run each, drawn by the seed, so that runs add up; all of them in a deep run. */
export function drawn<Item>(items: readonly Item[], few: number): Item[] {
  if (DEEP || items.length <= few) return [...items];
  const order = fc.sample(fc.shuffledSubarray([...items.keys()], { minLength: few, maxLength: few }), {
    numRuns: 1,
    seed: SEED,
  });
  return (order[0] ?? []).map((index) => items[index] as Item);
}
