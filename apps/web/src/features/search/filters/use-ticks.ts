import type { FilterList, SearchQuery } from '@tidewaiter/contract';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { SearchLink } from '../link.js';
import { listPart } from './pills.js';

/** Several quick ticks are one change of the search. */
const APPLY_AFTER_MS = 400;

type Ticks = Partial<Record<FilterList, string[]>>;

function partOf(ticks: Ticks): Partial<SearchLink> {
  const parts = Object.entries(ticks).map(([field, values]) => listPart(field as FilterList, values));
  return Object.assign({}, ...parts);
}

/** Ticks that show at once, and change the search together a moment after the last of them. */
export function useTicks(query: SearchQuery, change: (part: Partial<SearchLink>) => void) {
  const [ticks, setTicks] = useState<Ticks>({});
  const [waiting, setWaiting] = useState(false);
  const [asked, setAsked] = useState(query);
  if (asked !== query) {
    setAsked(query);
    // Applied, or overtaken by another search: from now on the search says what is ticked.
    if (!waiting) setTicks({});
  }

  const apply = useEffectEvent((applied: Ticks) => {
    setWaiting(false);
    change(partOf(applied));
  });
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => apply(ticks), APPLY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting, ticks]);

  const tick = useCallback((field: FilterList, values: string[]) => {
    setTicks((before) => ({ ...before, [field]: values }));
    setWaiting(true);
  }, []);

  return { tick, tickedIn: (field: FilterList) => ticks[field] ?? query[field] };
}
