import { useMediaQuery } from '@mantine/hooks';
import { LIMITS, type RecordColumn, type RecordRow, type SearchAddress, type SearchQuery } from '@tidewaiter/contract';
import { lazy, type ReactNode, Suspense, startTransition, useCallback, useRef, useState } from 'react';
import { whenAnswered } from '../../session/client.js';
import { usePreference } from '../../session/preference.js';
import type { RecordPage } from '../api/calls.js';
import { pageCount } from './pager.js';
import { PrintedRecords } from './printed-records.js';
import { RecordCards, SortControl } from './record-cards.js';
import { RecordTable } from './record-table.js';
import { SelectionLine } from './selection.js';
import { type SortOrder, sortOrder } from './sort-order.js';
import { TableFrame } from './table-frame.js';
import classes from './table-frame.module.css';
import { useTableLayout } from './table-layout.js';

/** It comes with the first record that is opened, or when something within the list is about to be pressed. */
const loadDrawer = whenAnswered(() => import('./record-drawer.js'));
const RecordDrawer = lazy(async () => ({ default: (await loadDrawer()).RecordDrawer }));
const prepareDrawer = () => void loadDrawer();

interface RecordViewProps {
  page: RecordPage;
  /** The query that is asked now, which the page may not answer yet. */
  query: SearchQuery;
  total: number | undefined;
  loading: boolean;
  /** The pager below the records, with what is said of those that are chosen. */
  foot: (chosen: ReactNode) => ReactNode;
  /** Asks for another page, the first being 1. */
  onPage: (page: number) => void;
  onSort: (column: string, direction: SortOrder['direction']) => void;
  /** Keeps a company as a contact; without it, none is offered to. */
  onSaveContact?: (companyName: string) => void;
  /** Shows the values of a column; without it, none is offered to. */
  onListValues?: (column: RecordColumn) => void;
  /** Narrows the question by a value; without it, none is offered to. */
  onNarrow?: (part: Partial<SearchAddress>) => void;
}

/** So many rows fit into the table below its header. */
const ROWS_IN_SIGHT = Math.floor(LIMITS.tableHeightPx / LIMITS.rowHeightPx) - 1;

const readCompact = (stored: unknown) => stored === true;

/** Shows a page of records: a table, or cards where a table has no room. */
export function RecordView(props: RecordViewProps) {
  const { page, query, total, loading, foot, onPage, onSort, onSaveContact, onListValues, onNarrow } = props;
  const narrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const [compact, setCompact] = usePreference('table.compact', readCompact);
  const { columns } = useTableLayout();
  const { opened, open, show, turn, close } = useOpenedRecord(page);
  function beyond(by: number) {
    const next = page.query.pageNumber + by;
    if (loading || next < 0 || next >= pageCount(total ?? 0, page.query.numberOfRecords)) return undefined;
    return () => {
      turn(next, by);
      onPage(next + 1);
    };
  }
  const [needed, setNeeded] = useState(false);
  if (opened && !needed) setNeeded(true);
  const drawer = needed && (
    <Suspense>
      <RecordDrawer
        page={page}
        row={opened}
        whole={narrow}
        onShow={show}
        beyond={beyond}
        onClose={close}
        onSaveContact={onSaveContact}
        onNarrow={onNarrow}
      />
    </Suspense>
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only fetches what a press within will show
    <div
      className={`fades stack gap-4 ${classes.view}`}
      data-loading={loading || undefined}
      aria-busy={loading}
      onPointerEnter={prepareDrawer}
      onFocus={prepareDrawer}
    >
      {narrow ? (
        <>
          <SortControl query={query} columns={columns} onSort={onSort} />
          <RecordCards
            page={page}
            columns={columns}
            sortedBy={sortOrder(page.query).key}
            onOpen={open}
            onSaveContact={onSaveContact}
          />
          {foot(<SelectionLine />)}
          {drawer}
        </>
      ) : (
        <TableFrame
          long={page.rows.length > ROWS_IN_SIGHT}
          compact={compact}
          onCompact={setCompact}
          foot={foot}
          drawer={drawer}
        >
          <RecordTable
            page={page}
            total={total}
            compact={compact}
            openedId={opened?.id}
            onSort={onSort}
            onOpen={open}
            onSaveContact={onSaveContact}
            onListValues={onListValues}
            onNarrow={onNarrow}
          />
        </TableFrame>
      )}
      <PrintedRecords page={page} />
    </div>
  );
}

/**
 * Holds which record of the page stands open beside the list; it is closed where the page is another, unless it was turned for the record
 * behind the last one, or before the first.
 */
function useOpenedRecord(page: RecordPage) {
  const [id, setId] = useState<string | null>(null);
  const [turned, setTurned] = useState<{ from: RecordPage; to: number; by: number } | null>(null);
  if (turned && turned.from !== page) {
    setTurned(null);
    const reached = turned.by > 0 ? page.rows[0] : page.rows.at(-1);
    if (page.query.pageNumber === turned.to) setId(reached?.id ?? null);
  }
  const opener = useRef<Element | null>(null);
  const opened = page.rows.find((row) => row.id === id) ?? null;
  const open = useCallback((record: RecordRow) => {
    opener.current ??= document.activeElement;
    startTransition(() => setId(record.id));
  }, []);
  // One press of an arrow key after another: each goes on from the one before.
  const show = useCallback((record: RecordRow) => setId(record.id), []);
  const close = useCallback(() => {
    setId(null);
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    opener.current = null;
  }, []);
  const turn = (to: number, by: number) => setTurned({ from: page, to, by });
  return { opened, open, show, turn, close };
}
