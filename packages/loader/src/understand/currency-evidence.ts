import type { HeaderWords } from '../recognise/header-words.js';
import { aboutDollars } from './about-dollars.js';
import type { Assignment } from './assign.js';
import type { ColumnValues } from './column-values.js';

/** What the rows of a file show of the currency of its main value. */
export interface RowEvidence {
  in: 'its own' | 'home' | 'usd' | 'another' | 'one money';
  /** Whether it shows it whatever the names say. */
  sure: boolean;
  why: string;
  /** The money that it is likelier than the country's own. */
  likelier?: string;
}

/** What is known of a file when the currency of its amounts is settled. */
export interface KnownFile {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
  assignment: Assignment;
  /** Reads a number as the file writes it. */
  numberOf(cell: string): number | undefined;
  /** The currency of the reporting country. */
  home: string | undefined;
}

interface Looked extends KnownFile {
  /** The column of the main value. */
  total: number;
  /** The column that says a currency row by row, where there is one. */
  currency: number | undefined;
}

/** Rows that must show it, and the share of them. */
const ENOUGH = 3;
const MOST = 0.9;
/** Amounts are rounded, rates are of another day. */
const ALIKE = 0.02;
const STEADY = 0.25;

const near = (a: number, b: number, by = ALIKE) => Math.abs(a - b) <= by * Math.max(Math.abs(a), Math.abs(b));

/** Shows by arithmetic over the rows which currency the main value is in; undefined where they do not tell. */
export function currencyByRows(looked: Looked): RowEvidence | undefined {
  return byCodes(looked) ?? byRate(looked) ?? byDollars(looked) ?? byPrice(looked);
}

const cellsOf = ({ rows, numberOf }: Looked, column: number) => rows.map((row) => numberOf(row[column] ?? ''));

function codesOf({ rows, currency }: Looked): string[] {
  return currency === undefined ? [] : rows.map((row) => row[currency]?.trim().toUpperCase() ?? '');
}

/** Where every row's currency is the country's own, the two answers are one. */
function byCodes(looked: Looked): RowEvidence | undefined {
  const codes = codesOf(looked);
  if (looked.home === undefined || codes.length === 0 || codes.some((code) => code !== looked.home)) return undefined;
  return { in: 'its own', sure: true, why: `every row says ${looked.home}` };
}

/** One amount is another times the rate of the row: then the greater is in the country's own currency. */
function byRate(looked: Looked): RowEvidence | undefined {
  const { read, values, header, total } = looked;
  const isNumbers = (column: number) => (values[column]?.number ?? 0) > 0.8 && (values[column]?.filled ?? 0) >= ENOUGH;
  const rates = read.flatMap(({ concepts }, at) => (concepts.has('exchange') && isNumbers(at) ? [at] : []));
  const others = header.flatMap((_, at) =>
    at !== total && !rates.includes(at) && isNumbers(at) && !read[at]?.concepts.has('quantity') ? [at] : [],
  );
  const of = cellsOf(looked, total);
  for (const rate of rates) {
    const by = cellsOf(looked, rate);
    for (const other of others) {
      const beside = cellsOf(looked, other);
      const telling = of.flatMap((value, row) => {
        const [a, b, r] = [value ?? 0, beside[row] ?? 0, by[row] ?? 0];
        return a > 0 && b > 0 && r > 0 && !near(r, 1) ? [[a, b, r] as const] : [];
      });
      if (telling.length < ENOUGH) continue;
      const share = (holds: (a: number, b: number, r: number) => boolean) =>
        telling.filter((three) => holds(...three)).length / telling.length;
      if (share((a, b, r) => near(a, b * r)) >= MOST) {
        if (isInverse(looked, telling)) return undefined;
        return { in: 'home', sure: false, why: `it is "${header[other]}" times "${header[rate]}"` };
      }
      if (share((a, b, r) => near(b, a * r)) >= MOST) {
        return { in: 'its own', sure: false, why: `"${header[other]}" is it times "${header[rate]}"` };
      }
    }
  }
  return undefined;
}

/** Rates below one, without a column of currencies, say dollars for a unit of the country's money rather than the other way round. */
const isInverse = ({ home, currency }: Looked, rows: readonly (readonly [number, number, number])[]) =>
  currency === undefined &&
  (aboutDollars().get(home ?? '') ?? 2) > 1 &&
  rows.filter(([, , rate]) => rate < 1).length >= MOST * rows.length;

/** Held against a value in dollars: rows in dollars have the same value, or a steady multiple of it whatever their currency. */
function byDollars(looked: Looked): RowEvidence | undefined {
  const { assignment, header, total } = looked;
  const [dollars] = assignment.chosen.get('total_value_usd') ?? assignment.chosen.get('total_value_cif_usd') ?? [];
  if (dollars === undefined) return undefined;
  const [of, usd, codes] = [cellsOf(looked, total), cellsOf(looked, dollars.column), codesOf(looked)];
  const ratios = of.flatMap((value, row) => {
    const [a, b] = [value ?? 0, usd[row] ?? 0];
    return a > 0 && b > 0 ? [{ ratio: a / b, code: codes[row] ?? '' }] : [];
  });
  const beside = `beside "${header[dollars.column]}"`;
  const steady = (some: readonly { ratio: number }[]) => {
    const middle = median(some.map(({ ratio }) => ratio));
    const is =
      some.length >= ENOUGH && some.filter(({ ratio }) => near(ratio, middle, STEADY)).length >= MOST * some.length;
    return is ? middle : undefined;
  };
  const rowsInDollars = ratios.filter(({ code }) => code === 'USD');
  const inDollars = steady(rowsInDollars);
  if (inDollars !== undefined) {
    if (near(inDollars, 1, 0.1)) return { in: 'its own', sure: true, why: `rows in USD have the same value ${beside}` };
    if (!near(inDollars, 1, 0.5))
      return { in: 'home', sure: true, why: `rows in USD have ${round(inDollars)} times it ${beside}` };
    return undefined;
  }
  if (rowsInDollars.length >= ENOUGH && !near(median(rowsInDollars.map(({ ratio }) => ratio)), 1, 0.5)) {
    return { in: 'another', sure: false, why: `rows in USD are far from what stands ${beside}` };
  }
  const all = steady(ratios);
  const several = codes.length === 0 || new Set(ratios.map(({ code }) => code)).size > 1;
  if (all === undefined || !several) return undefined;
  if (near(all, 1)) return { in: 'usd', sure: true, why: `it is the same ${beside}` };
  return near(all, 1, 0.5)
    ? undefined
    : { in: 'home', sure: true, why: `it is ${round(all)} times what stands ${beside}` };
}

/** Quantity times a price whose name says dollars. */
function byPrice(looked: Looked): RowEvidence | undefined {
  const { assignment, header, total } = looked;
  const [quantity] = assignment.chosen.get('quantity') ?? [];
  const [price] = assignment.chosen.get('unit_price_usd') ?? [];
  if (quantity === undefined || price === undefined) return undefined;
  const [of, many, each] = [total, quantity.column, price.column].map((column) => cellsOf(looked, column));
  const told = of?.flatMap((value, row) => {
    const [a, q, p] = [value ?? 0, many?.[row] ?? 0, each?.[row] ?? 0];
    return a > 0 && q > 0 && p > 0 ? [near(a, q * p)] : [];
  });
  if (!told || told.length < ENOUGH || told.filter(Boolean).length < MOST * told.length) return undefined;
  return { in: 'usd', sure: true, why: `it is the quantity times "${header[price.column]}"` };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

const round = (ratio: number) => Number(ratio.toPrecision(3)).toLocaleString('en-US');
