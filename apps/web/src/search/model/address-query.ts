import {
  type AddressRow,
  addressKeys,
  columnsFor,
  LIMITS,
  MESSAGES,
  matchTypesFor,
  pageSizesOf,
  readRequest,
  SEARCH_BY,
  type SearchAddress,
  type SearchPayload,
  type SearchQuery,
  saysItself,
  searchQuery,
  unsaidMatchType,
  YES,
} from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import { cleanValues, type DraftCondition, EMPTY_DRAFT, type SearchDraft } from './draft.js';

const ROWS = [1, 2, 3] as const;

export function rowsOf(address: SearchAddress): AddressRow[] {
  return ROWS.map((row) => ({
    head: address[`row${row}`],
    values: address[`q${row}`],
    picked: address[`picked${row}`],
  })).filter(({ head, values }) => head !== undefined || values !== undefined);
}

interface ReadQuestion {
  /** The form shows it: every part that was understood. */
  draft: SearchDraft;
  /** It is to be run; null when the address asks no search, or not a whole one. */
  query: SearchQuery | null;
  /** They name the parts that were not understood or are missing. */
  problems: string[];
}

export interface ReadAddress extends ReadQuestion {
  /** Wire keys of the columns that the address shows, in order; null where it leaves them to the person. */
  columns: readonly string[] | null;
}

/** It tells the key of the address that holds a field, and the name of the field. */
const KEY_OF_FIELD = new Map(addressKeys.flatMap(([key, row]) => (row.field ? [[row.field, { key, ...row }]] : [])));

/** @param digits as many as it may have */
function wholeNumber(text: string | undefined, digits = 6): number | undefined {
  return text === undefined ? undefined : /^\d+$/.test(text) && text.length <= digits ? Number(text) : Number.NaN;
}

function offeredSize({ trade, size: text }: SearchAddress): number | undefined {
  const size = wholeNumber(text);
  return size === undefined || pageSizesOf(trade === 'EXPORT' ? trade : 'IMPORT').includes(size) ? size : Number.NaN;
}

/** Reads each row's relation, field and match type; a missing one is left for the schema to name. */
function payloadRows(address: SearchAddress): Record<string, unknown>[] | undefined {
  const rows = rowsOf(address).map(({ head, values, picked }) => {
    const [relation, searchBy, matchType] = (head ?? '').split('.');
    return { relation, searchBy, matchType, searchValue: values, ...(picked && { pickedValue: picked }) };
  });
  return rows.length > 0 ? rows : undefined;
}

/** Puts the address into the query's own words, still unchecked: absent parts are left out. */
function payloadOf(address: SearchAddress): Record<string, unknown> {
  const by = SEARCH_BY.find((field) => field === address.by);
  const page = wholeNumber(address.page);
  const all = {
    ...Object.fromEntries(addressKeys.flatMap(([key, { field }]) => (field ? [[field, address[key]]] : []))),
    // A line may ask alone.
    searchValue: address.q ?? (address.line && []),
    matchType: address.match ?? (by && unsaidMatchType(by)),
    queryBuilder: payloadRows(address),
    pageNumber: page === undefined ? undefined : page - 1,
    numberOfRecords: offeredSize(address),
    // Anything but a yes is left for the schema to name.
    onlyNew: address.onlyNew === YES ? true : address.onlyNew,
    newSince: wholeNumber(address.newSince, 10),
    newUntil: wholeNumber(address.newUntil, 10),
    // It matters to what is new to it alone: the question itself is the same, wherever it is opened from.
    savedSearch: address.newSince === undefined ? undefined : address.saved,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function problemOf(field: string, issue: Parameters<typeof saysItself>[0], address: SearchAddress): string {
  const row = KEY_OF_FIELD.get(field);
  if (!row) return String(issue.message);
  const given = address[row.key];
  if (given === undefined) return `${row.label}: missing`;
  return `${row.label} “${[given].flat().join(', ')}”${saysItself(issue) ? `: ${issue.message}` : ''}`;
}

/**
 * Fills the form from a payload that has lost its bad fields. Of one that is not whole, only the fields themselves have been checked: lists
 * are cleaned here, and a match type gives way to one that its field offers.
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
    line: payload.line,
  };
}

type Condition = NonNullable<SearchPayload['queryBuilder']>[number];

function conditionOf(condition: Partial<Omit<Condition, 'relation'>>, inBuilder: boolean): DraftCondition {
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
 * Reads an address. Any address is answered: a hostile or broken one fills what it can of the form, and its parts that were
 * not understood are named. Only an address whose question is whole is searched.
 */
export function readAddress(address: SearchAddress): ReadAddress {
  const { draft, query, problems } = readQuestion(address);
  const shown = readColumns(address.cols, query);
  return { draft, query, columns: shown.columns, problems: [...problems, ...shown.problems] };
}

function readQuestion(address: SearchAddress): ReadQuestion {
  const payload = payloadOf(address);
  if (Object.keys(payload).length === 0) return { draft: EMPTY_DRAFT, query: null, problems: [] };

  const problems = new Map<string, string>();
  // Each round drops what it refuses; the schema's checks across fields only run once the fields themselves are right.
  for (;;) {
    const parsed = readRequest(searchQuery, payload);
    // Without its order, page and filters, a question still stands.
    const lost = [...problems.keys()].some((field) => (KEY_OF_FIELD.get(field)?.part ?? 'question') === 'question');
    if (parsed.success)
      return { draft: draftOf(parsed.data), query: lost ? null : parsed.data, problems: [...problems.values()] };

    const before = problems.size;
    for (const issue of parsed.error.issues) {
      const field = String(issue.path[0]);
      if (!problems.has(field)) problems.set(field, problemOf(field, issue, address));
      delete payload[field];
    }
    if (problems.size === before) return { draft: draftOf(payload), query: null, problems: [...problems.values()] };
  }
}

/** So many keys are named one by one where they are not understood. */
const NAMED = 5;

function named(keys: readonly string[]): string {
  const rest = keys.length - NAMED;
  return keys.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '');
}

/**
 * Reads the columns that an address shows by `cols`: those that its search offers, as many as may be shown. Null where it names none, or
 * there is no search whose columns they could be.
 */
function readColumns(
  cols: string | undefined,
  query: SearchQuery | null,
): { columns: readonly string[] | null; problems: string[] } {
  const keys = [...new Set(cols?.split(',').map((key) => key.trim()))].filter((key) => key !== '');
  if (!query || keys.length === 0) return { columns: null, problems: [] };
  const offered = new Set(columnsFor(query.tradeType, query.countryCode).map(({ key }) => key));
  const known = keys.filter((key) => offered.has(key));
  const unknown = keys.filter((key) => !offered.has(key));
  return {
    columns: known.slice(0, LIMITS.columns),
    problems: [
      ...(unknown.length > 0 ? [`Columns “${named(unknown)}”: ${MESSAGES.columnNotOffered}`] : []),
      ...(known.length > LIMITS.columns ? [MESSAGES.columnLimit] : []),
    ],
  };
}
