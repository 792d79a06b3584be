import { describe, expect, it } from 'vitest';
import { progressWords, rateOf, withSample } from './progress.js';

describe('the rate of an export', () => {
  it('is that of the last ten seconds', () => {
    const samples = [0, 5, 10, 15].reduce<ReturnType<typeof withSample>>(
      (before, second) => withSample(before, { at: second * 1000, rows: second <= 5 ? 0 : (second - 5) * 2000 }),
      [],
    );
    expect(samples.map(({ at }) => at)).toEqual([5000, 10_000, 15_000]);
    expect(rateOf(samples)).toBe(2000);
  });

  it('is not known before rows have been counted', () => {
    expect(rateOf([])).toBeNull();
    expect(rateOf([{ at: 1, rows: 5 }])).toBeNull();
    expect(
      rateOf([
        { at: 1, rows: 5 },
        { at: 1001, rows: 5 },
      ]),
    ).toBeNull();
  });
});

it.each([
  ['Waits for its turn', 'WAITING' as const, 0, null],
  ['0 of 1,00,000 rows', 'MAKING' as const, 0, null],
  ['40,000 of 1,00,000 rows · 20,000 a second · 3 s left', 'MAKING' as const, 40_000, 20_000],
  ['1,00,000 of 1,00,000 rows · finishing the file', 'MAKING' as const, 100_000, 20_000],
])('says %s', (words, state, rowsDone, rate) => {
  expect(progressWords({ state, rows: 100_000, rowsDone }, rate)).toBe(words);
});
