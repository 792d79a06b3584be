import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { MESSAGES, type SearchQuery } from '@tidewaiter/contract';
import { useState } from 'react';
import type { ValueList } from '../../../api/value-list.js';
import { formatCount } from '../../../format/count.js';
import classes from './advance-search.module.css';
import { CodeLabel } from './code-label.js';
import { facetList } from './facet-list.js';
import type { Facet } from './facets.js';

interface FacetSelectProps {
  facet: Facet;
  /** The question whose values are offered. */
  query: SearchQuery;
  /** The first of its values; undefined where they did not arrive. */
  list: ValueList | undefined;
  value: string[];
  onChange: (value: string[]) => void;
}

const TYPING_MS = 250;

/** More are found by typing. */
const OFFERED = 50;

/** A facet's values to choose from; what is typed is looked for in the whole list. */
export function FacetSelect({ facet, query, list, value, onChange }: FacetSelectProps) {
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text.trim(), TYPING_MS);
  const found = useQuery({ ...facetList(facet, query, { nameContains: sought }), enabled: sought !== '' });
  const offered = (sought === '' ? list : found.data)?.values ?? [];
  const known = new Map(offered.map((entry) => [entry.value, entry]));
  return (
    <MultiSelect
      label={facet.side ? `${facet.title} (${facet.side})` : facet.title}
      placeholder={value.length === 0 ? 'Any' : ''}
      data={offered.map((entry) => entry.value)}
      value={value}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The portal has looked already.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.value} ({formatCount(known.get(option.value)?.records ?? 0)})
          <CodeLabel text={known.get(option.value)?.description} />
        </span>
      )}
      nothingFoundMessage={found.isFetching ? 'Looking' : (found.error?.message ?? MESSAGES.noRecords)}
      limit={OFFERED}
      maxDropdownHeight={260}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
