import { expect, it } from 'vitest';
import { Lately } from './lately.js';

it('says where calls waited: how many, and how long at most, the longest first', () => {
  const lately = new Lately();
  const waits = {
    search: new Map([['search', 4] as const, ['accounts', 1] as const]),
    again: new Map([['search', 2] as const]),
  };
  lately.call(200, 10, waits.search);
  lately.call(200, 10, waits.again);
  lately.call(200, 1);
  expect(lately.waits()).toEqual([
    { where: 'search', calls: 2, longestMs: 4 },
    { where: 'accounts', calls: 1, longestMs: 1 },
  ]);
});
