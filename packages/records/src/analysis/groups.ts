/** Groups of an analysis: their names as people read them. */
import { type Dimension, dimensionOf, isOfTime, LIMITS, type Measure } from '@tidewaiter/contract';
import { codeNamesOf } from '../answers/code-names.js';
import { partySpellings } from '../answers/party-spellings.js';
import type { PartyRole } from '../columns/parties.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import type { Snapshot } from '../query/snapshot.js';

/** A group of records, by what it is called; the name is empty where records do not say. */
export interface NamedGroup {
  name: string;
  /** Of an HS code: what it is called. */
  description?: string;
}

/**
 * Names groups: parties by their commonest spelling, codes with their description.
 *
 * @param keys of groups, by dimension, as `groupName` writes them
 * @returns what names one of them
 */
export async function namesOf(
  keys: Partial<Record<Dimension, readonly string[]>>,
  query: Pick<NarrowedQuery, 'tradeType' | 'scope'>,
  snapshot: Snapshot,
): Promise<(dimension: Dimension, key: string) => NamedGroup> {
  const parties: Partial<Record<PartyRole, string[]>> = {};
  const codes: string[] = [];
  for (const [dimension, texts] of Object.entries(keys) as [Dimension, readonly string[]][]) {
    const { party, described } = dimensionOf(dimension);
    if (party) parties[party] = [...(parties[party] ?? []), ...texts.filter((text) => text !== '')];
    if (described) codes.push(...texts);
  }
  const [spelling, codeName] = await Promise.all([
    partySpellings(parties, query, snapshot),
    codeNamesOf(codes, query, snapshot),
  ]);
  return (dimension, key) => {
    const { party, described } = dimensionOf(dimension);
    if (party) return { name: key === '' ? '' : spelling(party, key) };
    const description = described ? codeName(key) : undefined;
    return description === undefined ? { name: key } : { name: key, description };
  };
}

/** How many groups of a dimension are shown: of time all, since a gap in it would mislead. */
export const shownOf = (dimension: Dimension, top: number) => (isOfTime(dimension) ? LIMITS.analysisSpans : top);

/** By which of its sums (the cells of `amountsSql`) a group stands in order; what cannot be told apart does so by name. */
export function orderSql(measure: Measure, cells: string): string {
  const number = (index: number) => `toDecimal256(${cells}[${index}], 18)`;
  const ordered = {
    SHIPMENTS: number(1),
    VALUE: number(2),
    QUANTITY: number(3),
    UNIT_PRICE: `if(${number(5)} = 0, 0, toFloat64(${cells}[4]) / toFloat64(${cells}[5]))`,
  }[measure];
  return `${ordered} DESC, ${number(1)} DESC`;
}
