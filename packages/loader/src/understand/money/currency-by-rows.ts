/** What the rows of a file show of the currency of its main value: by rates, by dollars beside it, by prices and by taxes. */
import { parseHsCode } from '../../cleaning/hs-codes.js';
import { once } from '../../cleaning/terms.js';
import type { HeaderWords } from '../../recognise/header-words.js';
import { readTable } from '../../recognise/tables.js';
import { type Arithmetic, amountColumns, median } from '../columns/arithmetic.js';
import type { Assignment } from '../columns/assignment.js';
import type { ColumnValues } from '../columns/column-values.js';
import { concepts, saysAny } from '../columns/header-candidates.js';
import { ENOUGH, FAR_FROM_DOLLARS, NEAR, SHARE, SHARES_OF_VALUE } from '../columns/weights.js';

/** About how many units of a currency (ISO 4217) a dollar has been in the years of such files: for orders of magnitude alone. */
export const aboutDollars = once(
  () =>
    new Map(
      readTable('about-dollars.tsv', ['currency', 'perDollar']).map((row) => [row.currency, Number(row.perDollar)]),
    ),
);

export interface RowEvidence {
  in: 'its own' | 'home' | 'usd' | 'another' | 'one money';
  /** Whether it shows it whatever the names say. */
  sure: boolean;
  why: string;
}

