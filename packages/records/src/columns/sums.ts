import { addDecimals, scaledDecimal, withoutDecimals } from '@tidewaiter/contract';
import { z } from 'zod';

/** Exact sums of a group of records. */
export interface Sums {
  quantity: string;
  shipments: number;
  valueUsd: string;
  /** Null where a month of the group has no INR rate. */
  valueInr: string | null;
}

export const NO_SUMS: Sums = { quantity: '0', shipments: 0, valueUsd: '0', valueInr: '0' };

/**
 * Most that 128 bits hold at 18 decimals is 1.7e20: while all absolute values together stay below this, no sum of any records
 * can overflow them. Sums of 256 bits cost half as much again.
 */
export const NARROW_LIMIT = '1e20';

/**
 * The sums of a group over rows of `amount`, `usd` and, where there are rates, `inr_rate`.
 *
 * @param wide whether 128 bits might overflow
 * @param inr whether the rows have a rate; without one, a sum that is not zero has no INR value
 */
export function sumsSql({ wide, inr }: { wide: boolean; inr: boolean }): string {
  const sum = (column: string) => `sum(${wide ? `toDecimal256(${column}, 18)` : column})`;
  const inINR = 'toDecimal256(usd, 18) * toDecimal256(ifNull(inr_rate, 0), 6)';
  return [
    'count() AS shipments',
    `${sum('amount')} AS quantity`,
    `${sum('usd')} AS value_usd`,
    ...(inr
      ? [`sum(${inINR}) AS value_inr`, 'countIf(isNull(inr_rate) AND usd != 0) AS without_rate']
      : ['toDecimal128(0, 0) AS value_inr', 'countIf(usd != 0) AS without_rate']),
  ].join(', ');
}

/**
 * A group as it is selected, its name and its sums, all as text. A list holds hundreds of groups, and all lists of a question
 * arrive at once: cells of one type are checked in a tenth of the time.
 */
export const groupSql = (columns: { [Column in 'name' | (typeof SUM_COLUMNS)[number]]: string }) =>
  `[${['name' as const, ...SUM_COLUMNS].map((column) => `toString(${columns[column]})`).join(', ')}]`;

const SUM_COLUMNS = ['shipments', 'quantity', 'value_usd', 'value_inr', 'without_rate'] as const;

/** Reads what {@link groupSql} selects. */
export const groupCells = z.array(z.string()).length(1 + SUM_COLUMNS.length);

/** A group's name and its sums, as {@link groupSql} selects them. */
export type Group = z.infer<typeof groupCells>;

export const nameOf = ([name = '']: Group) => name;

/** A group without some of its records. */
export const subtractGroup = ([name = '', ...sums]: Group, part: Group): Group => [
  name,
  ...sums.map((sum, place) => withoutDecimals(sum, part[place + 1] ?? '0')),
];

/** A group with what it is ordered by. */
export interface RankedGroup {
  group: Group;
  /** As {@link scaledAmount}. */
  value: bigint;
  shipments: number;
}

/** An amount as a whole number, to be compared with others. */
export const scaledAmount = (amount: string) => scaledDecimal(amount, 18);

export function ranked(group: Group): RankedGroup {
  const { valueUsd, shipments } = sumsOf(group);
  return { group, value: scaledAmount(valueUsd), shipments };
}

/** The order of {@link LARGEST_FIRST}, in which the engine compares names byte by byte. */
export function largestFirst(a: RankedGroup, b: RankedGroup): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1;
  return b.shipments - a.shipments || Buffer.compare(Buffer.from(nameOf(a.group)), Buffer.from(nameOf(b.group)));
}

/** Largest first by value, then by shipments; the name decides what is left, so that pages neither repeat nor drop. */
export const LARGEST_FIRST = 'value_usd DESC, shipments DESC, name';

/** The sums of a group's cells. */
export function sumsOf([
  ,
  shipments = '',
  quantity = '',
  valueUsd = '',
  valueInr = '',
  withoutRate = '',
]: readonly string[]): Sums {
  return { shipments: Number(shipments), quantity, valueUsd, valueInr: withoutRate === '0' ? valueInr : null };
}

export function addSums(a: Sums, b: Sums): Sums {
  return {
    quantity: addDecimals(a.quantity, b.quantity),
    shipments: a.shipments + b.shipments,
    valueUsd: addDecimals(a.valueUsd, b.valueUsd),
    valueInr: a.valueInr === null || b.valueInr === null ? null : addDecimals(a.valueInr, b.valueInr),
  };
}

/** What is left of a whole without a part of it. */
export function subtractSums(whole: Sums, part: Sums): Sums {
  return {
    quantity: withoutDecimals(whole.quantity, part.quantity),
    shipments: whole.shipments - part.shipments,
    valueUsd: withoutDecimals(whole.valueUsd, part.valueUsd),
    valueInr: whole.valueInr === null || part.valueInr === null ? null : withoutDecimals(whole.valueInr, part.valueInr),
  };
}
