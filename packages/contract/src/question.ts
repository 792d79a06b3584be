import { sourceCountry } from './countries.js';
import { displayDate } from './dates.js';
import type { MatchType, SearchBy, SearchCondition, SearchQuery } from './search-query.js';

const FIELD: Record<SearchBy, string> = {
  HS_CODE: 'HS code',
  HS_CODE_2: 'HS chapter',
  PRODUCT: 'product',
  IMPORTER: 'importer',
  EXPORTER: 'exporter',
};

function verb(searchBy: SearchBy, matchType: MatchType): string {
  if (searchBy === 'HS_CODE') return 'starts with';
  if (searchBy === 'HS_CODE_2') return 'is';
  if (matchType === 'D') return 'does not contain';
  return searchBy === 'PRODUCT' && matchType === 'L' ? 'contains all words of' : 'contains';
}

const anyOf = (parts: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(parts);
const quoted = (values: readonly string[]) => anyOf(values.map((value) => `'${value}'`));

/** Picked values are parties, and so what the field is; the others are texts, and what it contains. */
export function describeCondition({
  searchBy,
  matchType,
  searchValue,
  pickedValue: picked = [],
}: SearchCondition): string {
  const typed = searchValue.filter((value) => !picked.includes(value));
  return `${FIELD[searchBy]} ${anyOf([
    ...(picked.length > 0 ? [`is ${quoted(picked)}`] : []),
    ...(typed.length > 0 ? [`${verb(searchBy, matchType)} ${quoted(typed)}`] : []),
  ])}`;
}

/** How a query-builder row is joined, in words. */
export const JOIN = { AND: 'and', OR: 'or', NOT: 'and not' } as const;

/** More countries than this are counted, not named. */
const NAMED_COUNTRIES = 4;

/** Countries in words: by name, or how many. */
export function describeCountries(countryCode: readonly string[]): string {
  const names = countryCode.map((code) => sourceCountry(code)?.name ?? code);
  return names.length > NAMED_COUNTRIES
    ? `${names.length} countries`
    : new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

/**
 * A search in words, from the parsed query: what was asked, so that nobody has to guess what was understood.
 * Example: `Imports of Vietnam whose product contains 'ceramic tile', 01 Nov 2025 – 31 Oct 2026`.
 */
export function describeQuestion(
  query: Pick<SearchQuery, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate' | 'queryBuilder'> & SearchCondition,
): string {
  const rows = query.queryBuilder.map((row) => ` ${JOIN[row.relation]} ${describeCondition(row)}`).join('');
  return (
    `${query.tradeType === 'IMPORT' ? 'Imports' : 'Exports'} of ${describeCountries(query.countryCode)} whose ${describeCondition(query)}${rows}, ` +
    `${displayDate(query.fromDate)} – ${displayDate(query.toDate)}`
  );
}
