import type { HeaderWords } from '../recognise/header-words.js';
import type { Answers } from './answers.js';
import type { Assignment, Suggestion } from './assign.js';
import { CLEAR } from './unclear.js';

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

/** Groups of rows that show it where no name says that they are a declaration's. */
const ENOUGH_UNNAMED = 8;

const VALUES = ['total_value_usd', 'total_value'];

/** The main value and the quantity where they are of a whole declaration, on each of its items, by what repeats. */
export function findDeclarationTotals(found: LookedAt): Suggestion[] {
  const { assignment, answers, header } = found;
  return [...VALUES, 'quantity'].flatMap((target) => {
    const [total] = assignment.chosen.get(target) ?? [];
    if (total === undefined || answers.columns.has(header[total.column] ?? '')) return [];
    return repeats(found, total.column) ? [total] : [];
  });
}

/** Suggestions without values of a whole declaration, where another column is called the same value and has each item's own. */
export function ofItems(suggestions: readonly Suggestion[], found: LookedAt): readonly Suggestion[] {
  const others = ({ target, column }: Suggestion) =>
    suggestions.filter(
      (each) => each.target === target && each.column !== column && each.score >= CLEAR && !each.blank,
    );
  const values = [...found.assignment.chosen.values()].flat().filter(({ target }) => VALUES.includes(target));
  if (values.every((value) => others(value).length === 0)) return suggestions;
  const totals = findDeclarationTotals(found).filter(
    (total) => VALUES.includes(total.target) && others(total).some(({ column }) => !repeats(found, column)),
  );
  if (totals.length === 0) return suggestions;
  return suggestions.filter((each) =>
    totals.every(({ target, column }) => each.target !== target || each.column !== column),
  );
}

/** Whether all items of a declaration have one number while they differ otherwise. */
export function repeats(
  { rows, read, assignment: { chosen } }: Pick<LookedAt, 'rows' | 'read' | 'assignment'>,
  number: number,
): boolean {
  const own = ['quantity', 'hs_code', 'product_description'].map((target) => chosen.get(target)?.[0]?.column ?? -1);
  const differ = own.filter((column) => column >= 0 && column !== number);
  if (differ.length === 0) return false;
  return read.some(({ concepts }, key) => {
    if (key === number || differ.includes(key)) return false;
    const isNumber = concepts.has('number') || concepts.has('id') || concepts.size === 1;
    const names = concepts.has('declaration') || concepts.has('shippingbill') || concepts.has('invoice');
    const isNamed = names && isNumber && !concepts.has('item') && !concepts.has('date');
    return repeatsBy(rows, { key, number, differ: differ[0] ?? -1, least: isNamed ? ENOUGH : ENOUGH_UNNAMED });
  });
}

function repeatsBy(
  rows: LookedAt['rows'],
  { key, number, differ, least }: { key: number; number: number; differ: number; least: number },
): boolean {
  const groups = new Map<string, { values: Set<string>; items: Set<string>; rows: number }>();
  for (const row of rows) {
    const name = row[key]?.trim() ?? '';
    if (name === '') continue;
    const group = groups.get(name) ?? { values: new Set(), items: new Set(), rows: 0 };
    group.values.add(row[number]?.trim() ?? '');
    group.items.add(row[differ]?.trim() ?? '');
    group.rows += 1;
    groups.set(name, group);
  }
  const several = [...groups.values()].filter(({ rows: items }) => items > 1);
  const one = several.filter(({ values }) => values.size === 1);
  // Items of different quantities have no one value by themselves; nor do declarations have one for all.
  const differing = one.filter(({ items }) => items.size > 1);
  const different = new Set(one.flatMap(({ values }) => [...values])).size;
  const enough = several.length >= least && one.length >= MOST * several.length;
  return enough && 2 * differing.length >= several.length && 2 * different > several.length;
}
