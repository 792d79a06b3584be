import {
  type Dimension,
  groupingDimensions,
  isOfTime,
  MEASURES,
  type Measure,
  PARTY_CHANGES,
  PARTY_ORDERS,
  type PartyChange,
  type PartyOrder,
  type TradeType,
} from '@tidewaiter/contract';

/** What is asked of the question, in the order of the tabs. */
export const VIEWS = {
  buyers: 'Buyers',
  suppliers: 'Suppliers',
  pivot: 'Pivot',
  compare: 'Compare two periods',
  price: 'Fair price',
  concentration: 'Concentration',
  flow: 'Flows',
  season: 'Season',
} as const;
export type View = keyof typeof VIEWS;

/** Keys of the address beside the question's own. */
export interface ViewAddress {
  view?: string | undefined;
  rows?: string | undefined;
  columns?: string | undefined;
  measure?: string | undefined;
  unit?: string | undefined;
  order?: string | undefined;
  became?: string | undefined;
  periods?: string | undefined;
}

/** How the question is looked at; what an address does not say, or says wrongly, is what most people begin with. */
export interface ViewChoice {
  view: View;
  rows: Dimension;
  columns: Dimension | null;
  measure: Measure;
  unit: string;
  /** Buyers and suppliers stand in this order; those alone that have become this. */
  order: PartyOrder;
  became: PartyChange | null;
  /** How two periods are compared, as the address says it. */
  periods: string | undefined;
}

/** How the question is looked at, and the way to look at it otherwise. */
export interface Choosing {
  choice: ViewChoice;
  onChoose: (part: ViewAddress) => void;
}

/** Reads how the question of a trade type is looked at. */
export function readView(
  { view, rows, columns, measure, unit, order, became, periods }: ViewAddress,
  trade: TradeType,
): ViewChoice {
  const offered = groupingDimensions(trade);
  const dimension = (text: string | undefined) => offered.find((name) => name === text);
  const shown = (Object.keys(VIEWS) as View[]).find((name) => name === view) ?? 'pivot';
  const named = dimension(rows);
  const grouped = named && (shown === 'pivot' || !isOfTime(named)) ? named : 'importers';
  const second = columns === 'none' ? null : (dimension(columns) ?? 'quarters');
  return {
    view: shown,
    rows: grouped,
    columns: second === grouped ? null : second,
    measure: MEASURES.find((name) => name === measure) ?? 'VALUE',
    unit: unit ?? '',
    order: PARTY_ORDERS.find((name) => name === order) ?? 'VALUE',
    became: PARTY_CHANGES.find((name) => name === became) ?? null,
    periods,
  };
}
