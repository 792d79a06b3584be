import type { HeaderWords } from '../../recognise/header-words.js';
import { isInTonnes } from '../../recognise/tonnes.js';
import type { Assignment, Evidence } from '../columns/assignment.js';
import type { ColumnValues } from '../columns/column-values.js';
import { concepts, saysAny } from '../columns/header-candidates.js';
import { CLEAR, ENOUGH, SHARE } from '../columns/weights.js';
import type { Answers } from '../proposal/answers.js';

/** What is known of a file's columns that says the unit of a weight. */
interface NamedColumns {
  header: readonly string[];
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
}

/** A word that is part of a phrase says it too: `PESO NETO KG`, `KGS_NETOS`. */
const KILOGRAMS = /(?<!\p{L})(kgs?|kilos?|kilogram\p{L}*|quilogram\p{L}*|кг)(?!\p{L})/iu;
/** The unit that the name of a weight says, or that stands beside each of its numbers. */
export function unitOfWeight(column: number, { header, read, values }: NamedColumns) {
  const name = header[column]?.trim() ?? '';
  const sign = values[column]?.amounts?.signs?.[0] ?? '';
  if (read[column]?.concepts.has('kilogram') || KILOGRAMS.test(name) || KILOGRAMS.test(sign)) return 'KGS';
  return isInTonnes(name) ? 'TNE' : undefined;
}

export interface Weighed extends NamedColumns {
  assignment: Assignment;
  rows: readonly (readonly string[])[];
  /** Whether a column that is left out may be the quantity or its unit. */
  mayHaveQuantity: boolean;
  numberOf(cell: string): number | undefined;
}

/** What counts goods otherwise. */
const COUNTED = ['quantity', 'std_quantity', 'unit', 'std_unit', 'net_weight_unit'];
/** Of a file that counts nothing else, the quantity is the net weight, or the only one that is not called gross. */
export function quantityByWeight(file: Weighed): Record<string, { from: string } | { constant: string }> {
  const { assignment, header, mayHaveQuantity } = file;
  const [gross] = assignment.chosen.get('gross_weight') ?? [];
  const isGross = gross && file.read[gross.column]?.concepts.has('gross');
  const net = assignment.chosen.get('net_weight')?.[0] ?? (isGross ? undefined : gross);
  const isCounted = mayHaveQuantity || COUNTED.some((target) => assignment.chosen.has(target));
  if (isCounted || net === undefined || net.score < CLEAR || repeats(file, net.column)) return {};
  const unit = unitOfWeight(net.column, file);
  if (unit === undefined) return {};
  const from = { from: header[net.column] ?? '', ...(net.times && { times: net.times }) };
  return { quantity: from, unit: { constant: unit } };
}

interface Declared extends Pick<Weighed, 'header' | 'rows' | 'read' | 'assignment'> {
  answers: Answers;
}

const VALUES = ['total_value_usd', 'total_value'];

/** The main value and the quantity where they are of a whole declaration, on each of its items, by what repeats. */
export function findDeclarationTotals(file: Declared): Evidence[] {
  const { assignment, answers, header } = file;
  return [...VALUES, 'quantity'].flatMap((target) => {
    const [total] = assignment.chosen.get(target) ?? [];
    const isOpen = total !== undefined && !answers.columns.has(header[total.column] ?? '');
    return isOpen && repeats(file, total.column) ? [total] : [];
  });
}

const DECLARATIONS = concepts('declaration shippingbill invoice');
const NO_NUMBER = concepts('item date');

/** Whether all items of a declaration have one number while they differ otherwise. */
function repeats(
  { rows, read, assignment: { chosen } }: Pick<Declared, 'rows' | 'read' | 'assignment'>,
  number: number,
) {
  const own = ['quantity', 'hs_code', 'product_description'].map((target) => chosen.get(target)?.[0]?.column ?? -1);
  const differ = own.filter((column) => column >= 0 && column !== number);
  const [item] = differ;
  if (item === undefined) return false;
  return read.some((words, key) => {
    if (key === number || differ.includes(key)) return false;
    const { concepts: nameWords } = words;
    const isNumber = nameWords.has('number') || nameWords.has('id') || nameWords.size === 1;
    const isNamed = saysAny(words, DECLARATIONS) && isNumber && !saysAny(words, NO_NUMBER);
    return repeatsBy(rows, { key, number, item, least: isNamed ? ENOUGH.named : ENOUGH.alone });
  });
}

function repeatsBy(
  rows: Declared['rows'],
  { key, number, item, least }: { key: number; number: number; item: number; least: number },
): boolean {
  const groups = new Map<string, { values: Set<string>; items: Set<string>; rows: number }>();
  for (const row of rows) {
    const name = row[key]?.trim() ?? '';
    if (name === '') continue;
    const group = groups.get(name) ?? { values: new Set(), items: new Set(), rows: 0 };
    group.values.add(row[number]?.trim() ?? '');
    group.items.add(row[item]?.trim() ?? '');
    group.rows += 1;
    groups.set(name, group);
  }
  const several = [...groups.values()].filter(({ rows: items }) => items > 1);
  const one = several.filter(({ values }) => values.size === 1);
  // Items of different quantities have no one value by themselves; nor do declarations have one for all.
  const differing = one.filter(({ items }) => items.size > 1);
  const different = new Set(one.flatMap(({ values }) => [...values])).size;
  const isEnough = several.length >= least && one.length >= SHARE.most * several.length;
  return isEnough && 2 * differing.length >= several.length && 2 * different > several.length;
}
