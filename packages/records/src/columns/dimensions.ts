/** The SQL of the dimensions: what a record is grouped, filtered and named by. */
import {
  type CodeGrain,
  type Dimension,
  dimensionOf,
  firstDigits,
  type TimeGrain,
  type TradeType,
} from '@tidewaiter/contract';
import type { Bindings } from '../engine/bindings.js';

/** A value that no group and no filter has. */
const NOTHING = "''";

/** The digits of an HS code that a grain keeps. */
const DIGITS: Record<CodeGrain, number> = { chapter: 2, heading: 4, subheading: 6 };

/** Of any HS code. */
export const MOST_DIGITS = 12;

/** How many digits of an HS code a dimension's values have at most. */
export function digitsOf(dimension: Dimension): number {
  const { grain } = dimensionOf(dimension);
  return grain === undefined || isTime(grain) ? MOST_DIGITS : DIGITS[grain];
}

/** The number that a span of time is grouped by, and what it is called. */
const SPANS: Record<TimeGrain, { number(day: string): string; name(number: string): string }> = {
  month: {
    number: (day) => `toYYYYMM(${day})`,
    name: (number) => `concat(toString(intDiv(${number}, 100)), '-', leftPad(toString(${number} % 100), 2, '0'))`,
  },
  quarter: {
    number: (day) => `(toYear(${day}) * 10 + toQuarter(${day}))`,
    name: (number) => `concat(toString(intDiv(${number}, 10)), '-Q', toString(${number} % 10))`,
  },
  year: { number: (day) => `toYear(${day})`, name: (number) => `toString(${number})` },
};

const isTime = (grain: CodeGrain | TimeGrain): grain is TimeGrain => Object.hasOwn(SPANS, grain);

/** By which a record is grouped and filtered: stored columns and numbers, since most of the work is reading and hashing them. */
export function dimensionSql(dimension: Dimension, trade: TradeType): string {
  const { column, party, grain } = dimensionOf(dimension);
  const name = column[trade];
  if (name === null) return NOTHING;
  if (party) return `${name}_key`;
  if (grain === undefined) return name;
  return isTime(grain) ? SPANS[grain].number(name) : firstDigits(DIGITS[grain]);
}

/** The name of a group, as text, from what it is grouped by; `''` where records have none. */
export function groupName(dimension: Dimension, group: string): string {
  const { party, grain } = dimensionOf(dimension);
  if (party) return `if(${group} = 0, '', toString(${group}))`;
  return grain !== undefined && isTime(grain) ? SPANS[grain].name(group) : `toString(${group})`;
}

/** Whether what a dimension's records are grouped by is a number. */
function isNumber(dimension: Dimension): boolean {
  const { party, grain } = dimensionOf(dimension);
  return party !== undefined || (grain !== undefined && isTime(grain));
}

/** Groups, named by the texts of what they are grouped by, as an array of the engine. */
function groupArray(dimension: Dimension, texts: readonly string[], bindings: Bindings): string {
  const list = bindings.strings(texts);
  return isNumber(dimension) ? `arrayMap(text -> toUInt64(text), ${list})` : list;
}

/** Whether a record's group is one of some. */
export function groupIn(dimension: Dimension, group: string, texts: readonly string[], bindings: Bindings): string {
  return `${group} IN (SELECT arrayJoin(${groupArray(dimension, texts, bindings)}))`;
}

/** The place of a record's group among some, from 0; their number where it is none of them. */
export function placeOfGroup(
  dimension: Dimension,
  group: string,
  texts: readonly string[],
  bindings: Bindings,
): string {
  const place = `indexOf(${groupArray(dimension, texts, bindings)}, ${group})`;
  return `if(${place} = 0, ${texts.length}, ${place} - 1)`;
}
