import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type SearchAddress, stringifySearch } from '@tidewaiter/contract';
import { useCallback } from 'react';
import type { RecordPage } from '../../search/api/calls.js';
import { FilterBar } from '../../search/facets/filter-bar.js';
import { FilterPanel } from '../../search/facets/filter-panel.js';
import type { Filters } from '../../search/facets/use-filters.js';
import { ColumnChooser } from '../../search/table/column-chooser.js';
import { SelectionProvider } from '../../search/table/selection.js';
import { TableLayoutProvider } from '../../search/table/table-layout.js';
import { FirstHint } from '../../session/first-hint.js';
import { LaterMenu, useMenuButton } from '../../session/later-menu.js';
import { CopyLink } from '../../ui/copy-link.js';
import { ExportMenu } from './export-menu.js';
import { FoundRecords } from './found-records.js';
import { MonthHistogram } from './month-histogram.js';
import type { ResultsProps } from './results.js';
import classes from './results.module.css';
import { SaveQuery } from './save-query.js';
import { SummaryCards } from './summary-cards.js';

interface ResultsBodyProps extends ResultsProps {
  page: RecordPage | undefined;
  /** True when the page answers the query, and not the one before. */
  settled: boolean;
  /** Why none of the page's records may be read without points; null where any may. */
  spent: string | null;
  total: number | undefined;
  filters: Filters;
  /** Narrows the question, and goes on to what is found then. */
  onNarrow: (part: Partial<SearchAddress>) => void;
}

/** Below the head of results: their figures and months, what can be done with them, their filters and the records. */
export function ResultsBody(props: ResultsBodyProps) {
  const { link, query, columns, onChange, page, settled, spent, total, filters, onNarrow } = props;
  const showInLink = useCallback((cols: string | undefined) => onChange({ cols }, { replace: true }), [onChange]);
  const searchId = settled ? page?.searchId : undefined;
  const nothing = settled && total === 0;
  return (
    <SelectionProvider query={query}>
      <TableLayoutProvider query={query} page={page} settled={settled} linked={columns} onLink={showInLink}>
        {!nothing && (
          <div className={classes.strip}>
            <SummaryCards query={query} page={settled ? page : undefined} />
            <MonthHistogram query={query} onNarrow={onNarrow} />
          </div>
        )}
        <FilterBar
          query={query}
          filters={filters}
          menu={
            <>
              <ExportMenu query={query} answered={settled || spent !== null} total={total} />
              <ColumnChooser />
              <SaveQuery query={query} saved={link.saved} columns={columns} searchId={searchId} />
              <GoTo link={link} searchId={searchId} />
              <CopyLink size="xs" color="gray" />
            </>
          }
        />
        <div
          className={classes.found}
          data-beside={(filters.panel.shown && !filters.panel.isSheet) || undefined}
          style={{ '--panel-width': `${filters.panel.width}px` }}
        >
          <FilterPanel query={query} filters={filters} />
          <div className="content-start stack gap-12">
            <FoundRecords
              link={link}
              query={query}
              page={page}
              settled={settled}
              spent={spent}
              total={total}
              onChange={onChange}
              onLoosen={onNarrow}
              onListValues={filters.list}
              onNarrow={filters.change}
            />
            {page && !nothing && (
              <FirstHint name="records">
                Press a row for all that its record says, and the button in a cell to narrow by its value. Tick rows to
                export them.
              </FirstHint>
            )}
          </div>
        </div>
      </TableLayoutProvider>
    </SelectionProvider>
  );
}

interface GoToProps {
  link: SearchAddress;
  /** The id under which the question was noted; undefined until it is answered. */
  searchId: string | undefined;
}

/** The Go to menu of the results (SPEC 2): other views of what was found, and following it. */
function GoTo({ link, searchId }: GoToProps) {
  const { ofButton, ofMenu } = useMenuButton();
  const address = { ...link, page: undefined, search: searchId };
  return (
    <>
      <Button
        {...ofButton}
        variant="subtle"
        color="gray"
        size="xs"
        disabled={searchId === undefined}
        rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
      >
        Go to
      </Button>
      <LaterMenu
        {...ofMenu}
        withinPortal={false}
        entries={[
          { label: 'Macro Analysis', link: { to: '/analysis', search: address } },
          { label: 'In-depth Analysis', link: { to: '/indepthAnalysis', search: address } },
          { label: 'Follow', link: { to: '/following', search: { ask: stringifySearch(link) } } },
        ]}
      />
    </>
  );
}
