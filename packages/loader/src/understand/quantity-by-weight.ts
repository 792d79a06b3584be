import { hsCodeOf } from '../cleaning/hs-codes.js';
import type { HeaderWords } from '../recognise/header-words.js';
import type { Assignment, Suggestion } from './assign.js';
import { CLEAR } from './unclear.js';

interface Weighed {
  assignment: Assignment;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  read: readonly HeaderWords[];
  /** Whether a column that is left out may be the quantity or its unit. */
  mayHaveQuantity: boolean;
  numberOf(cell: string): number | undefined;
}

/** What counts goods otherwise. */
const COUNTED = ['quantity', 'std_quantity', 'unit', 'std_unit', 'net_weight_unit'];

/** A word that is part of a phrase says it too: `PESO NETO KG`, `KGS_NETOS`. */
const KILOGRAMS = /(?<!\p{L})(kgs?|kilos?|kilogram\p{L}*|quilogram\p{L}*|кг)(?!\p{L})/iu;

/** The box of the declaration's form that holds the net mass, which the form has in kilograms. */
const BOX_OF_MASS = /^(g|гр|box|c)?\.?\s*38$/i;

export const isInKilograms = (column: number, header: readonly string[], read: readonly HeaderWords[]) =>
  read[column]?.concepts.has('kilogram') === true ||
  KILOGRAMS.test(header[column] ?? '') ||
  BOX_OF_MASS.test(header[column]?.trim() ?? '');

/** Rows and chapters of goods that show what weights are in. */
const ENOUGH = { rows: 20, chapters: 5 };

/** USD that a unit of weight costs in the median of mixed goods: a kilogram less than this, a tonne more. */
const DEAREST_KILOGRAM = 100;

/** Tonnes that three of four consignments of mixed goods do not weigh. */
const HEAVY = 100;

/**
 * Whether weights that name no unit are in kilograms, as most are: mixed goods cost some dollars the kilogram and some thousands the tonne, and
 * three consignments of four do not weigh a hundred tonnes.
 */
function areKilograms(column: number, { assignment: { chosen }, rows, numberOf }: Weighed): boolean {
  const [code] = chosen.get('hs_code') ?? [];
  const [usd] = chosen.get('total_value_usd') ?? [];
  const cell = (row: readonly string[], at: number | undefined) => row[at ?? -1]?.trim() ?? '';
  const weighed = rows.flatMap((row) => {
    const weight = numberOf(cell(row, column)) ?? 0;
    if (weight <= 0) return [];
    const value = (numberOf(cell(row, usd?.column)) ?? 0) * (usd?.times ?? 1);
    return [{ weight, price: value / weight, chapter: hsCodeOf(cell(row, code?.column)).slice(0, 2) }];
  });
  const chapters = new Set(weighed.map(({ chapter }) => chapter));
  if (weighed.length < ENOUGH.rows || chapters.size < ENOUGH.chapters) return false;
  const at = (share: number, numbers: readonly number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? 0;
  const prices = weighed.flatMap(({ price }) => (price > 0 ? [price] : []));
  if (prices.length >= ENOUGH.rows) return at(0.5, prices) < DEAREST_KILOGRAM;
  // Sums of many consignments may weigh anything.
  const isOfParties = chosen.has('importer_name') || chosen.has('exporter_name');
  const weights = weighed.map(({ weight }) => weight);
  return isOfParties && at(0.25, weights) > HEAVY;
}

/** The only weight of a file, of which nothing says that it is with what the goods are packed in. */
function onlyWeight({ assignment: { chosen }, header, read }: Weighed): Suggestion | undefined {
  const [weight] = chosen.get('gross_weight') ?? [];
  const isBare = weight !== undefined && !read[weight.column]?.concepts.has('gross');
  return isBare && isInKilograms(weight.column, header, read) ? weight : undefined;
}

/** Of a file that counts nothing else, the quantity is the net weight; its unit is said where the file says or shows it. */
export function quantityByWeight(found: Weighed): Record<string, { from: string } | { constant: string }> {
  const { assignment, header, read, mayHaveQuantity } = found;
  const net = assignment.chosen.get('net_weight')?.[0] ?? onlyWeight(found);
  const isCounted = mayHaveQuantity || COUNTED.some((target) => assignment.chosen.has(target));
  if (isCounted || net === undefined || net.score < CLEAR) return {};
  const isSaid = isInKilograms(net.column, header, read);
  if (!isSaid && !areKilograms(net.column, found)) return {};
  const from = { from: header[net.column] ?? '', ...(net.times && { times: net.times }) };
  return { quantity: from, unit: { constant: 'KGS' } };
}
