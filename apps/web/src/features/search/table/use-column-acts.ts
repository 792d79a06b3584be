import type { RecordColumn } from '@tidewaiter/contract';
import { useMemo, useState } from 'react';
import type { ColumnActs } from './column-menu.js';
import { columnWidth, type Layout, leftToRight, movedBy, pinned, withoutColumn } from './layout.js';
import type { SortOrder } from './sort-order.js';
import { useTableLayout } from './table-layout.js';
import type { RecordTableState } from './use-record-table.js';

interface ColumnActsOptions {
  state: RecordTableState;
  /** Puts the focus on a column's header, by its position among the record's columns. */
  goToHeader: (position: number) => void;
  onSort: (column: string, direction: SortOrder['direction']) => void;
  onListValues: ((column: RecordColumn) => void) | undefined;
}

/** What the headers do to their columns, and what was done, in words for those who cannot see it. */
export function useColumnActs({ state, goToHeader, onSort, onListValues }: ColumnActsOptions) {
  const { table, details } = state;
  const { layout, change } = useTableLayout();
  const [said, setSaid] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table and the focus are as they are when something is chosen
  const acts = useMemo<ColumnActs>(() => {
    const label = (key: string) => details.get(key)?.column.label ?? key;

    /** Changes the columns by one, says so, and leaves the focus on it or on what took its place. */
    function alter(next: Layout, key: string, done: string) {
      const [before, after] = [leftToRight(layout), leftToRight(next)];
      const position = after.includes(key) ? after.indexOf(key) : Math.min(before.indexOf(key), after.length - 1);
      change(next);
      setSaid(`${label(key)} ${done}`);
      // Once the menu that this was chosen from is gone.
      setTimeout(() => goToHeader(position));
    }

    function place(next: Layout, key: string): string {
      const order = leftToRight(next);
      return `column ${order.indexOf(key) + 1} of ${order.length}`;
    }

    return {
      sort: onSort,
      pin(key, pin) {
        const next = pinned(layout, key, pin);
        alter(next, key, `${pin ? 'pinned' : 'unpinned'}, ${place(next, key)}`);
      },
      move(key, by) {
        const next = movedBy(layout, key, by);
        alter(next, key, `moved, ${place(next, key)}`);
      },
      hide: (key) => alter(withoutColumn(layout, key), key, 'hidden'),
      resize(key, by) {
        const width = columnWidth((table.getColumn(key)?.getSize() ?? 0) + by);
        change({ ...layout, widths: { ...layout.widths, [key]: width } });
      },
      fit(key) {
        const { [key]: _, ...widths } = layout.widths;
        change({ ...layout, widths });
      },
      listValues: onListValues,
    };
  }, [layout, change, details, onSort, onListValues]);
  return { acts, said };
}
