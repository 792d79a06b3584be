import type { RangeName, SearchAddress, SearchQuery } from '@tidewaiter/contract';
import { useEffect, useMemo, useState } from 'react';
import { listPart } from '../model/pills.js';
import { DistinctValues } from './distinct-values.js';
import { Facets } from './facets.js';
import { FilterSheet } from './filter-sheet.js';
import { useTicks } from './ticks.js';
import { useFilterPanel } from './use-filters.js';

interface AdvanceSearchProps {
  opened: boolean;
  query: SearchQuery;
  /** The panel begins at it. */
  range: RangeName | null;
  onClose: () => void;
  onSearch: (part: Partial<SearchAddress>) => void;
}

/** The filters of a search over a screen that has no place for them beside what it shows (SPEC 2, "Advance Search panel"). */
export function AdvanceSearch({ opened, query, range, onClose, onSearch }: AdvanceSearchProps) {
  const { openFacets, toggleFacet, openFacet } = useFilterPanel();
  const [listed, list] = useState<string | null>(null);
  const reached = useMemo(() => range && { name: range }, [range]);
  useEffect(() => {
    if (range) openFacet(range);
  }, [range, openFacet]);
  const ticks = useTicks(query, onSearch);
  return (
    <>
      <FilterSheet title="Filters" opened={opened} done="Show the analysis" onClose={onClose}>
        <Facets
          query={query}
          ticks={ticks}
          openFacets={openFacets}
          range={reached}
          onToggle={toggleFacet}
          onChange={onSearch}
          onList={list}
        />
      </FilterSheet>
      <DistinctValues
        column={listed}
        query={query}
        onClose={() => list(null)}
        onApply={(field, values) => onSearch(listPart(field, values))}
      />
    </>
  );
}
