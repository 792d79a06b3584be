import { scaledDecimal } from '@tidewaiter/contract';
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

/** Decimals of an INR value: 18 of a value and 6 of a rate. */
const SCALE = 24;

const scaled = (decimal: string) => scaledDecimal(decimal, SCALE);

function unscaled(number: bigint): string {
  const digits = (number < 0n ? -number : number).toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${number < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${fraction && `.${fraction}`}`;
}

const add = (a: string, b: string) => unscaled(scaled(a) + scaled(b));

export function addSums(a: Sums, b: Sums): Sums {
  return {
    quantity: add(a.quantity, b.quantity),
    shipments: a.shipments + b.shipments,
    valueUsd: add(a.valueUsd, b.valueUsd),
    valueInr: a.valueInr === null || b.valueInr === null ? null : add(a.valueInr, b.valueInr),
  };
}

/** What part of a whole is, in percent with two decimals; `0.00` of nothing. */
export function percentOf(part: string, whole: string): string {
  const total = scaled(whole);
  if (total === 0n) return '0.00';
  const hundredths = (scaled(part) * 20_000n + total) / (2n * total);
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
