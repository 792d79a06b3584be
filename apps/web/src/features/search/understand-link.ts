import {
  FILTERS,
  type FilterList,
  LIMITS,
  MESSAGES,
  matchTypesFor,
  RANGES,
  type RangeName,
  SEARCH_BY,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
} from '@tidewaiter/contract';
import { cleanValues, type DraftCondition, EMPTY_DRAFT, type SearchDraft } from './draft.js';
import { FILTER_BOUND_KEYS, FILTER_LIST_KEYS, ROW_NUMBERS, type SearchLink } from './link.js';
import { linkedColumns } from './linked-columns.js';

interface UnderstoodQuestion {
  /** What the form shows: every part that was understood. */
  draft: SearchDraft;
  /** The search to run; null when the link asks none, or not a whole one. */
  query: SearchQuery | null;
  /** Parts that were not understood or are missing, in words. */
  problems: string[];
}

export interface UnderstoodLink extends UnderstoodQuestion {
  /** Wire keys of the columns that the link shows, in order; null where it leaves them to the person. */
  columns: readonly string[] | null;
}

type Key = keyof SearchLink;
type DraftConditionPayload = NonNullable<SearchPayload['queryBuilder']>[number];

/** Filters have the contract's names in a link, too. */
const FILTER_PARTS: Record<string, { key: Key; name: string }> = Object.fromEntries([
  ...Object.entries(FILTERS).map(([field, { label: name }]) => [field, { key: field as FilterList, name }]),
  ['productDesc', { key: 'productDesc', name: 'Product description' }],
  ['conditionProductDesc', { key: 'conditionProductDesc', name: 'Product description' }],
  ...(Object.keys(RANGES) as RangeName[]).flatMap((range) =>
    (['Start', 'End'] as const).map((end) => [`${range}${end}`, { key: `${range}${end}`, name: RANGES[range].label }]),
  ),
]);

/** The query's fields as the link and a person name them. */
const PARTS: Record<string, { key: Key; name: string }> = {
  ...FILTER_PARTS,
  pickedValue: { key: 'picked', name: 'Picked values' },
  queryBuilder: { key: 'row1', name: 'Conditions' },
  tradeType: { key: 'trade', name: 'Trade type' },
  countryCode: { key: 'country', name: 'Countries' },
  searchBy: { key: 'by', name: 'Search by' },
  matchType: { key: 'match', name: 'Match type' },
  searchValue: { key: 'q', name: 'Search values' },
  fromDate: { key: 'from', name: 'From date' },
  toDate: { key: 'to', name: 'To date' },
  orderByColumn: { key: 'sort', name: 'Sort column' },
  orderByMode: { key: 'dir', name: 'Sort direction' },
  pageNumber: { key: 'page', name: 'Page' },
  numberOfRecords: { key: 'size', name: 'Page size' },
};

/** Sort, page and filters may be absent: without them the question still stands. */
const OPTIONAL = ['orderByColumn', 'orderByMode', 'pageNumber', 'numberOfRecords', ...Object.keys(FILTER_PARTS)];

function wholeNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
}

function offeredSize(text: string | undefined): number | undefined {
  const size = wholeNumber(text);
  return size === undefined || LIMITS.pageSizes.some((offered) => offered === size) ? size : Number.NaN;
}

/** A row's relation, field and match type; what is not there is left for the schema to miss. */
function rowsOf(link: SearchLink): Record<string, unknown>[] | undefined {
  const rows = ROW_NUMBERS.flatMap((number) => {
    const [head, values, picked] = [link[`row${number}`], link[`q${number}`], link[`picked${number}`]];
    if (head === undefined && values === undefined) return [];
    const [relation, searchBy, matchType] = (head ?? '').split('.');
    return [{ relation, searchBy, matchType, searchValue: values, ...(picked && { pickedValue: picked }) }];
  });
  return rows.length > 0 ? rows : undefined;
}

