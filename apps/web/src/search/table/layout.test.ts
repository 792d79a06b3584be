import { LIMITS } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Layout, leftToRight, movedBy, pinned, putBeside, readLayout, withoutColumn } from './layout.js';

const layout: Layout = {
  columns: ['date', 'hs_code', 'quantity', 'unit'],
  pinned: ['quantity'],
  pinnedRight: [],
  widths: {},
};

describe("a table's layout", () => {
  it('has its pinned columns first', () => {
    expect(leftToRight(layout)).toEqual(['quantity', 'date', 'hs_code', 'unit']);
    expect(leftToRight(pinned(layout, 'date', 'left'))).toEqual(['date', 'quantity', 'hs_code', 'unit']);
    expect(leftToRight(pinned(layout, 'quantity', null))).toEqual(['date', 'hs_code', 'quantity', 'unit']);
  });

  it('has others at its right, where they have neighbours of their own', () => {
    const ending = pinned(pinned(layout, 'date', 'right'), 'quantity', 'right');
    expect(leftToRight(ending)).toEqual(['hs_code', 'unit', 'date', 'quantity']);
    expect(ending.pinned).toEqual([]);
    expect(movedBy(ending, 'unit', 1)).toBe(ending);
    expect(leftToRight(movedBy(ending, 'quantity', -1))).toEqual(['hs_code', 'unit', 'quantity', 'date']);
    expect(leftToRight(putBeside(ending, 'unit', 'date', 'after'))).toEqual(['hs_code', 'date', 'unit', 'quantity']);
    expect(pinned(ending, 'date', 'left')).toMatchObject({ pinned: ['date'], pinnedRight: ['quantity'] });
  });

  it('lets a column change places with its neighbour, among the pinned or among the others', () => {
    expect(leftToRight(movedBy(layout, 'hs_code', -1))).toEqual(['quantity', 'hs_code', 'date', 'unit']);
    // The pinned column stands between the two in the list, and not on the screen.
    expect(leftToRight(movedBy(layout, 'hs_code', 1))).toEqual(['quantity', 'date', 'unit', 'hs_code']);
    expect(movedBy(layout, 'date', -1)).toBe(layout);
    expect(movedBy(layout, 'quantity', 1)).toBe(layout);
  });

  it('puts a dragged column where it is dropped, pinned as its new neighbour is', () => {
    expect(leftToRight(putBeside(layout, 'unit', 'date', 'before'))).toEqual(['quantity', 'unit', 'date', 'hs_code']);
    expect(leftToRight(putBeside(layout, 'date', 'unit', 'after'))).toEqual(['quantity', 'hs_code', 'unit', 'date']);
    const dropped = putBeside(layout, 'unit', 'quantity', 'after');
    expect(leftToRight(dropped)).toEqual(['quantity', 'unit', 'date', 'hs_code']);
    expect(dropped.pinned).toContain('unit');
    expect(putBeside(layout, 'unit', 'unit', 'after').columns).toBe(layout.columns);
  });

  it('never hides its last column', () => {
    const one = ['date', 'hs_code', 'unit', 'quantity'].reduce(withoutColumn, layout);
    expect(one.columns).toEqual(['quantity']);
  });
});

describe('a remembered layout', () => {
  it('comes back as it was', () => {
    const remembered = { columns: ['unit', 'date'], pinned: ['unit'], pinnedRight: ['date'], widths: { unit: 120 } };
    expect(readLayout(JSON.parse(JSON.stringify(remembered)))).toEqual(remembered);
    expect(readLayout({ ...remembered, columns: null }).columns).toBeNull();
    expect(readLayout({ pinned: ['unit'] }).pinnedRight).toBeNull();
  });

  it('is made whole of whatever stands in storage', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (columns, pins, widths) => {
        for (const stored of [{ columns, pinned: pins, pinnedRight: pins, widths }, columns]) {
          const read = readLayout(stored);
          for (const list of [read.columns ?? [], read.pinned, read.pinnedRight ?? []]) {
            expect(list.every((key) => typeof key === 'string')).toBe(true);
            expect(new Set(list).size).toBe(list.length);
            expect(list.length).toBeLessThanOrEqual(LIMITS.columns);
          }
          for (const width of Object.values(read.widths)) expect(width >= 64 && width <= 900).toBe(true);
        }
      }),
    );
    expect(readLayout({ widths: { a: -5, b: 1e9, c: 'wide', d: 70.4 } }).widths).toEqual({ a: 64, b: 900, d: 70 });
    expect(readLayout({ columns: Array.from({ length: 500 }, (_, index) => `c${index}`) }).columns).toHaveLength(100);
  });
});
