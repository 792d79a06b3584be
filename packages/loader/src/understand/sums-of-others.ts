/** Values of a column whose rows are the sum of the rows of others, found by arithmetic alone: whatever they are called. */
import { bitsOf, isNear, mayBeOff, PROOF, type Proof, proofOf } from './proof-of-sums.js';
import { type Group, partsOf } from './union-of-parts.js';

/** What the rows of each value come to, in each group of rows that are alike otherwise. */
export type AmountsByValue = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** More values are not tried each as the sum of any others, but only those that have so much of everything. */
const FEW_VALUES = 300;
export const MUCH = 0.25;

const total = (amounts: ReadonlyMap<string, number>) => [...amounts.values()].reduce((sum, each) => sum + each, 0);

/** The values that are totals of others. */
export function totalsAmong(amounts: AmountsByValue): string[] {
  const found = new Set([
    ...totalsOfWhatBeginsSo(amounts, (value) => value),
    ...totalsOfWhatBeginsSo(amounts, withoutZeros),
  ]);
  const sums = new Map([...amounts].map(([value, of]) => [value, total(of)]));
  const all = [...sums.values()].reduce((sum, each) => sum + each, 0);
  // A total of few is found before one that holds both it and them.
  const ascending = [...sums].sort(([, a], [, b]) => a - b);
  for (const [value, sum] of ascending) {
    if (found.has(value) || sum <= 0 || (amounts.size > FEW_VALUES && sum < MUCH * all)) continue;
    const parts = [...amounts.keys()].filter((other) => !found.has(other) && mayBePart(other, value, amounts));
    // Only one value can be half of everything.
    const values = sum * 2 >= all * 0.999 ? 0 : Math.log2(amounts.size);
    if (isSumOf(value, parts, amounts, values)) found.add(value);
    else {
      // Only what the parts have too much together can be the one that is none of them: each is not tried in every group.
      const tooMuch = parts.reduce((before, part) => before + (sums.get(part) ?? 0), 0) - sum;
      const apart = mayBeOff(sum, parts.length * (amounts.get(value)?.size ?? 0));
      const choices = values + Math.log2(parts.length);
      const beside = parts.find(
        (one) =>
          Math.abs((sums.get(one) ?? 0) - tooMuch) <= apart && isSumOf(value, without(parts, one), amounts, choices),
      );
      if (beside !== undefined || (amounts.size <= FEW_VALUES && isUnion(value, parts, amounts))) found.add(value);
      // What is no part of the sum of everything is a sum itself.
      if (beside !== undefined && sum * 2 >= all - (sums.get(beside) ?? 0)) found.add(beside);
    }
  }
  return [...amounts.keys()].filter((value) => found.has(value));
}

const without = (parts: readonly string[], one: string) => parts.filter((part) => part !== one);

/** Whether one is nowhere without the other, and nowhere more. */
function mayBePart(part: string, value: string, amounts: AmountsByValue): boolean {
  const whole = amounts.get(value);
  if (part === value || whole === undefined) return false;
  const own = [...(amounts.get(part) ?? [])];
  return (
    own.length > 0 && own.every(([group, amount]) => amount >= 0 && amount <= (whole.get(group) ?? -1) * (1 + 1e-6))
  );
}

/** What the groups prove in which at least two parts make the sum; undefined where they do not in every group. */
function proofsOf(value: string, parts: readonly string[], amounts: AmountsByValue): Proof[] | undefined {
  const proofs: Proof[] = [];
  for (const [group, of] of amounts.get(value) ?? []) {
    const own = parts.flatMap((part) => amounts.get(part)?.get(group) ?? []).filter((amount) => amount > 0);
    const sum = own.reduce((before, amount) => before + amount, 0);
    if (own.length === 0 ? of !== 0 : !isNear(sum, of, own.length)) return undefined;
    if (own.length >= 2) proofs.push(proofOf(of, own));
  }
  return proofs;
}

/**
 * Whether the parts make the sum in every group, and that can be no chance.
 *
 * @param choices of parts that there were, in bits
 */
const isSumOf = (value: string, parts: readonly string[], amounts: AmountsByValue, choices = 0): boolean =>
  parts.length >= 2 && bitsOf(proofsOf(value, parts, amounts) ?? []) >= PROOF + choices;

/** Sums of some of many parts lie closer together, by so many bits, than numbers of their size do. */
const CLOSER = 2;

/** Whether some of the parts are what it is the sum of, as a union of some countries beside others is: the more could be, the more has to be proved. */
function isUnion(value: string, parts: readonly string[], amounts: AmountsByValue): boolean {
  const groups = [...(amounts.get(value) ?? [])].map(([group, of]): Group => {
    const own = parts.map((part) => [part, amounts.get(part)?.get(group) ?? 0] as const);
    return { of, parts: new Map(own.filter(([, amount]) => amount > 0)) };
  });
  return isSumOf(
    value,
    partsOf(parts, groups) ?? [],
    amounts,
    parts.length + Math.log2(amounts.size) + CLOSER * groups.length,
  );
}

/** A code of goods as it is without the zeros that fill it up, and without what stands between its digits. */
const withoutZeros = (value: string) => value.replace(/\W/g, '').replace(/^(\d\d(?:\d\d)*?)(?:00)+$/, '$1');

/** Values with which longer ones begin and whose sum they are: a chapter beside its headings, a year beside its months. */
function totalsOfWhatBeginsSo(amounts: AmountsByValue, written: (value: string) => string): string[] {
  const sorted = [...amounts.keys()]
    .map((value) => ({ value, begins: written(value) }))
    .sort((a, b) => (a.begins < b.begins ? -1 : a.begins > b.begins ? 1 : 0));
  const found = new Map<string, Proof[]>();
  // What is longer stands behind: it is found before.
  for (let at = sorted.length - 1; at >= 0; at -= 1) {
    const { value, begins } = sorted[at] as (typeof sorted)[number];
    let end = at + 1;
    while (begins !== '' && sorted[end]?.begins.startsWith(begins)) end += 1;
    const longer = sorted.slice(at + 1, end).filter((other) => other.begins.length > begins.length);
    const lengths = [...new Set(longer.map((other) => other.begins.length))];
    const proofs = [
      longer.filter((other) => !found.has(other.value)),
      ...lengths.map((length) => longer.filter((other) => other.begins.length === length)),
    ]
      .map((parts) => parts.map((part) => part.value))
      .filter((parts) => parts.length > 0 && parts.every((part) => mayBePart(part, value, amounts)))
      .map((parts) => proofsOf(value, parts, amounts))
      .find((each) => each !== undefined);
    if (proofs) found.set(value, proofs);
  }
  // One that is the sum of one alone is a total among others that are.
  return bitsOf([...found.values()].flat()) >= PROOF ? [...found.keys()] : [];
}
