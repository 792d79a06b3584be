import type { SearchQuery } from '@tidewaiter/contract';
import { useEffect, useState } from 'react';
import { AdvanceSearch } from '../../search/facets/advance-search.js';
import { SourceCountries } from '../../search/facets/country-filters.js';
import { DistinctValues } from '../../search/facets/distinct-values.js';
import type { Filters } from '../../search/facets/use-filters.js';
import { listPart } from '../../search/model/pills.js';

/** The dialogs that change the question, over the results. They are loaded when the first of them is opened. */
export function FilterDialogs({ query, filters }: { query: SearchQuery; filters: Filters }) {
  const { open, change } = filters;
  // A dialog gives the focus back to where it was when it was opened, and so must be there, closed, before that.
  const [isHere, setIsHere] = useState(false);
  useEffect(() => setIsHere(true), []);
  const dialog = isHere ? filters.dialog : null;
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
