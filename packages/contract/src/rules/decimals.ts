/** Exact arithmetic on decimal strings: amounts never pass through floating-point numbers. */

const POWERS_OF_TEN = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));

/** A decimal string as a whole number of its `scale`-th decimal; it has at most that many decimals. A quarter of what padding its digits takes: a screen reads thousands. */
export function scaledDecimal(text: string, scale: number): bigint {
  const point = text.indexOf('.');
  const [digits, decimals] =
    point < 0 ? [text, 0] : [text.slice(0, point) + text.slice(point + 1), text.length - point - 1];
  return BigInt(digits) * (POWERS_OF_TEN[scale - decimals] as bigint);
}

const absolute = (number: bigint) => (number < 0n ? -number : number);

/** The decimal of a scaled one, without zeros at its end. */
export function decimalOf(number: bigint, scale: number): string {
  const digits = absolute(number)
    .toString()
    .padStart(scale + 1, '0');
  const at = digits.length - scale;
  const fraction = digits.slice(at).replace(/0+$/, '');
  return `${number < 0n ? '-' : ''}${digits.slice(0, at)}${fraction && `.${fraction}`}`;
}

/** Most decimals of whatever is summed or shared: 18 of a value, and 6 of the rate that converts it. */
const SCALE = 24;

/** The exact sum of two decimals. */
export const addDecimals = (a: string, b: string) =>
  decimalOf(scaledDecimal(a, SCALE) + scaledDecimal(b, SCALE), SCALE);

/** What is left of a decimal without others: exact. */
export const withoutDecimals = (whole: string, ...parts: readonly string[]) =>
  decimalOf(
    parts.reduce((rest, part) => rest - scaledDecimal(part, SCALE), scaledDecimal(whole, SCALE)),
    SCALE,
  );

/** What part of a whole is, in percent with two decimals, half away from zero; `0.00` of nothing. */
export function percentOf(part: string, whole: string): string {
  const [some, all] = [scaledDecimal(part, SCALE), scaledDecimal(whole, SCALE)];
  if (all === 0n) return '0.00';
  const hundredths = (absolute(some) * 20_000n + absolute(all)) / (2n * absolute(all));
  const digits = hundredths.toString().padStart(3, '0');
  const sign = hundredths > 0n && some < 0n !== all < 0n ? '-' : '';
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
