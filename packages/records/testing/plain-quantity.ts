/** The rule of quantities once more, for tests: written against the specification of it and sharing no code with what they test. */
import type { PlainRecord } from '@tidewaiter/testing/plain-search';

/** Quantities by unit, in units of the last of {@link SCALE} decimals. */
export type PlainQuantities = Readonly<Record<string, { shipments: number; quantity: bigint }>>;

/** Decimals that are kept: 18 of a value and 6 of a rate. */
export const SCALE = 24;

export const scaled = (text: string | undefined) => {
  const [whole = '0', fraction = ''] = (text || '0').split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
};

/** What a record counts with: its standard quantity, else its net weight; nothing where it states neither with a unit. */
export function plainQuantity(record: PlainRecord): { unit: string; quantity: bigint } | undefined {
  if (record.std_quantity && record.std_unit) return { unit: record.std_unit, quantity: scaled(record.std_quantity) };
  if (!record.net_weight || !record.net_weight_unit) return undefined;
  return { unit: `net ${record.net_weight_unit}`, quantity: scaled(record.net_weight) };
}

/** The same as text, from stored records: the unit, and the quantity that is `0` where there is none. */
export const PLAIN_UNIT =
  "if(std_unit = '' OR std_quantity IS NULL, if(net_weight_unit = '' OR net_weight IS NULL, '', 'net ' || net_weight_unit), std_unit)";
export const PLAIN_QUANTITY = `toString(coalesce(if(std_unit = '', NULL, std_quantity), if(net_weight_unit = '', NULL, net_weight), 0))`;

export function joinQuantities(a: PlainQuantities, b: PlainQuantities): PlainQuantities {
  const all = { ...a };
  for (const [unit, { shipments, quantity }] of Object.entries(b)) {
    const was = all[unit] ?? { shipments: 0, quantity: 0n };
    all[unit] = { shipments: was.shipments + shipments, quantity: was.quantity + quantity };
  }
  return all;
}

/** An answer's quantities, as they are compared. */
export const byUnit = (found: readonly { unit: string; shipments: number; quantity: string }[]): PlainQuantities =>
  Object.fromEntries(found.map(({ unit, shipments, quantity }) => [unit, { shipments, quantity: scaled(quantity) }]));
