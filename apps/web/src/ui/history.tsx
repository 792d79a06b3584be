import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { LIMITS } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { displayTime } from '../format/dates.js';
import { DataTable } from './data-table.js';
import classes from './history.module.css';
import { BY_AGE, ListPages } from './list-pages.js';
import { LoadFailure } from './notice.js';

/** Something that was done: when, by whom, and which question it was about. */
export interface HistoryEntry {
  id: string;
  /** As ISO 8601 writes it. */
  at: string;
  who: string;
  /** The way back to the question. */
  question: ReactNode;
  /** What a narrow screen has no columns for. */
  facts: ReactNode;
  /** The table's cells behind the question. */
  cells: ReactNode;
  /** A link has led here. */
  isCurrent?: boolean;
}

interface HistoryProps<Data> {
  /** What there are, as a table is called: "Searches". */
  things: string;
  /** What it is called where its pages are: "Pages of the search history". */
  pagesLabel: string;
  found: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  read: (data: Data) => { entries: readonly HistoryEntry[]; total: number };
  /** Says who did it: an owner sees what their sub-users did. */
  withPeople: boolean;
  /** The heads of the columns behind the question. */
  heads: ReactNode;
  /** Counted from 0. */
  page: number;
  onPage: (page: number) => void;
  /** What stands there where nothing does; `past` where there are some on earlier pages. */
  nothing: (past: boolean) => ReactNode;
}

/** What people did, newest first, page by page. */
export function History<Data>(props: HistoryProps<Data>) {
  const { found, read, withPeople, heads, page, onPage, nothing } = props;
  if (found.error) return <LoadFailure error={found.error} onRetry={found.refetch} />;
  if (found.data === undefined) return <Skeleton height={320} aria-hidden="true" />;
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
                <td className={classes.when}>{displayTime(at)}</td>
                {withPeople && <td data-wide>{who}</td>}
                <td className={classes.question}>
                  {question}
                  <span className={classes.facts}>
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
