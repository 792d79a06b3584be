import { useMediaQuery } from '@mantine/hooks';
import type { RecordColumn, RecordRow, SearchQuery } from '@tidewaiter/contract';
import { type ReactNode, startTransition, useCallback, useState } from 'react';
import { usePreference } from '../../session/preference.js';
import type { RecordPage } from '../api/calls.js';
import type { SearchAddress } from '../model/address.js';
import { Description } from './description.js';
import { RecordCards, SortControl } from './record-cards.js';
import { RecordTable } from './record-table.js';
import { SelectionLine } from './selection.js';
import { type SortOrder, sortOrder } from './sort-order.js';
import { TableFrame } from './table-frame.js';
import classes from './table-frame.module.css';
import { useTableLayout } from './table-layout.js';

interface RecordViewProps {
  page: RecordPage;
  /** The query that is asked now, which the page may not answer yet. */
  query: SearchQuery;
  total: number | undefined;
  loading: boolean;
  /** The pager below the records, with what is said of those that are chosen. */
  foot: (chosen: ReactNode) => ReactNode;
  onSort: (column: string, direction: SortOrder['direction']) => void;
  /** Keeps a company as a contact; without it, none is offered to. */
  onSaveContact?: (companyName: string) => void;
  /** Shows the values of a column; without it, none is offered to. */
  onListValues?: (column: RecordColumn) => void;
  /** Narrows the question by a value; without it, none is offered to. */
  onNarrow?: (part: Partial<SearchAddress>) => void;
}

const readCompact = (stored: unknown) => stored === true;

/** Shows a page of records: a table, or cards where a table has no room. */
export function RecordView(props: RecordViewProps) {
  const { page, query, total, loading, foot, onSort, onSaveContact, onListValues, onNarrow } = props;
  const narrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const [compact, setCompact] = usePreference('table.compact', readCompact);
  const [described, setDescribed] = useState<RecordRow | null>(null);
  // The button answers first: a record may have a hundred fields to show.
  const describe = useCallback((record: RecordRow) => startTransition(() => setDescribed(record)), []);
  const { columns } = useTableLayout();

  return (
    <div className={classes.view} data-loading={loading || undefined} aria-busy={loading}>
      {narrow ? (
        <>
          <SelectionLine />
          <SortControl query={query} columns={columns} onSort={onSort} />
          <RecordCards
            page={page}
            columns={columns}
            sortedBy={sortOrder(page.query).key}
            onDescribe={describe}
            onSaveContact={onSaveContact}
          />
          {foot(null)}
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
            onNarrow={onNarrow}
          />
        </TableFrame>
      )}
      <Description page={page} row={described} onShow={setDescribed} onClose={() => setDescribed(null)} />
    </div>
  );
}
