import type { SearchAddress } from '@tidewaiter/contract';
import { FILTER_LISTS, type FilterList, type SearchQuery } from '@tidewaiter/contract';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { listPart } from '../model/pills.js';

/** Several quick ticks are one change of the search. */
const APPLY_AFTER_MS = 400;

/** Shows ticks at once, and changes the search by them together: a moment after the last, or as soon as it must. */
export function useTicks(query: SearchQuery, change: (part: Partial<SearchAddress>) => void) {
  const [pending, setPending] = useState(NO_TICKS);
  /** Ticks that were sent to the address, and that the query does not have yet. */
  const [sent, setSent] = useState(NO_TICKS);
  const [lastQuery, setLastQuery] = useState(query);
  if (lastQuery !== query) {
    setLastQuery(query);
    setSent(NO_TICKS);
  }
  const ticks = mergeTicks(sent, pending);
  const tickedIn = (field: FilterList) => tickedWith(query[field], ticks.get(field));

  function applyNow() {
    if (pending.size === 0) return;
    setSent(ticks);
    setPending(NO_TICKS);
    const fields = FILTER_LISTS.filter((field) => pending.has(field));
    change(Object.assign({}, ...fields.map((field) => listPart(field, tickedIn(field)))));
  }

  const latest = useRef(applyNow);
  useLayoutEffect(() => {
    latest.current = applyNow;
  });
  const apply = useCallback(() => latest.current(), []);
  useEffect(() => {
    if (pending.size === 0) return;
    const timer = setTimeout(apply, APPLY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pending, apply]);

  const tick = useCallback((field: FilterList, value: string, on: boolean) => {
    setPending((before) => mergeTicks(before, new Map([[field, new Map([[value, on]])]]) satisfies Ticks));
  }, []);

  return { tick, tickedIn, apply };
}

/**
 * It holds values of filter lists that were ticked (true) and unticked (false). They are told apart from the lists of the search that they
 * are to change: a value that is removed from those meanwhile stays removed.
 */
export type Ticks = ReadonlyMap<FilterList, ReadonlyMap<string, boolean>>;

export const NO_TICKS: Ticks = new Map();

/** Puts later ticks after others. */
export function mergeTicks(ticks: Ticks, later: Ticks): Ticks {
  if (later.size === 0) return ticks;
  const both = new Map(ticks);
  for (const [field, values] of later) both.set(field, new Map([...(ticks.get(field) ?? []), ...values]));
  return both;
}

/** Applies ticks to the values of a list: new ones come last. It is the same list where they change nothing. */
export function tickedWith(values: string[], ticks: ReadonlyMap<string, boolean> = new Map()): string[] {
  const off = values.filter((value) => ticks.get(value) === false);
  const on = [...ticks].flatMap(([value, ticked]) => (ticked && !values.includes(value) ? [value] : []));
  return off.length + on.length === 0 ? values : [...values.filter((value) => !off.includes(value)), ...on];
}
