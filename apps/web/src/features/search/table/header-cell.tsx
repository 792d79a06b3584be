import type { Header } from '@tanstack/react-table';
import type { RecordRow, TradeType } from '@tidewaiter/contract';
import { type KeyboardEvent, memo } from 'react';
import { type ColumnActs, ColumnMenu, RESIZE_STEP } from './column-menu.js';
import icons from './icons.module.css';
import type { Standing } from './leading-columns.js';
import classes from './record-table.module.css';
import { firstDirection, type SortOrder } from './sort-order.js';
import type { ColumnDetails, tableParts } from './table-columns.js';

interface HeaderCellProps extends Standing {
  header: Header<typeof tableParts, RecordRow, unknown>;
  details: ColumnDetails;
  tradeType: TradeType;
  sorted: false | SortOrder['direction'];
  /** Whether the keyboard's place is here. */
  stop: boolean;
  pinned: boolean;
  toLeft: boolean;
  toRight: boolean;
  only: boolean;
  acts: ColumnActs;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const OTHER = { asc: 'desc', desc: 'asc' } as const;

/**
 * A column's header: its label and unit, which sort by it, an arrow for each direction, a menu of what else can be done, and an
 * edge to pull. It can be dragged to another place; with Shift the arrow keys make it narrower and wider.
 */
export const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
  const { header, details, index, width, gap, sorted, stop, acts } = props;
  const { column, unit } = details;
  const { key } = column;
  const label = unit ? `${column.label} (${unit})` : column.label;
  const startResize = header.getResizeHandler();

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const by = { ArrowLeft: -RESIZE_STEP, ArrowRight: RESIZE_STEP }[event.key];
    if (!event.shiftKey || by === undefined || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    acts.resize(key, by);
  }

  const arrow = (direction: SortOrder['direction']) => (
    <button
      type="button"
      className={`${icons.icon} ${icons[ARIA_SORT[direction]]} ${classes.arrow}`}
      data-sorted={sorted === direction || undefined}
      aria-label={`Sort by ${label}, ${ARIA_SORT[direction]}`}
      tabIndex={-1}
      onClick={() => acts.sort(key, direction)}
    />
  );
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sorted ? ARIA_SORT[sorted] : 'none'}
      aria-label={label}
      className={classes.headCell}
      data-type={column.type}
      data-key={key}
      draggable
      style={{ width, marginInlineStart: gap }}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        className={classes.sort}
        title={label}
        tabIndex={stop ? 0 : -1}
        onClick={() => acts.sort(key, sorted ? OTHER[sorted] : firstDirection(column))}
      >
        {column.label}
        {unit && <span className={classes.unit}>{unit}</span>}
      </button>
      <ColumnMenu
        column={column}
        label={label}
        tradeType={props.tradeType}
        pinned={props.pinned}
        movable={{ left: props.toLeft, right: props.toRight }}
        only={props.only}
        tabIndex={stop ? 0 : -1}
        className={classes.menu}
        acts={acts}
      />
      <span className={classes.arrows}>
        {arrow('asc')}
        {arrow('desc')}
      </span>
      {/* The same is in the menu, and by Shift and the arrow keys. */}
      <span
        aria-hidden="true"
        className={classes.edge}
        onMouseDown={(event) => {
          // Else the header would be dragged.
          event.preventDefault();
          startResize(event);
        }}
        onTouchStart={startResize}
        onDoubleClick={() => acts.fit(key)}
      />
    </div>
  );
});
