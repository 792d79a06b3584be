import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import { addressOf, type ExportView, LIMITS, recordColumn, savedQuery } from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { downloadExport } from '../../search/exports/export-calls.js';
import { ActionButton } from '../../ui/action-button.js';
import type { Column } from '../../ui/column-table.js';
import type { HistoryEntry } from '../../ui/history.js';
import { notifyWrong } from '../../ui/notification.js';
import { fileWords, stateWords } from './export-words.js';

interface ExportEntry extends HistoryEntry {
  one: ExportView;
}

/** What the history says of an export behind its question, and what can be done with it. */
export const COLUMNS: readonly Column<ExportEntry>[] = [
  { name: 'Rows', isNumber: true, isWide: true, cell: ({ one }) => formatCount(one.rows) },
  { name: 'Points', isNumber: true, isWide: true, cell: ({ one }) => formatCount(one.points) },
  {
    ...{ name: 'File', isWide: true, look: () => ({ className: 'one-line-wide' }) },
    cell: ({ one }) => (
      <>
        {fileWords(one)}
        {one.state !== 'READY' && (
          <span className="block soft many-lines" title={one.reason?.errorMsg}>
            {stateWords(one)}
          </span>
        )}
      </>
    ),
  },
  {
    ...{ name: 'Kept until', isWide: true, look: () => ({ className: 'one-line-wide' }) },
    cell: ({ one }) => (one.keptUntil === null ? '–' : displayTime(one.keptUntil)),
  },
  { name: 'What to do', isHeard: true, cell: ({ one }) => <FetchAgain one={one} /> },
];

/** An export as the history shows it. */
export const entryOf = (one: ExportView): ExportEntry => ({
  ...{ one, id: one.exportId, at: one.createdDate, who: one.userName },
  question: (
    <Link
      to="/list1"
      search={addressOfExport(one)}
      className="accent clamped"
      title={`${one.question}: search this again, for all that it finds, also what was not in this file`}
    >
      {one.question}
    </Link>
  ),
  facts: [
    `${formatCount(one.rows)} rows`,
    `${formatCount(one.points)} points`,
    fileWords(one),
    ...(one.state === 'READY' ? [] : [stateWords(one)]),
  ].join(' · '),
});

/** The way to ask an export's question again, with its filters, order and as many of its columns as a table shows. */
function addressOfExport({ userSearchQuery, columnKeys }: ExportView): SearchAddress {
  const query = savedQuery.safeParse(userSearchQuery);
  if (!query.success) return {};
  // A file may hold columns that no table has, and more than one shows.
  const cols = columnKeys.filter((key) => recordColumn(query.data.tradeType, key)).slice(0, LIMITS.columns);
  return { ...addressOf(query.data), cols: cols.join(',') };
}

/** Fetches the file once more; one that must be made again first keeps the button busy meanwhile. */
function FetchAgain({ one: { exportId, state, fileName, keptUntil } }: { one: ExportView }) {
  const fetching = useMutation({
    mutationFn: () => downloadExport(exportId),
    onError: (error) => notifyWrong(error.message),
  });
  if (state !== 'READY') return null;
  if (keptUntil !== null && keptUntil < new Date().toISOString()) {
    return <span className="block soft">Kept no longer</span>;
  }
  return (
    <ActionButton
      variant="default"
      size="xs"
      aria-label={`Download ${fileName}`}
      busy={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      Download
    </ActionButton>
  );
}
