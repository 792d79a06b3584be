import type { Header } from '@tanstack/react-table';
import type { RecordRow, TradeType } from '@tidewaiter/contract';
import { type KeyboardEvent, memo } from 'react';
import { type ColumnActions, ColumnMenu, RESIZE_STEP } from './column-menu.js';
import icons from './icons.module.css';
import { type Layout, neighbour, type Pin, pinOf } from './layout.js';
import classes from './record-table.module.css';
import { firstDirection, type SortOrder } from './sort-order.js';
import type { ColumnDetails, ColumnPlacement, LeadingColumn, tableParts } from './table-columns.js';
import { type Side, useDragOrder } from './use-drag-order.js';
import type { VirtualColumn } from './virtual-grid.js';

interface TableHeaderProps {
  headers: ReadonlyMap<string, Header<typeof tableParts, RecordRow, unknown>>;
  leading: ReadonlyMap<LeadingColumn, ColumnPlacement>;
  pinned: readonly VirtualColumn[];
  scrolled: readonly VirtualColumn[];
  ending: readonly VirtualColumn[];
  layout: Layout;
  order: SortOrder;
  tradeType: TradeType;
  /** The keyboard's place is in this column, where it is in the header. */
  stop: number | null;
  picked: 'none' | 'some' | 'all';
  onPick: (all: boolean) => void;
  onPut: (key: string, target: string, side: Side) => void;
  acts: ColumnActions;
}

const NAMES: Record<Exclude<LeadingColumn, 'select'>, string> = { sl: 'Sl', action: 'Action' };

/** Draws the header of the results table, which stays at its top. */
export function TableHeader(props: TableHeaderProps) {
  const { headers, leading, pinned, scrolled, ending, layout, order, tradeType, stop, picked, onPick, acts } = props;
  const drag = useDragOrder('x', props.onPut);
  const cells = (columns: readonly VirtualColumn[]) =>
    columns.map(({ details, index, width, gap }) => {
      const { key } = details.column;
      const header = headers.get(key);
      return (
        header && (
          <HeaderCell
            key={key}
            header={header}
            details={details}
            index={index}
            width={width}
            gap={gap}
            tradeType={tradeType}
            sorted={order.key === key && order.direction}
            stop={stop === index}
            pinned={pinOf(layout, key)}
            toLeft={neighbour(layout, key, -1) !== undefined}
            toRight={neighbour(layout, key, 1) !== undefined}
            only={layout.columns.length === 1}
            acts={acts}
          />
        )
      );
    });
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} data-row={0} className={classes.headRow} {...drag.handlers}>
        <div role="presentation" className={classes.standing}>
          {[...leading].map(([name, place]) => {
            const tabIndex = stop === place.index ? 0 : -1;
            return (
              <div
                key={name}
                role="columnheader"
                aria-colindex={place.index + 1}
                aria-label={name === 'select' ? 'Select' : NAMES[name]}
                className={classes.headCell}
                data-leading={name}
                tabIndex={name === 'select' ? undefined : tabIndex}
                style={{ width: place.width }}
              >
                {name === 'select' ? (
                  <label className={classes.tick}>
                    <input
                      type="checkbox"
                      ref={(box) => {
                        if (box) box.indeterminate = picked === 'some';
                      }}
                      checked={picked === 'all'}
                      aria-label="Select all records of this page"
                      tabIndex={tabIndex}
                      onChange={(event) => onPick(event.currentTarget.checked)}
                    />
                  </label>
                ) : (
                  <span className={name === 'action' ? undefined : 'visually-hidden'}>{NAMES[name]}</span>
                )}
              </div>
            );
          })}
          {cells(pinned)}
        </div>
        <div role="presentation" className="flex flex-1">
          {cells(scrolled)}
        </div>
        {ending.length > 0 && (
          <div role="presentation" className={classes.ending}>
            {cells(ending)}
          </div>
        )}
        {drag.mark !== null && <div aria-hidden="true" className={classes.dropMark} style={{ left: drag.mark }} />}
      </div>
    </div>
  );
}

interface HeaderCellProps extends ColumnPlacement {
  header: Header<typeof tableParts, RecordRow, unknown>;
  details: ColumnDetails;
  tradeType: TradeType;
  sorted: false | SortOrder['direction'];
  /** The keyboard's place is here. */
  stop: boolean;
  pinned: Pin;
  toLeft: boolean;
  toRight: boolean;
  only: boolean;
  acts: ColumnActions;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const OTHER = { asc: 'desc', desc: 'asc' } as const;

/**
 * Draws a column's header: its label and unit, which sort by it and say in which direction, a menu of what else can be done, and an edge to
 * pull. It can be dragged to another place; with Shift the arrow keys make it narrower and wider.
 */
const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
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
        <span>{column.label}</span>
        {unit && <span className={`plain ${classes.unit}`}>{unit}</span>}
        {sorted && <span aria-hidden="true" className={`${icons[ARIA_SORT[sorted]]} ${classes.arrow}`} />}
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
