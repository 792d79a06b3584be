import { useVirtualizer } from '@tanstack/react-virtual';
import { LIMITS } from '@tidewaiter/contract';
import { type RefObject, useCallback, useMemo } from 'react';
import { rangeWith } from './range-with.js';
import { useGradually } from './use-gradually.js';

interface DrawnRowsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  ids: readonly string[];
  rowHeight: number;
  /** Ids of the rows that are opened. */
  opened: Readonly<Record<string, boolean>>;
  headerHeight: number;
  /** The row of the keyboard's place, from 0, which is drawn wherever it is. */
  keep: number;
}

/** Rows that are drawn above and below those in view. */
const OVERSCAN = 4;
/** Rows that are drawn anew in one frame. */
const STEP = 4;

/** Which rows of a page are drawn: those in view, a few around them, and the keyboard's place. */
export function useDrawnRows({ scroller, ids, rowHeight, opened, headerHeight, keep }: DrawnRowsOptions) {
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    useFlushSync: false,
    // biome-ignore lint/correctness/useExhaustiveDependencies: another function makes the virtualizer ask for the sizes anew
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids, opened, rowHeight]),
    estimateSize: (index) => (opened[ids[index] ?? ''] ? LIMITS.expandedRowHeightPx : rowHeight),
    overscan: OVERSCAN,
    rangeExtractor: useMemo(() => rangeWith(keep), [keep]),
    scrollMargin: headerHeight,
  });
  const items = virtualizer.getVirtualItems();
  const indexes = useGradually(
    useMemo(() => items.map(({ index }) => index), [items]),
    keep,
    STEP,
  );
  return {
    height: virtualizer.getTotalSize(),
    rows: items
      .filter(({ index }) => indexes.includes(index))
      .map(({ index, start }) => ({ index, top: start - headerHeight })),
  };
}
