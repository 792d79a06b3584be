import { LIMITS } from '@tidewaiter/contract';
import { type KeyboardEvent, type RefObject, useState } from 'react';

interface GridKeysOptions {
  scroller: RefObject<HTMLDivElement | null>;
  /** Rows of the page, without the header. */
  rowCount: number;
  columnCount: number;
  firstDrawn: number;
  lastDrawn: number;
  /** Brings a row of the page, from 0, into view, so that it is drawn. */
  reveal: (index: number) => void;
}

/** What makes an element of the grid a stop for the arrow keys. */
export interface CellFocus {
  tabIndex: 0 | -1;
  'data-cell': string;
  onFocus: () => void;
}

const SCROLL: Record<string, { left?: number; top?: number }> = {
  ArrowLeft: { left: -LIMITS.keyboardScrollPx },
  ArrowRight: { left: LIMITS.keyboardScrollPx },
  ArrowUp: { top: -LIMITS.rowHeightPx },
  ArrowDown: { top: LIMITS.rowHeightPx },
};

/**
 * Two ways of moving by keyboard. On the scroll region itself the arrow keys scroll, 100 px sideways and one row of 46 px
 * up or down (SPEC 9). Inside, they walk from cell to cell: one cell is the grid's tab stop, row 0 is the header.
 */
export function useGridKeys(options: GridKeysOptions) {
  const { scroller, rowCount, columnCount, firstDrawn, lastDrawn, reveal } = options;
  const [active, setActive] = useState({ row: 0, column: LEADING_SORT });
  // A stop that is not drawn could not be tabbed to.
  const stop = {
    row: active.row > 0 && (active.row - 1 < firstDrawn || active.row - 1 > lastDrawn) ? 0 : active.row,
    column: Math.min(active.column, columnCount - 1),
  };

  function cell(row: number, column: number): CellFocus {
    return {
      tabIndex: row === stop.row && column === stop.column ? 0 : -1,
      'data-cell': `${row}:${column}`,
      onFocus: () => setActive({ row, column }),
    };
  }

  function focus(row: number, column: number) {
    if (row > 0) reveal(row - 1);
    // A row far off is drawn by the scroll that reveals it, a frame later.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus(),
      ),
    );
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target === event.currentTarget) {
      const by = event.ctrlKey ? undefined : SCROLL[event.key];
      if (!by) return;
      event.preventDefault();
      scroller.current?.scrollBy(by);
      return;
    }
    const next = destination(event.key, event.ctrlKey, stop, rowCount, columnCount);
    if (!next) return;
    event.preventDefault();
    focus(next.row, next.column);
  }

  return { cell, onKeyDown };
}

/** The first column that sorts: where tabbing into the grid lands. */
const LEADING_SORT = 2;
const PAGE_ROWS = Math.floor(LIMITS.tableHeightPx / LIMITS.rowHeightPx) - 2;

interface Place {
  row: number;
  column: number;
}

/** Where a key leads from a cell, or null for a key that is not the grid's. */
function destination(key: string, ctrl: boolean, from: Place, rows: number, columns: number): Place | null {
  const row = (to: number) => ({ ...from, row: Math.max(0, Math.min(to, rows)) });
  const column = (to: number) => ({ ...from, column: Math.max(0, Math.min(to, columns - 1)) });
  switch (key) {
    case 'ArrowUp':
      return row(from.row - 1);
    case 'ArrowDown':
      return row(from.row + 1);
    case 'ArrowLeft':
      return column(from.column - 1);
    case 'ArrowRight':
      return column(from.column + 1);
    case 'PageUp':
      return row(from.row - PAGE_ROWS);
    case 'PageDown':
      return row(from.row + PAGE_ROWS);
    case 'Home':
      return ctrl ? { row: 0, column: 0 } : column(0);
    case 'End':
      return ctrl ? { row: rows, column: columns - 1 } : column(columns - 1);
    default:
      return null;
  }
}