/** The link in the query's own words, still unchecked: what is absent is left out. */
function payloadOf(link: SearchLink): Record<string, unknown> {
  const by = SEARCH_BY.find((field) => field === link.by);
  const page = wholeNumber(link.page);
  const all = {
    tradeType: link.trade,
    countryCode: link.country,
    searchBy: link.by,
    matchType: link.match ?? (by && matchTypesFor(by)[0]),
    searchValue: link.q,
    pickedValue: link.picked,
    queryBuilder: rowsOf(link),
    fromDate: link.from,
    toDate: link.to,
    ...Object.fromEntries([...FILTER_LIST_KEYS, ...FILTER_BOUND_KEYS].map((key) => [key, link[key]])),
    orderByColumn: link.sort,
    orderByMode: link.dir,
    pageNumber: page === undefined ? undefined : page - 1,
    numberOfRecords: offeredSize(link.size),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function problemOf(field: string, message: string, link: SearchLink): string {
  const part = PARTS[field];
  if (!part) return message;
  const given = link[part.key];
  if (given === undefined) return `${part.name}: missing`;
  const known = Object.values<string>(MESSAGES).includes(message);
  return `${part.name} “${[given].flat().join(', ')}”${known ? `: ${message}` : ''}`;
}

/**
 * The form's side of a payload that has lost its bad fields. Of one that is not whole, only the fields themselves have
 * been checked: lists are cleaned here, and a match type gives way to one that its field offers.
 */
function draftOf(payload: Partial<SearchPayload>): SearchDraft {
  return {
    ...EMPTY_DRAFT,
    ...conditionOf(payload, false),
    queryBuilder: (payload.queryBuilder ?? []).map((row) => ({ relation: row.relation, ...conditionOf(row, true) })),
    tradeType: payload.tradeType ?? null,
    countryCode: [...new Set(payload.countryCode)],
    dateRange: payload.fromDate || payload.toDate ? '6' : null,
    fromDate: payload.fromDate ?? null,
    toDate: payload.toDate ?? null,
  };
}

function conditionOf(condition: Partial<Omit<DraftConditionPayload, 'relation'>>, inBuilder: boolean): DraftCondition {
  const searchBy = condition.searchBy ?? null;
  const offered = searchBy ? matchTypesFor(searchBy, inBuilder) : [];
  const matchType = condition.matchType ?? null;
  const kept = offered.find((match) => match === matchType) ?? offered[0];
  return {
    searchBy,
    matchType: kept ?? matchType,
    searchValue: cleanValues(searchBy, condition.searchValue ?? []),
    pickedValue: cleanValues(searchBy, condition.pickedValue ?? []),
    typed: '',
  };
}

/**
 * Reads a link. Any link is answered: a hostile or broken one fills what it can of the form, and says which parts were
 * not understood. Only a link whose question is whole is searched.
 */
export function understandLink(link: SearchLink): UnderstoodLink {
  const { draft, query, problems } = understandQuestion(link);
  const shown = linkedColumns(link.cols, query);
  return { draft, query, columns: shown.columns, problems: [...problems, ...shown.problems] };
}

function understandQuestion(link: SearchLink): UnderstoodQuestion {
  const payload = payloadOf(link);
  if (Object.keys(payload).length === 0) return { draft: EMPTY_DRAFT, query: null, problems: [] };

  const problems = new Map<string, string>();
  // Each round drops what it refuses; the schema's checks across fields only run once the fields themselves are right.
  for (;;) {
    const parsed = searchQuery.safeParse(payload);
    const lost = [...problems.keys()].some((field) => !OPTIONAL.includes(field));
    if (parsed.success)
      return { draft: draftOf(parsed.data), query: lost ? null : parsed.data, problems: [...problems.values()] };

    const before = problems.size;
    for (const issue of parsed.error.issues) {
      const field = String(issue.path[0]);
      if (!problems.has(field)) problems.set(field, problemOf(field, issue.message, link));
      delete payload[field];
    }
    if (problems.size === before) return { draft: draftOf(payload), query: null, problems: [...problems.values()] };
  }
}
