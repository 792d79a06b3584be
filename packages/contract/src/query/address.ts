/**
 * The address of a search's screen: the browser reads and writes it, and the answers of programs link to it. It brings no schema, since the
 * router knows it, and with it every screen.
 */
import {
  type ExceptList,
  exceptListOf,
  FILTER_LISTS,
  FILTERS,
  type FilterList,
  NEW_SINCE,
  ONLY_NEW,
  RANGES,
  type RangeName,
} from '../columns/filter-registry.js';

export interface AddressKey {
  /** It holds this field of a search query; a key without one belongs to the screen alone. */
  field?: string;
  /** The field is named so to a person. */
  label?: string;
  /** The key may be repeated. */
  list?: true;
  /** The question is what a search costs. Filters narrow its answer, and the view is how the answer is shown. */
  part: 'question' | 'filter' | 'view';
}

type RangeField = `${RangeName}${'Start' | 'End'}`;
type ListFilter = FilterList | ExceptList | 'productDesc';
type TextFilter = RangeField | 'conditionProductDesc' | 'onlyNew' | 'newSince' | 'newUntil';

/** Filters go by the contract's own names. */
const LIST_FILTERS = Object.fromEntries(
  [
    ...FILTER_LISTS.flatMap((field) => [
      [field, FILTERS[field].label],
      [exceptListOf(field), `${FILTERS[field].label} left out`],
    ]),
    ['productDesc', 'Product description'],
  ].map(([field, label]) => [field, { field, label, list: true, part: 'filter' }]),
) as Record<ListFilter, AddressKey & { field: ListFilter; list: true }>;

const TEXT_FILTERS = Object.fromEntries([
  ...Object.entries(RANGES).flatMap(([range, { label }]) =>
    ['Start', 'End'].map((end) => [`${range}${end}`, { field: `${range}${end}`, label, part: 'filter' }]),
  ),
  ['conditionProductDesc', { field: 'conditionProductDesc', label: 'Product description', part: 'filter' }],
  ['onlyNew', { field: 'onlyNew', label: ONLY_NEW, part: 'filter' }],
  ['newSince', { field: 'newSince', label: NEW_SINCE, part: 'filter' }],
  ['newUntil', { field: 'newUntil', label: NEW_SINCE, part: 'filter' }],
]) as Record<TextFilter, AddressKey & { field: TextFilter }>;

/**
 * Every key stands here once. A query-builder row stands in three: `row1=AND.PRODUCT.C`, its values `q1`, and those of them that were
 * picked, `picked1`. `cols` are the table's columns, by wire key, with commas. `saved` is the saved search that was opened, by its id;
 * `search` is one of the history, in an address that asks nothing itself.
 */
const ADDRESS_KEYS = {
  trade: { field: 'tradeType', label: 'Trade type', part: 'question' },
  country: { field: 'countryCode', label: 'Countries', list: true, part: 'question' },
  by: { field: 'searchBy', label: 'Search by', part: 'question' },
  match: { field: 'matchType', label: 'Match type', part: 'question' },
  q: { field: 'searchValue', label: 'Search values', list: true, part: 'question' },
  picked: { field: 'pickedValue', label: 'Picked values', list: true, part: 'question' },
  row1: { field: 'queryBuilder', label: 'Conditions', part: 'question' },
  q1: { list: true, part: 'question' },
  picked1: { list: true, part: 'question' },
  row2: { part: 'question' },
  q2: { list: true, part: 'question' },
  picked2: { list: true, part: 'question' },
  row3: { part: 'question' },
  q3: { list: true, part: 'question' },
  picked3: { list: true, part: 'question' },
  line: { field: 'line', label: 'Query line', part: 'question' },
  from: { field: 'fromDate', label: 'From date', part: 'question' },
  to: { field: 'toDate', label: 'To date', part: 'question' },
  ...LIST_FILTERS,
  ...TEXT_FILTERS,
  sort: { field: 'orderByColumn', label: 'Sort column', part: 'view' },
  dir: { field: 'orderByMode', label: 'Sort direction', part: 'view' },
  page: { field: 'pageNumber', label: 'Page', part: 'view' },
  size: { field: 'numberOfRecords', label: 'Page size', part: 'view' },
  cols: { part: 'view' },
  saved: { field: 'savedSearch', label: 'Saved search', part: 'view' },
  search: { part: 'view' },
} as const satisfies Record<string, AddressKey>;

type AddressName = keyof typeof ADDRESS_KEYS;

/** The address bar holds a search as plain texts by key, not yet understood. */
export type SearchAddress = {
  [Name in AddressName]?: ((typeof ADDRESS_KEYS)[Name] extends { list: true } ? string[] : string) | undefined;
};

/** These are the table's rows, with what each may lack. */
export const addressKeys = Object.entries<AddressKey>(ADDRESS_KEYS) as [AddressName, AddressKey][];

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) params.append(key, String(item));
    }
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
