import { useMediaQuery } from '@mantine/hooks';
import type { RecordColumn, RecordRow, SearchQuery } from '@tidewaiter/contract';
import { type ReactNode, startTransition, useCallback, useState } from 'react';
import type { RecordPage } from '../../../api/search.js';
import { usePersonMemory } from '../../../session/use-person-memory.js';
import { RecordTable } from '../table/record-table.js';
import { SelectionLine } from '../table/selection-line.js';
import { type SortOrder, sortOrder } from '../table/sort-order.js';
import { TableFrame } from '../table/table-frame.js';
import { useTableLayout } from '../table/table-layout.js';
import { Description } from './description.js';
import { RecordCards } from './record-cards.js';
import classes from './results.module.css';
import { SortControl } from './sort-control.js';

interface RecordViewProps {
  page: RecordPage;
  /** The query that is asked now, which the page may not answer yet. */
  asked: SearchQuery;
  total: number | undefined;
  loading: boolean;
  /** What stands below the records: the pages. */
  foot: ReactNode;
  onSort: (column: string, direction: SortOrder['direction']) => void;
  /** Keeps a company as a contact; without it, none is offered to. */
  onSaveContact?: (companyName: string) => void;
  /** Shows the values of a column; without it, none is offered to. */
  onListValues?: (column: RecordColumn) => void;
}

const readCompact = (stored: unknown) => stored === true;

/** A page of records: a table, or cards where a table has no room. */
export function RecordView(props: RecordViewProps) {
  const { page, asked, total, loading, foot, onSort, onSaveContact, onListValues } = props;
  const narrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const [compact, setCompact] = usePersonMemory('table.compact', readCompact);
  const [described, setDescribed] = useState<RecordRow | null>(null);
  // The button answers first: a record may have a hundred fields to show.
  const describe = useCallback((record: RecordRow) => startTransition(() => setDescribed(record)), []);
  const { columns } = useTableLayout();
  const { query } = page;

  return (
    <div className={classes.view} data-loading={loading || undefined} aria-busy={loading}>
      {narrow ? (
        <>
          <SelectionLine />
          <SortControl query={asked} columns={columns} onSort={onSort} />
          <RecordCards
            page={page}
            columns={columns}
            sortedBy={sortOrder(query).key}
            onDescribe={describe}
            onSaveContact={onSaveContact}
          />
          {foot}
        </>
      ) : (
        <TableFrame compact={compact} onCompact={setCompact} foot={foot}>
          <RecordTable
            page={page}
            total={total}
            compact={compact}
            onSort={onSort}
            onDescribe={describe}
            onSaveContact={onSaveContact}
            onListValues={onListValues}
          />
        </TableFrame>
      )}
      <Description
        row={described}
        matched={described ? page.matched.get(described.id) : undefined}
        asWritten={described ? page.asWritten.get(described.id) : undefined}
        tradeType={query.tradeType}
        onClose={() => setDescribed(null)}
      />
    </div>
  );
}
