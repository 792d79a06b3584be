/** The SQL of the dimensions: what a record is grouped, filtered and named by. */
import { type Dimension, dimensionOf, type TradeType } from '@tidewaiter/contract';

/** A value that no group and no filter has. */
const NOTHING = "''";

/** By which a record is grouped and filtered: stored columns and numbers, since most of the work is reading and hashing them. */
export function dimensionSql(dimension: Dimension, trade: TradeType): string {
  const { column, party, grain } = dimensionOf(dimension);
  const name = column[trade];
  if (name === null) return NOTHING;
  if (party) return `${name}_key`;
  if (grain === 'heading') return `left(${name}, 4)`;
  return grain === 'month' ? `toYYYYMM(${name})` : name;
}

/** The name of a group, as text, from what it is grouped by; `''` where records have none. */
export function groupName(dimension: Dimension, group: string): string {
  const { party, grain } = dimensionOf(dimension);
  if (party) return `if(${group} = 0, '', toString(${group}))`;
  if (grain === 'month')
    return `concat(toString(intDiv(${group}, 100)), '-', leftPad(toString(${group} % 100), 2, '0'))`;
  return `toString(${group})`;
}
