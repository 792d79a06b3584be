import { Button, Skeleton } from '@mantine/core';
import { LIMITS, MESSAGES, PortalError, pageSizesOf, type RecordColumn, type SearchQuery } from '@tidewaiter/contract';
import { useCallback, useState } from 'react';
import type { RecordPage } from '../../search/api/calls.js';
import type { FilterDialog } from '../../search/facets/use-filters.js';
import type { SearchAddress } from '../../search/model/address.js';
import { addressWithout } from '../../search/model/clauses.js';
import { SearchesSpent } from '../../search/notes/searches-spent.js';
import { Pager } from '../../search/table/pager.js';
import { RecordView } from '../../search/table/record-view.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { NoMatches } from './no-matches.js';
import classes from './results.module.css';
import { useSaveContact } from './save-contact.js';

interface FoundRecordsProps {
  link: SearchAddress;
  query: SearchQuery;
  page: RecordPage | undefined;
  /** True when the page answers the query, and not the one before. */
  settled: boolean;
  total: number | undefined;
  onChange: (part: Partial<SearchAddress>) => void;
  /** Leaves something out of a search that finds nothing. */
  onLoosen: (part: Partial<SearchAddress>) => void;
  onListValues: (dialog: FilterDialog) => void;
  /** Narrows the question, so that it can be undone. */
  onNarrow: (part: Partial<SearchAddress>) => void;
}

/** The records of a search, or what there is to say in their place. */
export function FoundRecords(props: FoundRecordsProps) {
  const { link, query, page, settled, total, onChange, onLoosen, onListValues, onNarrow } = props;
  const saveContact = useSaveContact();
  const sort = useCallback(
    (column: string, dir: SearchQuery['orderByMode']) => onChange({ sort: column, dir, page: undefined }),
    [onChange],
  );
  const listValues = useCallback(
    ({ key }: RecordColumn) => onListValues({ show: 'values', column: key }),
    [onListValues],
  );

  if (!page) return <ResultsSkeleton />;
  if (settled && total === 0) {
    return (
      <NoMatches
        tradeType={query.tradeType}
        hints={page.dropHints}
        onDrop={(clause, everyCountry) => onLoosen(addressWithout(link, clause, everyCountry))}
      />
    );
  }
  if (settled && page.rows.length === 0) {
    return total === undefined ? <ResultsSkeleton /> : <PastTheEnd onFirst={() => onChange({ page: undefined })} />;
  }
  return (
    <RecordView
      page={page}
      query={query}
      total={total}
      loading={!settled}
      foot={(chosen) => (
        <Pager
          query={query}
          total={total}
          sizes={pageSizesOf(query.tradeType)}
          onPage={(number) => onChange({ page: number === 1 ? undefined : String(number) })}
          onSize={(size) => onChange({ size: String(size), page: undefined })}
        >
          {chosen}
        </Pager>
      )}
      onSort={sort}
      onSaveContact={saveContact}
      onListValues={listValues}
      onNarrow={onNarrow}
    />
  );
}

/** In the place of results that did not come. A search limit that is reached is told by an alert (SPEC 8), and here what to do. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const [told, setTold] = useState<Error | null>(null);
  if (error instanceof PortalError && error.code === 'SEARCH_LIMIT_EXHAUSTED') {
    return (
      <>
        <SearchesSpent />
        <OopsDialog message={told === error ? null : error.message} onClose={() => setTold(error)} />
      </>
    );
  }
  return (
    <NothingHere wrong title={MESSAGES.oops} says={error.message}>
      <Button variant="default" onClick={onRetry}>
        Retry
      </Button>
    </NothingHere>
  );
}

/** A link may name a page that the result no longer has. */
function PastTheEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <NothingHere title="This page lies past the last record">
      <Button variant="default" onClick={onFirst}>
        Go to the first page
      </Button>
    </NothingHere>
  );
}

const LINES = Array.from({ length: Math.floor(LIMITS.tableHeightPx / LIMITS.rowHeightPx) }, (_, line) => line);

/** The table's own space while the first answer is on its way, so that nothing moves when it comes. */
export function ResultsSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {LINES.map((line) => (
        <div key={line} className={classes.skeletonRow}>
          <Skeleton height={12} width={`${88 - ((line * 17) % 40)}%`} />
        </div>
      ))}
    </div>
  );
}
