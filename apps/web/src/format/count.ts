const COUNT = new Intl.NumberFormat('en-IN');

/** A whole number in Indian grouping (SPEC 9). */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** `1 shipment`, `48,213 shipments`. */
export function formatShipments(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'shipment' : 'shipments'}`;
}

/** Elapsed time as a person reads it: `0.4 s`. */
export function formatSeconds(milliseconds: number): string {
  return `${Math.max(0.1, milliseconds / 1000).toFixed(1)} s`;
}
