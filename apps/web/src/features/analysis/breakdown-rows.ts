import { LIMITS, percentOf, quantityIn, scaledDecimal, withoutDecimals, withoutQuantities } from '@tidewaiter/contract';
import type { Breakdown, BreakdownItem, Sums } from './breakdown-calls.js';

/** A row of a breakdown's table. */
export interface BreakdownRow extends BreakdownItem {
  kind: 'item' | 'others' | 'unnamed' | 'total';
}

/** Decimals of a quantity or a value. */
const SCALE = 18;

function othersOf({ total, top10, notStated }: Breakdown): Sums {
  const valueUsd = withoutDecimals(total.valueUsd, top10.valueUsd, notStated.valueUsd);
  return {
    quantities: withoutQuantities(withoutQuantities(total.quantities, top10.quantities), notStated.quantities),
    shipments: total.shipments - top10.shipments - notStated.shipments,
    valued: total.valued - top10.valued - notStated.valued,
    valueUsd,
    share: percentOf(valueUsd, total.valueUsd),
  };
}

/**
 * The rows of a breakdown (SPEC 4 "Breakdown table"): the ten largest items; OTHERS, which are all further ones, where ten or more came back,
 * with zeros if it is exactly ten; and TOTAL. Records that do not say stand in a row of their own, so that the rows add up to the total.
 */
export function breakdownRows(breakdown: Breakdown): BreakdownRow[] {
  const { items, total, notStated, distinctCount } = breakdown;
  const rows: BreakdownRow[] = items.slice(0, LIMITS.topItems).map((item) => ({ ...item, kind: 'item' }));
  if (distinctCount >= LIMITS.topItems) rows.push({ kind: 'others', name: 'OTHERS', ...othersOf(breakdown) });
  if (notStated.shipments > 0) rows.push({ kind: 'unnamed', name: 'Not stated', ...notStated });
  return [...rows, { kind: 'total', name: 'TOTAL', ...total }];
}

/** What a list can be ordered by. */
export type SortKey = 'name' | 'quantity' | 'shipments' | 'valueUsd' | 'share';

export interface SortOrder {
  by: SortKey;
  descending: boolean;
}

/** A figure as it counts, without its thousands separators (SPEC 2). */
const figure = (text: string) => scaledDecimal(text.replaceAll(',', ''), SCALE);

/**
 * The items in an order: numbers as numbers, names as people order them. Items that are equal keep theirs.
 *
 * @param unit that quantities are compared in; items that have none in it come last, whichever way
 */
export function sorted(items: readonly BreakdownItem[], { by, descending }: SortOrder, unit: string): BreakdownItem[] {
  if (by === 'quantity') return sortedByQuantity(items, descending, unit);
  const compare = (a: BreakdownItem, b: BreakdownItem) => {
    if (by === 'name') return a.name.localeCompare(b.name, 'en', { numeric: true });
    if (by === 'shipments') return a.shipments - b.shipments;
    const difference = figure(a[by]) - figure(b[by]);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  };
  return items.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)));
}

function sortedByQuantity(items: readonly BreakdownItem[], descending: boolean, unit: string): BreakdownItem[] {
  const known = items.flatMap((item) => {
    const quantity = quantityIn(unit, item.quantities);
    return quantity === null ? [] : [{ item, amount: figure(quantity) }];
  });
  const way = descending ? -1 : 1;
  known.sort((a, b) => way * (Number(a.amount > b.amount) - Number(a.amount < b.amount)));
  const inOrder = known.map(({ item }) => item);
  return [...inOrder, ...items.filter((item) => quantityIn(unit, item.quantities) === null)];
}
