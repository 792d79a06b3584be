import type { FilterList, RangeName } from '@tidewaiter/contract';

/** Rows of the query builder in a link: `row1=AND.PRODUCT.C`, and their values as `q1` and `picked1`. */
const ROWS = [1, 2, 3] as const;
type RowNumber = (typeof ROWS)[number];

/** Filters go by the contract's own names. The compiler sees to it that none is missing. */
const FILTER_KEYS: Record<FilterList | 'productDesc', true> = {
  hsCodeList: true,
  hsCode4DigitList: true,
  importerList: true,
  exporterList: true,
  originCountryList: true,
  destinationCountryList: true,
  portOriginList: true,
  portDestinationList: true,
  cityOriginList: true,
  cityDestinationList: true,
  shipmentModeList: true,
  stdUnitList: true,
  consumptionType: true,
  incoterm: true,
  notifyParty: true,
  productDesc: true,
};
const BOUND_KEYS: Record<`${RangeName}${'Start' | 'End'}` | 'conditionProductDesc', true> = {
  rangeQuantityStart: true,
  rangeQuantityEnd: true,
  rangeValueUsdStart: true,
  rangeValueUsdEnd: true,
  rangeUnitPriceUsdStart: true,
  rangeUnitPriceUsdEnd: true,
  conditionProductDesc: true,
};

const keysOf = <Key extends string>(record: Record<Key, true>) => Object.keys(record) as Key[];

/** A search's filters as a link holds them: lists that narrow, and bounds of ranges. */
export const FILTER_LIST_KEYS: readonly (FilterList | 'productDesc')[] = keysOf(FILTER_KEYS);
export const FILTER_BOUND_KEYS = keysOf(BOUND_KEYS);

/**
 * Keys of one value, and keys that may be repeated. `cols` are the table's columns, by wire key, with commas. `saved` is the
 * saved search that was opened, by its id. `search` is one of the history, in a link that asks nothing itself.
 */
const ONE = [
  ...(['trade', 'by', 'match', 'from', 'to', 'sort', 'dir', 'page', 'size', 'cols', 'saved', 'search'] as const),
  ...ROWS.map((row) => `row${row}` as const),
  ...FILTER_BOUND_KEYS,
] as const;
const MANY = [
  ...(['country', 'q', 'picked'] as const),
  ...ROWS.flatMap((row) => [`q${row}`, `picked${row}`] as [`q${RowNumber}`, `picked${RowNumber}`]),
  ...FILTER_LIST_KEYS,
] as const;

/** The search as the address bar holds it: plain text, not yet understood. */
export type SearchLink = Partial<Record<(typeof ONE)[number], string | undefined>> &
  Partial<Record<(typeof MANY)[number], string[] | undefined>>;

function textsOf(value: unknown): string[] {
  return [value].flat().filter((item) => typeof item === 'string');
}

/**
 * The link's part of a query string; other keys are dropped. This looks at shape only: what a part means, and whether it
 * can be searched, is `understandLink`'s to say by the contract's schema, so that a bad part stays in the address for the
 * person to see and mend.
 */
export function searchLink(search: Record<string, unknown>): SearchLink {
  const link: SearchLink = {};
  for (const key of ONE) {
    const texts = textsOf(search[key]);
    // Repeated where one is meant, the whole is kept, and then not understood.
    if (texts.length > 0) link[key] = texts.join(',');
  }
  for (const key of MANY) {
    const texts = textsOf(search[key]);
    if (texts.length > 0) link[key] = texts;
  }
  return link;
}

/** A link's keys that hold filters, each without a value: what a change of all filters starts from. */
export function withoutFilters(link: SearchLink): SearchLink {
  const cleared = Object.fromEntries([...FILTER_LIST_KEYS, ...FILTER_BOUND_KEYS].map((key) => [key, undefined]));
  return { ...link, ...cleared, page: undefined };
}

export const ROW_NUMBERS: readonly RowNumber[] = ROWS;
