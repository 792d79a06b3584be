import { MESSAGES } from '@tidewaiter/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { SearchDraft } from '../draft.js';

export interface SearchLimit {
  /** What the alert says; null while it has nothing to say. */
  message: string | null;
  /** Called on a change of the form: says that no searches are left, once for a series of changes. */
  tell: () => void;
  /** Whether a change may be made that needs searches to be left (SPEC 4); says so when it may not. */
  allows: () => boolean;
  dismiss: () => void;
  /** What comes next is a series of changes of its own. */
  startOver: () => void;
}

/**
 * The alert of an exhausted search allowance (SPEC 6). The form stays usable, since a question that was asked today is free.
 * A series of changes begins at a question that stands in the address, or at an empty form.
 */
export function useSearchLimit(exhausted: boolean, linked: SearchDraft): SearchLimit {
  const [message, setMessage] = useState<string | null>(null);
  const toldAt = useRef<SearchDraft | null>(null);

  const say = useCallback(() => {
    toldAt.current = linked;
    setMessage(MESSAGES.searchLimitExhausted);
  }, [linked]);
  const tell = useCallback(() => {
    if (exhausted && toldAt.current !== linked) say();
  }, [exhausted, linked, say]);
  const allows = useCallback(() => {
    if (exhausted) say();
    return !exhausted;
  }, [exhausted, say]);
  const dismiss = useCallback(() => setMessage(null), []);
  const startOver = useCallback(() => {
    toldAt.current = null;
  }, []);

  return useMemo(() => ({ message, tell, allows, dismiss, startOver }), [message, tell, allows, dismiss, startOver]);
}
