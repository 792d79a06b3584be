/** Values of a column whose rows are the sum of the rows of others, found by arithmetic alone: whatever they are called. */

/** What the rows of each value come to, in each group of rows that are alike otherwise. */
export type AmountsByValue = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** How near a sum comes to what it is the sum of, and what rounding each part to whole numbers may add. */
const NEARLY = 1e-6;
const ROUNDED = 0.5;
/** Of less than so many times that rounding, a sum that is nearly right proves nothing. */
const FAR_ABOVE_ROUNDING = 1000;

/** So many groups in which at least two parts make the sum prove it; of fewer, so many parts of a sum of so many digits. */
const ENOUGH_GROUPS = 3;
const ENOUGH_PARTS = 3;
const ENOUGH_DIGITS = 5;

/** More values are not tried each as the sum of any others, but only those that have so much of everything. */
const FEW_VALUES = 300;
const MUCH = 0.25;
/** More unknowns are not solved for. */
const MOST_UNKNOWNS = 80;

const total = (amounts: ReadonlyMap<string, number>) => [...amounts.values()].reduce((sum, each) => sum + each, 0);

const isNear = (sum: number, of: number, parts: number) => {
  const apart = Math.abs(sum - of);
  return apart <= NEARLY * of || (apart <= ROUNDED * parts && of >= FAR_ABOVE_ROUNDING * ROUNDED * parts);
};

const digitsOf = (amount: number) =>
  amount
    .toPrecision(12)
    .replace(/e.*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '').length;

/** The values that are totals of others. */
export function totalsAmong(amounts: AmountsByValue): string[] {
  const found = new Set<string>();
  for (const value of totalsOfWhatBeginsSo(amounts)) found.add(value);
  const sums = new Map([...amounts].map(([value, of]) => [value, total(of)]));
  const all = [...sums.values()].reduce((sum, each) => sum + each, 0);
  // A total of few is found before one that holds both it and them.
  const ascending = [...sums].sort(([, a], [, b]) => a - b);
  for (const [value, sum] of ascending) {
    if (found.has(value) || sum <= 0 || (amounts.size > FEW_VALUES && sum < MUCH * all)) continue;
    const parts = [...amounts.keys()].filter((other) => !found.has(other) && mayBePart(other, value, amounts));
    if (isSumOf(value, parts, amounts)) found.add(value);
    else {
      const beside = parts.find((one) => isSumOf(value, without(parts, one), amounts));
      if (beside !== undefined || isSumOf(value, solvedFor(value, parts, amounts), amounts)) found.add(value);
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
    own.length > 0 && own.every(([group, amount]) => amount >= 0 && amount <= (whole.get(group) ?? -1) * (1 + NEARLY))
  );
}

/** In how many groups at least two parts make the sum, and how many the most do; undefined where they do not in every group. */
function proofsOf(value: string, parts: readonly string[], amounts: AmountsByValue) {
  let [groups, most] = [0, 0];
  for (const [group, of] of amounts.get(value) ?? []) {
    const own = parts.flatMap((part) => amounts.get(part)?.get(group) ?? []).filter((amount) => amount > 0);
    const sum = own.reduce((before, amount) => before + amount, 0);
    if (own.length === 0 ? of !== 0 : !isNear(sum, of, own.length)) return undefined;
    if (own.length >= 2) groups += 1;
    most = Math.max(most, own.length);
  }
  return { groups, most };
}

/** Whether what proves a total in too few groups can be no chance: by its parts and its digits. */
const isProvedByOne = (value: string, amounts: AmountsByValue, parts: number) =>
  parts >= ENOUGH_PARTS && digitsOf(total(amounts.get(value) ?? new Map())) >= ENOUGH_DIGITS;

/** Whether the parts make the sum in every group, and that can be no chance. */
function isSumOf(value: string, parts: readonly string[], amounts: AmountsByValue): boolean {
  const proofs = parts.length < 2 ? undefined : proofsOf(value, parts, amounts);
  if (proofs === undefined) return false;
  return proofs.groups >= ENOUGH_GROUPS || (proofs.groups > 0 && isProvedByOne(value, amounts, proofs.most));
}

/** The parts that the groups leave no choice about, as for a union of some countries beside others: the least squares of the sums. */
function solvedFor(value: string, parts: readonly string[], amounts: AmountsByValue): string[] {
  const sums = [...(amounts.get(value) ?? [])];
  if (parts.length > MOST_UNKNOWNS || sums.length < parts.length) return [];
  // Each group counts alike, however much is in it.
  const cell = (part: string, [group, of]: [string, number]) => (amounts.get(part)?.get(group) ?? 0) / (of || 1);
  const rows = sums.map((sum) => parts.map((part) => cell(part, sum)));
  const normal = parts.map((_, i) => [
    ...parts.map((__, j) => rows.reduce((before, row) => before + (row[i] ?? 0) * (row[j] ?? 0), 0)),
    rows.reduce((before, row) => before + (row[i] ?? 0), 0),
  ]);
  const solution = solved(normal);
  if (!solution?.every((times) => Math.abs(times) < 0.05 || Math.abs(times - 1) < 0.05)) return [];
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

/** Values with which longer ones begin and whose sum they are: a chapter beside its headings, a year beside its months. */
function totalsOfWhatBeginsSo(amounts: AmountsByValue): string[] {
  const sorted = [...amounts.keys()].sort();
  const found = sorted.flatMap((value, at) => {
    const end = sorted.findIndex((other, place) => place > at && !other.startsWith(value));
    const longer = value === '' ? [] : sorted.slice(at + 1, end < 0 ? undefined : end);
    const lengths = [...new Set(longer.map(({ length }) => length))];
    const proofs = lengths
      .map((length) => longer.filter((other) => other.length === length))
      .filter((parts) => parts.every((part) => mayBePart(part, value, amounts)))
      .map((parts) => proofsOf(value, parts, amounts))
      .find((each) => each !== undefined);
    return proofs === undefined ? [] : [{ value, proofs, isOne: isProvedByOne(value, amounts, proofs.most) }];
  });
  // One that is the sum of one alone is a total among others that are.
  const several = found.reduce((sum, { proofs }) => sum + proofs.groups, 0);
  return several >= ENOUGH_GROUPS || found.some(({ isOne }) => isOne) ? found.map(({ value }) => value) : [];
}
