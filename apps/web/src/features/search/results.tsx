import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SearchQuery } from '@tidewaiter/contract';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { recordCount, recordPage } from '../../search/api/calls.js';
import { FilterBar, Narrowing } from '../../search/facets/filter-bar.js';
import { FilterPanel } from '../../search/facets/filter-panel.js';
import { useFilters } from '../../search/facets/use-filters.js';
import type { SearchAddress } from '../../search/model/address.js';
import { LeftOutNote } from '../../search/notes/left-out-note.js';
import { ColumnChooser } from '../../search/table/column-chooser.js';
import { SelectionProvider } from '../../search/table/selection.js';
import { TableLayoutProvider } from '../../search/table/table-layout.js';
import { whenAnswered } from '../../session/client.js';
import { ExportMenu } from './export-menu.js';
import { Failure, FoundRecords } from './found-records.js';
import { GoTo } from './go-to.js';
import { MonthHistogram } from './month-histogram.js';
import classes from './results.module.css';
import { ResultsHead } from './results-head.js';
import { SaveQuery } from './save-query.js';
import { SummaryCards } from './summary-cards.js';

interface ResultsProps {
  link: SearchAddress;
  query: SearchQuery;
  /** Wire keys of the columns that the link shows; null where it leaves them to the person. */
  columns: readonly string[] | null;
  /** Changes a part of the link. What only says more of what is shown takes the link's own place. */
  onChange: (part: Partial<SearchAddress>, options?: { replace: boolean }) => void;
}

/** The results of a search. Page and count are asked at the same time; the previous page stays, dimmed, while the next loads. */
export function Results({ link, query, columns, onChange }: ResultsProps) {
  const page = useQuery(recordPage(query));
  const count = useQuery(recordCount(query));
  const filters = useFilters(link, query, onChange);
  const [dialogsNeeded, setDialogsNeeded] = useState(false);
  if (filters.dialog && !dialogsNeeded) setDialogsNeeded(true);
  const total = count.data?.count;
  const settled = page.data !== undefined && !page.isPlaceholderData;
  const answer = settled ? page.data : undefined;
  const nothing = settled && total === 0;
  const showInLink = useCallback((cols: string | undefined) => onChange({ cols }, { replace: true }), [onChange]);
  const changeAndFocus = (part: Partial<SearchAddress>) => {
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
        narrowing={<Narrowing query={query} filters={filters} />}
      />
      {answer && <LeftOutNote query={query} onChange={filters.change} />}
      {page.error ? (
        <Failure error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <SelectionProvider query={query}>
          <TableLayoutProvider query={query} page={page.data} settled={settled} linked={columns} onLink={showInLink}>
            {!nothing && (
              <div className={classes.strip}>
                <SummaryCards query={query} />
                <MonthHistogram query={query} onNarrow={changeAndFocus} />
              </div>
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
                  <ExportMenu query={query} answered={answer !== undefined} total={total} />
                  <SaveQuery query={query} saved={link.saved} columns={columns} searchId={answer?.searchId} />
                  <GoTo link={link} searchId={answer?.searchId} />
                </MenuBar>
              }
            />
            <div
              className={classes.found}
              data-beside={(filters.panel.shown && !filters.panel.isSheet) || undefined}
              style={{ '--panel-width': `${filters.panel.width}px` }}
            >
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
                  onNarrow={filters.change}
                />
              </div>
            </div>
            {dialogsNeeded && (
              <Suspense>
                <FilterDialogs query={query} filters={filters} />
              </Suspense>
            )}
          </TableLayoutProvider>
        </SelectionProvider>
      )}
    </section>
  );
}

const FilterDialogs = lazy(
  whenAnswered(async () => ({ default: (await import('./filter-dialogs.js')).FilterDialogs })),
);

interface MenuBarProps {
  onAllCountries: () => void;
  onAdvanceSearch: () => void;
  /** Further entries, after the rest. */
  children: ReactNode;
}

/** The menu of the results (SPEC 2, "Results menu bar"). */
function MenuBar({ onAllCountries, onAdvanceSearch, children }: MenuBarProps) {
  return (
    <>
      <Button variant="subtle" color="gray" size="xs" aria-haspopup="dialog" onClick={onAllCountries}>
        All Countries
      </Button>
      <Button variant="subtle" color="gray" size="xs" aria-haspopup="dialog" onClick={onAdvanceSearch}>
        Advance Search
      </Button>
      {children}
    </>
  );
}

/** Goes on to the results: what was pressed for them is gone, and would take the focus with it. */
function focusResults(): void {
  document.getElementById('results')?.focus({ preventScroll: true });
}
