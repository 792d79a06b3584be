import { Button, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { MESSAGES, type SearchQuery } from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { facetList, type ValueList } from '../api/list-calls.js';
import { type Facet, facetsOf, offeredBy } from '../model/facets.js';
import type { AdvanceDraft } from './advance-draft.js';
import { CodeLabel } from './facet-values.js';

interface FacetSelectsProps {
  query: SearchQuery;
  draft: AdvanceDraft;
  onChange: (part: Partial<AdvanceDraft>) => void;
}

/** Shows a dropdown for each list that has options, or something chosen; without any, the message of SPEC 2. */
export function FacetSelects({ query, draft, onChange }: FacetSelectsProps) {
  const facets = facetsOf(query);
  const lists = useQueries({ queries: facets.map((facet) => facetList(facet, offeredBy(facet, query))) });
  const failed = lists.filter((list) => list.isError);
  const retry = () => {
    for (const list of failed) void list.refetch();
  };
  const nothing = lists.every((list) => list.data?.distinctCount === 0);

  return (
    <>
      {nothing && (
        <p role="status" className="minding p-8-12 rounded-3">
          {MESSAGES.noMatchingRecords}
        </p>
      )}
      {failed.length > 0 && (
        <p role="status" className="block soft small">
          {failed.length === 1 ? 'One list' : `${failed.length} lists`} did not arrive.{' '}
          <Button variant="subtle" size="compact-xs" onClick={retry}>
            Retry
          </Button>
        </p>
      )}
      <div className="stack gap-12">
        {facets.map((facet, index) => {
          const { field } = facet;
          const list = lists[index]?.data;
          if (!list?.distinctCount && draft[field].length === 0) return null;
          return (
            <FacetSelect
              key={facet.column}
              facet={facet}
              query={offeredBy(facet, query)}
              list={list}
              value={draft[field]}
              onChange={(values) => onChange({ [field]: values })}
            />
          );
        })}
      </div>
    </>
  );
}

interface FacetSelectProps {
  facet: Facet;
  /** The values of this question are offered. */
  query: SearchQuery;
  /** It has the first of the values; undefined where they did not arrive. */
  list: ValueList | undefined;
  value: string[];
  onChange: (value: string[]) => void;
}

const TYPING_MS = 250;

/** More are found by typing. */
const OFFERED = 50;

/** Offers a facet's values; what is typed is looked for in the whole list. */
function FacetSelect({ facet, query, list, value, onChange }: FacetSelectProps) {
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text.trim(), TYPING_MS);
  const found = useQuery({ ...facetList(facet, query, { nameContains: sought }), enabled: sought !== '' });
  const offered = (sought === '' ? list : found.data)?.values ?? [];
  const textOf = tellingFirst(
    offered.slice(0, OFFERED).map(({ value: code, description }) => ({ code, text: description })),
  );
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
        <span className="flex min-w-0 w-full">
          {option.value} ({formatCount(known.get(option.value)?.records ?? 0)})
          <CodeLabel text={textOf(option.value)} />
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
