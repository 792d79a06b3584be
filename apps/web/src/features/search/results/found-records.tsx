import type { RecordColumn, SearchQuery } from '@tidewaiter/contract';
import { useCallback } from 'react';
import type { RecordPage } from '../../../api/search.js';
import { linkWithout } from '../filters/link-without.js';
import type { FilterDialog } from '../filters/use-filters.js';
import type { SearchLink } from '../link.js';
import { useSaveContact } from '../saving/use-save-contact.js';
import { NoMatches } from './no-matches.js';
import { Pager } from './pager.js';
import { PastTheEnd } from './past-the-end.js';
import { RecordView } from './record-view.js';
import { Waiting } from './waiting.js';

interface FoundRecordsProps {
  link: SearchLink;
  query: SearchQuery;
  page: RecordPage | undefined;
  /** Whether the page answers the query, and not the one before. */
  settled: boolean;
  total: number | undefined;
  onChange: (part: Partial<SearchLink>) => void;
  /** Leaves something out of a search that finds nothing. */
  onLoosen: (part: Partial<SearchLink>) => void;
  onListValues: (dialog: FilterDialog) => void;
}

/** The records of a search, or what there is to say in their place. */
export function FoundRecords(props: FoundRecordsProps) {
  const { link, query, page, settled, total, onChange, onLoosen, onListValues } = props;
  const saveContact = useSaveContact();
  const sort = useCallback(
    (column: string, dir: SearchQuery['orderByMode']) => onChange({ sort: column, dir, page: undefined }),
    [onChange],
  );
  const listValues = useCallback(
    ({ key }: RecordColumn) => onListValues({ show: 'values', column: key }),
    [onListValues],
  );

  if (!page) return <Waiting />;
  if (settled && total === 0) {
    return (
      <NoMatches
        tradeType={query.tradeType}
        hints={page.dropHints}
        onDrop={(clause, everyCountry) => onLoosen(linkWithout(link, clause, everyCountry))}
      />
    );
  }
  if (settled && page.rows.length === 0) {
    return total === undefined ? <Waiting /> : <PastTheEnd onFirst={() => onChange({ page: undefined })} />;
  }
  return (
    <RecordView
      page={page}
      asked={query}
      total={total}
      loading={!settled}
      foot={
        <Pager
          query={query}
          total={total}
          onPage={(number) => onChange({ page: number === 1 ? undefined : String(number) })}
          onSize={(size) => onChange({ size: String(size), page: undefined })}
        />
      }
      onSort={sort}
      onSaveContact={saveContact}
      onListValues={listValues}
    />
  );
}
