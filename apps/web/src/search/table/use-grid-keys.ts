import { LIMITS } from '@tidewaiter/contract';
import { type FocusEvent, type KeyboardEvent, type RefObject, startTransition, useState } from 'react';
import { flushSync } from 'react-dom';

interface GridKeysOptions {
  scroller: RefObject<HTMLDivElement | null>;
  /** Rows of the page, without the header. */
  rowCount: number;
  columnCount: number;
  /** The column where tabbing into the grid lands, in its header. */
  firstColumn: number;
}

/** A cell of the grid: row 0 is the header. */
interface Place {
  row: number;
  column: number;
}

const SCROLL: Record<string, { left?: number; top?: number }> = {
  ArrowLeft: { left: -LIMITS.keyboardScrollPx },
  ArrowRight: { left: LIMITS.keyboardScrollPx },
  ArrowUp: { top: -LIMITS.rowHeightPx },
  ArrowDown: { top: LIMITS.rowHeightPx },
};

/**
 * Two ways of moving by keyboard. On the scroll region itself the arrow keys scroll, 100 px sideways and one row of 46 px
 * up or down (SPEC 9). Inside, they walk from cell to cell: one cell is the grid's tab stop, and what else can be pressed in it is
 * reached from there by Tab. Rows say which they are by `data-row`, cells by `aria-colindex`.
 */
export function useGridKeys({ scroller, rowCount, columnCount, firstColumn }: GridKeysOptions) {
  const [active, setActive] = useState<Place>({ row: 0, column: firstColumn });
  const stop: Place = { row: Math.min(active.row, rowCount), column: Math.min(active.column, columnCount - 1) };

  function onFocus(event: FocusEvent<HTMLDivElement>) {
    const place = placeOf(event.target);
    if (!place || (place.row === active.row && place.column === active.column)) return;
    // The focus is there already: that the table knows can wait until it is painted, and for further keys.
    startTransition(() => setActive(place));
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const from = placeOf(event.target);
    // What is in a cell can be reached once the table knows of the place, so this key waits for it.
    if (event.key === 'Tab' && from) flushSync(() => setActive(from));
    if (event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target === event.currentTarget) {
      const by = event.ctrlKey ? undefined : SCROLL[event.key];
      if (!by) return;
      event.preventDefault();
      scroller.current?.scrollBy(by);
      return;
    }
    const next = from && destination(event.key, event.ctrlKey, from, rowCount, columnCount);
    if (!next) return;
    event.preventDefault();
    goTo(next);
  }

  /** Takes the keyboard's place, and the focus, to a cell. */
  function goTo(place: Place) {
    const grid = scroller.current;
    if (!grid) return;
    const drawn = focusable(grid, place);
    if (drawn) {
      drawn.focus();
      return;
    }
    // The keyboard's place is always drawn; the focus brings it into view.
    flushSync(() => setActive(place));
    focusable(grid, place)?.focus();
  }

  return { stop, goTo, onFocus, onKeyDown };
}

/** Which cell an element is in; null outside of the cells. */
function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-row]');
  const cell = target.closest('[aria-colindex]');
  if (!row || !cell || !row.contains(cell)) return null;
  return { row: Number(row.dataset.row), column: Number(cell.getAttribute('aria-colindex')) - 1 };
}

/** The element that takes the focus in a cell: the cell itself, or its first control. */
function focusable(grid: HTMLElement, { row, column }: Place): HTMLElement | null | undefined {
  const cell = grid.querySelector<HTMLElement>(`[data-row="${row}"] [aria-colindex="${column + 1}"]`);
  return cell?.hasAttribute('tabindex') ? cell : cell?.querySelector<HTMLElement>('input, button');
}

const PAGE_ROWS = Math.floor(LIMITS.tableHeightPx / LIMITS.rowHeightPx) - 2;

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
