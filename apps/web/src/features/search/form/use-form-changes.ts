import type { MatchType, Relation, SearchBy, Suggestion } from '@tidewaiter/contract';
import { type Dispatch, type SetStateAction, useMemo } from 'react';
import type { DateRange, Place, SearchDraft } from '../draft.js';
import {
  type Searchable,
  withCondition,
  withCountries,
  withDateRange,
  withDates,
  withoutRow,
  withRelation,
  withRow,
  withTradeType,
} from '../draft-changes.js';
import { added, picked, searchedBy, typedTaken, without } from '../draft-condition.js';
import type { SearchLimit } from './use-search-limit.js';

/** Everything that a person can do to the form. */
export interface FormChanges {
  tradeType: (tradeType: SearchDraft['tradeType']) => void;
  countries: (codes: string[]) => void;
  dateRange: (dateRange: DateRange) => void;
  dates: (dates: Partial<Pick<SearchDraft, 'fromDate' | 'toDate'>>) => void;
  searchBy: (place: Place, searchBy: SearchBy) => void;
  matchType: (place: Place, matchType: MatchType) => void;
  relation: (row: number, relation: Relation) => void;
  type: (place: Place, typed: string) => void;
  takeTyped: (place: Place) => void;
  addValues: (place: Place, values: readonly string[]) => void;
  removeValue: (place: Place, value: string) => void;
  pick: (place: Place, suggestion: Suggestion) => void;
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
    const inBuilder = (place: Place) => place !== 'form';
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
      takeTyped: (place) => make((draft) => withCondition(draft, place, typedTaken)),
      addValues: (place, values) =>
        make((draft) =>
          withCondition(draft, place, (condition) => ({ searchValue: added(condition, values).searchValue })),
        ),
      removeValue: (place, value) =>
        make((draft) => withCondition(draft, place, (condition) => without(condition, value))),
      pick: (place, suggestion) =>
        make((draft) => withCondition(draft, place, (condition) => picked(condition, suggestion))),
      addRow: () => make(withRow),
      removeRow: (row) => make((draft) => withoutRow(draft, row)),
    };
  }, [change, searchable, tell, allows]);
}
