import { sourceCountry } from './countries.js';
import { displayDate } from './dates.js';
import type { MatchType, SearchBy, SearchQuery } from './search-query.js';

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

interface Condition {
  searchBy: SearchBy;
  matchType: MatchType;
  searchValue: readonly string[];
  pickedValue?: readonly string[] | undefined;
}

const anyOf = (parts: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(parts);
const quoted = (values: readonly string[]) => anyOf(values.map((value) => `'${value}'`));

/** Picked values are parties, and so what the field is; the others are texts, and what it contains. */
function condition({ searchBy, matchType, searchValue, pickedValue: picked = [] }: Condition): string {
  const typed = searchValue.filter((value) => !picked.includes(value));
  return `${FIELD[searchBy]} ${anyOf([
    ...(picked.length > 0 ? [`is ${quoted(picked)}`] : []),
    ...(typed.length > 0 ? [`${verb(searchBy, matchType)} ${quoted(typed)}`] : []),
  ])}`;
}

const JOIN = { AND: 'and', OR: 'or', NOT: 'and not' } as const;

/** More countries than this are counted, not named. */
const NAMED_COUNTRIES = 4;

/**
 * A search in words, from the parsed query: what was asked, so that nobody has to guess what was understood.
 * Example: `Imports of Vietnam whose product contains 'ceramic tile', 01 Nov 2025 – 31 Oct 2026`.
 */
export function describeQuestion(
  query: Pick<SearchQuery, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate' | 'queryBuilder'> & Condition,
): string {
  const names = query.countryCode.map((code) => sourceCountry(code)?.name ?? code);
  const countries =
    names.length > NAMED_COUNTRIES
      ? `${names.length} countries`
      : new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  const rows = query.queryBuilder.map((row) => ` ${JOIN[row.relation]} ${condition(row)}`).join('');
  return (
    `${query.tradeType === 'IMPORT' ? 'Imports' : 'Exports'} of ${countries} whose ${condition(query)}${rows}, ` +
    `${displayDate(query.fromDate)} – ${displayDate(query.toDate)}`
  );
}
