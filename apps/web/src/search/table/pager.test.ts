import { LIMITS } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageCount, pageWindow } from './pager.js';

describe('the pages of a result', () => {
  it('hold all of its records, the last page what is left', () => {
    expect([0, 1, 20, 21, 40].map((total) => pageCount(total, 20))).toEqual([0, 1, 1, 2, 2]);
  });

  it('end within the reach of paging', () => {
    expect(pageCount(1_000_000, 20)).toBe(500);
    // A 334th page of 30 would begin within reach and end beyond it.
    expect(pageCount(1_000_000, 30)).toBe(333);
    for (const size of LIMITS.pageSizes) {
      expect(pageCount(Number.MAX_SAFE_INTEGER, size) * size).toBeLessThanOrEqual(LIMITS.reachableRows);
      expect((pageCount(Number.MAX_SAFE_INTEGER, size) + 1) * size).toBeGreaterThan(LIMITS.reachableRows);
    }
  });
});

describe('the page buttons', () => {
  it('are fewer where there are fewer pages', () => {
    expect(pageWindow(2, 3)).toEqual([1, 2, 3]);
    expect(pageWindow(1, 0)).toEqual([]);
    expect(pageWindow(40, 3)).toEqual([1, 2, 3]);
  });

  it('always offer the current page, pages that exist, and no gap', () => {
    const place = fc
      .integer({ min: 1, max: 500 })
      .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)));
    fc.assert(
      fc.property(place, ([current, pages]) => {
        const offered = pageWindow(current, pages);
        expect(offered).toHaveLength(Math.min(LIMITS.pagerButtons, pages));
        expect(offered).toContain(current);
        const [first = 0] = offered;
        expect(first).toBeGreaterThanOrEqual(1);
        expect(offered).toEqual(offered.map((_, index) => first + index));
        expect(offered.at(-1)).toBeLessThanOrEqual(pages);
      }),
    );
  });
});
