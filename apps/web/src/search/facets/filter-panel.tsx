import { useQuery } from '@tanstack/react-query';
import { ONLY_NEW, RANGE_NAMES, type SearchQuery, YES } from '@tidewaiter/contract';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { formatShipments } from '../../format/numbers.js';
import { whenAnswered } from '../../session/client.js';
import { usePresence } from '../../ui/use-presence.js';
import { recordCount } from '../api/calls.js';
import { facetGroups, facetsOf } from '../model/facets.js';
import { AmountFacet } from './amount-facet.js';
import { FacetSection } from './facet-section.js';
import classes from './facets.module.css';
import { PanelEdge } from './panel-edge.js';
import { useTicks } from './ticks.js';
import type { Filters } from './use-filters.js';

const FilterSheet = lazy(whenAnswered(async () => ({ default: (await import('./filter-sheet.js')).FilterSheet })));

interface FilterPanelProps {
  query: SearchQuery;
  filters: Filters;
}

/** Shows every facet that the search's records have values for; a record has any of the ticked values of each. */
function Facets({ query, filters, ticks }: FilterPanelProps & { ticks: ReturnType<typeof useTicks> }) {
  const groups = useMemo(() => facetGroups(facetsOf(query)), [query]);
  const { panel, open, change } = filters;
  const { tick, tickedIn, apply } = ticks;
  const { staying, within } = usePresence(apply);
  const showAll = useCallback(
    (column: string) => {
      apply();
      open({ show: 'values', column });
    },
    [apply, open],
  );
  return (
    <div className={classes.facets} {...within}>
      {groups.map(({ shared, facets }) => (
        <div key={facets[0]?.column} className={shared ? classes.group : undefined}>
          {shared && (
            <p aria-hidden="true" className={classes.shared}>
              {shared}
            </p>
          )}
          {facets.map((facet) => (
            <FacetSection
              key={facet.column}
              facet={facet}
              shared={shared}
              query={query}
              ticked={tickedIn(facet.field)}
              open={panel.openFacets.includes(facet.column)}
              steady={staying}
              onToggle={panel.toggleFacet}
              onTick={tick}
              onShowAll={showAll}
            />
          ))}
        </div>
      ))}
      {RANGE_NAMES.map((amount) => (
        <AmountFacet
          key={amount}
          amount={amount}
          query={query}
          open={panel.openFacets.includes(amount)}
          onToggle={panel.toggleFacet}
          onChange={change}
        />
      ))}
      <OnlyNew query={query} onChange={change} />
    </div>
  );
}

/** Leaves out what the account has exported. The tick shows before the search has changed. */
function OnlyNew({ query, onChange }: { query: SearchQuery; onChange: Filters['change'] }) {
  const [ticked, setTicked] = useState<{ insteadOf: SearchQuery; on: boolean } | null>(null);
  return (
    <label className={classes.onlyNew}>
      <input
        type="checkbox"
        checked={ticked?.insteadOf === query ? ticked.on : query.onlyNew}
        onChange={({ currentTarget: { checked } }) => {
          setTicked({ insteadOf: query, on: checked });
          onChange({ onlyNew: checked ? YES : undefined });
        }}
      />
      {ONLY_NEW}
    </label>
  );
}

/** Shows the filter panel beside the records, or as a sheet over them. */
export function FilterPanel({ query, filters }: FilterPanelProps) {
  const { isSheet, shown, show, width, setWidth } = filters.panel;
  const count = useQuery(recordCount(query));
  // Here, and not with the other filters, so that a tick draws its facet anew and not the records.
  const ticks = useTicks(query, filters.change);
  if (!isSheet) {
    return shown ? (
      <section className={classes.panel} aria-label="Filters">
        <div className={classes.scroller}>
          <Facets query={query} filters={filters} ticks={ticks} />
        </div>
        <PanelEdge width={width} onWidth={setWidth} />
      </section>
    ) : null;
  }
  return (
    <Suspense>
      <FilterSheet
        opened={shown}
        done={count.data ? `Show ${formatShipments(count.data.count)}` : 'Show shipments'}
        onClose={() => show(false)}
      >
        <Facets query={query} filters={filters} ticks={ticks} />
      </FilterSheet>
    </Suspense>
  );
}
