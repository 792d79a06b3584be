import { expect, it } from 'vitest';
import { provedBlocks } from './block-sums.js';

/** The places of rows that are proved to be the sum of those before them. */
async function sumsOf(amounts: readonly number[]): Promise<number[]> {
  const found = amounts.flatMap((amount, place) =>
    Array.from({ length: Math.max(0, place - 1) }, (_, after) => ({ at: place + 1, after, amount })).filter(
      ({ after }) => Math.abs(amounts.slice(after, place).reduce((sum, each) => sum + each, 0) - amount) < 0.001,
    ),
  );
  const blocks = await provedBlocks(found, amounts.length, async (place) => amounts.slice(place));
  return blocks.map(({ at }) => at - 1);
}

const noise = Array.from({ length: 40 }, (_, at) => 1000 + ((at * 7919) % 997) * 13.37);

it.each([
  ['close their blocks', [512.25, 701.5, 1213.75, 312.1, 433.2, 954.7, 1700, 811.33, 802.21, 1613.54], [2, 6, 9]],
  [
    'close some, behind others that have none',
    [...noise, 512.25, 701.5, 1213.75, 312.13, 433.2, 954.7, 1700.03, 811.33, 802.21, 1613.54],
    [42, 46, 49],
  ],
  ['close the file', [100.25, 200.5, 31.7, 8.12, 340.57], [4]],
])('sums that %s are found', async (_, amounts, places) => {
  expect(await sumsOf(amounts)).toEqual(places);
});

it.each([
  ['rise by one', [1, 2, 3, 4, 5, 6, 7, 8]],
  ['are few', [10, 20, 30]],
  ['are all the same', [100, 100, 100, 100, 100, 100]],
  [
    'are of one, one and two pieces',
    Array.from({ length: 60 }, (_, at) => (10.37 + Math.floor(at / 3)) * (at % 3 === 2 ? 2 : 1)),
  ],
  ['make a sum once', [...noise, 1000 + 2013.37, ...noise]],
])('amounts that %s are none', async (_, amounts) => {
  expect(await sumsOf(amounts)).toEqual([]);
});
