/** Where the records of a group are: the question that finds just these. */
import { type Dimension, dimensionOf, isOfTime } from '../columns/dimensions.js';
import { exceptListOf, type FilterList } from '../columns/filter-registry.js';
import { addDays, addMonths } from '../rules/dates.js';
import type { SavedQuery } from './search-query.js';

/** A group of records: the value of a dimension, empty for those that do not say; or the values of all groups but some. */
export type Group = { dimension: Dimension } & ({ name: string } | { allBut: readonly string[] });

/** The days of a span of time, `2024-02`, `2024-Q1` or `2024`. */
export function daysOfSpan(span: string): { from: string; to: string } {
  const [year = '', part = '01'] = span.split('-');
  const month = part.startsWith('Q') ? 3 * Number(part.slice(1)) - 2 : Number(part);
  const length = part.startsWith('Q') ? 3 : span.length === 4 ? 12 : 1;
  const from = `${year}-${String(month).padStart(2, '0')}-01`;
  return { from, to: addDays(addMonths(from, length), -1) };
}

function narrowedTo(query: SavedQuery, { dimension, ...group }: Group): SavedQuery | null {
  const { filter, grain } = dimensionOf(dimension);
  const field: FilterList | null | undefined = filter?.[query.tradeType];
  if ('allBut' in group) {
    // What is not stated would be found, too, where it is none of the named ones.
    if (!field || group.allBut.includes('')) return null;
    return { ...query, [exceptListOf(field)]: [...new Set([...query[exceptListOf(field)], ...group.allBut])] };
  }
  const { name } = group;
  if (name === '') return null;
  if (isOfTime(dimension)) {
    const { from, to } = daysOfSpan(name);
    const [fromDate, toDate] = [from > query.fromDate ? from : query.fromDate, to < query.toDate ? to : query.toDate];
    return fromDate < toDate ? { ...query, fromDate, toDate } : null;
  }
  if (field) return { ...query, [field]: [name] };
  // Codes of a grain that no filter has are what the line finds by how a code begins.
  if (grain === undefined) return null;
  return { ...query, line: query.line ? `(${query.line}) hs:${name}` : `hs:${name}` };
}

/**
 * The records of a question that are in some groups at once, as a question; null where no search finds just these: what records do not
 * state is no value to search for, and a search spans two days at least.
 */
export function narrowToGroups(query: SavedQuery, groups: readonly Group[]): SavedQuery | null {
  return groups.reduce<SavedQuery | null>((narrowed, group) => narrowed && narrowedTo(narrowed, group), query);
}
