import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../format/numbers.js';
import { countriesByTrade } from '../../search/api/calls.js';
import { useExamples } from '../../search/api/use-examples.js';
import type { SearchDraft } from '../../search/model/draft.js';
import { NothingVisible } from '../../search/notes/nothing-visible.js';
import classes from './search-screen.module.css';

/** A first visit: one sentence, and buttons that run good searches; or why there is nothing to search. */
export function Start({ onSearch }: { onSearch: (draft: SearchDraft) => void }) {
  const { data = [] } = useQuery(countriesByTrade('IMPORT'));
  const { data: exporting = [] } = useQuery(countriesByTrade('EXPORT'));
  const withRecords = data.filter((country) => country.records > 0);
  const examples = useExamples({ IMPORT: data, EXPORT: exporting });
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
      {examples.length > 0 && (
        <>
          <ul className={classes.examples}>
            {examples.map(({ label, says, draft }) => (
              <li key={label}>
                <Button variant="default" onClick={() => onSearch(draft)}>
                  {label}
                </Button>
                <span>{says}</span>
              </li>
            ))}
          </ul>
          <p>Each uses 1 search; asked again today, it is free.</p>
        </>
      )}
    </section>
  );
}
