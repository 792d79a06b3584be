import {
  type Country,
  dateRangeProblem,
  LIMITS,
  MESSAGES,
  readRequest,
  type SearchBy,
  searchQuery,
  searchValueProblem,
} from '@tidewaiter/contract';
import { type ConditionPlace, cleanValues, conditionsOf, type DraftCondition, type SearchDraft } from './draft.js';

/** The controls of a condition. */
type ConditionField = 'relation' | 'searchBy' | 'matchType' | 'searchValue';

/** The form's controls, a query-builder row's by its index: `queryBuilder.1.searchValue`. */
type DraftField =
  | 'tradeType'
  | 'countryCode'
  | 'dateRange'
  | 'fromDate'
  | 'toDate'
  | Exclude<ConditionField, 'relation'>
  | `queryBuilder.${number}.${ConditionField}`;

export type DraftErrors = Partial<Record<DraftField, string>>;

/** The name of a condition's control. */
function fieldAt(place: ConditionPlace, field: Exclude<ConditionField, 'relation'>): DraftField {
  return place === 'form' ? field : `queryBuilder.${place}.${field}`;
}

/** The error of a condition's control. */
export function conditionError(errors: DraftErrors, ...control: Parameters<typeof fieldAt>): string | undefined {
  return errors[fieldAt(...control)];
}

/** The error of a condition's values, or of a text for which there is no room among them. */
function valueProblem({ searchBy, matchType, searchValue, typed }: DraftCondition): string | undefined {
  if (typed.trim() !== '' && searchValue.length >= LIMITS.searchValues) return MESSAGES.tooManyValues;
  if (searchBy === null) return undefined;
  const problems = cleanValues(searchBy, searchValue).map((value) => searchValueProblem(searchBy, value, matchType));
  return problems.find((problem) => problem !== undefined);
}

/** Problems that stand whatever else is missing: a bad search value, dates that do not go together. */
export function standingErrors(draft: SearchDraft): DraftErrors {
  const errors: DraftErrors = {};
  for (const [place, condition] of conditionsOf(draft)) {
    const problem = valueProblem(condition);
    if (problem) errors[fieldAt(place, 'searchValue')] = problem;
  }
  const { fromDate, toDate } = draft;
  const range = fromDate && toDate ? dateRangeProblem(fromDate, toDate) : undefined;
  if (range) errors[range.field] = range.message;
  if (range?.field === 'fromDate') errors.toDate = MESSAGES.toBeforeFrom;
  return errors;
}

/** The control that an issue of the query's schema concerns. Picked values are shown among the values. */
function fieldOf([first, row, part]: readonly PropertyKey[]): DraftField {
  const field = first === 'queryBuilder' ? `queryBuilder.${String(row)}.${String(part)}` : String(first);
  return field.replace('pickedValue', 'searchValue') as DraftField;
}

/** These of a draft are the form's own. */
const NOT_ASKED = new Set<string>([
  'typed',
  'read',
  'setAside',
  'awaitsCountries',
  'dateRange',
  'movedFrom',
  'queryBuilder',
]);

/** The part of a draft that the query's schema checks: no empty controls, and nothing that is the form's own. */
function given(fields: Partial<SearchDraft>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== null && !NOT_ASKED.has(key)));
}

/** Everything that keeps a draft from being searched (SPEC 5), by control. */
export function draftErrors(draft: SearchDraft): DraftErrors {
  const errors: DraftErrors = draft.dateRange === null ? { dateRange: MESSAGES.fieldRequired } : {};
  // Said beside whatever else is missing, too.
  if (draft.searchValue.length === 0 && draft.line === undefined) errors.searchValue = MESSAGES.enterSearchValues;
  const query = { ...given(draft), queryBuilder: draft.queryBuilder.map(given) };
  for (const issue of readRequest(searchQuery, query).error?.issues ?? [])
    errors[fieldOf(issue.path)] ??= issue.message;
  return { ...errors, ...standingErrors(draft) };
}

const OPTIONS: { value: SearchBy; label: string }[] = [
  { value: 'HS_CODE', label: 'HS Code' },
  { value: 'PRODUCT', label: 'Product' },
  { value: 'IMPORTER', label: 'Importer' },
  { value: 'EXPORTER', label: 'Exporter' },
];

/** What a field is called where it is said. The two-digit chapter is read of what is typed, and named by the analysis; no form lists it. */
export const SEARCH_BY_LABELS = {
  ...(Object.fromEntries(OPTIONS.map(({ value, label }) => [value, label])) as Record<SearchBy, string>),
  HS_CODE_2: 'HS Code 2 digit',
};

/** The fields that can be searched by: a party on the far side only where a chosen country's records name it (SPEC 5). */
export function searchByOptions(tradeType: SearchDraft['tradeType'], chosen: readonly Country[]) {
  return OPTIONS.filter(({ value }) => {
    if (value === 'IMPORTER')
      return tradeType !== 'EXPORT' || chosen.some((country) => country.importerForExport === 'Y');
    if (value === 'EXPORTER')
      return tradeType !== 'IMPORT' || chosen.some((country) => country.exporterForImport === 'Y');
    return true;
  });
}

export type SearchByOptions = ReturnType<typeof searchByOptions>;
