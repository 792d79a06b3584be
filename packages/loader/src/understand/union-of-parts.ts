/** Which of some parts make a sum, where only some do. */

/** A group of rows: the sum, and what each part has that is in it. */
export interface Group {
  of: number;
  parts: ReadonlyMap<string, number>;
}

/** How near a sum comes that is right, as a share of it and at least. */
const NEARLY = 1e-9;
const LEAST = 0.005;

/** Of more that are open in one group not all choices are tried; of more in all, none is solved for. */
const MOST_OPEN = 28;
const MOST_UNKNOWNS = 80;
/** Choices that are looked into, until it is given up. */
const MOST_CHOICES = 500;

/** The parts that make the sum in each group; undefined where the groups leave a choice, or too much is open. */
export function partsOf(parts: readonly string[], groups: readonly Group[]): string[] | undefined {
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
  for (const choice of choicesOf(amounts, rest, Math.max(LEAST, NEARLY * group.of))) {
    left.choices -= 1;
    if (left.choices < 0) return undefined;
    const more = open.map(([part], at) => [part, choice.has(at)] as const);
    const chosen = chosenIn(others, new Map([...known, ...more]), left);
    if (chosen) return chosen;
  }
  return undefined;
}

/** Choices of amounts that make a sum: each of one half with what is lacking of the other. */
function* choicesOf(amounts: readonly number[], sum: number, near: number): Generator<ReadonlySet<number>> {
  const half = amounts.length >> 1;
  const first = sumsOf(amounts.slice(0, half));
  const second = sumsOf(amounts.slice(half));
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
function sumsOf(amounts: readonly number[]): Float64Array {
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
