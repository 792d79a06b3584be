import { useMediaQuery } from '@mantine/hooks';
import type { RangeName, SearchQuery } from '@tidewaiter/contract';
import { startTransition, useCallback, useState } from 'react';
import type { SearchLink } from '../link.js';
import { usePanelMemory } from './panel-memory.js';
import { useUndo } from './use-undo.js';

/** What can be opened over the results to change what is asked. */
export type FilterDialog =
  | { show: 'countries' }
  | { show: 'advance'; range: RangeName | null }
  | { show: 'values'; column: string };

/** What narrows the results: changes and the way back, the dialogs, and the panel that holds the facets. */
export function useFilters(link: SearchLink, query: SearchQuery, onChange: (part: Partial<SearchLink>) => void) {
  const { change, ...undo } = useUndo(link, query, onChange);
  const [dialog, setDialog] = useState<FilterDialog | null>(null);
  // Whatever is pressed answers first; all that stands below is drawn anew with it.
  const open = useCallback((next: FilterDialog | null) => startTransition(() => setDialog(next)), []);
  const memory = usePanelMemory();
  // Beside the table where there is room, else a sheet that is opened when it is needed.
  const isSheet = useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false });
  const [sheetOpen, setSheetOpen] = useState(false);
  return {
    change,
    undo,
    dialog,
    open,
    panel: {
      isSheet,
      shown: isSheet ? sheetOpen : memory.shown,
      show: isSheet ? setSheetOpen : memory.show,
      openFacets: memory.open,
      toggleFacet: memory.toggleFacet,
    },
  };
}

export type Filters = ReturnType<typeof useFilters>;
