import { ActionIcon } from '@mantine/core';
import { useFocusTrap, useMediaQuery, useMergedRef, useWindowEvent } from '@mantine/hooks';
import { IconBaselineDensitySmall, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { LIMITS, type RecordColumn, type RecordRow, type SearchAddress, type SearchQuery } from '@tidewaiter/contract';
import { type ReactNode, Suspense, startTransition, useCallback, useRef, useState } from 'react';
import { later, whenAnswered } from '../../session/client.js';
import { usePreference } from '../../session/preference.js';
import type { RecordPage } from '../api/calls.js';
import { pageCount } from './pager.js';
import { PrintedRecords } from './printed-records.js';
import { RecordCards, SortControl } from './record-cards.js';
import { RecordTable } from './record-table.js';
import { SelectionLine } from './selection.js';
import { type SortOrder, sortOrder } from './sort-order.js';
import classes from './table-frame.module.css';
import { useTableLayout } from './table-layout.js';

/** It comes with the first record that is opened, or when something within the list is about to be pressed. */
const loadDrawer = whenAnswered(() => import('./record-drawer.js'));
const RecordDrawer = later(loadDrawer, 'RecordDrawer');
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

interface TableFrameProps {
  /** Its rows do not fit into its height: compact ones are offered. */
  long: boolean;
  compact: boolean;
  onCompact: (compact: boolean) => void;
  /** The pager below the table, also while it fills the window; what is chosen of the table stands in it. */
  foot: (chosen: ReactNode) => ReactNode;
  /** It stands over the table's edge. */
  drawer: ReactNode;
  children: ReactNode;
}

/** These layers can be open above the table where it fills the window. */
const ABOVE = '[aria-modal=true]:not([data-filled]), [role=menu], [data-record-drawer]';

/** Frames the table, 500 px high (SPEC 2) or as large as the window until Escape, with its tools at its foot. */
function TableFrame({ long, compact, onCompact, foot, drawer, children }: TableFrameProps) {
  const [filled, setFilled] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const ref = useMergedRef(frame, useFocusTrap(filled));
  const { columns, offered } = useTableLayout();

  function onEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !filled || document.querySelector(ABOVE) !== null) return;
    const target = event.target as Node;
    // A dialog that this key closes may be gone already; the body has the focus where its last owner is gone.
    if (target === document.body || frame.current?.contains(target)) setFilled(false);
  }
  // Before what is open closes: it takes the key for itself, also while the focus is not yet in it.
  useWindowEvent('keydown', onEscape, { capture: true });

  const Size = filled ? IconMinimize : IconMaximize;
  return (
    <section
      ref={ref}
      className={`stack gap-4 no-ring ${classes.frame}`}
      data-filled={filled || undefined}
      aria-label="Results table"
      {...(filled && { role: 'dialog', 'aria-modal': true, tabIndex: -1 })}
    >
      <div className="min-h-0" style={filled ? undefined : { height: LIMITS.tableHeightPx }}>
        {children}
      </div>
      <div className={`row wrap gap-4-16 ${classes.foot}`}>
        <div className="row gap-8 min-h-32">
          <p className="soft small">
            {columns.length} of {offered.length} columns
          </p>
          {(long || compact) && (
            <ActionIcon
              variant={compact ? 'light' : 'subtle'}
              color={compact ? 'sea' : 'gray'}
              size={32}
              title="Compact rows"
              aria-label="Compact rows"
              aria-pressed={compact}
              onClick={() => onCompact(!compact)}
            >
              <IconBaselineDensitySmall size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            title={filled ? 'Back to the page (Escape)' : 'Fill the window'}
            aria-label="Fill the window"
            aria-pressed={filled}
            data-autofocus
            onClick={() => setFilled(!filled)}
          >
            <Size size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
        {foot(<SelectionLine />)}
      </div>
      {drawer}
    </section>
  );
}
