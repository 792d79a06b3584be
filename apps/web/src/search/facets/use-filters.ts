import { useMediaQuery } from '@mantine/hooks';
import type { RangeName, SearchAddress, SearchQuery } from '@tidewaiter/contract';
import { startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { usePreference } from '../../session/preference.js';
import { PANEL_WIDTH, panelWidth } from './panel-edge.js';
import { useUndo } from './use-undo.js';

/** These dialogs change the question. */
export type FilterDialog =
  | { show: 'countries' }
  | { show: 'advance'; range: RangeName | null }
  | { show: 'values'; column: string };

/** Holds how the results are narrowed: changes and the way back, the dialogs, and the panel of the facets. */
export function useFilters(link: SearchAddress, query: SearchQuery, onChange: (part: Partial<SearchAddress>) => void) {
  const { change, ...undo } = useUndo(link, query, onChange);
  const [dialog, setDialog] = useState<FilterDialog | null>(null);
  // Whatever is pressed answers first; all that stands below is drawn anew with it.
  const open = useCallback((next: FilterDialog | null) => startTransition(() => setDialog(next)), []);
  const memory = usePanelPreference();
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
      width: memory.width,
      setWidth: memory.setWidth,
      openFacets: memory.open,
      toggleFacet: memory.toggleFacet,
    },
  };
}

export type Filters = ReturnType<typeof useFilters>;

/** A person left the filter panel so. */
interface PanelPreference {
  shown: boolean;
  /** The facets of these columns are open. */
  open: string[];
  /** Pixels. */
  width: number;
}

const AT_FIRST: PanelPreference = {
  shown: true,
  open: ['hs_code', 'importer_name', 'recepient_name'],
  width: PANEL_WIDTH.usual,
};

function readPanel(stored: unknown): PanelPreference {
  const { shown, open, width } = Object(stored) as Record<string, unknown>;
  return {
    shown: typeof shown === 'boolean' ? shown : AT_FIRST.shown,
    open: Array.isArray(open) ? open : AT_FIRST.open,
    width: typeof width === 'number' ? panelWidth(width) : AT_FIRST.width,
  };
}

function toggled(open: readonly string[], column: string): string[] {
  return open.includes(column) ? open.filter((other) => other !== column) : [...open, column];
}

/** Remembers in this browser how the filter panel stands, for each person. */
function usePanelPreference() {
  const [panel, setPanel] = usePreference('filters', readPanel);
  const latest = useRef(panel);
  useLayoutEffect(() => {
    latest.current = panel;
  });
  return {
    ...panel,
    show: (shown: boolean) => setPanel({ ...panel, shown }),
    setWidth: (width: number) => setPanel({ ...panel, width }),
    toggleFacet: useCallback(
      (column: string) => setPanel({ ...latest.current, open: toggled(latest.current.open, column) }),
      [setPanel],
    ),
  };
}
