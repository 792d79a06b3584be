// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import { functionalUpdate, type SortingState, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { LIMITS, type RecordColumn, type RecordRow, type SearchQuery } from '@tidewaiter/contract';
import { useEffect, useMemo, useRef } from 'react';
import { HeaderCell } from './header-cell.js';
import classes from './record-table.module.css';
import { RecordTableRow } from './record-table-row.js';
import { sortOrder } from './sort-order.js';
import { tableColumns, tableParts } from './table-columns.js';
import { useGridKeys } from './use-grid-keys.js';

interface RecordTableProps {
  rows: RecordRow[];
  columns: readonly RecordColumn[];
  query: SearchQuery;
  /** Position of the first row in the whole result. */
  first: number;
  total: number | undefined;
  onSort: (column: string, direction: 'asc' | 'desc') => void;
  onDescribe: (row: RecordRow) => void;
}

/** `Sl` and `Action` stand before the record's own columns and stay in view. */
const LEADING = 2;
const OVERSCAN = 6;

function sortingOf(query: SearchQuery): SortingState {
  const { key, direction } = sortOrder(query);
  return [{ id: key, desc: direction === 'desc' }];
}

/** The results as a grid: rows are drawn as they come into view, the header and the first two columns stay. */
export function RecordTable({ rows, columns, query, first, total, onSort, onDescribe }: RecordTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { details, definitions } = useMemo(() => tableColumns(columns, rows), [columns, rows]);
  const sorting = useMemo(() => sortingOf(query), [query]);
  const table = useTable({
    features: tableParts,
    columns: definitions,
    data: rows,
    getRowId: (row) => row.id,
    state: { sorting },
    manualSorting: true,
    enableSortingRemoval: false,
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, sorting);
      if (next) onSort(next.id, next.desc ? 'desc' : 'asc');
    },
  });
  const tableRows = table.getRowModel().rows;
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const virtualizer = useVirtualizer({
    count: tableRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LIMITS.rowHeightPx,
    overscan: OVERSCAN,
    scrollPaddingStart: LIMITS.rowHeightPx,
  });
  const drawn = virtualizer.getVirtualItems();
  const keys = useGridKeys({
    scroller,
    rowCount: tableRows.length,
    columnCount: headers.length + LEADING,
    firstDrawn: drawn[0]?.index ?? 0,
    lastDrawn: drawn.at(-1)?.index ?? 0,
    reveal: virtualizer.scrollToIndex,
  });

  // Another page, order or question starts at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is what makes the rows others
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [query]);

  const template = `64px 76px ${headers.map((header) => `${header.getSize()}px`).join(' ')}`;
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="region"
      aria-label="Records, arrow keys scroll"
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      style={{ '--columns': template, height: LIMITS.tableHeightPx }}
    >
      <div
        role="grid"
        aria-label="Records"
        aria-readonly="true"
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-colcount={headers.length + LEADING}
        className={classes.grid}
      >
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.row}>
            <div
              role="columnheader"
              aria-colindex={1}
              className={classes.headCell}
              data-sticky="first"
              {...keys.cell(0, 0)}
            >
              Sl
            </div>
            <div
              role="columnheader"
              aria-colindex={2}
              className={classes.headCell}
              data-sticky="second"
              {...keys.cell(0, 1)}
            >
              Action
            </div>
            {headers.map((header, index) => (
              <HeaderCell
                key={header.id}
                details={details.get(header.id)}
                index={index + LEADING}
                sorted={header.column.getIsSorted()}
                onSort={() => header.column.toggleSorting()}
                focus={keys.cell(0, index + LEADING)}
              />
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {drawn.map((item) => {
            const row = tableRows[item.index];
            if (!row) return null;
            return (
              <RecordTableRow
                key={row.id}
                row={row.original}
                details={details}
                position={first + item.index}
                index={item.index}
                top={item.start}
                cell={keys.cell}
                onDescribe={onDescribe}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
