import { FILTER_LISTS, type FilterList, type SearchQuery } from '@tidewaiter/contract';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SearchLink } from '../link.js';
import { listPart } from './pills.js';
import { NO_TICKS, type Ticks, tickedWith, together } from './ticks.js';

/** Several quick ticks are one change of the search. */
const APPLY_AFTER_MS = 400;

/** Ticks that show at once, and change the search together: a moment after the last of them, or as soon as they must. */
export function useTicks(query: SearchQuery, change: (part: Partial<SearchLink>) => void) {
  const [waiting, setWaiting] = useState(NO_TICKS);
  /** What the search has been told of, and does not say yet. */
  const [sent, setSent] = useState(NO_TICKS);
  const [asked, setAsked] = useState(query);
  if (asked !== query) {
    setAsked(query);
    setSent(NO_TICKS);
  }
  const ticks = together(sent, waiting);
  const tickedIn = (field: FilterList) => tickedWith(query[field], ticks.get(field));

  function applyNow() {
    if (waiting.size === 0) return;
    setSent(ticks);
    setWaiting(NO_TICKS);
    const fields = FILTER_LISTS.filter((field) => waiting.has(field));
    change(Object.assign({}, ...fields.map((field) => listPart(field, tickedIn(field)))));
  }

  const latest = useRef(applyNow);
  useLayoutEffect(() => {
    latest.current = applyNow;
  });
  const apply = useCallback(() => latest.current(), []);
  useEffect(() => {
    if (waiting.size === 0) return;
    const timer = setTimeout(apply, APPLY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting, apply]);

  const tick = useCallback((field: FilterList, value: string, on: boolean) => {
    setWaiting((before) => together(before, new Map([[field, new Map([[value, on]])]]) satisfies Ticks));
  }, []);

  return { tick, tickedIn, apply };
}
