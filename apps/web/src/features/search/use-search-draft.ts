import { useEffect, useState } from 'react';
import { asksTheSame, EMPTY_DRAFT, isChanged, type SearchDraft } from './draft.js';
import { keepDraft, keptDraft } from './kept-draft.js';

/**
 * The form's draft of the search that the link holds. A link that asks something else (a submitted search, the back
 * button) replaces the draft; until then the draft is the person's own, and outlives the screen. `searched` is false for a
 * link that was not understood whole: then what stands in the form has not been asked yet.
 */
export function useSearchDraft(linked: SearchDraft, searched: boolean) {
  const [basis, setBasis] = useState(linked);
  const [draft, setDraft] = useState(() => keptDraft(linked) ?? linked);
  if (!asksTheSame(basis, linked)) {
    setBasis(linked);
    // What was just submitted already stands in the form, with the name of its date range.
    if (!asksTheSame(draft, linked)) setDraft(linked);
  }
  useEffect(() => keepDraft(draft, linked), [draft, linked]);

  return {
    draft,
    /** What the link holds: the question of the results. */
    linked,
    changed: isChanged(draft, searched ? linked : EMPTY_DRAFT),
    change: setDraft,
  };
}

export type SearchDraftState = ReturnType<typeof useSearchDraft>;
