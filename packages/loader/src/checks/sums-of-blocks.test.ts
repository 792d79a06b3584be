import { expect, it } from 'vitest';
import { sumsOfBlocks } from './sums-of-blocks.js';

it.each([
  ['close their blocks, and all of them at the end', [5, 7, 12, 3, 4, 9, 16, 8, 8, 36], [2, 6, 8, 9]],
  ['open them', [12, 5, 7, 16, 3, 4, 9, 8, 8], [0, 3, 7]],
  ['close the file', [100.25, 200.5, 31.7, 8.12, 340.57], [4]],
])('sums that %s are found', (_, amounts, places) => {
  expect(sumsOfBlocks(amounts)).toEqual(places);
});

it.each([
  ['rise by one', [1, 2, 3, 4, 5, 6, 7, 8]],
  ['are few', [10, 20, 30]],
  ['are all the same', [100, 100, 100, 100, 100, 100]],
])('amounts that %s are none', (_, amounts) => {
  expect(sumsOfBlocks(amounts)).toEqual([]);
});
