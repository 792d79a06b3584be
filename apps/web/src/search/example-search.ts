import type { Country } from '@tidewaiter/contract';
import { dateBounds, presetDates } from './date-bounds.js';
import { EMPTY_DRAFT, type SearchDraft } from './draft.js';

/**
 * Headings that nearly every country imports: computers and telephones. By code, since some sources carry no
 * descriptions and a product search would find nothing in them.
 */
const EXAMPLE_HEADINGS = ['8471', '8517'];

const EXAMPLE_MONTHS = 12;

/** A search that finds something, and the country that it is about. */
export interface ExampleSearch {
  country: Country;
  draft: SearchDraft;
}

/** A first search: the imports of the country with most records, over its last year; null where no country has any. */
export function exampleSearch(countries: readonly Country[]): ExampleSearch | null {
  const [country] = countries.filter(({ records }) => records > 0).toSorted((a, b) => b.records - a.records);
  const bounds = country && dateBounds([country], 'IMPORT');
  if (!bounds) return null;
  const draft: SearchDraft = {
    ...EMPTY_DRAFT,
    tradeType: 'IMPORT',
    countryCode: [country.shortcode],
    dateRange: '4',
    ...presetDates(EXAMPLE_MONTHS, bounds),
    searchBy: 'HS_CODE',
    matchType: 'L',
    searchValue: EXAMPLE_HEADINGS,
  };
  return { country, draft };
}

/** What it asks, on its button. */
export const exampleLabel = ({ country }: ExampleSearch) => `Try computers and phones into ${country.name}`;
