import {
  addDecimals,
  addQuantities,
  scaledDecimal,
  type UnitQuantity,
  unitsInOrder,
  withoutDecimals,
  withoutQuantities,
} from '@tidewaiter/contract';
import { z } from 'zod';

/** Exact sums of a group of records. */
export interface Sums {
  /** By unit, the one of the largest value first. */
  quantities: readonly UnitQuantity[];
  shipments: number;
  /** Those that have a value in USD: the sum is of these. */
  valued: number;
  valueUsd: string;
  /** Null where a month of the group has no INR rate. */
  valueInr: string | null;
}

export const NO_SUMS: Sums = { quantities: [], shipments: 0, valued: 0, valueUsd: '0', valueInr: '0' };

/**
 * Most that 128 bits hold at 18 decimals is 1.7e20: while all absolute values together stay below this, no sum of any records
 * can overflow them. Sums of 256 bits cost half as much again.
 */
export const NARROW_LIMIT = '1e20';

/**
 * The sums of a group over rows of `amount`, `usd`, `stated` (whether there is a value at all) and, where there are rates, `inr_rate`.
 *
 * @param wide whether 128 bits might overflow
 * @param inr whether the rows have a rate; without one, a sum that is not zero has no INR value
 */
export function sumsSql({ wide, inr }: { wide: boolean; inr: boolean }): string {
  const sum = (column: string) => `sum(${wide ? `toDecimal256(${column}, 18)` : column})`;
  const inINR = 'toDecimal256(usd, 18) * toDecimal256(ifNull(inr_rate, 0), 6)';
  return [
    'count() AS shipments',
    'countIf(stated) AS valued',
    `${sum('amount')} AS quantity`,
    `${sum('usd')} AS value_usd`,
    ...(inr
      ? [`sum(${inINR}) AS value_inr`, 'countIf(isNull(inr_rate) AND usd != 0) AS without_rate']
      : ['toDecimal128(0, 0) AS value_inr', 'countIf(usd != 0) AS without_rate']),
  ].join(', ');
}

/** What a group's cells begin with, in this order. */
const CELLS = ['name', 'shipments', 'value_usd', 'value_inr', 'without_rate', 'valued'] as const;

/** Cells for each unit of a group, after those: the unit, its shipments, quantity and value. */
const UNIT_CELLS = 4;

/**
 * A group as it is selected: its name, its sums, and the same for each unit of its records (`units`, see {@link unitCells}), all as
 * text. A list holds hundreds of groups, and all lists of a question arrive at once: cells of one type are checked in a tenth of the time.
 */
export const groupSql = ({ units, ...columns }: { [Column in (typeof CELLS)[number] | 'units']: string }) =>
  `arrayConcat([${CELLS.map((column) => `toString(${columns[column]})`).join(', ')}], ${units})`;

/**
 * The units of a group, from rows of one unit each.
 *
 * @param condition of the rows that count; those without a unit never do
 */
export const unitCells = (condition: string) =>
  `arrayFlatten(groupArrayIf([unit, toString(shipments), toString(quantity), toString(value_usd)], ${condition} AND unit != ''))`;

/** Reads what {@link groupSql} selects. */
export const groupCells = z.array(z.string()).min(CELLS.length);

/** A group's name and its sums, as {@link groupSql} selects them. */
export type Group = z.infer<typeof groupCells>;

export const groupNameOf = ([name = '']: Group) => name;

function quantitiesOf(group: Group): UnitQuantity[] {
  const quantities: UnitQuantity[] = [];
  for (let at = CELLS.length; at < group.length; at += UNIT_CELLS) {
    const [unit = '', shipments = '', quantity = '', valueUsd = ''] = group.slice(at, at + UNIT_CELLS);
    quantities.push({ unit, shipments: Number(shipments), quantity, valueUsd });
  }
  return quantities;
}

/** A group with what it is ordered by. */
interface RankedGroup {
  group: Group;
  /** As {@link scaledAmount}. */
  value: bigint;
  shipments: number;
}

/** An amount as a whole number, to be compared with others. */
export const scaledAmount = (amount: string) => scaledDecimal(amount, 18);

/** The order of {@link LARGEST_FIRST}, in which the engine compares names byte by byte. */
export function largestFirst(a: RankedGroup, b: RankedGroup): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1;
  return (
    b.shipments - a.shipments || Buffer.compare(Buffer.from(groupNameOf(a.group)), Buffer.from(groupNameOf(b.group)))
  );
}

/** Largest first by value, then by shipments; the name decides what is left, so that pages neither repeat nor drop. */
export const LARGEST_FIRST = 'value_usd DESC, shipments DESC, name';

/** The sums of a group's cells. */
export function sumsOf(group: Group): Sums {
  const [, shipments = '', valueUsd = '', valueInr = '', withoutRate = '', valued = ''] = group;
  return {
    quantities: unitsInOrder(quantitiesOf(group)),
    shipments: Number(shipments),
    valued: Number(valued),
    valueUsd,
    valueInr: withoutRate === '0' ? valueInr : null,
  };
}

export function addSums(a: Sums, b: Sums): Sums {
  return {
    quantities: addQuantities(a.quantities, b.quantities),
    shipments: a.shipments + b.shipments,
    valued: a.valued + b.valued,
    valueUsd: addDecimals(a.valueUsd, b.valueUsd),
    valueInr: a.valueInr === null || b.valueInr === null ? null : addDecimals(a.valueInr, b.valueInr),
  };
}

/** What is left of a whole without a part of it. */
export function subtractSums(whole: Sums, part: Sums): Sums {
  return {
    quantities: withoutQuantities(whole.quantities, part.quantities),
    shipments: whole.shipments - part.shipments,
    valued: whole.valued - part.valued,
    valueUsd: withoutDecimals(whole.valueUsd, part.valueUsd),
    valueInr: whole.valueInr === null || part.valueInr === null ? null : withoutDecimals(whole.valueInr, part.valueInr),
  };
}
