import { useQuery } from '@tanstack/react-query';
import type { FilterList, SearchQuery } from '@tidewaiter/contract';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { usePresence } from '../../ui/use-presence.js';
import { facetList, ONLY_COUNT } from '../api/list-calls.js';
import { type Facet, offeredBy } from '../model/facets.js';
import { FacetFrame } from './facet-frame.js';
import { FacetFailure, FacetValues } from './facet-values.js';

interface FacetSectionProps {
  facet: Facet;
  query: SearchQuery;
  ticked: string[];
  open: boolean;
  /** Somebody is at the facets: this one keeps its room while they are at another. */
  steady: boolean;
  onToggle: (column: string) => void;
  onTick: (field: FilterList, value: string, on: boolean) => void;
  onShowAll: (column: string) => void;
}

/** Shows a facet's name with how many values it has, and the values once it is open. Without any, it is absent. */
export const FacetSection = memo(function FacetSection(props: FacetSectionProps) {
  const { facet, query, ticked, open, steady, onToggle } = props;
  const { staying, within } = usePresence();
  const room = useKeptHeight(steady && !staying);
  const offered = open ? offeredBy(facet, query) : query;
  const { data, error, refetch } = useQuery(facetList(facet, offered, facet.list && ONLY_COUNT));
  const empty = data?.distinctCount === 0 && ticked.length === 0;
  const [absent, setAbsent] = useState(empty);
  if (absent !== empty && !steady) setAbsent(empty);
  if (absent) return null;

  return (
    <FacetFrame
      title={facet.title}
      aside={facet.side}
      chosen={ticked.length > 0 && `${ticked.length} chosen`}
      count={error ? undefined : (data?.distinctCount ?? null)}
      open={open}
      onToggle={() => onToggle(facet.column)}
      room={room}
      within={within}
    >
      {error && <FacetFailure error={error} onRetry={refetch} />}
      {open && !error && <FacetValues {...props} offered={offered} />}
    </FacetFrame>
  );
});

/** Keeps an element as high as it is, so that what its content becomes does not move what is below it. */
function useKeptHeight(kept: boolean) {
  const ref = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    const { current } = ref;
    if (!current || !kept) return;
    current.style.height = `${current.offsetHeight}px`;
    return () => {
      current.style.height = '';
    };
  }, [kept]);
  return ref;
}
