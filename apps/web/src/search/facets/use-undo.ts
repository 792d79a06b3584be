import {
  addressKeys,
  describeCountries,
  displayDate,
  type SearchAddress,
  type SearchQuery,
} from '@tidewaiter/contract';
import { startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { pillsOf } from '../model/pills.js';

/** These keys of a link say how an answer is shown, not what is asked. */
const VIEW_KEYS: readonly string[] = addressKeys.filter(([, { part }]) => part === 'view').map(([key]) => key);

type Key = keyof SearchAddress;

function questionKeys(...links: SearchAddress[]): Key[] {
  const keys = new Set(links.flatMap((link) => Object.keys(link)));
  return [...keys].filter((key) => !VIEW_KEYS.includes(key)) as Key[];
}

/** Tells whether two links ask the same, however its answer is shown. */
export function asksAlike(a: SearchAddress, b: SearchAddress): boolean {
  return questionKeys(a, b).every((key) => [a[key]].flat().join('\n') === [b[key]].flat().join('\n'));
}

/** Makes the part by which a link asks again what another one asked. */
export function backTo(before: SearchAddress, now: SearchAddress): Partial<SearchAddress> {
  return Object.fromEntries([...questionKeys(before, now).map((key) => [key, before[key]]), ['page', undefined]]);
}

interface Change {
  before: SearchAddress;
  /** It was asked before the change; null once the change has been undone. */
  query: SearchQuery | null;
  after: SearchAddress;
}

/**
 * Changes of what is asked, the last of which can be undone as long as it stands: another search, or the browser's back
 * button, leaves nothing to undo.
 */
export function useUndo(link: SearchAddress, query: SearchQuery, onChange: (part: Partial<SearchAddress>) => void) {
  const [last, setLast] = useState<Change | null>(null);
  const standing = last !== null && asksAlike(last.after, link) ? last : null;

  // No sooner than the change itself, which the router makes when there is time to.
  const remember = (next: Change) => startTransition(() => setLast(next));

  function changeNow(part: Partial<SearchAddress>) {
    remember({ before: link, query, after: { ...link, ...part } });
    onChange({ ...part, page: undefined });
  }
  const latest = useRef(changeNow);
  useLayoutEffect(() => {
    latest.current = changeNow;
  });
  // The same function for as long as the screen stands: what it is handed to need not be drawn anew.
  const change = useCallback((part: Partial<SearchAddress>) => latest.current(part), []);

  function undo({ before }: Change) {
    remember({ before: link, query: null, after: before });
    onChange(backTo(before, link));
  }

  return {
    change,
    /** They say the last change; null when there is none. */
    words: standing && (standing.query ? describeChange(standing.query, query) : 'Undone'),
    undo: standing?.query ? () => undo(standing) : null,
  };
}

const filtersIn = (query: SearchQuery) => pillsOf(query).map(({ label }) => label);

function inWords(verb: string, labels: readonly string[]): string[] {
  if (labels.length === 0) return [];
  return [labels.length === 1 ? `${verb} ${labels[0]}` : `${verb} ${labels.length} filters`];
}

/** Describes a change of a search, for whoever may want it undone. */
export function describeChange(before: SearchQuery, after: SearchQuery): string {
  const [had, has] = [filtersIn(before), filtersIn(after)];
  const parts = [
    ...inWords(
      'Added',
      has.filter((label) => !had.includes(label)),
    ),
    ...inWords(
      'Removed',
      had.filter((label) => !has.includes(label)),
    ),
  ];
  if (before.fromDate !== after.fromDate || before.toDate !== after.toDate) {
    parts.push(`Dates are now ${displayDate(after.fromDate)} – ${displayDate(after.toDate)}`);
  }
  if (before.countryCode.join() !== after.countryCode.join()) {
    parts.push(`Countries are now ${describeCountries(after.countryCode)}`);
  }
  return parts.length > 0 ? parts.join('. ') : 'The search was changed';
}
