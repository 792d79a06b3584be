import type { UseQueryResult } from '@tanstack/react-query';
import { LIMITS } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { displayTime } from '../format/dates.js';
import { Awaiting } from './awaiting.js';
import { DataTable } from './data-table.js';
import classes from './history.module.css';
import { BY_AGE, ListPages } from './list-pages.js';
import { LoadFailure } from './notice.js';

/** An entry says what was done: when, by whom, and about which question. */
export interface HistoryEntry {
  id: string;
  /** It is written as in ISO 8601. */
  at: string;
  who: string;
  /** It leads back to the question. */
  question: ReactNode;
  /** A narrow screen has no columns for them. */
  facts: ReactNode;
  /** They stand behind the question. */
  cells: ReactNode;
  /** A link has led here. */
  isCurrent?: boolean;
}

interface HistoryProps<Data> {
  /** It names the table: "Searches". */
  things: string;
  /** It names the pages: "Pages of the search history". */
  pagesLabel: string;
  found: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  read: (data: Data) => { entries: readonly HistoryEntry[]; total: number };
  /** Says who did it: an owner sees what their sub-users did. */
  withPeople: boolean;
  /** They head the columns behind the question. */
  heads: ReactNode;
  /** Counted from 0. */
  page: number;
  onPage: (page: number) => void;
  /** It stands where no entry does; `past` where there are some on earlier pages. */
  nothing: (past: boolean) => ReactNode;
}

/** Shows what people did, newest first, page by page. */
export function History<Data>(props: HistoryProps<Data>) {
  const { found, read, withPeople, heads, page, onPage, nothing } = props;
  if (found.error) return <LoadFailure error={found.error} onRetry={found.refetch} />;
  if (found.data === undefined) return <Awaiting shapes={[['table', 21]]} />;
  const { entries, total } = read(found.data);
  if (entries.length === 0) return nothing(total > 0);
  return (
    <>
      <div data-loading={found.isPlaceholderData || undefined}>
        <DataTable label={props.things}>
          <thead>
            <tr>
              <th scope="col">When</th>
              {withPeople && (
                <th scope="col" data-wide>
                  Who
                </th>
              )}
              <th scope="col">Question</th>
              {heads}
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, at, who, question, facts, cells, isCurrent }) => (
              <tr key={id} className={classes.entry} aria-current={isCurrent || undefined}>
                <td className="one-line-wide">{displayTime(at)}</td>
                {withPeople && <td data-wide>{who}</td>}
                <td className="words">
                  {question}
                  <span className="phone-only soft">
                    {withPeople && `${who} · `}
                    {facts}
                  </span>
                </td>
                {cells}
              </tr>
            ))}
          </tbody>
        </DataTable>
      </div>
      <ListPages label={props.pagesLabel} pageSize={LIMITS.pageSize} words={BY_AGE} {...{ page, total, onPage }} />
    </>
  );
}
