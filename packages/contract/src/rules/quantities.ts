/**
 * The one rule of quantities. A record's quantity is the first of these measures that it states with a unit: its standard
 * quantity, or else its net weight, under a unit of its own ("net KGS"), so that the two are never added. A record that states
 * neither has no quantity; it is counted beside every sum. Quantities of different units are never added.
 */
import { addDecimals, withoutDecimals } from './decimals.js';

/** The measures in their order: the columns of an amount and its unit, and what is written before that unit. */
export const QUANTITY_MEASURES = [
  { amount: 'std_quantity', unit: 'std_unit', before: '' },
  { amount: 'net_weight', unit: 'net_weight_unit', before: 'net ' },
] as const;

/** What some records come to in one unit. Decimals are exact, and strings. */
export interface UnitQuantity {
  unit: string;
  quantity: string;
  /** The records that have a quantity in this unit. */
  shipments: number;
  /** What they are worth in USD. */
  valueUsd: string;
}

/** Quantities of two groups of records together, unit by unit, the unit of the largest value first. */
export const addQuantities = (a: readonly UnitQuantity[], b: readonly UnitQuantity[]): UnitQuantity[] =>
  joined(a, b, addDecimals, 1);

/** What is left of the quantities of some records without a part of them: exact, since sums subtract. */
export const withoutQuantities = (all: readonly UnitQuantity[], part: readonly UnitQuantity[]): UnitQuantity[] =>
  joined(all, part, withoutDecimals, -1);

function joined(
  a: readonly UnitQuantity[],
  b: readonly UnitQuantity[],
  decimals: (a: string, b: string) => string,
  sign: 1 | -1,
): UnitQuantity[] {
  const found = new Map(a.map((one) => [one.unit, one]));
  for (const { unit, quantity, shipments, valueUsd } of b) {
    const was = found.get(unit) ?? { quantity: '0', shipments: 0, valueUsd: '0' };
    found.set(unit, {
      unit,
      quantity: decimals(was.quantity, quantity),
      shipments: was.shipments + sign * shipments,
      valueUsd: decimals(was.valueUsd, valueUsd),
    });
  }
  return unitsInOrder([...found.values()].filter(({ shipments }) => shipments > 0));
}

/** Units in the order in which they are told: by value, then by shipments; the name decides what is left. */
export const unitsInOrder = (quantities: readonly UnitQuantity[]): UnitQuantity[] =>
  quantities.toSorted(
    (a, b) =>
      Number(withoutDecimals(b.valueUsd, a.valueUsd)) || b.shipments - a.shipments || (a.unit < b.unit ? -1 : 1),
  );

/** The quantity in one unit; null where no record has one in it. */
export const quantityIn = (unit: string, quantities: readonly UnitQuantity[]): string | null =>
  quantities.find((one) => one.unit === unit)?.quantity ?? null;

/** Of so many shipments those that have no quantity in any unit. */
export const withoutQuantity = (shipments: number, quantities: readonly Pick<UnitQuantity, 'shipments'>[]): number =>
  quantities.reduce((rest, one) => rest - one.shipments, shipments);
