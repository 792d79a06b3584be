import { hsCodeOf } from '../cleaning/hs-codes.js';
import type { HeaderWords } from '../recognise/header-words.js';
import { isInTonnes } from '../recognise/tonnes.js';
import type { Assignment, Suggestion } from './assign.js';
import type { ColumnValues } from './column-values.js';
import { repeats } from './declaration-totals.js';
import { CLEAR } from './unclear.js';

interface Weighed extends Named {
  assignment: Assignment;
  rows: readonly (readonly string[])[];
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

/** What is known of a file's columns that says the unit of a weight. */
export interface Named {
  header: readonly string[];
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
}

/** The unit that the name of a weight says, or that stands beside each of its numbers. */
export function unitOfWeight(column: number, { header, read, values }: Named) {
  const name = header[column]?.trim() ?? '';
  const sign = values[column]?.amounts?.signs?.[0] ?? '';
  if (read[column]?.concepts.has('kilogram') || BOX_OF_MASS.test(name)) return 'KGS';
  if (KILOGRAMS.test(name) || KILOGRAMS.test(sign)) return 'KGS';
  return isInTonnes(name) ? 'TNE' : undefined;
}

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

/** A guess that values alone make of a quantity, without a unit, beside a weight whose name says what it is in: the goods are counted by that. */
export function guessBesideWeight({ chosen }: Assignment, named: Named): string[] {
  const [[quantity], [net]] = [chosen.get('quantity') ?? [], chosen.get('net_weight') ?? []];
  const isGuess = quantity !== undefined && quantity.named === 0 && quantity.score < CLEAR && !chosen.has('unit');
  const isWeighed = net !== undefined && net.score >= CLEAR && unitOfWeight(net.column, named) !== undefined;
  return isGuess && isWeighed ? ['quantity'] : [];
}

/** What only lists of what a ship or a lorry carries have, and what they have not. */
const OF_CARGO = ['bl_number', 'ship_name', 'container', 'voyage_number', 'menifest_no'];
const OF_MONEY = /^(?!freight).*(value|price|duty|tax)/;

/** The only weight of a file: with what the goods are packed in, where it is a manifest, which weighs nothing else. */
function onlyWeight(found: Weighed): Suggestion | undefined {
  const { chosen } = found.assignment;
  const [weight] = chosen.get('gross_weight') ?? [];
  if (weight === undefined || unitOfWeight(weight.column, found) === undefined) return undefined;
  const isManifest =
    OF_CARGO.some((target) => chosen.has(target)) && ![...chosen.keys()].some((target) => OF_MONEY.test(target));
  return isManifest || !found.read[weight.column]?.concepts.has('gross') ? weight : undefined;
}

/** Of a file that counts nothing else, the quantity is the net weight, or a manifest's gross one; its unit is said where the file says or shows it. */
export function quantityByWeight(found: Weighed): Record<string, { from: string } | { constant: string }> {
  const { assignment, header, mayHaveQuantity } = found;
  const net = assignment.chosen.get('net_weight')?.[0] ?? onlyWeight(found);
  const isCounted = mayHaveQuantity || COUNTED.some((target) => assignment.chosen.has(target));
  if (isCounted || net === undefined || net.score < CLEAR || repeats(found, net.column)) return {};
  const unit = unitOfWeight(net.column, found) ?? (areKilograms(net.column, found) ? 'KGS' : undefined);
  if (unit === undefined) return {};
  const from = { from: header[net.column] ?? '', ...(net.times && { times: net.times }) };
  return { quantity: from, unit: { constant: unit } };
}
