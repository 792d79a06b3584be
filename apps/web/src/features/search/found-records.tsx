import { Button } from '@mantine/core';
import type { SearchAddress } from '@tidewaiter/contract';
import { pageSizesOf, type RecordColumn, type SearchQuery } from '@tidewaiter/contract';
import { useCallback } from 'react';
import type { RecordPage } from '../../search/api/calls.js';
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
  /** Why none of the page's records may be read without points; null where any may. */
  spent: string | null;
  total: number | undefined;
  onChange: (part: Partial<SearchAddress>) => void;
  /** Leaves something out of a search that finds nothing. */
  onLoosen: (part: Partial<SearchAddress>) => void;
  onListValues: (column: string) => void;
  /** Narrows the question, so that it can be undone. */
  onNarrow: (part: Partial<SearchAddress>) => void;
}

/** The records of a search, or what there is to say in their place. */
export function FoundRecords(props: FoundRecordsProps) {
  const { link, query, page, settled, spent, total, onChange, onLoosen, onListValues, onNarrow } = props;
  const saveContact = useSaveContact();
  const sort = useCallback(
    (column: string, dir: SearchQuery['orderByMode']) => onChange({ sort: column, dir, page: undefined }),
    [onChange],
  );
  const goTo = (number: number) => onChange({ page: number === 1 ? undefined : String(number) });
  const listValues = useCallback(({ key }: RecordColumn) => onListValues(key), [onListValues]);

  const toFirst = () => onChange({ page: undefined });
  if (spent)
    return <PagesEnd title="These records cost points" says={spent} onFirst={query.pageNumber > 0 && toFirst} />;
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
    return total === undefined ? (
      <AwaitedRecords />
    ) : (
      <PagesEnd title="There are no records on this page" onFirst={toFirst} />
    );
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

interface PagesEndProps {
  title: string;
  says?: string;
  /** False on the first page. */
  onFirst: false | (() => void);
}

/** A page that a link or the pager leads to and that shows nothing. */
function PagesEnd({ title, says, onFirst }: PagesEndProps) {
  return (
    <NothingHere title={title} says={says}>
      {onFirst && (
        <Button variant="default" onClick={onFirst}>
          Go to the first page
        </Button>
      )}
    </NothingHere>
  );
}
