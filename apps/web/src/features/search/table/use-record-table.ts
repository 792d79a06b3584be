import { type ExpandedState, type ExpandedStateList, functionalUpdate, useTable } from '@tanstack/react-table';
import type { RecordRow } from '@tidewaiter/contract';
import { useMemo, useState } from 'react';
import { columnWidth } from './layout.js';
import { useSelection } from './selection.js';
import { tableColumns, tableParts } from './table-columns.js';
import { useTableLayout } from './table-layout.js';

/** The state of the results table: selection and columns are their providers'; which rows are opened is the table's own. */
export function useRecordTable(rows: RecordRow[]) {
  const { columns, layout, change } = useTableLayout();
  const { selected, change: changeSelection } = useSelection();
  const [expanded, setExpanded] = useState<ExpandedStateList>({});
  const { details, definitions } = useMemo(() => tableColumns(columns, rows), [columns, rows]);
  const columnPinning = useMemo(
    () => ({ start: layout.columns.filter((key) => layout.pinned.includes(key)), end: [] }),
    [layout.columns, layout.pinned],
  );
  const table = useTable({
    features: tableParts,
    columns: definitions,
    data: rows,
    getRowId: (row) => row.id,
    state: { expanded, columnPinning, columnSizing: layout.widths, rowSelection: selected },
    getRowCanExpand: () => true,
    onExpandedChange: (updater) => {
      const next = functionalUpdate<ExpandedState>(updater, expanded);
      if (next !== true) setExpanded(next);
    },
    onRowSelectionChange: (updater) => changeSelection(functionalUpdate(updater, selected)),
    columnResizeMode: 'onChange',
    onColumnSizingChange: (updater) => {
      const sizes = Object.entries(functionalUpdate(updater, layout.widths));
      change({ ...layout, widths: Object.fromEntries(sizes.map(([key, width]) => [key, columnWidth(width)])) });
    },
  });
  return { table, details, expanded };
}

export type RecordTableState = ReturnType<typeof useRecordTable>;
