import { Menu } from '@mantine/core';
import { DISTINCT_COLUMNS, type RecordColumn, type TradeType } from '@tidewaiter/contract';
import { type SyntheticEvent, useId, useMemo, useState } from 'react';
import { ExistingElement } from '../../ui/existing-element.js';
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
  const id = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [opened, setOpened] = useState(false);
  const prepare = (event: SyntheticEvent<HTMLButtonElement>) => setButton(event.currentTarget);
  return (
    <>
      <button
        type="button"
        id={id}
        className={`${icons.icon} ${icons.menu} ${className ?? ''}`}
        aria-label={`Menu of ${label}`}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        tabIndex={tabIndex}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpened(!opened)}
      />
      {button && <PreparedMenu {...props} id={id} button={button} opened={opened} onChange={setOpened} />}
    </>
  );
}

interface PreparedMenuProps extends ColumnMenuProps {
  id: string;
  button: HTMLButtonElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

function PreparedMenu(props: PreparedMenuProps) {
  const { id, button, opened, onChange, column, tradeType, pinned, movable, only, acts } = props;
  const { key } = column;
  const { listValues } = acts;
  return (
    <Menu id={id} opened={opened} onChange={onChange} position="bottom-end" width={232}>
      <Menu.Target>
        <ExistingElement element={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => acts.sort(key, 'asc')}>Sort ascending</Menu.Item>
        <Menu.Item onClick={() => acts.sort(key, 'desc')}>Sort descending</Menu.Item>
        <Menu.Divider />
        {pinned && <Menu.Item onClick={() => acts.pin(key, null)}>Unpin</Menu.Item>}
        {pinned !== 'left' && <Menu.Item onClick={() => acts.pin(key, 'left')}>Pin left</Menu.Item>}
        {pinned !== 'right' && <Menu.Item onClick={() => acts.pin(key, 'right')}>Pin right</Menu.Item>}
        <Menu.Item disabled={!movable.left} onClick={() => acts.move(key, -1)}>
          Move left
        </Menu.Item>
        <Menu.Item disabled={!movable.right} onClick={() => acts.move(key, 1)}>
          Move right
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item closeMenuOnClick={false} rightSection="Shift →" onClick={() => acts.resize(key, RESIZE_STEP)}>
          Wider
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} rightSection="Shift ←" onClick={() => acts.resize(key, -RESIZE_STEP)}>
          Narrower
        </Menu.Item>
        <Menu.Item onClick={() => acts.fit(key)}>Usual width</Menu.Item>
        <Menu.Divider />
        {listValues && DISTINCT_COLUMNS[tradeType].includes(key) && (
          <Menu.Item onClick={() => listValues(column)}>List of values</Menu.Item>
        )}
        <Menu.Item disabled={only} onClick={() => acts.hide(key)}>
          Hide
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
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
