/**
 * The address bar holds a search in these keys, each a plain text. The router knows this file, and with it every screen; what the keys mean
 * is read by `address-query.ts`, which brings the contract's schema.
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
} from '@tidewaiter/contract';

interface AddressKey {
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
type TextFilter = RangeField | 'conditionProductDesc' | 'onlyNew' | 'newSince';

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

type Key = keyof typeof ADDRESS_KEYS;

/** The address bar holds a search as plain texts by key, not yet understood. */
export type SearchAddress = {
  [Name in Key]?: ((typeof ADDRESS_KEYS)[Name] extends { list: true } ? string[] : string) | undefined;
};

/** These are the table's rows, with what each may lack. */
export const addressKeys = Object.entries<AddressKey>(ADDRESS_KEYS) as [Key, AddressKey][];

/**
 * Checks a search's address for the router. It looks at the keys and at their shape only: a bad part stays in the address, for the person
 * to see and mend. An unknown key, and a value that is no text, is without a value in what comes out.
 */
export function validateAddress(search: Record<string, unknown>): SearchAddress {
  const read = (key: string) => {
    const row: AddressKey | undefined = Object.hasOwn(ADDRESS_KEYS, key) ? ADDRESS_KEYS[key as Key] : undefined;
    const texts = [search[key]].flat().filter((item) => typeof item === 'string');
    if (!row || texts.length === 0) return undefined;
    // Where a key that means one value is repeated, the whole is kept, and then not understood.
    return row.list ? texts : texts.join(',');
  };
  return Object.fromEntries(Object.keys(search).map((key) => [key, read(key)]));
}

/** This change of an address removes every filter. */
export const NO_FILTERS: Readonly<SearchAddress> = Object.fromEntries([
  ...addressKeys.filter(([, { part }]) => part === 'filter').map(([key]) => [key, undefined]),
  ['page', undefined],
]);

/**
 * Reads a query string of plain repeated keys (`country=IND&country=VNM`), in which every value stays a string. The router's own JSON
 * notation would turn an HS code such as `0901` or `100630` into a number.
 */
export function parseSearch(text: string): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const before = values.get(key);
    values.set(key, before === undefined ? value : [before, value].flat());
  }
  // fromEntries defines own properties, so that a key such as `__proto__` is only a key.
  return Object.fromEntries(values);
}

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
