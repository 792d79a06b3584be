import type { SearchQuery } from '@tidewaiter/contract';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { questionKey } from './offered-columns.js';

/** Its keys are the ids of the selected records. */
type Selected = Readonly<Record<string, true>>;

interface Selection {
  selected: Selected;
  count: number;
  /** Selects these, or leaves them out. It is the same as long as the question is. */
  pick: (ids: readonly string[], on: boolean) => void;
  clear: () => void;
}

const SelectionContext = createContext<Selection | null>(null);

const NONE: Selected = {};

/**
 * Holds which records are selected: by id, over the pages, orders and filters of a question, until another question is
 * asked. A context, so that a tick redraws only what shows it.
 */
export function SelectionProvider({ query, children }: { query: SearchQuery; children: ReactNode }) {
  const question = useMemo(() => questionKey(query), [query]);
  const [held, setHeld] = useState({ question, selected: NONE });
  const pick = useCallback(
    (ids: readonly string[], on: boolean) =>
      setHeld(({ selected }) => {
        const others = Object.entries(selected).filter(([id]) => !ids.includes(id));
        const added = on ? ids.map((id) => [id, true] as const) : [];
        return { question, selected: Object.fromEntries([...others, ...added]) };
      }),
    [question],
  );
  // Another question starts with nothing selected, and coming back to this one does too.
  if (held.question !== question) setHeld({ question, selected: NONE });
  const selected = held.question === question ? held.selected : NONE;
  const selection = useMemo(
    () => ({
      selected,
      count: Object.keys(selected).length,
      pick,
      clear: () => setHeld({ question, selected: NONE }),
    }),
    [question, selected, pick],
  );
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

export function useSelection(): Selection {
  const selection = use(SelectionContext);
  if (!selection) throw new Error('no selection is provided here');
  return selection;
}

/** Says how many records are selected, over all pages of the question. */
export function SelectionLine() {
  const { count, clear } = useSelection();
  return (
    <div className="row gap-8 flex-1 min-h-24 figures">
      <p role="status">{count > 0 && `${formatCount(count)} selected`}</p>
      {count > 0 && (
        <button type="button" className="linkButton min-h-24" onClick={clear}>
          Clear
        </button>
      )}
    </div>
  );
}
