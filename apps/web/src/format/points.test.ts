import { expect, it } from 'vitest';
import { parsePoints } from './points.js';

it('download points are a whole number that can be given', () => {
  expect(['0', ' 250 ', '1000000000'].map(parsePoints)).toEqual([0, 250, 1_000_000_000]);
  for (const typed of ['', '-1', '1.5', '1e3', 'ten', '1000000001', '99999999999'])
    expect(parsePoints(typed)).toBeNull();
});
