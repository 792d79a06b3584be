import {
  cleanSearchValue,
  type MatchType,
  matchTypesFor,
  type Relation,
  type SearchBy,
  type TradeType,
} from '@tidewaiter/contract';
import { ROW_NUMBERS, type SearchLink } from './link.js';

/** Date range options by the numbers SPEC 4 gives them; months, or null for dates of one's own. */
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
  /** Those of the values that were picked from the suggestions and mean a party. */
  pickedValue: string[];
  /** Text that is being typed and is no value yet. */
  typed: string;
}

export interface DraftRow extends DraftCondition {
  relation: Relation;
}

/** The search form as it stands, complete or not. Dates are `YYYY-MM-DD`. */
export interface SearchDraft extends DraftCondition {
  tradeType: TradeType | null;
  countryCode: string[];
  dateRange: DateRange | null;
  fromDate: string | null;
  toDate: string | null;
  queryBuilder: DraftRow[];
}

const EMPTY_CONDITION: DraftCondition = {
  searchBy: null,
  matchType: null,
  searchValue: [],
  pickedValue: [],
  typed: '',
};

/** A query-builder row as it is added (SPEC 5: the search page joins by AND). */
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

/** Search values as they are searched: cleaned for their field, once each, none empty. */
export function cleanValues(searchBy: SearchBy | null, values: readonly string[]): string[] {
  const cleaned = values.map((value) => (searchBy ? cleanSearchValue(searchBy, value) : value.trim()));
  return [...new Set(cleaned.filter((value) => value !== ''))];
}

/** Where a condition stands: the form's own, or the query-builder row of that index. */
export type Place = 'form' | number;

/** The draft's conditions and where they stand. */
export function conditionsOf(draft: SearchDraft): (readonly [Place, DraftCondition])[] {
  return [['form', draft], ...draft.queryBuilder.map((row, index) => [index, row] as const)];
}

/** True when a text waits in some field to become a value. */
function hasTyped(draft: SearchDraft): boolean {
  return conditionsOf(draft).some(([, { typed }]) => typed.trim() !== '');
}

/** What a search is of, its values aside: a change of any of it makes another question (SPEC 4). */
function askedScope(draft: SearchDraft) {
  const { tradeType, countryCode, fromDate, toDate, searchBy, matchType } = draft;
  // A row that says nothing yet asks nothing.
  const rows = draft.queryBuilder.filter((row) => row.searchBy !== null);
  const rowScopes = rows.map((row) => [row.relation, row.searchBy, row.matchType]);
  return [tradeType, countryCode.toSorted(), fromDate, toDate, searchBy, matchType, rowScopes];
}

/** True when a draft has become another question than that of the results: SPEC 4 then clears them. */
export function clearsResults(draft: SearchDraft, asked: SearchDraft): boolean {
  return JSON.stringify(askedScope(draft)) !== JSON.stringify(askedScope(asked));
}

/** True when two drafts ask the same; the name of the date range and half-typed text are not part of what is asked. */
export function asksTheSame(a: SearchDraft, b: SearchDraft): boolean {
  const asked = (draft: SearchDraft) => {
    const values = conditionsOf(draft).map(([, { searchValue, pickedValue }]) => [searchValue, pickedValue]);
    return JSON.stringify([askedScope(draft), draft.queryBuilder.length, values]);
  };
  return asked(a) === asked(b);
}

/** True for a preset without dates: it was chosen before its countries, or before they had loaded. */
export function awaitsDates({ dateRange, fromDate }: SearchDraft): boolean {
  return dateRange !== null && dateRange !== '6' && fromDate === null;
}

/** True when a draft is more than what was asked: it asks otherwise, or something in it is only begun. */
export function isChanged(draft: SearchDraft, asked: SearchDraft): boolean {
  return !asksTheSame(draft, asked) || hasTyped(draft) || awaitsDates(draft);
}

/** A list for the link: absent where it is empty. */
const some = (values: string[]) => (values.length > 0 ? values : undefined);

function linkOfRow(row: DraftRow, index: number): SearchLink {
  const number = ROW_NUMBERS[index];
  if (number === undefined) return {};
  return {
    [`row${number}`]: [row.relation, row.searchBy, row.matchType].join('.'),
    [`q${number}`]: row.searchValue,
    [`picked${number}`]: some(row.pickedValue),
  };
}

/**
 * The link of a complete draft: a new question starts at its first page, in the default order, with no filters: they were
 * chosen among the answers of another.
 */
export function linkOf(draft: SearchDraft): SearchLink {
  const usualMatch = draft.searchBy !== null && draft.matchType === matchTypesFor(draft.searchBy)[0];
  return {
    trade: draft.tradeType ?? undefined,
    country: draft.countryCode,
    by: draft.searchBy ?? undefined,
    match: usualMatch ? undefined : (draft.matchType ?? undefined),
    q: draft.searchValue,
    picked: some(draft.pickedValue),
    ...Object.assign({}, ...draft.queryBuilder.map(linkOfRow)),
    from: draft.fromDate ?? undefined,
    to: draft.toDate ?? undefined,
  };
}
