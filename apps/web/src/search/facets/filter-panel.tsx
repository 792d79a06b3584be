import { useQuery } from '@tanstack/react-query';
import type { SearchQuery } from '@tidewaiter/contract';
import { lazy, Suspense, useState } from 'react';
import { formatShipments } from '../../format/numbers.js';
import { whenAnswered } from '../../session/client.js';
import { recordCount } from '../api/calls.js';
import { listPart } from '../model/pills.js';
import { Facets } from './facets.js';
import classes from './facets.module.css';
import { PanelEdge } from './panel-edge.js';
import { useTicks } from './ticks.js';
import type { Filters } from './use-filters.js';

const FilterSheet = lazy(whenAnswered(async () => ({ default: (await import('./filter-sheet.js')).FilterSheet })));
const DistinctValues = lazy(
  whenAnswered(async () => ({ default: (await import('./distinct-values.js')).DistinctValues })),
);

/** Shows the filter panel beside the records, or as a sheet over them, and the values of a column once they are listed. */
export function FilterPanel({ query, filters }: { query: SearchQuery; filters: Filters }) {
  const { isSheet, shown, show, width, setWidth, openFacets, toggleFacet } = filters.panel;
  const count = useQuery(recordCount(query));
  const [listNeeded, setListNeeded] = useState(false);
  if (filters.listed && !listNeeded) setListNeeded(true);
  // Here, and not with the other filters, so that a tick draws its facet anew and not the records.
  const ticks = useTicks(query, filters.change);
  const facets = (
    <Facets
      query={query}
      ticks={ticks}
      openFacets={openFacets}
      range={filters.range}
      onToggle={toggleFacet}
      onChange={filters.change}
      onList={filters.list}
    />
  );
  const beside = shown && (
    <section className="relative not-printed min-h-240" aria-label="Filters">
      <div className={classes.scroller}>{facets}</div>
      <PanelEdge width={width} onWidth={setWidth} />
    </section>
  );
  return (
    <>
      {!isSheet && beside}
      <Suspense>
        {isSheet && (
          <FilterSheet
            opened={shown}
            done={count.data ? `Show ${formatShipments(count.data.count)}` : 'Show shipments'}
            onClose={() => show(false)}
          >
            {facets}
          </FilterSheet>
        )}
      </Suspense>
      <Suspense>
        {listNeeded && (
          <DistinctValues
            column={filters.listed}
            query={query}
            onClose={() => filters.list(null)}
            onApply={(field, values) => filters.change(listPart(field, values))}
          />
        )}
      </Suspense>
    </>
  );
}
