import { useQuery } from '@tanstack/react-query';
import type { SearchQuery } from '@tidewaiter/contract';
import { recordCount, recordPage } from '../../../api/search.js';
import { FilterBar } from '../filters/filter-bar.js';
import { FilterDialogs } from '../filters/filter-dialogs.js';
import { FilterPanel } from '../filters/filter-panel.js';
import { linkWithout } from '../filters/link-without.js';
import { useFilters } from '../filters/use-filters.js';
import type { SearchLink } from '../link.js';
import { SaveQuery } from '../saving/save-query.js';
import { MonthHistogram } from '../summary/month-histogram.js';
import { SummaryCards } from '../summary/summary-cards.js';
import { Failure } from './failure.js';
import { focusResults } from './focus-results.js';
import { MenuBar } from './menu-bar.js';
import { NoMatches } from './no-matches.js';
import { Pager } from './pager.js';
import { PastTheEnd } from './past-the-end.js';
import { RecordView } from './record-view.js';
import classes from './results.module.css';
import { ResultsHead } from './results-head.js';
import { Waiting } from './waiting.js';

interface ResultsProps {
  link: SearchLink;
  query: SearchQuery;
  /** Changes a part of the link: the sort, the page, the filters. */
  onChange: (part: Partial<SearchLink>) => void;
}

/** What a search found. Page and count are asked at the same time; the previous page stays, dimmed, while the next loads. */
export function Results({ link, query, onChange }: ResultsProps) {
  const page = useQuery(recordPage(query));
  const count = useQuery(recordCount(query));
  const filters = useFilters(link, query, onChange);
  const total = count.data?.count;
  const settled = page.data !== undefined && !page.isPlaceholderData;
  const nothing = settled && total === 0;
  const changeAndFocus = (part: Partial<SearchLink>) => {
    filters.change(part);
    focusResults();
  };

  function body() {
    if (!page.data) return <Waiting />;
    if (nothing) {
      return (
        <NoMatches
          tradeType={query.tradeType}
          hints={page.data.dropHints}
          onDrop={(clause, everyCountry) => changeAndFocus(linkWithout(link, clause, everyCountry))}
        />
      );
    }
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
      {page.error ? (
        <Failure error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <>
          {!nothing && (
            <>
              <SummaryCards query={query} />
              <MonthHistogram query={query} onNarrow={changeAndFocus} />
            </>
          )}
          <FilterBar
            query={query}
            filters={filters}
            menu={
              <MenuBar
                onAllCountries={() => filters.open({ show: 'countries' })}
                onAdvanceSearch={() => filters.open({ show: 'advance', range: null })}
              >
                <SaveQuery query={query} searchId={page.isPlaceholderData ? undefined : page.data?.searchId} />
              </MenuBar>
            }
          />
          <div className={classes.found} data-beside={(filters.panel.shown && !filters.panel.isSheet) || undefined}>
            <FilterPanel query={query} filters={filters} />
            <div className={classes.records}>{body()}</div>
          </div>
          <FilterDialogs query={query} filters={filters} />
        </>
      )}
    </section>
  );
}
