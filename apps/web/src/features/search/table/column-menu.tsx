import { Menu } from '@mantine/core';
import { DISTINCT_COLUMNS, type RecordColumn, type TradeType } from '@tidewaiter/contract';
import icons from './icons.module.css';
import type { SortOrder } from './sort-order.js';

/** Pixels by which a column grows or shrinks at a time. */
export const RESIZE_STEP = 16;

/** What can be done to a column of the table. */
export interface ColumnActs {
  sort: (key: string, direction: SortOrder['direction']) => void;
  pin: (key: string, pin: boolean) => void;
  move: (key: string, by: -1 | 1) => void;
  resize: (key: string, by: number) => void;
  /** Back to the width that it starts with. */
  fit: (key: string) => void;
  hide: (key: string) => void;
  listValues: ((column: RecordColumn) => void) | undefined;
}

interface ColumnMenuProps {
  column: RecordColumn;
  label: string;
  tradeType: TradeType;
  pinned: boolean;
  movable: { left: boolean; right: boolean };
  /** The only column that is shown stays. */
  only: boolean;
  tabIndex: 0 | -1;
  className: string | undefined;
  acts: ColumnActs;
}

/** Everything that can be done to a column, for those who do not drag. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { column, label, tradeType, pinned, movable, only, tabIndex, className, acts } = props;
  const { key } = column;
  const { listValues } = acts;
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <button
          type="button"
          className={`${icons.icon} ${icons.menu} ${className ?? ''}`}
          aria-label={`Menu of ${label}`}
          tabIndex={tabIndex}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => acts.sort(key, 'asc')}>Sort ascending</Menu.Item>
        <Menu.Item onClick={() => acts.sort(key, 'desc')}>Sort descending</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => acts.pin(key, !pinned)}>{pinned ? 'Unpin' : 'Pin left'}</Menu.Item>
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
