import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { RecordRow, SearchQuery } from '@tidewaiter/contract';
import { useMemo, useState } from 'react';
import type { RecordPage } from '../../../api/search.js';
import { Description } from './description.js';
import { RecordCards } from './record-cards.js';
import { RecordTable } from './record-table.js';
import classes from './results.module.css';
import { SortControl } from './sort-control.js';
import { sortOrder } from './sort-order.js';
import { columnsWithValues, visibleColumns } from './visible-columns.js';

interface RecordViewProps {
  page: RecordPage;
  /** The query that is asked now, which the page may not answer yet. */
  asked: SearchQuery;
  total: number | undefined;
  loading: boolean;
  onSort: (column: string, direction: 'asc' | 'desc') => void;
}

/** A page of records: a table, or cards where a table has no room. */
export function RecordView({ page, asked, total, loading, onSort }: RecordViewProps) {
  const narrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const [all, setAll] = useState(false);
  const [described, setDescribed] = useState<RecordRow | null>(null);
  const { query, rows } = page;
  const offered = useMemo(() => columnsWithValues(query.tradeType, rows), [query.tradeType, rows]);
  const columns = useMemo(() => visibleColumns(offered, all), [offered, all]);
  const first = query.pageNumber * query.numberOfRecords + 1;
  const shared = { rows, first, onDescribe: setDescribed };
  const more = offered.length > visibleColumns(offered, false).length;

  return (
    <div className={classes.view} data-loading={loading || undefined} aria-busy={loading}>
      {narrow ? (
        <>
          <SortControl query={asked} columns={offered} onSort={onSort} />
          <RecordCards {...shared} columns={offered} sortedBy={sortOrder(query).key} />
        </>
      ) : (
        <>
          {more && (
            <div className={classes.columnsBar}>
              <span>
                {columns.length} of {offered.length} columns
              </span>
              <Button variant="subtle" size="compact-xs" aria-pressed={all} onClick={() => setAll(!all)}>
                {all ? 'Show fewer' : 'Show all'}
              </Button>
            </div>
          )}
          <RecordTable {...shared} columns={columns} query={query} total={total} onSort={onSort} />
        </>
      )}
      <Description row={described} tradeType={query.tradeType} onClose={() => setDescribed(null)} />
    </div>
  );
}
