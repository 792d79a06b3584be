import type { SearchQuery } from '@tidewaiter/contract';
import { useState } from 'react';
import { type AdvanceDraft, advanceDraftOf, resetDraft } from './advance-draft.js';

/** The panel's draft: taken from the search whenever the panel opens, the person's own until it is sent. */
export function useAdvanceDraft(opened: boolean, query: SearchQuery) {
  const [draft, setDraft] = useState(() => advanceDraftOf(query));
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setDraft(advanceDraftOf(query));
  }
  return {
    draft,
    change: (part: Partial<AdvanceDraft>) => setDraft((before) => ({ ...before, ...part })),
    reset: () => setDraft(resetDraft),
  };
}
