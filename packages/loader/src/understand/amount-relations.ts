import type { HeaderWords } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';
import { AS_WAS_SAID } from './answers.js';
import type { Suggestion } from './assign.js';
import type { ColumnValues } from './column-values.js';
import { findNumberRoles } from './number-roles.js';

/** The rows of a file as numbers, and what heads and fills its columns. */
export interface NumberedFile {
  rows: readonly (readonly string[])[];
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
  /** Reads a number as the file writes it. */
  numberOf(cell: string): number | undefined;
}

/** What the rows show of how amounts are reckoned from one another. */
export interface AmountRelations {
  /** Pairs of columns in one currency: a price and its value, parts of a sum, a tax and what it is a share of. */
  alike: readonly (readonly [number, number])[];
  /** The first column is the second times a rate, in the third: the first is in the country's own money. */
  converted: readonly (readonly [number, number, number])[];
  /** Columns that are a quantity times a price, or the sum of a value and what it costs to bring it. */
  reckoned: ReadonlySet<number>;
  /** Columns that are the sum of taxes. */
  taxSums: ReadonlySet<number>;
}

/** Rows that must show it, the share of them, and how many are read. */
const ENOUGH = 3;
const MOST = 0.9;
const ROWS_READ = 500;

/** Amounts are rounded. */
const ROUNDED = 0.005;

/** More columns of taxes are not tried in every combination. */
const MOST_TAXES = 8;

const MONEY: readonly Concept[] = ['value', 'price', 'fob', 'cif', 'total', 'freight', 'insurance'];
const TAXES: readonly Concept[] = ['duty', 'tax', 'vat', 'excise', 'fee', 'incometax', 'luxurytax', 'antidumping'];
const NO_AMOUNT: readonly Concept[] = ['percent', 'exchange', 'weight', 'package', 'date', 'code', 'id'];

const has = (words: HeaderWords | undefined, any: readonly Concept[]) =>
  any.some((concept) => words?.concepts.has(concept) ?? false);

const near = (a: number, b: number, by: number) => Math.abs(a - b) <= by * Math.max(Math.abs(a), Math.abs(b));

/** Columns of money, by what they are called and hold. */
export function amountColumns({ read, values }: Pick<NumberedFile, 'read' | 'values'>): number[] {
  return read.flatMap((words, column) => {
    const { number = 0, amounts, filled = 0 } = values[column] ?? {};
    const isNumbers = (number > 0.8 || (amounts?.share ?? 0) > 0.8) && filled >= ENOUGH;
    const isMoney = has(words, [...MONEY, ...TAXES]) || words.currencies.length > 0 || words.concepts.has('usd');
    return isNumbers && isMoney && !has(words, NO_AMOUNT) && !words.concepts.has('quantity') ? [column] : [];
  });
}

/** Finds what the rows of a file show of its amounts: what numbers are to one another, where their names are those of money. */
export function findRelations(file: NumberedFile): AmountRelations {
  const { read, rows, numberOf } = file;
  const amounts = new Set(amountColumns(file));
  const taxes = [...amounts].filter((column) => has(read[column], TAXES));
  const isTotal = (column: number) => amounts.has(column) && !has(read[column], [...TAXES, 'freight', 'insurance']);
  const { products, sums, shares, steadyShares } = findNumberRoles(file);
  const alike: [number, number][] = [];
  const converted: [number, number, number][] = [];
  const reckoned = new Set<number>();
  for (const { factors, product } of products.filter(({ product: whole }) => isTotal(whole))) {
    const rate = factors.find((factor) => has(read[factor], ['exchange']));
    const price = factors.find((factor) => amounts.has(factor) && has(read[factor], ['unit', 'price', 'rate']));
    const many = factors.find((factor) => factor !== price && has(read[factor], ['quantity', 'weight']));
    const other = factors.find((factor) => factor !== rate && amounts.has(factor));
    if (rate !== undefined && other !== undefined) converted.push([product, other, rate]);
    else if (price !== undefined && many !== undefined) alike.push([price, product]);
    else continue;
    reckoned.add(product);
  }
  for (const { part, costs, whole } of sums) {
    if (![part, whole].every(isTotal) || !costs.every((cost) => amounts.has(cost))) continue;
    for (const other of [part, ...costs]) alike.push([whole, other]);
    reckoned.add(whole);
  }
  for (const [tax, base] of [...shares, ...steadyShares])
    if (taxes.includes(tax) && isTotal(base)) alike.push([tax, base]);
  const cellsOf = (column: number) => rows.slice(0, ROWS_READ).map((row) => numberOf(row[column] ?? ''));
  const taxSums = new Set<number>();
  for (const total of [...amounts].filter((column) => has(read[column], ['total', 'value', 'price']))) {
    const parts = taxes.filter((column) => column !== total).slice(0, MOST_TAXES);
    if (subsets(parts).some((some) => isSumOf(cellsOf(total), some.map(cellsOf)))) taxSums.add(total);
  }
  return { alike, converted, reckoned, taxSums };
}

/** Every choice of two or more. */
function subsets(columns: readonly number[]): number[][] {
  return Array.from({ length: 2 ** columns.length }, (_, bits) => columns.filter((_, at) => (bits >> at) % 2 === 1))
    .filter(({ length }) => length >= 2)
    .sort((a, b) => b.length - a.length);
}

function isSumOf(total: readonly (number | undefined)[], parts: readonly (readonly (number | undefined)[])[]): boolean {
  const telling = total.flatMap((whole, row) => {
    const some = parts.map((part) => part[row] ?? 0);
    const sum = some.reduce((all, one) => all + one, 0);
    return whole !== undefined && whole > 0 && some.filter((one) => one > 0).length >= 2
      ? [near(sum, whole, ROUNDED)]
      : [];
  });
  return telling.length >= ENOUGH && telling.filter(Boolean).length >= MOST * telling.length;
}

const BARE: ReadonlySet<Concept> = new Set<Concept>(['total', 'item', 'product', 'english']);

/** A total that says nothing of what is summed. */
const isBare = ({ concepts, unknown }: HeaderWords) =>
  concepts.has('total') && unknown.length === 0 && [...concepts].every((concept) => BARE.has(concept));

/** How sure the rows are of a total. */
const RECKONED = 0.85;

/**
 * Suggestions with what the rows say of totals: a bare one is a value where it is reckoned as one, and the sum of taxes is none
 * whatever it is called.
 */
export function judgeTotals(
  suggestions: readonly Suggestion[],
  { reckoned, taxSums }: AmountRelations,
  read: readonly HeaderWords[],
): Suggestion[] {
  const isSaid = (column: number) => suggestions.some((each) => each.column === column && each.reason === AS_WAS_SAID);
  const kept = suggestions.filter(
    ({ column, target }) => !taxSums.has(column) || isSaid(column) || !/value|price/.test(target),
  );
  const told = (column: number, target: string, reason: string): Suggestion[] =>
    isSaid(column) ? [] : [{ column, target, score: RECKONED, named: RECKONED, reason }];
  return [
    ...kept,
    ...[...taxSums].flatMap((column) => told(column, 'tax_amount', 'it is the sum of taxes')),
    ...[...reckoned].flatMap((column) => {
      const words = read[column];
      if (words === undefined || !isBare(words) || taxSums.has(column)) return [];
      return told(column, 'total_value', 'it is reckoned from other columns as a value is');
    }),
  ];
}
