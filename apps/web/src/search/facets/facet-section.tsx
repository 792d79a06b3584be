import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FilterList, SearchQuery } from '@tidewaiter/contract';
import { memo, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { Held } from '../../ui/awaiting.js';
import { usePresence } from '../../ui/use-presence.js';
import { facetList, ONLY_COUNT } from '../api/list-calls.js';
import { type Facet, offeredBy } from '../model/facets.js';
import { FacetFailure, FacetValues } from './facet-values.js';
import classes from './facets.module.css';

interface FacetSectionProps {
  facet: Facet;
  /** Its title begins with this word, which stands above it and others. */
  shared: string | null;
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
  const { facet, shared, query, ticked, open, steady, onToggle } = props;
  const id = useId();
  const { staying, within } = usePresence();
  const room = useKeptHeight(steady && !staying);
  const offered = open ? offeredBy(facet, query) : query;
  const { data, error, refetch } = useQuery(facetList(facet, offered, facet.list && ONLY_COUNT));
  const empty = data?.distinctCount === 0 && ticked.length === 0;
  const [absent, setAbsent] = useState(empty);
  if (absent !== empty && !steady) setAbsent(empty);
  if (absent) return null;

  return (
    <fieldset ref={room} className={classes.facet} aria-labelledby={id} {...within}>
      <h3 id={id}>
        <button type="button" className={classes.head} aria-expanded={open} onClick={() => onToggle(facet.column)}>
          <span className="flex-1 strong">
            {shared && <span className="visually-hidden">{shared} </span>}
            <span className={`inline-block ${classes.differs}`}>
              {shared ? facet.title.slice(shared.length + 1) : facet.title}
            </span>{' '}
            {facet.side && <span className="soft plain">{facet.side}</span>}
          </span>
          {ticked.length > 0 && <span className={classes.tickedCount}>{ticked.length} chosen</span>}
          {data ? (
            <span className="soft figures">({formatCount(data.distinctCount)})</span>
          ) : (
            !error && <Held width={28} height={10} />
          )}
          <IconChevronDown size={16} stroke={1.6} aria-hidden className={classes.chevron} />
        </button>
      </h3>
      {error && <FacetFailure error={error} onRetry={refetch} />}
      {open && !error && <FacetValues {...props} offered={offered} />}
    </fieldset>
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
