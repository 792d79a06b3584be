import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { MESSAGES, type SearchQuery } from '@tidewaiter/contract';
import type { AdvanceDraft } from './advance-draft.js';
import classes from './advance-search.module.css';
import { facetList } from './facet-list.js';
import { FacetSelect } from './facet-select.js';
import { facetsOf, offeredBy } from './facets.js';

interface FacetSelectsProps {
  query: SearchQuery;
  draft: AdvanceDraft;
  onChange: (part: Partial<AdvanceDraft>) => void;
}

/** A dropdown for each list that has options, or something chosen; without any, the message of SPEC 2. */
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
        <p role="status" className={classes.nothing}>
          {MESSAGES.noMatchingRecords}
        </p>
      )}
      {failed.length > 0 && (
        <p role="status" className={classes.note}>
          {failed.length === 1 ? 'One list' : `${failed.length} lists`} did not arrive.{' '}
          <Button variant="subtle" size="compact-xs" onClick={retry}>
            Retry
          </Button>
        </p>
      )}
      <div className={classes.selects}>
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
