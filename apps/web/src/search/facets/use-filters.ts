import { useMediaQuery } from '@mantine/hooks';
import type { RangeName, SearchAddress, SearchQuery } from '@tidewaiter/contract';
import { startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { usePreference } from '../../session/preference.js';
import type { Reached } from './amount-range.js';
import { useUndo } from './use-undo.js';

/** The panel beside the records is so many pixels wide. */
export const PANEL_WIDTH = { least: 200, usual: 240, most: 480 } as const;

export const panelWidth = (width: number) => Math.round(Math.min(Math.max(width, PANEL_WIDTH.least), PANEL_WIDTH.most));

/**
 * Holds how the results are narrowed: changes and the way back, the column whose values are listed, and the panel of the filters.
 *
 * @param alone nothing is beside the filters: they are always a sheet
 */
export function useFilters(
  link: SearchAddress,
  query: SearchQuery,
  onChange: (part: Partial<SearchAddress>) => void,
  alone = false,
) {
  const { change, ...undo } = useUndo(link, query, onChange);
  const [listed, setListed] = useState<string | null>(null);
  // Whatever is pressed answers first; all that stands below is drawn anew with it.
  const list = useCallback((column: string | null) => startTransition(() => setListed(column)), []);
  const [range, setRange] = useState<Reached | null>(null);
  const { shown, show, width, setWidth, ...facets } = useFilterPanel();
  // Beside the table where there is room, else a sheet that is opened when it is needed.
  const isSheet = useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false }) || alone;
  const [sheetOpen, setSheetOpen] = useState(false);
  const panel = {
    isSheet,
    shown: isSheet ? sheetOpen : shown,
    show: isSheet ? setSheetOpen : show,
    width,
    setWidth,
    ...facets,
  };

  function openRange(name: RangeName) {
    setRange({ name });
    panel.show(true);
    panel.openFacet(name);
  }

  return { change, undo, listed, list, range, openRange, panel };
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
function useFilterPanel() {
  const [panel, setPanel] = usePreference('filters', readPanel);
  const latest = useRef(panel);
  useLayoutEffect(() => {
    latest.current = panel;
  });
  return {
    shown: panel.shown,
    width: panel.width,
    openFacets: panel.open,
    show: (shown: boolean) => setPanel({ ...panel, shown }),
    setWidth: (width: number) => setPanel({ ...panel, width }),
    toggleFacet: useCallback(
      (column: string) => setPanel({ ...latest.current, open: toggled(latest.current.open, column) }),
      [setPanel],
    ),
    openFacet: useCallback(
      (column: string) => {
        const { open } = latest.current;
        if (!open.includes(column)) setPanel({ ...latest.current, shown: true, open: [...open, column] });
      },
      [setPanel],
    ),
  };
}
