import { useQueries } from '@tanstack/react-query';
import { MESSAGES, ONLY_NEW, RANGE_NAMES, RANGES, type SearchQuery, YES } from '@tidewaiter/contract';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { whenAnswered } from '../../session/client.js';
import { Held } from '../../ui/awaiting.js';
import { usePresence } from '../../ui/use-presence.js';
import { facetList, ONLY_COUNT } from '../api/list-calls.js';
import { NO_FILTERS } from '../model/address.js';
import { facetsOf } from '../model/facets.js';
import { pillsOf } from '../model/pills.js';
import { AmountFacet } from './amount-facet.js';
import type { Reached } from './amount-range.js';
import { CountryFacet } from './country-facet.js';
import { FacetFrame } from './facet-frame.js';
import { FacetSection } from './facet-section.js';
import classes from './facets.module.css';
import type { useTicks } from './ticks.js';
import type { Filters } from './use-filters.js';

/** Its fields bring what hangs on a field, 31 kB compressed that nobody needs before it is opened. */
const ProductTexts = lazy(whenAnswered(async () => ({ default: (await import('./product-texts.js')).ProductTexts })));

interface FacetsProps {
  query: SearchQuery;
  ticks: ReturnType<typeof useTicks>;
  /** The names of those that stand open. */
  openFacets: readonly string[];
  range: Reached | null;
  onToggle: (name: string) => void;
  onChange: Filters['change'];
  /** Lists all values of a column. */
  onList: (column: string) => void;
}

/**
 * All that narrows a search, in one column: each facet that its records have values for, of whose ticked values a record has any; its
 * countries, amounts and words of the goods. A text finds a filter by its name.
 */
export function Facets({ query, ticks, openFacets, range, onToggle, onChange, onList }: FacetsProps) {
  const facets = useMemo(() => facetsOf(query), [query]);
  const [text, setText] = useState('');
  const sought = text.trim().toLowerCase();
  const isSought = (title: string) => title.toLowerCase().includes(sought);
  const { tick, tickedIn, apply } = ticks;
  const { staying, within } = usePresence(apply);
  const lists = useQueries({ queries: facets.map((facet) => facetList(facet, query, facet.list && ONLY_COUNT)) });
  const nothing = lists.every(({ data }) => data?.distinctCount === 0);
  const showAll = useCallback(
    (column: string) => {
      apply();
      onList(column);
    },
    [apply, onList],
  );
  const nothingSet = pillsOf(query).length === 0;
  const shared = (name: string) => ({ query, open: openFacets.includes(name), onToggle, onChange });

  return (
    <div className={classes.facets} {...within}>
      <div className="row gap-8 p-8-12">
        <input
          type="search"
          className={classes.search}
          placeholder="Find a filter"
          aria-label="Find a filter"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button
          type="button"
          className="linkButton small"
          // It keeps the focus of who has just pressed it.
          aria-disabled={nothingSet}
          onClick={() => nothingSet || onChange(NO_FILTERS)}
        >
          Reset
        </button>
      </div>
      {nothing && (
        <p role="status" className="minding p-8-12">
          {MESSAGES.noMatchingRecords}
        </p>
      )}
      {facets
        .filter(({ title }) => isSought(title))
        .map((facet) => (
          <FacetSection
            key={facet.column}
            facet={facet}
            query={query}
            ticked={tickedIn(facet.field)}
            open={openFacets.includes(facet.column)}
            steady={staying}
            onToggle={onToggle}
            onTick={tick}
            onShowAll={showAll}
          />
        ))}
      {isSought('Source Countries') && <CountryFacet {...shared('countries')} />}
      {RANGE_NAMES.filter((amount) => isSought(RANGES[amount].label)).map((amount) => (
        <AmountFacet key={amount} amount={amount} reached={range} {...shared(amount)} />
      ))}
      {isSought('Product description') && (
        <FacetFrame
          title="Product description"
          chosen={query.productDesc.length > 0 && `${query.productDesc.length} chosen`}
          open={shared('productDesc').open}
          onToggle={() => onToggle('productDesc')}
        >
          {shared('productDesc').open && (
            <Suspense fallback={<Held className={classes.body} height={68} />}>
              <ProductTexts query={query} onChange={onChange} />
            </Suspense>
          )}
        </FacetFrame>
      )}
      <OnlyNew query={query} onChange={onChange} />
    </div>
  );
}

/** Leaves out what the account has exported. The tick shows before the search has changed. */
function OnlyNew({ query, onChange }: { query: SearchQuery; onChange: Filters['change'] }) {
  const [ticked, setTicked] = useState<{ insteadOf: SearchQuery; on: boolean } | null>(null);
  return (
    <label className="row gap-8 min-h-36 px-12 line-below small pressable">
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
