import { columnSetFor, columnsFor, LIMITS, type RecordColumn, type SearchQuery } from '@tidewaiter/contract';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { usePreference } from '../../session/preference.js';
import type { RecordPage } from '../api/calls.js';
import { type Layout, readLayout, sameKeys } from './layout.js';
import { type OfferedColumns, offeredColumns } from './offered-columns.js';

interface TableLayout {
  /** The columns that can be shown, in the catalogue's order; empty until a page has arrived. */
  offered: readonly RecordColumn[];
  /** Wire keys of what is shown unless somebody chooses. */
  initial: readonly string[];
  /** The columns that are shown, in order. */
  columns: readonly RecordColumn[];
  layout: Layout;
  /** Changes how the columns stand, remembers it, and says it in the link. */
  change: (next: Layout) => void;
}

const LayoutContext = createContext<TableLayout | null>(null);

/** Unless somebody chooses, it stays in view at the right: it is what records are compared by. */
const VALUE = 'total_value_usd';

interface TableLayoutProviderProps {
  /** The query that is asked now. */
  query: SearchQuery;
  /** The page that is shown, perhaps still of the query before. */
  page: RecordPage | undefined;
  settled: boolean;
  /** Wire keys of the columns that the link shows; null where it leaves them to the person. */
  linked: readonly string[] | null;
  /** Puts the shown columns into the link, or takes them out where they are those that everybody starts with. */
  onLink: (cols: string | undefined) => void;
  children: ReactNode;
}

/**
 * Holds how the columns of the results stand. What a link shows comes first, then what the person has chosen for this trade
 * type and set of columns, then the first of the catalogue. A choice is remembered when the person makes it, never when a link does.
 */
export function TableLayoutProvider(props: TableLayoutProviderProps) {
  const { page, settled, linked, onLink, children } = props;
  const { tradeType, countryCode } = page?.query ?? props.query;
  const [remembered, remember] = usePreference(`table.${tradeType}.${columnSetFor(countryCode)}`, readLayout);
  const { columns: offered, initial } = useOfferedColumns(page);
  const link = linked?.join(',');
  // A new choice is shown at once; the link follows.
  const [chosen, setChosen] = useState<{ columns: readonly string[]; insteadOf: string | undefined } | null>(null);
  const fresh = chosen !== null && chosen.insteadOf === link ? chosen.columns : null;

  const byKey = useMemo(
    () => new Map(columnsFor(tradeType, countryCode).map((column) => [column.key, column])),
    [tradeType, countryCode],
  );
  const columns = useMemo(() => {
    const known = (keys: readonly string[] | null) => (keys ?? []).flatMap((key) => byKey.get(key) ?? []);
    const all = [fresh, linked, remembered.columns, initial].map(known).find((found) => found.length > 0) ?? [];
    return all.slice(0, LIMITS.columns);
  }, [fresh, linked, remembered.columns, initial, byKey]);

  const layout = useMemo<Layout>(() => {
    const keys = columns.map(({ key }) => key);
    const shown = (pins: readonly string[]) => pins.filter((key) => keys.includes(key));
    const pinned = shown(remembered.pinned);
    const value = columns.filter(({ name, key }) => name === VALUE && !pinned.includes(key)).map(({ key }) => key);
    return {
      columns: keys,
      pinned,
      pinnedRight: remembered.pinnedRight ? shown(remembered.pinnedRight) : value,
      widths: remembered.widths,
    };
  }, [columns, remembered]);

  const value = useMemo<TableLayout>(() => {
    const shown = new Set([...offered, ...columns]);
    return {
      offered: [...byKey.values()].filter((column) => shown.has(column)),
      initial,
      columns,
      layout,
      change(next) {
        // Pins of columns that are not shown here are kept for where they are.
        const elsewhere = (pins: readonly string[]) => pins.filter((key) => !layout.columns.includes(key));
        const stands = {
          pinned: [...next.pinned, ...elsewhere(remembered.pinned)],
          pinnedRight:
            remembered.pinnedRight || !sameKeys(next.pinnedRight, layout.pinnedRight)
              ? [...next.pinnedRight, ...elsewhere(remembered.pinnedRight ?? [])]
              : null,
          widths: next.widths,
        };
        if (sameKeys(next.columns, layout.columns)) return remember({ ...remembered, ...stands });
        const isInitial = sameKeys(next.columns, initial);
        remember({ columns: isInitial ? null : next.columns, ...stands });
        setChosen({ columns: next.columns, insteadOf: link });
        onLink(isInitial ? undefined : next.columns.join(','));
      },
    };
  }, [offered, columns, byKey, initial, layout, remembered, remember, link, onLink]);

  // The address says what is shown, also where it was the person's own choice of another day.
  const unsaid = settled && linked === null && fresh === null && !sameKeys(layout.columns, initial);
  useEffect(() => {
    if (unsaid) onLink(layout.columns.join(','));
  }, [unsaid, layout.columns, onLink]);

  return <LayoutContext value={value}>{children}</LayoutContext>;
}

const NOTHING: Pick<OfferedColumns, 'columns' | 'initial'> = { columns: [], initial: [] };

function useOfferedColumns(page: RecordPage | undefined) {
  const [seen, setSeen] = useState<OfferedColumns | null>(null);
  const now = useMemo(() => (page ? offeredColumns(seen, page) : seen), [seen, page]);
  if (now !== seen) setSeen(now);
  return now ?? NOTHING;
}

export function useTableLayout(): TableLayout {
  const layout = use(LayoutContext);
  if (!layout) throw new Error('no table layout is provided here');
  return layout;
}
