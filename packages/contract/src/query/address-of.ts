import { addressKeys, type SearchAddress } from './address.js';
import { SEARCH_BY, unsaidMatchType } from './search-query.js';

/** A search as an address is written of it: the form's draft, or a query that was asked or saved. Other fields go by the address's keys. */
export interface AddressedSearch {
  searchBy: string | null;
  matchType: string | null;
  queryBuilder: readonly {
    relation: string | null;
    searchBy: string | null;
    matchType: string | null;
    searchValue: string[];
    pickedValue?: string[] | undefined;
  }[];
  orderByMode?: 'asc' | 'desc';
  conditionProductDesc?: 'C' | 'D';
  onlyNew?: boolean;
}

/** An address holds a query-builder row as its head (`AND.PRODUCT.C`), its values, and those of them that were picked. */
export interface AddressRow {
  head: string | undefined;
  values: string[] | undefined;
  picked: string[] | undefined;
}

const ROWS = [1, 2, 3] as const;

/** Writes rows as an address holds them, from the first on; the keys of missing rows are without a value. */
export function addressOfRows(rows: readonly AddressRow[]): SearchAddress {
  const parts = ROWS.map((row, index) => ({
    [`row${row}`]: rows[index]?.head,
    [`q${row}`]: rows[index]?.values,
    [`picked${row}`]: rows[index]?.picked,
  }));
  return Object.assign({}, ...parts);
}

/** Writes a match type as an address holds it: absent where it is what an address without one means. */
export function addressMatch(by: string | null | undefined, match: string | null | undefined): string | undefined {
  const field = SEARCH_BY.find((name) => name === by);
  return field !== undefined && unsaidMatchType(field) === match ? undefined : (match ?? undefined);
}

/** An address says yes by it. */
export const YES = 'Y';

const some = (values: string[] | undefined) => (values && values.length > 0 ? values : undefined);

/**
 * Writes the address of the form's draft, once it is complete, or of a query that was asked or saved. Everything that is so without being
 * said is left out. A draft brings no filters, order or page: a new question starts at its first page, and its filters were chosen among
 * the answers of another.
 */
export function addressOf(search: AddressedSearch): SearchAddress {
  const fields: Record<string, unknown> = {
    ...search,
    queryBuilder: undefined,
    matchType: addressMatch(search.searchBy, search.matchType),
    orderByMode: search.orderByMode === 'asc' ? 'asc' : undefined,
    conditionProductDesc: search.conditionProductDesc === 'D' ? 'D' : undefined,
    onlyNew: search.onlyNew ? YES : undefined,
  };
  const given = addressKeys.flatMap(([key, { field }]) => {
    const value = field === undefined ? undefined : fields[field];
    return value === undefined || value === null || (Array.isArray(value) && value.length === 0) ? [] : [[key, value]];
  });
  const rows = search.queryBuilder.map(({ relation, searchBy, matchType, searchValue, pickedValue }) => ({
    head: [relation, searchBy, matchType].join('.'),
    values: searchValue,
    picked: some(pickedValue),
  }));
  return { ...Object.fromEntries(given), ...(rows.length > 0 && addressOfRows(rows)) };
}
