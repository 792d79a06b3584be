/**
 * The address bar holds a search in the keys of the contract's `query/address.ts`, each a plain text. The router knows this file, and with it
 * every screen; what the keys mean is read by `address-query.ts`, which brings the contract's schema.
 */
import { type AddressKey, addressKeys, type SearchAddress } from '@tidewaiter/contract';

const KEYS: ReadonlyMap<string, AddressKey> = new Map(addressKeys);

/**
 * Checks a search's address for the router. It looks at the keys and at their shape only: a bad part stays in the address, for the person
 * to see and mend. An unknown key, and a value that is no text, is without a value in what comes out.
 */
export function validateAddress(search: Record<string, unknown>): SearchAddress {
  const read = (key: string) => {
    const row = KEYS.get(key);
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
