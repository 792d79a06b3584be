import { useQuery } from '@tanstack/react-query';
import type { SearchQuery } from '@tidewaiter/contract';
import { useCallback } from 'react';
import { recordCount, recordPage } from '../../../api/search.js';
import { FilterBar } from '../filters/filter-bar.js';
import { FilterDialogs } from '../filters/filter-dialogs.js';
import { FilterPanel } from '../filters/filter-panel.js';
import { useFilters } from '../filters/use-filters.js';
import type { SearchLink } from '../link.js';
import { SaveQuery } from '../saving/save-query.js';
import { MonthHistogram } from '../summary/month-histogram.js';
import { SummaryCards } from '../summary/summary-cards.js';
import { ColumnChooser } from '../table/column-chooser.js';
import { SelectionProvider } from '../table/selection.js';
import { TableLayoutProvider } from '../table/table-layout.js';
import { Failure } from './failure.js';
import { focusResults } from './focus-results.js';
import { FoundRecords } from './found-records.js';
import { MenuBar } from './menu-bar.js';
import classes from './results.module.css';
import { ResultsHead } from './results-head.js';

interface ResultsProps {
  link: SearchLink;
  query: SearchQuery;
  /** Wire keys of the columns that the link shows; null where it leaves them to the person. */
  columns: readonly string[] | null;
  /** Changes a part of the link. What only says more of what is shown takes the link's own place. */
  onChange: (part: Partial<SearchLink>, options?: { replace: boolean }) => void;
}

/** What a search found. Page and count are asked at the same time; the previous page stays, dimmed, while the next loads. */
export function Results({ link, query, columns, onChange }: ResultsProps) {
  const page = useQuery(recordPage(query));
  const count = useQuery(recordCount(query));
  const filters = useFilters(link, query, onChange);
  const total = count.data?.count;
  const settled = page.data !== undefined && !page.isPlaceholderData;
  const answer = settled ? page.data : undefined;
  const nothing = settled && total === 0;
  const showInLink = useCallback((cols: string | undefined) => onChange({ cols }, { replace: true }), [onChange]);
  const changeAndFocus = (part: Partial<SearchLink>) => {
    filters.change(part);
    focusResults();
  };

  return (
    <section id="results" tabIndex={-1} className={classes.results} aria-label="Results">
      <ResultsHead
        query={query}
        page={answer}
        count={count.data}
        failed={page.isError}
        onRecount={count.isError ? () => void count.refetch() : null}
      />
      {page.error ? (
        <Failure error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <SelectionProvider query={query}>
          <TableLayoutProvider query={query} page={page.data} settled={settled} linked={columns} onLink={showInLink}>
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
                  <ColumnChooser />
                  <SaveQuery query={query} saved={link.saved} columns={columns} searchId={answer?.searchId} />
                </MenuBar>
              }
            />
            <div className={classes.found} data-beside={(filters.panel.shown && !filters.panel.isSheet) || undefined}>
              <FilterPanel query={query} filters={filters} />
              <div className={classes.records}>
                <FoundRecords
                  link={link}
                  query={query}
                  page={page.data}
                  settled={settled}
                  total={total}
                  onChange={onChange}
                  onLoosen={changeAndFocus}
                  onListValues={filters.open}
                />
              </div>
            </div>
            <FilterDialogs query={query} filters={filters} />
          </TableLayoutProvider>
        </SelectionProvider>
      )}
    </section>
  );
}
