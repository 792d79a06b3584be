import type { RowSelectionState } from '@tanstack/react-table';
import type { SearchQuery } from '@tidewaiter/contract';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { questionKey } from './offered-columns.js';
import classes from './table-frame.module.css';

interface Selection {
  /** Its keys are the ids of the selected records. */
  selected: RowSelectionState;
  count: number;
  change: (selected: RowSelectionState) => void;
  clear: () => void;
}

const SelectionContext = createContext<Selection | null>(null);

const NONE: RowSelectionState = {};

/**
 * Holds which records are selected: by id, over the pages, orders and filters of a question, until another question is
 * asked. A context, so that a tick redraws only what shows it.
 */
export function SelectionProvider({ query, children }: { query: SearchQuery; children: ReactNode }) {
  const question = useMemo(() => questionKey(query), [query]);
  const [held, setHeld] = useState({ question, selected: NONE });
  // Another question starts with nothing selected, and coming back to this one does too.
  if (held.question !== question) setHeld({ question, selected: NONE });
  const selected = held.question === question ? held.selected : NONE;
  const selection = useMemo(
    () => ({
      selected,
      count: Object.keys(selected).length,
      change: (next: RowSelectionState) => setHeld({ question, selected: next }),
      clear: () => setHeld({ question, selected: NONE }),
    }),
    [question, selected],
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
    <div className={`row gap-8 flex-1 min-h-24 figures ${classes.selection}`}>
      <p role="status">{count > 0 && `${formatCount(count)} selected`}</p>
      {count > 0 && (
        <button type="button" className="linkButton" onClick={clear}>
          Clear
        </button>
      )}
    </div>
  );
}
