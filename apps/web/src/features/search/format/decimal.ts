/**
 * Decimals are shown from their digits, never through a float: real files carry up to 17 decimals, and what is shown must
 * be what was declared. Grouping is the Indian one (SPEC 9): 12,34,567.
 */
const PATTERN = /^(-?)(\d+)(?:\.(\d+))?$/;

interface Digits {
  negative: boolean;
  whole: string;
  fraction: string;
}

function digitsOf(text: string): Digits | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '0', fraction = ''] = match;
  // A zero has no sign.
  const negative = sign === '-' && /[1-9]/.test(whole + fraction);
  return { negative, whole: whole.replace(/^0+(?=\d)/, ''), fraction: fraction.replace(/0+$/, '') };
}

function group(whole: string): string {
  return whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,');
}

function join({ negative, whole, fraction }: Digits): string {
  return `${negative ? '−' : ''}${group(whole)}${fraction ? `.${fraction}` : ''}`;
}

/** Half away from zero, on the digits. */
function round({ negative, whole, fraction }: Digits, decimals: number): Digits {
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const up = fraction.charAt(decimals) >= '5' ? 1n : 0n;
  const digits = (kept + up).toString().padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return { negative, whole: digits.slice(0, at), fraction: digits.slice(at) };
}

/** How many decimals a value needs, up to a most. */
export function decimalsNeeded(text: string, most: number): number {
  return Math.min(most, digitsOf(text)?.fraction.length ?? 0);
}

/**
 * A decimal string with so many decimals, grouped, with a true minus. A value that would round to nothing says so
 * (`<0.01`); text that is no decimal is returned as it is.
 */
export function formatDecimal(text: string, decimals: number): string {
  const digits = digitsOf(text);
  if (!digits) return text;
  const rounded = round(digits, decimals);
  const vanished = /^0*$/.test(rounded.whole + rounded.fraction) && /[1-9]/.test(digits.whole + digits.fraction);
  const least = decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`;
  if (vanished) return `${digits.negative ? '>−' : '<'}${least}`;
  return join(rounded);
}

/** Every digit of a decimal string, grouped. */
export function exactDecimal(text: string): string {
  const digits = digitsOf(text);
  return digits ? join(digits) : text;
}
