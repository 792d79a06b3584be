import type { HeaderWords } from '../recognise/header-words.js';
import type { Answers } from './answers.js';
import type { Assignment, Suggestion } from './assign.js';

interface LookedAt {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  read: readonly HeaderWords[];
  assignment: Assignment;
  answers: Answers;
  numberOf(cell: string): number | undefined;
}

/** Declarations of several items that must show it, and the share of all of them. */
const ENOUGH = 3;
const MOST = 0.9;

/** Rows in which a quantity times its price is less than the value, and no more: few values are off by chance. */
const ENOUGH_ROWS = 10;
const OFTEN_MORE = 0.2;
const MORE = 1.5;
const NEARLY = 0.98;
const STEADY = 0.1;

/** The main value where it is that of a whole declaration, on each of its items: by what repeats, or by quantities and prices. */
export function findDeclarationTotal(found: LookedAt): Suggestion | undefined {
  const { assignment, answers, header } = found;
  for (const target of ['total_value_usd', 'total_value']) {
    const [value] = assignment.chosen.get(target) ?? [];
    if (value === undefined || answers.columns.has(header[value.column] ?? '')) continue;
    if (repeats(found, value.column) || exceedsItems(found, value.column)) return value;
  }
  return undefined;
}

/** Whether all items of a declaration have one value while their quantities differ. */
function repeats({ rows, read, assignment }: LookedAt, value: number): boolean {
  const [quantity] = assignment.chosen.get('quantity') ?? [];
  const keys = read.flatMap(({ concepts }, column) => {
    const isNumber = concepts.has('number') || concepts.has('id') || concepts.size === 1;
    const names = concepts.has('declaration') || concepts.has('shippingbill') || concepts.has('invoice');
    return names && isNumber && !concepts.has('item') && !concepts.has('date') && column !== value ? [column] : [];
  });
  return keys.some((key) => {
    const groups = new Map<string, { values: Set<string>; quantities: Set<string>; rows: number }>();
    for (const row of rows) {
      const name = row[key]?.trim() ?? '';
      if (name === '') continue;
      const group = groups.get(name) ?? { values: new Set(), quantities: new Set(), rows: 0 };
      group.values.add(row[value]?.trim() ?? '');
      group.quantities.add(row[quantity?.column ?? -1]?.trim() ?? '');
      group.rows += 1;
      groups.set(name, group);
    }
    const several = [...groups.values()].filter(({ rows: items }) => items > 1);
    const one = several.filter(({ values }) => values.size === 1);
    // Items of different quantities have no one value by themselves; nor do declarations have one for all.
    const differ = one.filter(({ quantities }) => quantities.size > 1);
    const different = new Set(one.flatMap(({ values }) => [...values])).size;
    const enough = several.length >= ENOUGH && one.length >= MOST * several.length;
    return enough && 2 * differ.length >= several.length && 2 * different > several.length;
  });
}

/** Whether a quantity times its price is never more than the value, often far less, and by no steady rate. */
function exceedsItems({ rows, assignment, numberOf }: LookedAt, value: number): boolean {
  const [quantity] = assignment.chosen.get('quantity') ?? [];
  const [price] = assignment.chosen.get('unit_price_usd') ?? assignment.chosen.get('unit_price') ?? [];
  if (quantity === undefined || price === undefined) return false;
  const times = rows.flatMap((row) => {
    const [v, q, p] = [value, quantity.column, price.column].map((column) => numberOf(row[column] ?? '') ?? 0);
    return v && q && p && v > 0 && q > 0 && p > 0 ? [v / (q * p)] : [];
  });
  if (times.length < ENOUGH_ROWS) return false;
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 1;
  const steady = times.filter((time) => Math.abs(time - middle) <= STEADY * middle).length;
  return (
    times.filter((time) => time >= NEARLY).length >= MOST * times.length &&
    times.filter((time) => time > MORE).length >= OFTEN_MORE * times.length &&
    steady < times.length / 2
  );
}
