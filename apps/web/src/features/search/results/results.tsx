import { useQuery } from '@tanstack/react-query';
import type { SearchQuery } from '@tidewaiter/contract';
import { recordCount, recordPage } from '../../../api/search.js';
import type { SearchLink } from '../link.js';
import { SaveQuery } from '../saving/save-query.js';
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
  /** Changes a part of the link: the sort or the page. */
  onChange: (part: Partial<SearchLink>) => void;
}

/** What a search found. Page and count are asked at the same time; the previous page stays, dimmed, while the next loads. */
export function Results({ query, onChange }: ResultsProps) {
  const page = useQuery(recordPage(query));
  const count = useQuery(recordCount(query));
  const total = count.data?.count;

  function body() {
    if (page.error) return <Failure message={page.error.message} onRetry={() => void page.refetch()} />;
    if (!page.data) return <Waiting />;
    const settled = !page.isPlaceholderData;
    if (settled && total === 0) return <NoMatches />;
    if (settled && page.data.rows.length === 0) {
      return total === undefined ? <Waiting /> : <PastTheEnd onFirst={() => onChange({ page: undefined })} />;
    }
    return (
      <>
        <RecordView
          page={page.data}
          asked={query}
          total={total}
          loading={page.isPlaceholderData}
          onSort={(column, direction) => onChange({ sort: column, dir: direction, page: undefined })}
        />
        <Pager
          query={query}
          total={total}
          onPage={(number) => onChange({ page: number === 1 ? undefined : String(number) })}
          onSize={(size) => onChange({ size: String(size), page: undefined })}
        />
      </>
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
      <div className={classes.menuBar}>
        <SaveQuery query={query} searchId={page.isPlaceholderData ? undefined : page.data?.searchId} />
      </div>
      {body()}
    </section>
  );
}
