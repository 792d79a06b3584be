import { expect, it } from 'vitest';
import { sharePercent } from './masterdata.js';

it('shares never say nothing or everything of a little more or less', () => {
  expect([sharePercent(0, 1000), sharePercent(1, 1000), sharePercent(999, 1000), sharePercent(1000, 1000)]).toEqual([
    null,
    1,
    99,
    100,
  ]);
  expect(sharePercent(1, 2)).toBe(50);
});
