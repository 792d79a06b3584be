import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../format/numbers.js';
import { countriesByTrade } from '../../search/calls.js';
import type { SearchDraft } from '../../search/draft.js';
import { exampleLabel, exampleSearch } from '../../search/example-search.js';
import { NothingVisible } from '../../search/nothing-visible.js';
import classes from './search-screen.module.css';

/** A first visit: one sentence, and one button that runs a good search; or why there is nothing to search. */
export function Start({ onSearch }: { onSearch: (draft: SearchDraft) => void }) {
  const { data } = useQuery(countriesByTrade('IMPORT'));
  const withRecords = (data ?? []).filter((country) => country.records > 0);
  const example = exampleSearch(withRecords);
  const records = withRecords.reduce((sum, country) => sum + country.records, 0);
  return (
    <section className={classes.start} aria-labelledby="start">
      <h2 id="start">Ask for a trade, a country and a product, and see every shipment that answers.</h2>
      {withRecords.length > 0 && (
        <p>
          {formatCount(records)} import records of {withRecords.length}{' '}
          {withRecords.length === 1 ? 'country' : 'countries'} are loaded.
        </p>
      )}
      <NothingVisible />
      {example && (
        <Button variant="default" onClick={() => onSearch(example.draft)}>
          {exampleLabel(example)}
        </Button>
      )}
    </section>
  );
}
