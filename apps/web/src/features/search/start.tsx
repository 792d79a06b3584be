import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Country } from '@tidewaiter/contract';
import { countriesByTrade } from '../../api/countries.js';
import { formatCount } from '../../format/count.js';
import { dateBounds, presetDates } from './date-bounds.js';
import { EMPTY_DRAFT, type SearchDraft } from './draft.js';
import classes from './search-screen.module.css';

/**
 * Headings that nearly every country imports: computers and telephones. By code, since some sources carry no
 * descriptions and a product search would find nothing in them.
 */
const EXAMPLE_HEADINGS = ['8471', '8517'];

const EXAMPLE_MONTHS = 12;

/** A search that finds something: the imports of the country with most records, over its last year. */
function exampleOf(country: Country): SearchDraft | null {
  const bounds = dateBounds([country], 'IMPORT');
  return (
    bounds && {
      ...EMPTY_DRAFT,
      tradeType: 'IMPORT',
      countryCode: [country.shortcode],
      dateRange: '4',
      ...presetDates(EXAMPLE_MONTHS, bounds),
      searchBy: 'HS_CODE',
      matchType: 'L',
      searchValue: EXAMPLE_HEADINGS,
    }
  );
}

/** A first visit: one sentence, and one button that runs a good search. */
export function Start({ onSearch }: { onSearch: (draft: SearchDraft) => void }) {
  const { data = [] } = useQuery(countriesByTrade('IMPORT'));
  const withRecords = data.filter((country) => country.records > 0);
  const largest = withRecords.toSorted((a, b) => b.records - a.records)[0];
  const example = largest && exampleOf(largest);
  const records = withRecords.reduce((sum, country) => sum + country.records, 0);
  return (
    <section className={classes.start} aria-labelledby="start">
      <h2 id="start">Ask for a trade, a country and a product, and see every shipment that answers.</h2>
      {largest && (
        <p>
          {formatCount(records)} import records of {withRecords.length}{' '}
          {withRecords.length === 1 ? 'country' : 'countries'} are loaded.
        </p>
      )}
      {example && largest && (
        <Button variant="default" onClick={() => onSearch(example)}>
          Try computers and phones into {largest.name}
        </Button>
      )}
    </section>
  );
}