/** What is known of a file when the currency of its amounts is settled. */
export interface KnownFile {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
  assignment: Assignment;
  arithmetic: Arithmetic;
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

const near = (a: number, b: number, by: number = NEAR.same) =>
  Math.abs(a - b) <= by * Math.max(Math.abs(a), Math.abs(b));
const areMost = <Each>(some: readonly Each[], is: (each: Each) => boolean) =>
  some.length >= ENOUGH.named && some.filter(is).length >= SHARE.most * some.length;
const round = (ratio: number) => Number(ratio.toPrecision(3)).toLocaleString('en-US');

/** Shows by arithmetic over the rows which currency the main value is in; undefined where they do not tell. */
export const currencyByRows = (file: Looked): RowEvidence | undefined =>
  byShares(file) ?? byRate(file) ?? byDollars(file);

const readCodes = ({ rows, currency }: Looked) =>
  currency === undefined ? [] : rows.map((row) => row[currency]?.trim().toUpperCase() ?? '');

/** A steady share of an amount whose name says dollars, in rows of several currencies. */
function byShares(file: Looked): RowEvidence | undefined {
  const { arithmetic, total, read, header, home } = file;
  const isNearDollars = (aboutDollars().get(home ?? '') ?? FAR_FROM_DOLLARS) < FAR_FROM_DOLLARS;
  if (new Set(readCodes(file)).size < 2 || (isNearDollars && home !== 'USD')) return undefined;
  const of = arithmetic.steady.find(([other, base, times]) => {
    const isShare = near(times / SHARES_OF_VALUE.step, Math.round(times / SHARES_OF_VALUE.step), 1e-4) && times !== 1;
    const isDollars = read[other]?.concepts.has('usd') && amountColumns(file).includes(other);
    return base === total && isDollars && isShare && times >= SHARES_OF_VALUE.least && times <= SHARES_OF_VALUE.most;
  });
  return of && { in: 'usd', sure: true, why: `"${header[of[0]]}" is a share of it in every row` };
}

/** One amount is another times the rate of the row: then the product is in the country's own currency. */
function byRate({ arithmetic, header, total }: Looked): RowEvidence | undefined {
  const of = arithmetic.converted.find(([product, other]) => product === total || other === total);
  if (of === undefined) return undefined;
  const [product, other, rate] = of.map((column) => `"${header[column]}"`);
  return of[0] === total
    ? { in: 'home', sure: false, why: `it is ${other} times ${rate}` }
    : { in: 'its own', sure: false, why: `${product} is it times ${rate}` };
}

/** Held against a value in dollars: rows in dollars have the same value, or a steady multiple of it whatever their currency. */
function byDollars(file: Looked): RowEvidence | undefined {
  const { assignment, header, total, rows, numberOf } = file;
  const [dollars] = assignment.chosen.get('total_value_usd') ?? assignment.chosen.get('total_value_cif_usd') ?? [];
  if (dollars === undefined) return undefined;
  const codes = readCodes(file);
  const ratios = rows.flatMap((row, at) => {
    const [value, usd] = [total, dollars.column].map((column) => numberOf(row[column] ?? '') ?? 0);
    return value && usd && value > 0 && usd > 0 ? [{ ratio: value / usd, code: codes[at] ?? '' }] : [];
  });
  const beside = `beside "${header[dollars.column]}"`;
  const middleOf = (some: typeof ratios) => median(some.map(({ ratio }) => ratio));
  const steady = (some: typeof ratios) => {
    const middle = middleOf(some);
    return areMost(some, ({ ratio }) => near(ratio, middle, NEAR.steady)) ? middle : undefined;
  };
  const inUsd = ratios.filter(({ code }) => code === 'USD');
  const times = steady(inUsd);
  if (times !== undefined) {
    if (near(times, 1, NEAR.one))
      return { in: 'its own', sure: true, why: `rows in USD have the same value ${beside}` };
    const why = `rows in USD have ${round(times)} times it ${beside}`;
    return near(times, 1, NEAR.half) ? undefined : { in: 'home', sure: true, why };
  }
  if (inUsd.length >= ENOUGH.named && !near(middleOf(inUsd), 1, NEAR.half))
    return { in: 'another', sure: false, why: `rows in USD are far from what stands ${beside}` };
  const all = steady(ratios);
  const isOfOne = codes.length > 0 && new Set(ratios.map(({ code }) => code)).size <= 1;
  if (all === undefined || isOfOne) return undefined;
  if (near(all, 1)) return { in: 'usd', sure: true, why: `it is the same ${beside}` };
  const why = `it is ${round(all)} times what stands ${beside}`;
  return near(all, 1, NEAR.half) ? undefined : { in: 'home', sure: true, why };
}

const TAXES = concepts('duty tax vat excise');

/** What says that a tax without a currency of its own is a share of a value. */
export function byTaxes({ header, read, arithmetic, total }: Omit<Looked, 'currency'>): string | undefined {
  const of = arithmetic.alike.flatMap(([a, b]) => (a === total ? [b] : b === total ? [a] : []));
  const tax = of.find((column) => {
    const words = read[column];
    return saysAny(words, TAXES) && !words?.concepts.has('usd') && words?.currencies.length === 0;
  });
  return tax === undefined ? undefined : `"${header[tax]}" is a share of it`;
}

/** What shows that amounts beside a column of currencies are in one money: taxes that are reckoned from them, or prices that do not follow the rows' currencies. */
export function inOneMoney(file: Looked): RowEvidence | undefined {
  if (new Set(readCodes(file)).size < 2) return undefined;
  const why = byTaxes(file) ?? byPrices(file);
  return why === undefined ? undefined : { in: 'one money', sure: false, why };
}

/** Currencies whose prices are as a dollar's. */
const LIKE_DOLLARS = new Set(['USD', 'EUR', 'GBP', 'CHF']);

function byPrices({ rows, assignment, total, currency = -1, numberOf }: Looked): string | undefined {
  const columnOf = (...targets: string[]) =>
    targets.flatMap((target) => assignment.chosen.get(target) ?? [])[0]?.column;
  const [quantity, unit, code] = [
    columnOf('quantity', 'net_weight'),
    columnOf('unit', 'std_unit'),
    columnOf('hs_code'),
  ];
  const priced = rows.flatMap((row) => {
    const cell = (column = -1) => row[column]?.trim() ?? '';
    const price = (numberOf(cell(total)) ?? 0) / (numberOf(cell(quantity)) ?? 0);
    const hs = parseHsCode(cell(code)).slice(0, 6);
    return price > 0 && Number.isFinite(price) && hs !== ''
      ? [{ key: `${hs} ${cell(unit)}`, money: cell(currency).toUpperCase(), price }]
      : [];
  });
  const inDollars = priced.filter(({ money }) => LIKE_DOLLARS.has(money));
  const comparisons = priced.flatMap(({ key, money, price }) => {
    const about = aboutDollars().get(money) ?? 0;
    const others = inDollars.flatMap((other) => (other.key === key ? [other.price] : []));
    if (about < FAR_FROM_DOLLARS || others.length === 0) return [];
    const times = Math.log(price / median(others));
    return [Math.abs(times) < Math.abs(times - Math.log(about))];
  });
  const isOne =
    comparisons.length >= ENOUGH.alone && comparisons.filter(Boolean).length >= SHARE.kind * comparisons.length;
  return isOne ? 'goods cost the same number whatever their currency' : undefined;
}
