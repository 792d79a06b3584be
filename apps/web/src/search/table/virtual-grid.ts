import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import type { Layout } from './layout.js';
import type { RecordTableState } from './record-table.js';
import type { ColumnDetails, ColumnPlacement } from './table-columns.js';

/** A record's column where it is drawn. */
export interface VirtualColumn extends ColumnPlacement {
  details: ColumnDetails;
}

interface VirtualColumnsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  state: RecordTableState;
  layout: Layout;
  /** The columns before the record's own: how many there are, and how wide they are together. */
  leading: { count: number; width: number };
  /** The column of the keyboard's place, from 0, which is drawn wherever it is. */
  keep: number;
}

/** Columns that are drawn to the left and right of those in view. */
const COLUMN_OVERSCAN = 1;
/** Columns that are drawn anew in one frame, in every row. */
const COLUMNS_A_FRAME = 1;

const stands = (a: VirtualColumn, b: VirtualColumn) =>
  a.details === b.details && a.index === b.index && a.width === b.width && a.gap === b.gap;

/** Finds which columns are drawn, and where: the pinned ones at both sides, those in view, a few around them, and the keyboard's place. */
export function useVirtualColumns({ scroller, state, layout, leading, keep }: VirtualColumnsOptions) {
  const { table, details } = state;
  const start = table.getStartLeafColumns();
  const centre = table.getCenterLeafColumns();
  const end = table.getEndLeafColumns();
  const standing = leading.width + table.getStartTotalSize();
  const firstScrolled = leading.count + start.length;
  // From the first column that scrolls: below 0 it is in one that is drawn anyway.
  const kept = Math.max(keep - firstScrolled, -1);
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: centre.length,
    getScrollElement: () => scroller.current,
    useFlushSync: false,
    // biome-ignore lint/correctness/useExhaustiveDependencies: another function makes the virtualizer ask for the sizes anew
    getItemKey: useCallback((index: number) => centre[index]?.id ?? index, [centre, layout]),
    estimateSize: (index) => centre[index]?.getSize() ?? 0,
    overscan: COLUMN_OVERSCAN,
    rangeExtractor: useMemo(() => rangeWith(kept), [kept]),
    scrollMargin: standing,
  });

  // The same array while the same columns stand in the same places: rows are drawn again only when it is another.
  const places = (columns: typeof start, first: number) =>
    columns.flatMap((column, index): VirtualColumn[] => {
      const own = details.get(column.id);
      return own ? [{ details: own, index: first + index, width: column.getSize(), gap: 0 }] : [];
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout says where the columns stand
  const pinned = useMemo(() => places(start, leading.count), [start, details, leading.count, layout]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout says where the columns stand
  const ending = useMemo(
    () => places(end, firstScrolled + centre.length),
    [end, details, firstScrolled, centre.length, layout],
  );
  const items = virtualizer.getVirtualItems();
  const { now: indexes, grows } = useGradually(
    useMemo(() => items.map(({ index }) => index), [items]),
    kept,
    COLUMNS_A_FRAME,
  );
  const standings = useMemo(() => {
    let edge = standing;
    return items.flatMap((item): VirtualColumn[] => {
      const own = details.get(centre[item.index]?.id ?? '');
      if (!own || !indexes.includes(item.index)) return [];
      const gap = item.start - edge;
      edge = item.end;
      return [{ details: own, index: firstScrolled + item.index, width: item.size, gap }];
    });
  }, [items, indexes, details, centre, firstScrolled, standing]);
  const scrolled = useSteadyList(standings, stands);
  return {
    pinned,
    scrolled,
    ending,
    standing,
    endingWidth: table.getEndTotalSize(),
    width: standing + virtualizer.getTotalSize() + table.getEndTotalSize(),
    viewport: virtualizer.scrollRect?.width ?? 0,
    /** A column is drawn anew now, in every row. */
    grows,
  };
}

interface VirtualRowsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  ids: readonly string[];
  rowHeight: number;
  headerHeight: number;
  /** The row of the keyboard's place, from 0, which is drawn wherever it is. */
  keep: number;
  /** A column is drawn anew now, too. */
  beside: boolean;
}

/** So many rows are drawn above and below those in view. */
const ROW_OVERSCAN = 4;
/** So many rows are drawn anew in one frame, and so many where a column is. */
const ROWS_A_FRAME = 4;
const ROWS_BESIDE_A_COLUMN = 2;

/** Finds the rows of a page that are drawn: those in view, a few around them, and the keyboard's place. */
export function useVirtualRows({ scroller, ids, rowHeight, headerHeight, keep, beside }: VirtualRowsOptions) {
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    useFlushSync: false,
    // biome-ignore lint/correctness/useExhaustiveDependencies: another function makes the virtualizer ask for the sizes anew
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids, rowHeight]),
    estimateSize: () => rowHeight,
    overscan: ROW_OVERSCAN,
    rangeExtractor: useMemo(() => rangeWith(keep), [keep]),
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
  });
  const items = virtualizer.getVirtualItems();
  const { now: indexes } = useGradually(
    useMemo(() => items.map(({ index }) => index), [items]),
    keep,
    beside ? ROWS_BESIDE_A_COLUMN : ROWS_A_FRAME,
  );
  return {
    /** Scrolls no further than it takes for a row to be seen. */
    reveal: useCallback((index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }), [virtualizer]),
    height: virtualizer.getTotalSize(),
    rows: items
      .filter(({ index }) => indexes.includes(index))
      .map(({ index, start }) => ({ index, top: start - headerHeight })),
  };
}

/** Draws of a list the items in view, those around them, and one more wherever it is. */
function rangeWith(kept: number): (range: Range) => number[] {
  return (range) => {
    const indexes = defaultRangeExtractor(range);
    if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes;
    return [...indexes, kept].sort((a, b) => a - b);
  };
}

/** Keeps a list the same array while its items are the same: whoever is drawn from it is drawn again only for another. */
function useSteadyList<T>(list: readonly T[], isSame: (a: T, b: T) => boolean): readonly T[] {
  const held = useRef(list);
  const before = held.current;
  const steady =
    before.length === list.length && list.every((item, index) => isSame(item, before[index] as T)) ? before : list;
  useLayoutEffect(() => {
    held.current = steady;
  }, [steady]);
  return steady;
}

/**
 * Draws the items that a scroll brings into view little by little: so many new ones in a frame, those in the middle first. A jump then
 * costs several short tasks instead of one that holds up everything (docs/dependencies.md has the figures). The first items of all are
 * drawn at once, and so is `kept`, which may be about to take the focus.
 */
function useGradually(wanted: readonly number[], kept: number, most: number) {
  const drawn = useRef<ReadonlySet<number>>(new Set());
  const [turn, next] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn draws more of the same
  const now = useMemo(() => {
    const before = drawn.current;
    const fresh = wanted.filter((index) => !before.has(index));
    if (before.size === 0 || fresh.length <= most) return wanted;
    const middle = wanted[Math.floor(wanted.length / 2)] ?? 0;
    const first = fresh.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(0, most);
    const chosen = new Set([...first, kept]);
    return wanted.filter((index) => before.has(index) || chosen.has(index));
  }, [wanted, kept, most, turn]);
  const grows = drawn.current.size > 0 && now.some((index) => !drawn.current.has(index));
  useLayoutEffect(() => {
    drawn.current = new Set(now);
    if (now.length === wanted.length) return;
    const frame = requestAnimationFrame(next);
    return () => cancelAnimationFrame(frame);
  }, [now, wanted]);
  return { now, grows };
}
