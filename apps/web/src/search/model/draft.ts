import { cleanSearchValue, type MatchType, type Relation, type SearchBy, type TradeType } from '@tidewaiter/contract';

/** SPEC 4 numbers the options of the date range; one of null months is for dates of one's own. */
export const DATE_RANGES = [
  { value: '1', label: 'Last 1 month', months: 1 },
  { value: '2', label: 'Last 3 months', months: 3 },
  { value: '3', label: 'Last 6 months', months: 6 },
  { value: '4', label: 'Last 1 year', months: 12 },
  { value: '6', label: 'Custom', months: null },
] as const;

export type DateRange = (typeof DATE_RANGES)[number]['value'];

/** A condition as it stands in the form, complete or not. */
export interface DraftCondition {
  searchBy: SearchBy | null;
  matchType: MatchType | null;
  searchValue: string[];
  /** These of the values were picked from the suggestions, and mean a party. */
  pickedValue: string[];
  /** It is being typed, and is no value yet. */
  typed: string;
  /** What it is searched by was read from what was typed, and nobody has said so. */
  read?: boolean | undefined;
  /** It holds the values of the other fields that were searched by, until one of them is again. */
  setAside?: Partial<Record<SearchBy, Pick<DraftCondition, 'searchValue' | 'pickedValue'>>> | undefined;
}

export interface DraftRow extends DraftCondition {
  relation: Relation;
}

/** The search form as it stands, complete or not. Dates are `YYYY-MM-DD`. */
export interface SearchDraft extends DraftCondition {
  tradeType: TradeType | null;
  countryCode: string[];
  /** Its countries are filled in once they are known: all that the subscription shows and that have records. */
  awaitsCountries?: boolean | undefined;
  dateRange: DateRange | null;
  fromDate: string | null;
  toDate: string | null;
  /** Dates of one's own that gave way to what other countries have, as they were. */
  movedFrom?: Pick<SearchDraft, 'fromDate' | 'toDate'> | undefined;
  queryBuilder: DraftRow[];
  /** What else must hold, in the query language: the form cannot show it. */
  line?: string | undefined;
}

const EMPTY_CONDITION: DraftCondition = {
  searchBy: null,
  matchType: null,
  searchValue: [],
  pickedValue: [],
  typed: '',
};

/** A query-builder row is added like this (SPEC 5: the search page joins by AND). */
export const EMPTY_ROW: DraftRow = { relation: 'AND', ...EMPTY_CONDITION };

export const EMPTY_DRAFT: SearchDraft = {
  tradeType: null,
  countryCode: [],
  dateRange: null,
  fromDate: null,
  toDate: null,
  ...EMPTY_CONDITION,
  queryBuilder: [],
};

/** The range of a form that nobody has filled in: the last year. */
export const USUAL_RANGE: DateRange = '4';

/** A form begins with where most ask: one trade, all countries, the last year. What is asked for is left to fill in. */
export function beginningWith(tradeType: TradeType): SearchDraft {
  return { ...EMPTY_DRAFT, tradeType, awaitsCountries: true, dateRange: USUAL_RANGE };
}

/** Cleans search values for their field, leaves each once, and none empty. */
export function cleanValues(searchBy: SearchBy | null, values: readonly string[]): string[] {
  const cleaned = values.map((value) => (searchBy ? cleanSearchValue(searchBy, value) : value.trim()));
  return [...new Set(cleaned.filter((value) => value !== ''))];
}

/** A condition stands in the form itself, or in the query-builder row of that index. */
export type ConditionPlace = 'form' | number;

/** Lists the draft's conditions and where they stand. */
export function conditionsOf(draft: SearchDraft): (readonly [ConditionPlace, DraftCondition])[] {
  return [['form', draft], ...draft.queryBuilder.map((row, index) => [index, row] as const)];
}

/** Tells whether a text waits in some field to become a value. */
function hasTyped(draft: SearchDraft): boolean {
  return conditionsOf(draft).some(([, { typed }]) => typed.trim() !== '');
}

/** Reads the scope of a search, its values aside: a change of any of it makes another question (SPEC 4). */
function questionScope(draft: SearchDraft) {
  const { tradeType, countryCode, fromDate, toDate, searchBy, matchType, line } = draft;
  // A row that says nothing yet asks nothing.
  const rows = draft.queryBuilder.filter((row) => row.searchBy !== null);
  const rowScopes = rows.map((row) => [row.relation, row.searchBy, row.matchType]);
  return [tradeType, countryCode.toSorted(), fromDate, toDate, searchBy, matchType, rowScopes, line];
}

/** Tells whether a draft has become another question than that of the results: SPEC 4 then clears them. */
export function clearsResults(draft: SearchDraft, searched: SearchDraft): boolean {
  return JSON.stringify(questionScope(draft)) !== JSON.stringify(questionScope(searched));
}

/** Tells whether two drafts ask the same; the name of the date range and half-typed text are not part of what is asked. */
export function asksTheSame(a: SearchDraft, b: SearchDraft): boolean {
  const questionOf = (draft: SearchDraft) => {
    const values = conditionsOf(draft).map(([, { searchValue, pickedValue }]) => [searchValue, pickedValue]);
    return JSON.stringify([questionScope(draft), draft.queryBuilder.length, values]);
  };
  return questionOf(a) === questionOf(b);
}

/** Tells whether a preset has no dates yet: it was chosen before its countries, or before they had loaded. */
export function awaitsDates({ dateRange, fromDate, awaitsCountries }: SearchDraft): boolean {
  return !awaitsCountries && dateRange !== null && dateRange !== '6' && fromDate === null;
}

/** Tells whether a draft is more than what was asked: it asks otherwise, or something in it is only begun. */
export function isChanged(draft: SearchDraft, searched: SearchDraft): boolean {
  return !asksTheSame(draft, searched) || hasTyped(draft) || awaitsDates(draft);
}
