import type { ListedValue } from '../../../api/value-list.js';

/** Values that a facet shows, of which so many at least beside those that are ticked. */
export const SHOWN = 7;
const BESIDE = 3;

/** A value of a facet; without a count where it was ticked and is beyond the list. */
type ShownValue = Pick<ListedValue, 'value'> & Partial<ListedValue>;

/**
 * The values that a facet shows: those that come first, others in the order of the list, and whatever else is ticked. How many
 * there are goes by what is ticked alone, so that what stands below does not move when the order changes.
 *
 * @param first what stands before the others, which is what was ticked when the order was last changed
 */
export function shownValues(
  list: readonly ListedValue[],
  first: readonly string[],
  ticked: readonly string[],
): ShownValue[] {
  const known = new Map(list.map((entry) => [entry.value, entry]));
  const others = list.map(({ value }) => value).filter((value) => !first.includes(value));
  const rows = Math.max(SHOWN, ticked.length + BESIDE);
  const room = Math.max(0, rows - new Set([...first, ...ticked]).size);
  const beside = others.filter((value) => !ticked.includes(value)).slice(0, room);
  const listed = others.filter((value) => ticked.includes(value) || beside.includes(value));
  const beyond = ticked.filter((value) => !first.includes(value) && !known.has(value));
  return [...first, ...listed, ...beyond].map((value) => known.get(value) ?? { value });
}
