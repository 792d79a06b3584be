import type { UseQueryResult } from '@tanstack/react-query';
import { LIMITS } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { displayTime } from '../format/dates.js';
import { Awaiting } from './awaiting.js';
import { type Column, ColumnTable } from './column-table.js';
import { ListPages } from './list-pages.js';
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
  /** A link has led here. */
  isCurrent?: boolean;
}

interface HistoryProps<Data, Entry> {
  /** It names the table: "Searches". */
  things: string;
  /** It names the pages: "Pages of the search history". */
  pagesLabel: string;
  found: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  read: (data: Data) => { entries: readonly Entry[]; total: number };
  /** Says who did it: an owner sees what their sub-users did. */
  withPeople: boolean;
  /** They stand behind the question. */
  columns: readonly Column<Entry>[];
  /** Counted from 0. */
  page: number;
  onPage: (page: number) => void;
  /** It stands where no entry does; `past` where there are some on earlier pages. */
  nothing: (past: boolean) => ReactNode;
}

/** Shows what people did, newest first, page by page. */
export function History<Data, Entry extends HistoryEntry>(props: HistoryProps<Data, Entry>) {
  const { found, read, withPeople, columns, page, onPage, nothing } = props;
  if (found.error) return <LoadFailure error={found.error} onRetry={found.refetch} />;
  if (found.data === undefined) return <Awaiting shapes={[['table', 21]]} />;
  const { entries, total } = read(found.data);
  if (entries.length === 0) return nothing(total > 0);
  return (
    <>
      <div data-loading={found.isPlaceholderData || undefined}>
        <ColumnTable
          label={props.things}
          rows={entries}
          keyOf={({ id }) => id}
          isCurrent={(one) => one.isCurrent}
          columns={[
            { name: 'When', cell: ({ at }) => displayTime(at), look: () => ({ className: 'one-line-wide' }) },
            withPeople && { name: 'Who', isWide: true, cell: ({ who }) => who },
            {
              name: 'Question',
              look: () => ({ className: 'words' }),
              cell: ({ question, who, facts }) => (
                <>
                  {question}
                  <span className="phone-only soft">
                    {withPeople && `${who} · `}
                    {facts}
                  </span>
                </>
              ),
            },
            ...columns,
          ]}
        />
      </div>
      <ListPages label={props.pagesLabel} pageSize={LIMITS.pageSize} {...{ page, total, onPage }} />
    </>
  );
}
