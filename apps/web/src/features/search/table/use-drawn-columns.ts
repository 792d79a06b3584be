import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo } from 'react';
import type { Layout } from './layout.js';
import type { Standing } from './leading-columns.js';
import { rangeWith } from './range-with.js';
import type { ColumnDetails } from './table-columns.js';
import { useGradually } from './use-gradually.js';
import type { RecordTableState } from './use-record-table.js';
import { useSteadyList } from './use-steady-list.js';

/** A record's column where it is drawn. */
export interface DrawnColumn extends Standing {
  details: ColumnDetails;
}

interface DrawnColumnsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  state: RecordTableState;
  layout: Layout;
  /** The columns before the record's own: how many there are, and how wide they are together. */
  leading: { count: number; width: number };
  /** The column of the keyboard's place, from 0, which is drawn wherever it is. */
  keep: number;
}

/** Columns that are drawn to the left and right of those in view. */
const OVERSCAN = 1;
/** Columns that are drawn anew in one frame, in every row. */
const STEP = 1;

const stands = (a: DrawnColumn, b: DrawnColumn) =>
  a.details === b.details && a.index === b.index && a.width === b.width && a.gap === b.gap;

/** Which columns are drawn, and where: the pinned ones, those in view, a few around them, and the keyboard's place. */
export function useDrawnColumns({ scroller, state, layout, leading, keep }: DrawnColumnsOptions) {
  const { table, details } = state;
  const start = table.getStartLeafColumns();
  const centre = table.getCenterLeafColumns();
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
    overscan: OVERSCAN,
    rangeExtractor: useMemo(() => rangeWith(kept), [kept]),
    scrollMargin: standing,
  });

  // The same array while the same columns stand in the same places: rows are drawn again only when it is another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout says where the columns stand
  const pinned = useMemo(
    () =>
      start.flatMap((column, index): DrawnColumn[] => {
        const own = details.get(column.id);
        return own ? [{ details: own, index: leading.count + index, width: column.getSize(), gap: 0 }] : [];
      }),
    [start, details, leading.count, layout],
  );
  const items = virtualizer.getVirtualItems();
  const indexes = useGradually(
    useMemo(() => items.map(({ index }) => index), [items]),
    kept,
    STEP,
  );
  const standings = useMemo(() => {
    let end = standing;
    return items.flatMap((item): DrawnColumn[] => {
      const own = details.get(centre[item.index]?.id ?? '');
      if (!own || !indexes.includes(item.index)) return [];
      const gap = item.start - end;
      end = item.end;
      return [{ details: own, index: firstScrolled + item.index, width: item.size, gap }];
    });
  }, [items, indexes, details, centre, firstScrolled, standing]);
  const scrolled = useSteadyList(standings, stands);
  return {
    pinned,
    scrolled,
    standing,
    width: standing + virtualizer.getTotalSize(),
    viewport: virtualizer.scrollRect?.width ?? 0,
  };
}
