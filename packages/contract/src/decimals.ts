/** Exact arithmetic on decimal strings: amounts never pass through floating-point numbers. */

/** A decimal string as a whole number of its `scale`-th decimal; it has at most that many decimals. */
export function scaledDecimal(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.padEnd(scale, '0'));
  return text.startsWith('-') ? -digits : digits;
}
