import type { SearchQuery } from '@tidewaiter/contract';
import { useEffect, useState } from 'react';
import { DistinctValues } from '../../search/facets/distinct-values.js';
import type { Filters } from '../../search/facets/use-filters.js';
import { listPart } from '../../search/model/pills.js';

/** The values of a column, over the results. It is loaded when the first list is opened. */
export function ListedValues({ query, filters }: { query: SearchQuery; filters: Filters }) {
  // A dialog gives the focus back to where it was when it was opened, and so must be there, closed, before that.
  const [isHere, setIsHere] = useState(false);
  useEffect(() => setIsHere(true), []);
  return (
    <DistinctValues
      column={isHere ? filters.listed : null}
      query={query}
      onClose={() => filters.list(null)}
      onApply={(field, values) => filters.change(listPart(field, values))}
    />
  );
}
