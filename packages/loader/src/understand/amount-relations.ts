import type { HeaderWords } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';
import { AS_WAS_SAID } from './answers.js';
import type { Suggestion } from './assign.js';
import type { ColumnValues } from './column-values.js';

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
const ALIKE = 0.02;

/** A share that a law sets is a multiple of half a hundredth; by chance one in so many is. */
const STEP_OF_SHARES = 0.005;
const ON_A_STEP = 0.02;
const ROUNDED_CENT = 0.0051;
const ENOUGH_SHARES = 10;

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

/** Finds what the rows of a file show of its amounts. */
export function findRelations(file: NumberedFile): AmountRelations {
  const { read, values, numberOf } = file;
  const rows = file.rows.slice(0, ROWS_READ);
  const numbers = new Map<number, (number | undefined)[]>();
  const cellsOf = (column: number) => {
    const known = numbers.get(column) ?? rows.map((row) => numberOf(row[column] ?? ''));
    numbers.set(column, known);
    return known;
  };
  /** Whether nearly all rows in which all columns hold more than nothing show something. */
  const shown = (columns: readonly number[], holds: (...cells: number[]) => boolean, enough = ENOUGH) => {
    const cells = columns.map(cellsOf);
    let [telling, held] = [0, 0];
    for (let row = 0; row < rows.length; row += 1) {
      const these = cells.map((column) => column[row] ?? 0);
      if (these.some((cell) => cell <= 0)) continue;
      telling += 1;
      if (holds(...these)) held += 1;
    }
    return telling >= enough && held >= MOST * telling;
  };
  const isNumbers = (column: number) => (values[column]?.number ?? 0) > 0.8 && (values[column]?.filled ?? 0) >= ENOUGH;
  const where = (any: readonly Concept[], also: (words: HeaderWords) => boolean = () => true) =>
    read.flatMap((words, column) => (has(words, any) && also(words) && isNumbers(column) ? [column] : []));
  const amounts = amountColumns(file);
  const taxes = amounts.filter((column) => has(read[column], TAXES));
  const others = amounts.filter((column) => !taxes.includes(column));
  const costs = others.filter((column) => has(read[column], ['freight', 'insurance']));
  const prices = others.filter((column) => has(read[column], ['unit', 'price', 'rate']));
  const totals = others.filter((column) => !costs.includes(column));
  const alike: [number, number][] = [];
  const reckoned = new Set<number>();

  for (const quantity of where(['quantity', 'weight'], ({ concepts }) => !concepts.has('value'))) {
    for (const price of prices) {
      for (const total of totals) {
        if (total === price || !shown([quantity, price, total], (q, p, t) => near(q * p, t, ALIKE))) continue;
        // Where all quantities are one, a price and a value are the same and nothing is reckoned.
        if (!cellsOf(quantity).some((many) => many !== undefined && many !== 1)) continue;
        alike.push([price, total]);
        reckoned.add(total);
      }
    }
  }

  if (costs.length > 0) {
    for (const whole of totals) {
      for (const part of totals) {
        if (part === whole) continue;
        const isSum = shown([part, whole, ...costs], (before, after, ...added) => {
          const sum = added.reduce((total, cost) => total + cost, 0);
          return Math.abs(before + sum - after) <= ALIKE * sum + 0.02;
        });
        if (!isSum) continue;
        for (const other of [part, ...costs]) alike.push([whole, other]);
        reckoned.add(whole);
      }
    }
  }

  for (const tax of taxes) {
    for (const base of totals) {
      const isShare = (amount: number, of: number) => {
        const step = STEP_OF_SHARES * of;
        const steps = Math.round(amount / step);
        const off = Math.abs(amount - steps * step);
        return amount <= of && steps > 0 && off <= Math.max(ON_A_STEP * step, ROUNDED_CENT) && off <= step / 10;
      };
      if (shown([tax, base], isShare, ENOUGH_SHARES)) alike.push([tax, base]);
    }
  }

  const converted: [number, number, number][] = [];
  const rates = where(['exchange']);
  for (const rate of rates) {
    for (const a of amounts) {
      for (const b of amounts) {
        if (a === b || !shown([a, b, rate], (x, y, r) => near(x, y * r, ALIKE) && !near(r, 1, ALIKE))) continue;
        converted.push([a, b, rate]);
        reckoned.add(a);
      }
    }
  }

  const taxSums = new Set<number>();
  for (const total of amounts.filter((column) => has(read[column], ['total', 'value', 'price']))) {
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
