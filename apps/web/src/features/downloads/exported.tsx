import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import { addressOf, type ExportView, LIMITS, recordColumn, savedQuery } from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { downloadExport } from '../../search/exports/export-calls.js';
import { ActionButton } from '../../ui/action-button.js';
import type { HistoryEntry } from '../../ui/history.js';
import { notifyWrong } from '../../ui/notification.js';
import { fileWords, stateWords } from './export-words.js';

/** The heads of {@link entryOf}'s cells. */
export const HEADS = (
  <>
    <th scope="col" data-number data-wide>
      Rows
    </th>
    <th scope="col" data-number data-wide>
      Points
    </th>
    <th scope="col" data-wide>
      File
    </th>
    <th scope="col" data-wide>
      Kept until
    </th>
    <th scope="col">
      <span className="visually-hidden">What to do</span>
    </th>
  </>
);

/** An export as the history shows it: what it holds, and what can be done with it. */
export function entryOf(one: ExportView): HistoryEntry {
  const isReady = one.state === 'READY';
  return {
    ...{ id: one.exportId, at: one.createdDate, who: one.userName },
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
      ...(isReady ? [] : [stateWords(one)]),
    ].join(' · '),
    cells: (
      <>
        <td data-number data-wide>
          {formatCount(one.rows)}
        </td>
        <td data-number data-wide>
          {formatCount(one.points)}
        </td>
        <td data-wide className="one-line-wide">
          {fileWords(one)}
          {!isReady && (
            <span className="block soft many-lines" title={one.reason?.errorMsg}>
              {stateWords(one)}
            </span>
          )}
        </td>
        <td data-wide className="one-line-wide">
          {one.keptUntil === null ? '–' : displayTime(one.keptUntil)}
        </td>
        <td>
          <FetchAgain one={one} />
        </td>
      </>
    ),
  };
}

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
