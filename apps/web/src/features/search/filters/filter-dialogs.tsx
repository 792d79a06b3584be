import type { SearchQuery } from '@tidewaiter/contract';
import { AdvanceSearch } from './advance-search.js';
import { DistinctValues } from './distinct-values.js';
import { listPart } from './pills.js';
import { SourceCountries } from './source-countries.js';
import type { Filters } from './use-filters.js';

/** What is opened over the results to change what is asked. */
export function FilterDialogs({ query, filters }: { query: SearchQuery; filters: Filters }) {
  const { dialog, open, change } = filters;
  const close = () => open(null);
  return (
    <>
      <SourceCountries opened={dialog?.show === 'countries'} query={query} onClose={close} onApply={change} />
      <AdvanceSearch
        opened={dialog?.show === 'advance'}
        query={query}
        range={dialog?.show === 'advance' ? dialog.range : null}
        onClose={close}
        onSearch={change}
      />
      <DistinctValues
        column={dialog?.show === 'values' ? dialog.column : null}
        query={query}
        onClose={close}
        onApply={(field, values) => change(listPart(field, values))}
      />
    </>
  );
}
