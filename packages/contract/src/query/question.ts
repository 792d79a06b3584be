import { countryByCode } from '../rules/countries.js';
import { displayDate } from '../rules/dates.js';
import { wholeWords } from '../rules/searched-text.js';
import type { MatchType, SearchBy, SearchCondition, SearchQuery } from './search-query.js';

const FIELD: Record<SearchBy, string> = {
  HS_CODE: 'HS code',
  HS_CODE_2: 'HS chapter',
  PRODUCT: 'product',
  IMPORTER: 'importer',
  EXPORTER: 'exporter',
};

function verb(searchBy: SearchBy, matchType: MatchType, values: readonly string[]): string {
  if (searchBy === 'HS_CODE') return 'starts with';
  if (searchBy === 'HS_CODE_2') return 'is';
  if (matchType === 'D') return 'does not contain';
  if (matchType === 'W') return values.some((value) => wholeWords(value).length > 1) ? 'has the words' : 'has the word';
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
    ...(typed.length > 0 ? [`${verb(searchBy, matchType, typed)} ${quoted(typed)}`] : []),
  ])}`;
}

/** How a query-builder row is joined, in words. */
export const JOIN = { AND: 'and', OR: 'or', NOT: 'and not' } as const;

type Conditions = Pick<SearchQuery, 'queryBuilder' | 'line'> & SearchCondition;

/** What of a record stands on a list that a line names, by the line's field. */
const LISTED: Readonly<Record<string, string>> = {
  ...{ importer: 'importer', exporter: 'exporter', company: 'company', notify: 'notify party' },
  ...{ hs: 'HS code', record: 'record' },
};

/** A line that names a list and nothing else, in words that need no grammar; every other one as it is written. */
export function describeLine(line: string): string {
  const [, field = '', quotedName, name = quotedName] = /^(\w+):@(?:"([^"\\]+)"|([^\s"()]+))$/.exec(line) ?? [];
  return name && LISTED[field] ? `${LISTED[field]} on the list “${name}”` : line;
}

/** The first condition of a search in words: of one that its line alone asks, the line. */
export const describeFirst = (query: Conditions) =>
  query.searchValue.length > 0 ? describeCondition(query) : describeLine(query.line ?? '');

/** Whether a line is one of alternatives as a whole. Its grammar is not asked: screens come without it. */
function isOfAlternatives(line: string): boolean {
  let bare = line.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
  for (let inner = ''; inner !== bare; ) {
    inner = bare;
    bare = bare.replace(/\([^()]*\)/g, '""');
  }
  return /(?<=^|["\s])OR(?=["\s-]|$)/.test(bare);
}

/** All conditions of a search in words; its line as it is written, with parentheses where it is one of alternatives beside others. */
export function describeConditions({ line, ...query }: Conditions): string {
  if (query.searchValue.length === 0) return describeLine(line ?? '');
  const rows = query.queryBuilder.map((row) => ` ${JOIN[row.relation]} ${describeCondition(row)}`).join('');
  const written = line === undefined ? '' : ` and ${isOfAlternatives(line) ? `(${line})` : describeLine(line)}`;
  return `${describeCondition(query)}${rows}${written}`;
}

/** More countries than this are counted, not named. */
const NAMED_COUNTRIES = 4;

/** Countries in words: by name, or how many. */
export function describeCountries(countryCode: readonly string[]): string {
  const names = countryCode.map((code) => countryByCode(code)?.name ?? code);
  return names.length > NAMED_COUNTRIES
    ? `${names.length} countries`
    : new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

/**
 * A search in words, from the parsed query: what was asked, so that nobody has to guess what was understood.
 * Example: `Imports of Vietnam whose product contains 'ceramic tile', 01 Nov 2025 – 31 Oct 2026`.
 */
export function describeQuestion(
  query: Pick<SearchQuery, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate'> & Conditions,
): string {
  return (
    `${query.tradeType === 'IMPORT' ? 'Imports' : 'Exports'} of ${describeCountries(query.countryCode)} ` +
    `${query.searchValue.length > 0 ? 'whose' : 'with'} ${describeConditions(query)}, ` +
    `${displayDate(query.fromDate)} – ${displayDate(query.toDate)}`
  );
}

/** The countries and days of a search, and what a subscription shows of them. */
type Searched = Pick<SearchQuery, 'countryCode' | 'fromDate' | 'toDate'>;

/** The part of a search that a subscription leaves out, in words; null when it covers all of it. */
export function describeLeftOut(asked: Searched, searched: Searched | null): string | null {
  if (searched === null) return 'Your subscription covers none of the countries or dates of this search.';
  const missing = asked.countryCode.filter((code) => !searched.countryCode.includes(code));
  const parts: string[] = [];
  if (missing.length > 0) {
    const names = missing.map((code) => countryByCode(code)?.name ?? code);
    parts.push(new Intl.ListFormat('en').format(names));
  }
  if (searched.fromDate > asked.fromDate || searched.toDate < asked.toDate) {
    parts.push(`dates outside ${displayDate(searched.fromDate)} – ${displayDate(searched.toDate)}`);
  }
  return parts.length > 0 ? `Your subscription leaves out ${parts.join(', and ')}.` : null;
}
