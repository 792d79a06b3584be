// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard

import { functionalUpdate, useTable } from '@tanstack/react-table';
import type { SearchAddress } from '@tidewaiter/contract';
import { LIMITS, type RecordColumn, type RecordRow } from '@tidewaiter/contract';
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RecordPage } from '../api/calls.js';
import { CellMenu } from './cell-menu.js';
import { useColumnActions } from './column-menu.js';
import { columnWidth, leftToRight, type Pin, pinOf, putBeside } from './layout.js';
import { RecordTableRow } from './record-row.js';
import classes from './record-table.module.css';
import { RECORDS } from './records-place.js';
import { useSelection } from './selection.js';
import { type SortOrder, sortOrder } from './sort-order.js';
import { leadingColumns, tableColumns, tableParts } from './table-columns.js';
import { TableHeader } from './table-header.js';
import { useTableLayout } from './table-layout.js';
import { useGridKeys } from './use-grid-keys.js';
import { useVirtualColumns, useVirtualRows } from './virtual-grid.js';

interface RecordTableProps {
  page: RecordPage;
  total: number | undefined;
  compact: boolean;
  /** The record of this id stands open beside the list. */
  openedId: string | undefined;
  onSort: (column: string, direction: SortOrder['direction']) => void;
  onOpen: (record: RecordRow) => void;
  onSaveContact: ((companyName: string) => void) | undefined;
  onListValues: ((column: RecordColumn) => void) | undefined;
  onNarrow: ((part: Partial<SearchAddress>) => void) | undefined;
}

const HEADER_HEIGHT = 48;
const COMPACT_ROW_HEIGHT = 32;

/** Shows the results as a grid: rows and columns are drawn as they come into view; the header and the pinned columns stay. */
export const RecordTable = memo(function RecordTable(props: RecordTableProps) {
  const { page, total, compact, openedId, onSort, onOpen, onSaveContact, onListValues, onNarrow } = props;
  const { query, rows, matched } = page;
  const scroller = useRef<HTMLDivElement>(null);
  const { layout, change } = useTableLayout();
  const first = query.pageNumber * query.numberOfRecords + 1;
  const last = first + rows.length - 1;
  const { columns: leading, width: leadingWidth } = useMemo(() => leadingColumns(last), [last]);
  const state = useRecordTable(page, useRoom(scroller) - leadingWidth);
  const { table } = state;
  const { selected, pick } = useSelection();
  const tableRows = table.getRowModel().rows;
  const columnCount = leading.size + layout.columns.length;
  const keys = useGridKeys({ scroller, rowCount: rows.length, columnCount, firstColumn: leading.size });
  const rowHeight = compact ? COMPACT_ROW_HEIGHT : LIMITS.rowHeightPx;
  const { pinned, scrolled, ending, standing, endingWidth, width, viewport, grows } = useVirtualColumns({
    scroller,
    state,
    layout,
    leading: { count: leading.size, width: leadingWidth },
    keep: keys.stop.column,
  });
  const drawn = useVirtualRows({
    scroller,
    ids: useMemo(() => tableRows.map(({ id }) => id), [tableRows]),
    rowHeight,
    headerHeight: HEADER_HEIGHT,
    keep: keys.stop.row - 1,
    beside: grows,
  });
  const { acts, said } = useColumnActions({
    state,
    goToHeader: (position) => keys.goTo({ row: 0, column: leading.size + position }),
    onSort,
    onListValues,
  });
  const shown = useMemo(
    () => leftToRight(layout).flatMap((key) => state.details.get(key)?.column ?? []),
    [layout, state.details],
  );
  const headers = new Map(table.getHeaderGroups()[0]?.headers.map((header) => [header.column.id, header]));

  // Another page, order or question starts at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is what makes the rows others
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [query]);

  // What is opened stays in sight in its list.
  const { reveal } = drawn;
  useEffect(() => {
    const at = rows.findIndex(({ id }) => id === openedId);
    if (at >= 0) reveal(at);
  }, [openedId, rows, reveal]);

  const ids = rows.map(({ id }) => id);
  const count = ids.filter((id) => selected[id]).length;
  const picked = count === 0 ? 'none' : count < ids.length ? 'some' : 'all';
  return (
    <div
      ref={scroller}
      id={RECORDS}
      className={classes.scroller}
      role="region"
      aria-label="Records, arrow keys scroll"
      tabIndex={0}
      data-compact={compact || undefined}
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
      style={{
        '--header-height': `${HEADER_HEIGHT}px`,
        '--row-height': `${rowHeight}px`,
        '--standing': `${standing}px`,
        '--ending': `${endingWidth}px`,
        '--viewport': `${viewport}px`,
      }}
    >
      <div
        role="grid"
        aria-label="Records"
        aria-readonly="true"
        aria-multiselectable="true"
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-colcount={columnCount}
        className={classes.grid}
        style={{ width }}
      >
        <TableHeader
          headers={headers}
          leading={leading}
          pinned={pinned}
          scrolled={scrolled}
          ending={ending}
          layout={layout}
          order={sortOrder(query)}
          tradeType={query.tradeType}
          stop={keys.stop.row === 0 ? keys.stop.column : null}
          picked={picked}
          onPick={(all) => pick(ids, all)}
          onPut={(key, target, side) => change(putBeside(layout, key, target, side))}
          acts={acts}
        />
        <div role="rowgroup" className="relative" style={{ height: drawn.height }}>
          {drawn.rows.map(({ index, top }) => {
            const row = tableRows[index];
            return (
              row && (
                <RecordTableRow
                  key={row.id}
                  row={row}
                  leading={leading}
                  pinned={pinned}
                  scrolled={scrolled}
                  ending={ending}
                  position={first + index}
                  index={index}
                  top={top}
                  stop={keys.stop.row === index + 1 ? keys.stop.column : null}
                  selected={selected[row.id] ?? false}
                  onPick={pick}
                  opened={row.id === openedId}
                  isNew={query.newSince !== undefined}
                  matched={matched.get(row.id)}
                  onOpen={onOpen}
                  onSaveContact={onSaveContact}
                />
              )
            );
          })}
        </div>
      </div>
      {onNarrow && (
        <CellMenu
          scroller={scroller}
          page={page}
          columns={shown}
          leading={leading.size}
          onNarrow={onNarrow}
          onOpen={onOpen}
        />
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  );
});

/** Measures the pixels that the columns have beside each other. */
function useRoom(scroller: RefObject<HTMLDivElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () => setRoom(box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);
  return room;
}

/** Holds the state of the results table, whose columns are their provider's. */
function useRecordTable({ rows }: RecordPage, room: number) {
  const { columns, layout, change } = useTableLayout();
  const { details, definitions } = useMemo(() => tableColumns(columns, rows, room), [columns, rows, room]);
  const columnPinning = useMemo(() => {
    const at = (side: Pin) => layout.columns.filter((key) => pinOf(layout, key) === side);
    return { start: at('left'), end: at('right') };
  }, [layout]);
  const table = useTable({
    features: tableParts,
    columns: definitions,
    data: rows,
    getRowId: (row) => row.id,
    state: { columnPinning, columnSizing: layout.widths },
    columnResizeMode: 'onChange',
    onColumnSizingChange: (updater) => {
      const sizes = Object.entries(functionalUpdate(updater, layout.widths));
      change({ ...layout, widths: Object.fromEntries(sizes.map(([key, width]) => [key, columnWidth(width)])) });
    },
  });
  return { table, details };
}

export type RecordTableState = ReturnType<typeof useRecordTable>;
