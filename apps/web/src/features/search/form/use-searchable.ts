import type { DataAccessWindow } from '@tidewaiter/contract';
import { useMemo } from 'react';
import type { SearchDraft } from '../draft.js';
import { chosenCountries, draftBounds } from '../draft-changes.js';
import { searchByOptions } from '../draft-rules.js';
import type { CountryList } from './country-select.js';

/** What a draft's trade type, countries and dates make searchable: the same objects until one of these changes. */
export function useSearchable(draft: SearchDraft, { list: countries }: CountryList, access: DataAccessWindow) {
  const { tradeType, countryCode, fromDate, toDate } = draft;
  const searchable = useMemo(() => ({ countries, access }), [countries, access]);
  const bounds = useMemo(
    () => draftBounds({ tradeType, countryCode }, searchable),
    [tradeType, countryCode, searchable],
  );
  const options = useMemo(
    () => searchByOptions(tradeType, chosenCountries(countryCode, countries)),
    [tradeType, countryCode, countries],
  );
  const scope = useMemo(
    () => ({ tradeType, countryCode, fromDate, toDate }),
    [tradeType, countryCode, fromDate, toDate],
  );
  return { searchable, bounds, options, scope };
}
