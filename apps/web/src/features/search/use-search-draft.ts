import { type Country, matchTypesFor, type SearchBy } from '@tidewaiter/contract';
import { useState } from 'react';
import { type DateBounds, presetDates } from './date-bounds.js';
import { asksTheSame, cleanValues, DATE_RANGES, type DateRange, EMPTY_DRAFT, type SearchDraft } from './draft.js';
import { searchByOptions } from './draft-rules.js';

/**
 * The form's draft of the search that the link holds. A link that asks something else (a submitted search, the back
 * button) replaces the draft; until then the draft is the person's own. `searched` is false for a link that was not
 * understood whole: then what stands in the form has not been asked yet.
 */
export function useSearchDraft(linked: SearchDraft, searched: boolean) {
  const [basis, setBasis] = useState(linked);
  const [draft, setDraft] = useState(linked);
  if (!asksTheSame(basis, linked)) {
    setBasis(linked);
    // What was just submitted already stands in the form, with the name of its date range.
    if (!asksTheSame(draft, linked)) setDraft(linked);
  }
  const change = (part: Partial<SearchDraft>) => setDraft((before) => ({ ...before, ...part }));
  const asked = searched ? linked : EMPTY_DRAFT;

  return {
    draft,
    // A preset that is chosen before its countries asks nothing yet, and is a change all the same.
    changed: !asksTheSame(draft, asked) || (draft.dateRange !== null && draft.fromDate === null),
    change,
    replace: setDraft,

    /** SPEC 4: changing the trade type clears countries and dates; a chosen preset waits for the new countries. */
    changeTradeType(tradeType: SearchDraft['tradeType']) {
      setDraft((before) => ({ ...before, tradeType, countryCode: [], ...datesFor(before.dateRange, null) }));
    },

    /**
     * SPEC 4: changing the countries resets the dates; a chosen preset is worked out anew for the new countries. A field
     * that their records do not name stops being searched by.
     */
    changeCountries(countryCode: string[], chosen: readonly Country[], bounds: DateBounds | null) {
      setDraft((before) => {
        const options = searchByOptions(before.tradeType, chosen);
        const offered = options.some((option) => option.value === before.searchBy);
        return {
          ...before,
          countryCode,
          ...datesFor(before.dateRange, bounds),
          ...(!offered && { searchBy: null, matchType: null }),
        };
      });
    },

    changeDateRange(dateRange: DateRange, bounds: DateBounds | null) {
      change(dateRange === '6' ? { dateRange } : datesFor(dateRange, bounds));
    },

    /** SPEC 5: the match type starts as the field's own default. Values that stand already are cleaned for the field. */
    changeSearchBy(searchBy: SearchBy) {
      const matchType = matchTypesFor(searchBy)[0] ?? null;
      setDraft((before) => ({
        ...before,
        searchBy,
        matchType,
        searchValue: cleanValues(searchBy, before.searchValue),
      }));
    },

    reset: () => setDraft(EMPTY_DRAFT),
  };
}

function datesFor(dateRange: DateRange | null, bounds: DateBounds | null) {
  const months = DATE_RANGES.find((range) => range.value === dateRange)?.months;
  if (!months || !bounds) return { dateRange: months ? dateRange : null, fromDate: null, toDate: null };
  return { dateRange, ...presetDates(months, bounds) };
}
