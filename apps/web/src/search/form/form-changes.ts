import {
  type DataAccessWindow,
  type MatchType,
  MESSAGES,
  type Relation,
  type SearchBy,
  type Suggestion,
} from '@tidewaiter/contract';
import { type Dispatch, type SetStateAction, useCallback, useMemo, useRef, useState } from 'react';
import type { ConditionPlace, DateRange, SearchDraft } from '../model/draft.js';
import {
  added,
  chosenCountries,
  draftBounds,
  picked,
  type Searchable,
  searchableCountries,
  searchedBy,
  withCondition,
  withCountries,
  withDateRange,
  withDates,
  without,
  withoutRow,
  withRelation,
  withRow,
  withTaken,
  withTradeType,
} from '../model/draft-changes.js';
import { searchByOptions } from '../model/draft-rules.js';
import type { CountryList } from './country-select.js';

/** Everything that a person can do to the form. */
export interface FormChanges {
  tradeType: (tradeType: SearchDraft['tradeType']) => void;
  countries: (codes: string[]) => void;
  dateRange: (dateRange: DateRange) => void;
  dates: (dates: Partial<Pick<SearchDraft, 'fromDate' | 'toDate'>>) => void;
  searchBy: (place: ConditionPlace, searchBy: SearchBy) => void;
  matchType: (place: ConditionPlace, matchType: MatchType) => void;
  relation: (row: number, relation: Relation) => void;
  type: (place: ConditionPlace, typed: string) => void;
  takeTyped: (place: ConditionPlace) => void;
  addValues: (place: ConditionPlace, values: readonly string[]) => void;
  removeValue: (place: ConditionPlace, value: string) => void;
  pick: (place: ConditionPlace, suggestion: Suggestion, by: SearchBy) => void;
  addRow: () => void;
  removeRow: (row: number) => void;
}

interface FormChangesOptions {
  change: Dispatch<SetStateAction<SearchDraft>>;
  searchable: Searchable;
  limit: Pick<SearchLimit, 'tell' | 'allows'>;
}

/**
 * The form's changes, the same functions from one key stroke to the next. Each says when no searches are left; a query-builder
 * row's relation, field and match type then stay as they are (SPEC 4). Typing says nothing, until it becomes a value.
 */
export function useFormChanges({ change, searchable, limit }: FormChangesOptions): FormChanges {
  const { tell, allows } = limit;
  return useMemo(() => {
    const make = (next: (draft: SearchDraft) => SearchDraft) => {
      change(next);
      tell();
    };
    const inBuilder = (place: ConditionPlace) => place !== 'form';
    return {
      tradeType: (tradeType) => make((draft) => withTradeType(draft, tradeType)),
      countries: (codes) => make((draft) => withCountries(draft, codes, searchable)),
      dateRange: (dateRange) => make((draft) => withDateRange(draft, dateRange, searchable)),
      dates: (dates) => make((draft) => withDates(draft, dates)),
      searchBy(place, searchBy) {
        if (inBuilder(place) && !allows()) return;
        make((draft) => withCondition(draft, place, (condition) => searchedBy(condition, searchBy)));
      },
      matchType(place, matchType) {
        if (inBuilder(place) && !allows()) return;
        make((draft) => withCondition(draft, place, () => ({ matchType })));
      },
      relation(row, relation) {
        if (allows()) make((draft) => withRelation(draft, row, relation));
      },
      type: (place, typed) => change((draft) => withCondition(draft, place, () => ({ typed }))),
      takeTyped: (place) => make((draft) => withTaken(draft, place, searchable)),
      addValues: (place, values) =>
        make((draft) =>
          withCondition(draft, place, (condition) => ({ searchValue: added(condition, values).searchValue })),
        ),
      removeValue: (place, value) =>
        make((draft) => withCondition(draft, place, (condition) => without(condition, value))),
      pick: (place, suggestion, by) =>
        make((draft) => withCondition(draft, place, (condition) => picked(condition, suggestion, by))),
      addRow: () => make(withRow),
      removeRow: (row) => make((draft) => withoutRow(draft, row)),
    };
  }, [change, searchable, tell, allows]);
}

export interface SearchLimit {
  /** The alert's message; null while there is none. */
  message: string | null;
  /** Called on a change of the form: says that no searches are left, once for a series of changes. */
  tell: () => void;
  /** Tells whether a change may be made that needs searches to be left (SPEC 4); shows the alert when it may not. */
  allows: () => boolean;
  dismiss: () => void;
  /** Begins another series of changes. */
  startOver: () => void;
}

/**
 * The alert of an exhausted search allowance (SPEC 6). The form stays usable, since a question that was asked today is free.
 * A series of changes begins at a question that stands in the address, or at an empty form.
 */
export function useSearchLimit(exhausted: boolean, linked: SearchDraft): SearchLimit {
  const [message, setMessage] = useState<string | null>(null);
  const toldAt = useRef<SearchDraft | null>(null);

  const say = useCallback(() => {
    toldAt.current = linked;
    setMessage(MESSAGES.searchLimitExhausted);
  }, [linked]);
  const tell = useCallback(() => {
    if (exhausted && toldAt.current !== linked) say();
  }, [exhausted, linked, say]);
  const allows = useCallback(() => {
    if (exhausted) say();
    return !exhausted;
  }, [exhausted, say]);
  const dismiss = useCallback(() => setMessage(null), []);
  const startOver = useCallback(() => {
    toldAt.current = null;
  }, []);

  return useMemo(() => ({ message, tell, allows, dismiss, startOver }), [message, tell, allows, dismiss, startOver]);
}

/** Derives the searchable countries and days from a draft: the same objects until one of these changes. */
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
  // What is typed is suggested for where the form does not say yet in which countries and on which days.
  const scope = useMemo(() => {
    const within = countryCode.length > 0 ? countryCode : searchableCountries(searchable, tradeType);
    const days = draftBounds({ tradeType, countryCode: within }, searchable);
    const [from, to] = fromDate && toDate ? [fromDate, toDate] : days ? [days.from, days.to] : [fromDate, toDate];
    return { tradeType, countryCode: within, fromDate: from, toDate: to };
  }, [tradeType, countryCode, fromDate, toDate, searchable]);
  return { searchable, bounds, options, scope };
}
