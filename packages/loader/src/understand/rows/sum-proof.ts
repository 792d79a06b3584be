/** How sure it is that a number is the sum of others, in bits: what chance would have to hit. */

/** How near a sum comes to what it is the sum of, and what rounding each part to whole numbers may add. */
const NEARLY = 1e-6;
const ROUNDED = 0.5;
/** Of less than so many times that rounding, a sum that is nearly right proves nothing. */
const FAR_ABOVE_ROUNDING = 1000;

/** Numbers are compared to so many decimals. */
export const SCALE = 1e4;

/** So many bits prove a sum that is looked for in one place. */
export const PROOF = 15;

/** How far a sum of so many amounts may be off. */
export const mayBeOff = (sum: number, amounts: number): number => NEARLY * sum + ROUNDED * amounts;

export const isNear = (sum: number, of: number, parts: number): boolean => {
  const apart = Math.abs(sum - of);
  return apart <= NEARLY * of || (apart <= ROUNDED * parts && of >= FAR_ABOVE_ROUNDING * ROUNDED * parts);
};

/** Equal shares, as of prices of one, two and three pieces, make a sum again and again: such parts are alike. */
export interface Proof {
  bits: number;
  alike: string;
}

/** What a sum of these parts proves, which is near: the finer they are measured, the more. */
export function weighSum(of: number, parts: readonly number[]): Proof {
  const sum = parts.reduce((before, part) => before + part, 0);
  const apart = Math.abs(Math.round((sum - of) * SCALE));
  const unit = commonUnit(parts);
  if (unit === 0) return { bits: 0, alike: '' };
  return {
    bits: Math.max(0, Math.log2(of / Math.max(unit, (2 * apart) / SCALE))),
    alike: parts.map((part) => Math.round(part / unit)).join(' '),
  };
}

/** The largest number of which all are multiples. */
export const commonUnit = (amounts: readonly number[]): number =>
  amounts.reduce((unit, amount) => divisor(unit, Math.abs(Math.round(amount * SCALE))), 0) / SCALE;

/** What several such sums prove together. */
export function addBits(proofs: readonly Proof[]): number {
  const known = new Set<string>();
  return proofs.reduce((sum, { bits, alike }) => {
    if (known.has(alike)) return sum;
    known.add(alike);
    return sum + bits;
  }, 0);
}

function divisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}
