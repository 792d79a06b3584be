import type { SearchQuery } from '@tidewaiter/contract';
import { startTransition, useState } from 'react';
import type { SearchLink } from '../link.js';
import { changeInWords } from './change-in-words.js';

/** Keys of a link that say how an answer is shown, not what is asked. */
const VIEW_KEYS: readonly string[] = ['sort', 'dir', 'page', 'size', 'cols', 'saved', 'search'];

type Key = keyof SearchLink;

function askedKeys(...links: SearchLink[]): Key[] {
  const keys = new Set(links.flatMap((link) => Object.keys(link)));
  return [...keys].filter((key) => !VIEW_KEYS.includes(key)) as Key[];
}

/** True when two links ask the same, however its answer is shown. */
export function asksAlike(a: SearchLink, b: SearchLink): boolean {
  return askedKeys(a, b).every((key) => [a[key]].flat().join('\n') === [b[key]].flat().join('\n'));
}

/** The part that makes a link ask again what another one asked. */
export function backTo(before: SearchLink, now: SearchLink): Partial<SearchLink> {
  return Object.fromEntries([...askedKeys(before, now).map((key) => [key, before[key]]), ['page', undefined]]);
}

interface Change {
  before: SearchLink;
  /** What was asked before; null once the change has been undone. */
  query: SearchQuery | null;
  after: SearchLink;
}

/**
 * Changes of what is asked, the last of which can be undone as long as it stands: another search, or the browser's back
 * button, leaves nothing to undo.
 */
export function useUndo(link: SearchLink, query: SearchQuery, onChange: (part: Partial<SearchLink>) => void) {
  const [last, setLast] = useState<Change | null>(null);
  const standing = last !== null && asksAlike(last.after, link) ? last : null;

  // No sooner than the change itself, which the router makes when there is time to.
  const remember = (next: Change) => startTransition(() => setLast(next));

  function change(part: Partial<SearchLink>) {
    remember({ before: link, query, after: { ...link, ...part } });
    onChange({ ...part, page: undefined });
  }

  function undo({ before }: Change) {
    remember({ before: link, query: null, after: before });
    onChange(backTo(before, link));
  }

  return {
    change,
    /** What the last change was, in words; empty when there is none. */
    words: standing && (standing.query ? changeInWords(standing.query, query) : 'Undone'),
    undo: standing?.query ? () => undo(standing) : null,
  };
}
