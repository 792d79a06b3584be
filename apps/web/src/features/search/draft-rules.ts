import {
  type Country,
  dateRangeProblem,
  MESSAGES,
  type SearchBy,
  searchQuery,
  searchValueProblem,
} from '@tidewaiter/contract';
import { cleanValues, type SearchDraft } from './draft.js';

export type DraftErrors = Partial<Record<keyof SearchDraft, string>>;

/** Problems that stand whatever else is missing: a bad search value, dates that do not go together. */
export function standingErrors(draft: SearchDraft): DraftErrors {
  const errors: DraftErrors = {};
  const { searchBy, fromDate, toDate } = draft;
  const values = cleanValues(searchBy, draft.searchValue);
  const badValue = searchBy && values.map((value) => searchValueProblem(searchBy, value)).find(Boolean);
  if (badValue) errors.searchValue = badValue;
  const range = fromDate && toDate ? dateRangeProblem(fromDate, toDate) : undefined;
  if (range) errors[range.field] = range.message;
  if (range?.field === 'fromDate') errors.toDate = MESSAGES.toBeforeFrom;
  return errors;
}

/** Everything that keeps a draft from being searched (SPEC 5), by field. */
export function draftErrors(draft: SearchDraft): DraftErrors {
  const errors: DraftErrors = draft.dateRange === null ? { dateRange: MESSAGES.fieldRequired } : {};
  const { dateRange: _, ...fields } = draft;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  for (const issue of searchQuery.safeParse(given).error?.issues ?? []) {
    const field = issue.path[0] as keyof SearchDraft;
    errors[field] ??= issue.message;
  }
  return { ...errors, ...standingErrors(draft) };
}

const OPTIONS: { value: SearchBy; label: string }[] = [
  { value: 'HS_CODE', label: 'HS Code' },
  { value: 'PRODUCT', label: 'Product' },
  { value: 'IMPORTER', label: 'Importer' },
  { value: 'EXPORTER', label: 'Exporter' },
];

/** What can be searched by: a party on the far side only where a chosen country's records name it (SPEC 5). */
export function searchByOptions(tradeType: SearchDraft['tradeType'], chosen: readonly Country[]) {
  return OPTIONS.filter(({ value }) => {
    if (value === 'IMPORTER')
      return tradeType !== 'EXPORT' || chosen.some((country) => country.importerForExport === 'Y');
    if (value === 'EXPORTER')
      return tradeType !== 'IMPORT' || chosen.some((country) => country.exporterForImport === 'Y');
    return true;
  });
}
