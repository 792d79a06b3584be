/** Quantities in words: each in its unit, with how many shipments it is of. */
import { type UnitQuantity, withoutQuantity } from '@tidewaiter/contract';
import { exactDecimal, formatCount, formatShipments } from './numbers.js';

/** Units whose codes a trader need not know, in words. */
const UNIT_WORDS: Readonly<Record<string, string>> = {
  NOS: 'pieces (NOS)',
  PCS: 'pieces (PCS)',
  PRS: 'pairs (PRS)',
  DOZ: 'dozens (DOZ)',
  THD: 'thousands (THD)',
  'net KGS': 'KGS net weight',
};

/** A unit as people read it: `pieces (NOS)`, `SQM`. */
export const unitInWords = (unit: string): string => UNIT_WORDS[unit] ?? unit;

/** One of a unit, as a price is of it: `piece (NOS)`. */
export const oneOfUnit = (unit: string): string => unitInWords(unit).replace(/^([a-z]+)s /, '$1 ');

/** This is said of shipments whose quantity counts nowhere. */
const withoutInWords = (shipments: number) =>
  `${formatShipments(shipments)} ${shipments === 1 ? 'has' : 'have'} no quantity`;

/**
 * `1,08,278 SQM of 40 shipments, 12 pieces (NOS) of 3 shipments; 2 shipments have no quantity`.
 *
 * @param shipments all of them, those without a quantity too
 */
export function quantitiesInWords(
  shipments: number,
  quantities: readonly Pick<UnitQuantity, 'unit' | 'quantity' | 'shipments'>[],
): string {
  const stated = quantities.map(
    (one) => `${exactDecimal(one.quantity)} ${unitInWords(one.unit)} of ${formatShipments(one.shipments)}`,
  );
  const without = withoutQuantity(shipments, quantities);
  return [stated.join(', '), without > 0 && withoutInWords(without)].filter(Boolean).join('; ');
}

/** Says what a figure is of: `40 of 45 shipments`, or `45 shipments` where it is of all. */
export const ofShipments = (some: number, all: number) =>
  some === all ? formatShipments(all) : `${formatCount(some)} of ${formatShipments(all)}`;

/** What shipments without a value in USD state in their own currencies: `INR 9,12,000 of 1 shipment`. */
export const otherCurrenciesInWords = (found: readonly { currency: string; value: string; shipments: number }[]) =>
  found.map((one) => `${one.currency} ${exactDecimal(one.value)} of ${formatShipments(one.shipments)}`).join(', ');

/** A sum of values, exact, and of how many shipments it is where some state none: `USD 1,845, of 1 of 2 shipments`. */
export const valueInWords = (valueUsd: string, { valued, shipments }: { valued: number; shipments: number }) =>
  valued === 0 && shipments > 0
    ? `No value in USD is stated of ${formatShipments(shipments)}`
    : `USD ${exactDecimal(valueUsd)}${valued < shipments ? `, of ${ofShipments(valued, shipments)}` : ''}`;
