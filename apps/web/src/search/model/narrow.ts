import type { SearchAddress } from '@tidewaiter/contract';
import { exceptListOf, type FilterList, type SearchQuery } from '@tidewaiter/contract';
import { listPart } from './pills.js';

const without = (values: readonly string[], value: string) => values.filter((other) => other !== value);

/** Changes a link to leave only the records with a value. */
export function onlyThis(query: SearchQuery, field: FilterList, value: string): Partial<SearchAddress> {
  const except = exceptListOf(field);
  return { ...listPart(field, [value]), ...listPart(except, without(query[except], value)) };
}

/** Changes a link to leave out the records with a value. */
export function withoutThis(query: SearchQuery, field: FilterList, value: string): Partial<SearchAddress> {
  const except = exceptListOf(field);
  return {
    ...listPart(field, without(query[field], value)),
    ...listPart(except, [...without(query[except], value), value]),
  };
}
