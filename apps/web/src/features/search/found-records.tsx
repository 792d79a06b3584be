import { Button } from '@mantine/core';
import type { SearchAddress } from '@tidewaiter/contract';
import { pageSizesOf, type RecordColumn, type SearchQuery } from '@tidewaiter/contract';
import { useCallback } from 'react';
import type { RecordPage } from '../../search/api/calls.js';
import type { FilterDialog } from '../../search/facets/use-filters.js';
import { addressWithout } from '../../search/model/clauses.js';
import { Pager } from '../../search/table/pager.js';
import { RecordView } from '../../search/table/record-view.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { AwaitedRecords } from './instead-of-records.js';
import { NoMatches } from './no-matches.js';
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
  const goTo = (number: number) => onChange({ page: number === 1 ? undefined : String(number) });
  const listValues = useCallback(
    ({ key }: RecordColumn) => onListValues({ show: 'values', column: key }),
    [onListValues],
  );

  if (!page) return <AwaitedRecords />;
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
    return total === undefined ? <AwaitedRecords /> : <PastTheEnd onFirst={() => onChange({ page: undefined })} />;
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
          onPage={goTo}
          onSize={(size) => onChange({ size: String(size), page: undefined })}
        >
          {chosen}
        </Pager>
      )}
      onPage={goTo}
      onSort={sort}
      onSaveContact={saveContact}
      onListValues={listValues}
      onNarrow={onNarrow}
    />
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
