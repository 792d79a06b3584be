import { expect, it } from 'vitest';
import { sharePercent } from './masterdata.js';

it('shares never say nothing or everything of a little more or less', () => {
  expect([0, 1, 500, 999, 1000].map((part) => sharePercent(part, 1000))).toEqual([null, 1, 50, 99, 100]);
});
