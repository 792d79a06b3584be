import type { FilterList } from '@tidewaiter/contract';

/**
 * Values of filter lists that were ticked (true) and unticked (false). They are told apart from the lists of the search that they
 * are to change: a value that is removed from those meanwhile stays removed.
 */
export type Ticks = ReadonlyMap<FilterList, ReadonlyMap<string, boolean>>;

export const NO_TICKS: Ticks = new Map();

/** Ticks, and later ones after them. */
export function together(ticks: Ticks, later: Ticks): Ticks {
  if (later.size === 0) return ticks;
  const both = new Map(ticks);
  for (const [field, values] of later) both.set(field, new Map([...(ticks.get(field) ?? []), ...values]));
  return both;
}

/** The values of a list with its ticks: new ones come last. The same list where they change nothing. */
export function tickedWith(values: string[], ticks: ReadonlyMap<string, boolean> = new Map()): string[] {
  const off = values.filter((value) => ticks.get(value) === false);
  const on = [...ticks].flatMap(([value, ticked]) => (ticked && !values.includes(value) ? [value] : []));
  return off.length + on.length === 0 ? values : [...values.filter((value) => !off.includes(value)), ...on];
}
