import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ExportView, LIMITS, recordColumn, savedQuery } from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { downloadExport } from '../../search/exports/export-calls.js';
import type { SearchAddress } from '../../search/model/address.js';
import { addressOf } from '../../search/model/address-query.js';
import { ActionButton } from '../../ui/action-button.js';
import { DataTable } from '../../ui/data-table.js';
import { notifyWrong } from '../../ui/notification.js';
import classes from './download-log.module.css';
import { fileWords, stateWords } from './export-words.js';

interface ExportTableProps {
  exports: readonly ExportView[];
  /** The export that a link is about. */
  linked: string | undefined;
  /** Says who exported: an owner sees what their sub-users did. */
  withPeople: boolean;
}

/** Exports, newest first: what each holds, and what can be done with it. */
export function ExportTable({ exports, linked, withPeople }: ExportTableProps) {
  return (
    <DataTable label="Exports">
      <thead>
        <tr>
          <th scope="col">When</th>
          {withPeople && (
            <th scope="col" data-wide>
              Who
            </th>
          )}
          <th scope="col">Question</th>
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
        </tr>
      </thead>
      <tbody>
        {exports.map((one) => (
          <tr key={one.exportId} className={classes.row} aria-current={one.exportId === linked || undefined}>
            <td className={classes.when}>{displayTime(one.createdDate)}</td>
            {withPeople && <td data-wide>{one.userName}</td>}
            <td className={classes.question}>
              <Link
                to="/list1"
                search={addressOfExport(one)}
                title="Search this again: all that the question finds, also what was not in this file"
              >
                {one.question}
              </Link>
              <span className={classes.facts}>
                {formatCount(one.rows)} rows · {formatCount(one.points)} points · {fileWords(one)}
                {one.state !== 'READY' && ` · ${stateWords(one)}`}
              </span>
            </td>
            <td data-number data-wide>
              {formatCount(one.rows)}
            </td>
            <td data-number data-wide>
              {formatCount(one.points)}
            </td>
            <td data-wide className={classes.file}>
              {fileWords(one)}
              {one.state !== 'READY' && (
                <span className={classes.state} title={one.reason?.errorMsg}>
                  {stateWords(one)}
                </span>
              )}
            </td>
            <td data-wide className={classes.when}>
              {one.keptUntil === null ? '–' : displayTime(one.keptUntil)}
            </td>
            <td>
              <FetchAgain one={one} />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
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
    return <span className={classes.state}>Kept no longer</span>;
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
