import { DISTINCT_COLUMNS, type RecordColumn, type TradeType } from '@tidewaiter/contract';
import { useMemo, useState } from 'react';
import { LaterMenu, useMenuButton } from '../../session/later-menu.js';
import type { MenuEntry } from '../../ui/entry-menu.js';
import icons from './icons.module.css';
import { columnWidth, type Layout, leftToRight, movedBy, type Pin, pinned, withoutColumn } from './layout.js';
import type { RecordTableState } from './record-table.js';
import type { SortOrder } from './sort-order.js';
import { useTableLayout } from './table-layout.js';

/** A column grows or shrinks by so many pixels at a time. */
export const RESIZE_STEP = 16;

export interface ColumnActions {
  sort: (key: string, direction: SortOrder['direction']) => void;
  pin: (key: string, pin: Pin) => void;
  move: (key: string, by: -1 | 1) => void;
  resize: (key: string, by: number) => void;
  /** Gives the column back the width that it starts with. */
  fit: (key: string) => void;
  hide: (key: string) => void;
  listValues: ((column: RecordColumn) => void) | undefined;
}

interface ColumnMenuProps {
  column: RecordColumn;
  label: string;
  tradeType: TradeType;
  pinned: Pin;
  movable: { left: boolean; right: boolean };
  /** The only column that is shown stays. */
  only: boolean;
  tabIndex: 0 | -1;
  className: string | undefined;
  acts: ColumnActions;
}

/**
 * Offers everything that can be done to a column, for those who do not drag. A menu costs more than its whole column, and columns come and
 * go while the table scrolls: until its button is pointed at or has the focus, there is only the button.
 */
export function ColumnMenu(props: ColumnMenuProps) {
  const { label, tabIndex, className } = props;
  const { ofButton, ofMenu } = useMenuButton();
  return (
    <>
      <button
        {...ofButton}
        type="button"
        className={`${icons.icon} ${icons.menu} ${className ?? ''}`}
        aria-label={`Menu of ${label}`}
        tabIndex={tabIndex}
      />
      {ofMenu.button && <LaterMenu {...ofMenu} width={232} entries={columnEntries(props)} />}
    </>
  );
}

function columnEntries({ column, tradeType, pinned, movable, only, acts }: ColumnMenuProps): MenuEntry[] {
  const { key } = column;
  const { listValues } = acts;
  const pins = [
    { label: 'Unpin', pin: null },
    { label: 'Pin left', pin: 'left' },
    { label: 'Pin right', pin: 'right' },
  ] as const;
  return [
    { label: 'Sort ascending', act: () => acts.sort(key, 'asc') },
    { label: 'Sort descending', act: () => acts.sort(key, 'desc') },
    'line',
    ...pins.filter(({ pin }) => pin !== pinned).map(({ label, pin }) => ({ label, act: () => acts.pin(key, pin) })),
    { label: 'Move left', act: () => acts.move(key, -1), disabled: !movable.left },
    { label: 'Move right', act: () => acts.move(key, 1), disabled: !movable.right },
    'line',
    { label: 'Wider', act: () => acts.resize(key, RESIZE_STEP), keys: 'Shift →', stays: true },
    { label: 'Narrower', act: () => acts.resize(key, -RESIZE_STEP), keys: 'Shift ←', stays: true },
    { label: 'Usual width', act: () => acts.fit(key) },
    'line',
    ...(listValues && DISTINCT_COLUMNS[tradeType].includes(key)
      ? [{ label: 'List of values', act: () => listValues(column) }]
      : []),
    { label: 'Hide', act: () => acts.hide(key), disabled: only },
  ];
}

interface ColumnActionsOptions {
  state: RecordTableState;
  /** Puts the focus on a column's header, by its position among the record's columns. */
  goToHeader: (position: number) => void;
  onSort: (column: string, direction: SortOrder['direction']) => void;
  onListValues: ((column: RecordColumn) => void) | undefined;
}

/** Makes the actions of the headers on their columns, and says the last one for those who cannot see it. */
export function useColumnActions({ state, goToHeader, onSort, onListValues }: ColumnActionsOptions) {
  const { table, details } = state;
  const { layout, change } = useTableLayout();
  const [said, setSaid] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table and the focus are as they are when something is chosen
  const acts = useMemo<ColumnActions>(() => {
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
