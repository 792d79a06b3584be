import { useQuery } from '@tanstack/react-query';
import type { SearchQuery } from '@tidewaiter/contract';
import { type KeyboardEvent, type PointerEvent, Suspense, useRef, useState } from 'react';
import { formatShipments } from '../../format/numbers.js';
import { later } from '../../session/client.js';
import { recordCount } from '../api/calls.js';
import { listPart } from '../model/pills.js';
import { Facets } from './facets.js';
import classes from './facets.module.css';
import { useTicks } from './ticks.js';
import { type Filters, PANEL_WIDTH, panelWidth } from './use-filters.js';

const FilterSheet = later(() => import('./filter-sheet.js'), 'FilterSheet');
const DistinctValues = later(() => import('./distinct-values.js'), 'DistinctValues');

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

const STEP = 16;

interface PanelEdgeProps {
  width: number;
  onWidth: (width: number) => void;
}

/** Lets the edge of the panel be pulled: by the pointer, by the arrow keys, and back to its usual width by a double click. */
function PanelEdge({ width, onWidth }: PanelEdgeProps) {
  const pulled = useRef<{ from: number } | null>(null);

  // While it is pulled only the layout follows: the records are drawn anew once, at the end.
  function lay(edge: Element, width: number) {
    const found = edge.closest<HTMLElement>('[data-beside]');
    found?.style.setProperty('--panel-width', `${width}px`);
    edge.setAttribute('aria-valuenow', String(width));
  }

  function move({ clientX, currentTarget }: PointerEvent) {
    if (!pulled.current) return;
    lay(currentTarget, panelWidth(width + clientX - pulled.current.from));
  }

  function end({ clientX }: PointerEvent) {
    if (!pulled.current) return;
    const to = panelWidth(width + clientX - pulled.current.from);
    pulled.current = null;
    if (to !== width) onWidth(to);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Home: PANEL_WIDTH.least, End: PANEL_WIDTH.most }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    onWidth(panelWidth(to));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved is no thematic break
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the filters"
      aria-valuemin={PANEL_WIDTH.least}
      aria-valuemax={PANEL_WIDTH.most}
      aria-valuenow={width}
      tabIndex={0}
      className={classes.edge}
      title="Pull for another width; double click for the usual one"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pulled.current = { from: event.clientX };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onWidth(PANEL_WIDTH.usual)}
      onKeyDown={onKeyDown}
    />
  );
}
