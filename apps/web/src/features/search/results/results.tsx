import { useQuery } from '@tanstack/react-query';
import type { SearchQuery } from '@tidewaiter/contract';
import { useCallback } from 'react';
import { recordCount, recordPage } from '../../../api/search.js';
import type { SearchLink } from '../link.js';
import { ColumnChooser } from '../table/column-chooser.js';
import { SelectionProvider } from '../table/selection.js';
import { TableLayoutProvider } from '../table/table-layout.js';
import { Failure } from './failure.js';
import { NoMatches } from './no-matches.js';
import { Pager } from './pager.js';
import { PastTheEnd } from './past-the-end.js';
import { RecordView } from './record-view.js';
import classes from './results.module.css';
import { ResultsHead } from './results-head.js';
import { Waiting } from './waiting.js';

interface ResultsProps {
  query: SearchQuery;
  /** Wire keys of the columns that the link shows; null where it leaves them to the person. */
  columns: readonly string[] | null;
  /** Changes a part of the link: the sort or the page. What only says more of what is shown takes the link's own place. */
  onChange: (part: Partial<SearchLink>, options?: { replace: boolean }) => void;
}

/** What a search found. Page and count are asked at the same time; the previous page stays, dimmed, while the next loads. */
export function Results({ query, columns, onChange }: ResultsProps) {
  const page = useQuery(recordPage(query));
  const count = useQuery(recordCount(query));
  const total = count.data?.count;
  const showInLink = useCallback((cols: string | undefined) => onChange({ cols }, { replace: true }), [onChange]);
  const sort = useCallback(
    (column: string, dir: SearchQuery['orderByMode']) => onChange({ sort: column, dir, page: undefined }),
    [onChange],
  );

  function body() {
    if (page.error) return <Failure message={page.error.message} onRetry={() => void page.refetch()} />;
    if (!page.data) return <Waiting />;
    const settled = !page.isPlaceholderData;
    if (settled && total === 0) return <NoMatches />;
    if (settled && page.data.rows.length === 0) {
      return total === undefined ? <Waiting /> : <PastTheEnd onFirst={() => onChange({ page: undefined })} />;
    }
    return (
      <RecordView
        page={page.data}
        asked={query}
        total={total}
        loading={page.isPlaceholderData}
        foot={
          <Pager
            query={query}
            total={total}
            onPage={(number) => onChange({ page: number === 1 ? undefined : String(number) })}
            onSize={(size) => onChange({ size: String(size), page: undefined })}
          />
        }
        onSort={sort}
      />
    );
  }

  return (
    <section id="results" tabIndex={-1} className={classes.results} aria-label="Results">
      <ResultsHead
        query={query}
        page={page.isPlaceholderData ? undefined : page.data}
        count={count.data}
        failed={page.isError}
        onRecount={count.isError ? () => void count.refetch() : null}
      />
      <SelectionProvider query={query}>
        <TableLayoutProvider
          query={query}
          page={page.data}
          settled={page.data !== undefined && !page.isPlaceholderData}
          linked={columns}
          onLink={showInLink}
        >
          <div className={classes.bar}>
            <ColumnChooser />
          </div>
          {body()}
        </TableLayoutProvider>
      </SelectionProvider>
    </section>
  );
}
