import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FilterList, MESSAGES, type SearchQuery } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../../format/count.js';
import classes from './facet.module.css';
import { FacetFailure } from './facet-failure.js';
import { facetList } from './facet-list.js';
import { FacetValue } from './facet-value.js';
import type { Facet } from './facets.js';
import { SHOWN, shownValues } from './shown-values.js';
import { useStay } from './use-stay.js';

interface FacetValuesProps {
  facet: Facet;
  /** The question whose values are offered. */
  offered: SearchQuery;
  ticked: string[];
  onTick: (field: FilterList, value: string, on: boolean) => void;
  onShowAll: (column: string) => void;
}

/** Values shown of what was looked for. */
const FOUND = 30;
const LINES = Array.from({ length: SHOWN }, (_, line) => line);
const TYPING_MS = 250;

/** An open facet's values, ticked ones first; a text looks for others in the whole list. */
export function FacetValues({ facet, offered, ticked, onTick, onShowAll }: FacetValuesProps) {
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text.trim(), TYPING_MS);
  const top = useQuery(facetList(facet, offered));
  const found = useQuery({ ...facetList(facet, offered, { nameContains: sought }), enabled: sought !== '' });
  const { first, holding } = useStandingOrder(ticked);
  const { field } = facet;
  const list = top.data;
  if (top.error) return <FacetFailure error={top.error} onRetry={top.refetch} />;
  if (!list) return <Waiting />;
  const shown = sought === '' ? shownValues(list.values, first, ticked) : (found.data?.values.slice(0, FOUND) ?? []);
  const total = sought === '' ? list.distinctCount : (found.data?.distinctCount ?? 0);
  const most = Math.max(1, ...shown.map(({ records = 0 }) => records));

  function toggle(value: string) {
    onTick(field, value, !ticked.includes(value));
  }

  return (
    <div className={classes.body} data-loading={top.isPlaceholderData || found.isFetching || undefined} {...holding}>
      {list.distinctCount > SHOWN && (
        <input
          type="search"
          className={classes.search}
          placeholder="Find"
          aria-label={`Find in ${facet.title}`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {sought !== '' && found.data?.distinctCount === 0 && <p className={classes.failed}>{MESSAGES.noRecords}</p>}
      {sought !== '' && found.error && <FacetFailure error={found.error} onRetry={found.refetch} />}
      <ul className={classes.values}>
        {shown.map(({ value, records, description }) => (
          <FacetValue
            key={value}
            value={value}
            records={records}
            description={description}
            share={(records ?? 0) / most}
            ticked={ticked.includes(value)}
            onToggle={toggle}
          />
        ))}
      </ul>
      {total > shown.length && (
        <button type="button" className={`linkButton ${classes.all}`} onClick={() => onShowAll(facet.column)}>
          Show all {formatCount(list.distinctCount)}
        </button>
      )}
    </div>
  );
}

/** Their space, as much as a long list takes with what stands above and below it, until they are here. */
function Waiting() {
  return (
    <div className={classes.waiting} aria-hidden="true">
      {LINES.map((line) => (
        <Skeleton key={line} height={10} width={`${80 - ((line * 17) % 40)}%`} />
      ))}
    </div>
  );
}

/** What is ticked comes first, but not from under the pointer or the focus: there the order stands until they leave. */
function useStandingOrder(ticked: string[]) {
  const { staying, within } = useStay();
  const [held, setHeld] = useState<string[] | null>(null);
  if (staying !== (held !== null)) setHeld(staying ? ticked : null);
  return { first: held ?? ticked, holding: within };
}
