/** Values of a column whose rows are the sum of the rows of others, found by arithmetic alone: whatever they are called. */
import { addBits, isNear, mayBeOff, PROOF, type Proof, weighSum } from './sum-proof.js';

/** What the rows of each value come to, in each group of rows that are alike otherwise. */
export type AmountsByValue = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** More values are not tried each as the sum of any others, but only those that have so much of everything. */
const FEW_VALUES = 300;
export const MUCH = 0.25;

const total = (amounts: ReadonlyMap<string, number>) => [...amounts.values()].reduce((sum, each) => sum + each, 0);

/** The values that are totals of others. */
export function totalsAmong(amounts: AmountsByValue): string[] {
  const totals = new Set([
    ...totalsOfWhatBeginsSo(amounts, (value) => value),
    ...totalsOfWhatBeginsSo(amounts, withoutZeros),
  ]);
  const sums = new Map([...amounts].map(([value, of]) => [value, total(of)]));
  const all = [...sums.values()].reduce((sum, each) => sum + each, 0);
  // A total of few is found before one that holds both it and them.
  const ascending = [...sums].sort(([, a], [, b]) => a - b);
  for (const [value, sum] of ascending) {
    if (totals.has(value) || sum <= 0 || (amounts.size > FEW_VALUES && sum < MUCH * all)) continue;
    const parts = [...amounts.keys()].filter((other) => !totals.has(other) && mayBePart(other, value, amounts));
    // Only one value can be half of everything.
    const values = sum * 2 >= all * 0.999 ? 0 : Math.log2(amounts.size);
    if (isProvedSum(value, parts, amounts, values)) totals.add(value);
    else {
      // Only what the parts have too much together can be the one that is none of them: each is not tried in every group.
      const tooMuch = parts.reduce((before, part) => before + (sums.get(part) ?? 0), 0) - sum;
      const apart = mayBeOff(sum, parts.length * (amounts.get(value)?.size ?? 0));
      const choices = values + Math.log2(parts.length);
      const beside = parts.find(
        (one) =>
          Math.abs((sums.get(one) ?? 0) - tooMuch) <= apart &&
          isProvedSum(value, without(parts, one), amounts, choices),
      );
      if (beside !== undefined || (amounts.size <= FEW_VALUES && isUnion(value, parts, amounts))) totals.add(value);
      // What is no part of the sum of everything is a sum itself.
      if (beside !== undefined && sum * 2 >= all - (sums.get(beside) ?? 0)) totals.add(beside);
    }
  }
  return [...amounts.keys()].filter((value) => totals.has(value));
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
function proveSum(value: string, parts: readonly string[], amounts: AmountsByValue): Proof[] | undefined {
  const proofs: Proof[] = [];
  for (const [group, of] of amounts.get(value) ?? []) {
    const own = parts.flatMap((part) => amounts.get(part)?.get(group) ?? []).filter((amount) => amount > 0);
    const sum = own.reduce((before, amount) => before + amount, 0);
    if (own.length === 0 ? of !== 0 : !isNear(sum, of, own.length)) return undefined;
    if (own.length >= 2) proofs.push(weighSum(of, own));
  }
  return proofs;
}

/**
 * Whether the parts make the sum in every group, and that can be no chance.
 *
 * @param choices of parts that there were, in bits
 */
const isProvedSum = (value: string, parts: readonly string[], amounts: AmountsByValue, choices = 0): boolean =>
  parts.length >= 2 && addBits(proveSum(value, parts, amounts) ?? []) >= PROOF + choices;

/** Sums of some of many parts lie closer together, by so many bits, than numbers of their size do. */
const CLOSER = 2;

/** Whether some of the parts are what it is the sum of, as a union of some countries beside others is: the more could be, the more has to be proved. */
function isUnion(value: string, parts: readonly string[], amounts: AmountsByValue): boolean {
  const groups = [...(amounts.get(value) ?? [])].map(([group, of]): Group => {
    const own = parts.map((part) => [part, amounts.get(part)?.get(group) ?? 0] as const);
    return { of, parts: new Map(own.filter(([, amount]) => amount > 0)) };
  });
  return isProvedSum(
    value,
    findParts(parts, groups) ?? [],
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
  const proofsByValue = new Map<string, Proof[]>();
  // What is longer stands behind: it is found before.
  for (let at = sorted.length - 1; at >= 0; at -= 1) {
    const { value, begins } = sorted[at] as (typeof sorted)[number];
    let end = at + 1;
    while (begins !== '' && sorted[end]?.begins.startsWith(begins)) end += 1;
    const longer = sorted.slice(at + 1, end).filter((other) => other.begins.length > begins.length);
    const lengths = [...new Set(longer.map((other) => other.begins.length))];
    const proofs = [
      longer.filter((other) => !proofsByValue.has(other.value)),
      ...lengths.map((length) => longer.filter((other) => other.begins.length === length)),
    ]
      .map((parts) => parts.map((part) => part.value))
      .filter((parts) => parts.length > 0 && parts.every((part) => mayBePart(part, value, amounts)))
      .map((parts) => proveSum(value, parts, amounts))
      .find((each) => each !== undefined);
    if (proofs) proofsByValue.set(value, proofs);
  }
  // One that is the sum of one alone is a total among others that are.
  return addBits([...proofsByValue.values()].flat()) >= PROOF ? [...proofsByValue.keys()] : [];
}

/** A group of rows: the sum, and what each part has that is in it. */
interface Group {
  of: number;
  parts: ReadonlyMap<string, number>;
}

/** How near a sum comes that is right, as a share of it and at least. */
const NEARLY_A_UNION = 1e-9;
const HALF_A_CENT = 0.005;

/** Of more that are open in one group not all choices are tried; of more in all, none is solved for. */
const MOST_OPEN = 28;
const MOST_UNKNOWNS = 80;
/** Choices that are looked into, until it is given up. */
const MOST_CHOICES = 500;

/** The parts that make the sum in each group; undefined where the groups leave a choice, or too much is open. */
function findParts(parts: readonly string[], groups: readonly Group[]): string[] | undefined {
  const left = { choices: MOST_CHOICES };
  return chosenIn(groups, new Map(), left) ?? solvedFor(parts, groups);
}

/** Goes through the groups, of which each says something of the parts in it, the one with the fewest open parts first. */
function chosenIn(
  groups: readonly Group[],
  known: ReadonlyMap<string, boolean>,
  left: { choices: number },
): string[] | undefined {
  const openIn = ({ parts }: Group) => [...parts].filter(([part]) => !known.has(part));
  const [first, ...further] = groups.map((group) => ({ group, open: openIn(group) }));
  if (first === undefined) return [...known].flatMap(([part, isPart]) => (isPart ? [part] : []));
  const { group, open } = further.reduce((best, each) => (each.open.length < best.open.length ? each : best), first);
  const rest = [...group.parts].reduce((sum, [part, amount]) => sum - (known.get(part) ? amount : 0), group.of);
  if (open.length > MOST_OPEN) return undefined;
  const others = groups.filter((other) => other !== group);
  const amounts = open.map(([, amount]) => amount);
  for (const choice of findChoices(amounts, rest, Math.max(HALF_A_CENT, NEARLY_A_UNION * group.of))) {
    left.choices -= 1;
    if (left.choices < 0) return undefined;
    const more = open.map(([part], at) => [part, choice.has(at)] as const);
    const chosen = chosenIn(others, new Map([...known, ...more]), left);
    if (chosen) return chosen;
  }
  return undefined;
}

/** Choices of amounts that make a sum: each of one half with what is lacking of the other. */
function* findChoices(amounts: readonly number[], sum: number, near: number): Generator<ReadonlySet<number>> {
  const half = amounts.length >> 1;
  const first = subsetSums(amounts.slice(0, half));
  const second = subsetSums(amounts.slice(half));
  const ascending = Uint32Array.from(first.keys()).sort((a, b) => (first[a] ?? 0) - (first[b] ?? 0));
  const sorted = Float64Array.from(ascending, (at) => first[at] ?? 0);
  for (const [rest, own] of second.entries()) {
    for (let at = firstFrom(sorted, sum - own - near); (sorted[at] ?? Infinity) <= sum - own + near; at += 1) {
      const mask = ascending[at] ?? 0;
      yield new Set([...amounts.keys()].filter((place) => (place < half ? mask >> place : rest >> (place - half)) & 1));
    }
  }
}

/** What each choice comes to, by its bits. */
function subsetSums(amounts: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** amounts.length);
  for (const [place, amount] of amounts.entries())
    for (let at = 0; at < 1 << place; at += 1) sums[at + (1 << place)] = (sums[at] ?? 0) + amount;
  return sums;
}

/** The first place whose number is as large. */
function firstFrom(sorted: Float64Array, least: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Where the groups are as many as the parts: the least squares of the sums. */
function solvedFor(parts: readonly string[], groups: readonly Group[]): string[] | undefined {
  if (parts.length > MOST_UNKNOWNS || groups.length < parts.length) return undefined;
  // Each group counts alike, however much is in it.
  const rows = groups.map((group) => parts.map((part) => (group.parts.get(part) ?? 0) / (group.of || 1)));
  const normal = parts.map((_, i) => [
    ...parts.map((__, j) => rows.reduce((before, row) => before + (row[i] ?? 0) * (row[j] ?? 0), 0)),
    rows.reduce((before, row) => before + (row[i] ?? 0), 0),
  ]);
  const solution = solved(normal);
  if (!solution?.every((times) => Math.abs(times) < 0.05 || Math.abs(times - 1) < 0.05)) return undefined;
  return parts.filter((_, at) => (solution[at] ?? 0) > 0.5);
}

/** What each unknown is, by elimination; undefined where the rows do not tell. */
function solved(rows: number[][]): number[] | undefined {
  for (let at = 0; at < rows.length; at += 1) {
    const size = (row: number[] | undefined) => Math.abs(row?.[at] ?? 0);
    const pivot = rows.slice(at).reduce((best, row) => (size(row) > size(best) ? row : best));
    if (size(pivot) < 1e-9) return undefined;
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(at, 0, pivot);
    for (const row of rows) {
      const times = row === pivot ? 0 : (row[at] ?? 0) / (pivot[at] ?? 1);
      for (const [place, cell] of pivot.entries()) row[place] = (row[place] ?? 0) - times * cell;
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}
