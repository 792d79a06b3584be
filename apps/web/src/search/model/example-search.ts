import type { Country, TradeType } from '@tidewaiter/contract';
import { dateBounds, presetDates } from './date-bounds.js';
import { EMPTY_DRAFT, type SearchDraft } from './draft.js';

/** Nearly every country trades these goods. They go by heading: some sources have no descriptions for words to find. */
const EXAMPLES = [
  {
    tradeType: 'IMPORT',
    headings: ['8471', '8517'],
    goods: 'computers and phones',
    says: 'who buys them, from whom, at what price',
  },
  { tradeType: 'IMPORT', headings: ['3004'], goods: 'medicines', says: 'which suppliers came and went over the year' },
  {
    tradeType: 'EXPORT',
    headings: ['6109', '6110'],
    goods: 'T-shirts and jerseys',
    says: 'where they go, and who sells them',
  },
] as const;

const EXAMPLE_MONTHS = 12;

/** An example is a search that finds something. */
export interface ExampleSearch {
  /** What is asked, in words. */
  asks: string;
  /** It says it on the button. */
  label: string;
  /** It says what the answer tells. */
  says: string;
  draft: SearchDraft;
}

/** An example is tried for so many countries, those with most records first. */
const TRIED = 3;

/** Makes for each example the searches that it may be: of the countries with most records of its trade, over their last year. */
export function exampleSearches(countries: Readonly<Record<TradeType, readonly Country[]>>): ExampleSearch[][] {
  return EXAMPLES.map(({ tradeType, headings, goods, says }) =>
    countries[tradeType]
      .filter(({ records }) => records > 0)
      .toSorted((a, b) => b.records - a.records)
      .slice(0, TRIED)
      .flatMap((country): ExampleSearch[] => {
        const bounds = dateBounds([country], tradeType);
        if (!bounds) return [];
        const draft: SearchDraft = {
          ...EMPTY_DRAFT,
          tradeType,
          countryCode: [country.shortcode],
          dateRange: '4',
          ...presetDates(EXAMPLE_MONTHS, bounds),
          searchBy: 'HS_CODE',
          matchType: 'L',
          searchValue: [...headings],
        };
        const asks = `${goods} ${tradeType === 'IMPORT' ? 'into' : 'out of'} ${country.name}`;
        return [{ asks, label: `Try ${asks}`, says, draft }];
      }),
  );
}

/**
 * The first of some searches that finds anything.
 *
 * @param finds whether a search by one of its values does
 */
export async function firstThatFinds(
  searches: readonly ExampleSearch[],
  finds: (draft: SearchDraft, value: string) => Promise<boolean>,
): Promise<ExampleSearch | undefined> {
  for (const search of searches)
    for (const value of search.draft.searchValue) if (await finds(search.draft, value)) return search;
  return undefined;
}
