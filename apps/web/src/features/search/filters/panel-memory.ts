import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../../session/use-session.js';

/** How a person left the filter panel. */
interface PanelMemory {
  shown: boolean;
  /** Columns of the facets that are open. */
  open: string[];
}

const AT_FIRST: PanelMemory = { shown: true, open: ['hs_code', 'importer_name', 'recepient_name'] };

function remembered(key: string): PanelMemory {
  try {
    const stored: Partial<PanelMemory> | null = JSON.parse(localStorage.getItem(key) ?? 'null');
    return {
      shown: typeof stored?.shown === 'boolean' ? stored.shown : AT_FIRST.shown,
      open: Array.isArray(stored?.open) ? stored.open : AT_FIRST.open,
    };
  } catch {
    return AT_FIRST;
  }
}

function toggled(open: readonly string[], column: string): string[] {
  return open.includes(column) ? open.filter((other) => other !== column) : [...open, column];
}

/** Whether the filter panel is shown and which of its facets are open, remembered in this browser for each person. */
export function usePanelMemory() {
  const { user } = useSession();
  const key = `tidewaiter.filters.${user?.userid}`;
  const [memory, setMemory] = useState(() => remembered(key));
  useEffect(() => localStorage.setItem(key, JSON.stringify(memory)), [key, memory]);
  return {
    ...memory,
    show: (shown: boolean) => setMemory((before) => ({ ...before, shown })),
    toggleFacet: useCallback((column: string) => {
      setMemory((before) => ({ ...before, open: toggled(before.open, column) }));
    }, []),
  };
}
