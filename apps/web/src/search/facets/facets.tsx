import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import {
  countryByCode,
  type FilterList,
  LIMITS,
  MESSAGES,
  ONLY_NEW,
  RANGE_NAMES,
  RANGES,
  RECORD_COLUMNS,
  type SearchQuery,
  YES,
} from '@tidewaiter/contract';
import { memo, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { groupBy } from '../../format/group-by.js';
import { formatCount } from '../../format/numbers.js';
import { later } from '../../session/client.js';
import { Held } from '../../ui/awaiting.js';
import { Flag } from '../../ui/flag.js';
import { usePresence } from '../../ui/use-presence.js';
import { distinctValues, facetList, ONLY_COUNT } from '../api/list-calls.js';
import { NO_FILTERS } from '../model/address.js';
import { type Facet, facetsOf, offeredBy } from '../model/facets.js';
import { pillsOf } from '../model/pills.js';
import { AmountFacet } from './amount-facet.js';
import type { Reached } from './amount-range.js';
import { FacetFrame } from './facet-frame.js';
import { FacetFailure, FacetValues } from './facet-values.js';
import classes from './facets.module.css';
import type { useTicks } from './ticks.js';
import type { Filters } from './use-filters.js';

/** Its fields bring what hangs on a field, 31 kB compressed that nobody needs before it is opened. */
const ProductTexts = later(() => import('./product-texts.js'), 'ProductTexts');

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
const FacetSection = memo(function FacetSection(props: FacetSectionProps) {
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

interface CountryFacetProps {
  query: SearchQuery;
  open: boolean;
  onToggle: (name: string) => void;
  onChange: Filters['change'];
}

/** Shows the countries of a search by continent, with their records in it, to go on with some of them (SPEC 2, "Source Countries modal"). */
function CountryFacet({ query, open, onToggle, onChange }: CountryFacetProps) {
  return (
    <FacetFrame
      title="Source Countries"
      count={query.countryCode.length}
      open={open}
      onToggle={() => onToggle('countries')}
    >
      {/* Another answer has other countries to choose from. */}
      {open && <CountryChoice key={query.countryCode.join()} query={query} onChange={onChange} />}
    </FacetFrame>
  );
}

/** Finds the wire key of the source country, by whose name its values go. */
function sourceColumn({ tradeType }: SearchQuery): string {
  return RECORD_COLUMNS[tradeType].find(({ name }) => name === 'source_country')?.key ?? '';
}

function CountryChoice({ query, onChange }: Pick<CountryFacetProps, 'query' | 'onChange'>) {
  const [chosen, setChosen] = useState<readonly string[]>(query.countryCode);
  const { data, error, refetch } = useQuery(
    distinctValues(sourceColumn(query), query, { numberOfRecords: LIMITS.countryCodes }),
  );
  const found = new Map(data?.values.map(({ value, records }) => [value, records]));
  const countries = query.countryCode.map((code) => {
    const { name = code, iso2, continent = 'Unknown' } = countryByCode(code) ?? {};
    return { code, name, iso2, continent, records: found.get(name) ?? 0 };
  });
  const all = chosen.length === countries.length;
  const toggle = (code: string) =>
    setChosen(chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code]);

  return (
    <div className={`stack gap-4 px-12 small ${classes.body}`}>
      {error && <FacetFailure error={error} onRetry={refetch} />}
      <label className="row gap-8 min-h-28 pressable">
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = !all && chosen.length > 0;
          }}
          checked={all}
          onChange={() => setChosen(all ? [] : query.countryCode)}
        />
        Select All
      </label>
      {[...groupBy(countries, ({ continent }) => continent)].sort().map(([continent, inIt]) => (
        <fieldset key={continent}>
          <legend className="soft">{continent}</legend>
          <ul className="plainList">
            {inIt.map(({ code, name, iso2, records }) => (
              <li key={code}>
                <label className="row gap-8 min-h-28 pressable">
                  <input type="checkbox" checked={chosen.includes(code)} onChange={() => toggle(code)} />
                  <Flag iso2={iso2} />
                  <span className="flex-1">{name}</span>
                  {data && <span className="soft figures">{formatCount(records)}</span>}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
      <div className="row wrap spread gap-8">
        <p className="soft">Fewer countries are free.</p>
        <Button
          size="compact-sm"
          disabled={chosen.length === 0 || all}
          // In the order in which they were asked for: the same countries are the same question.
          onClick={() => onChange({ country: query.countryCode.filter((code) => chosen.includes(code)) })}
        >
          Apply
        </Button>
      </div>
    </div>
  );
}
