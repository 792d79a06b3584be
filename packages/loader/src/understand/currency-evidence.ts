/** What the rows of a file show of the currency of its main value: by rates, by dollars beside it, by prices and by taxes. */
import { hsCodeOf } from '../cleaning/hs-codes.js';
import { once } from '../cleaning/terms.js';
import { standardUnitOf } from '../cleaning/units.js';
import type { HeaderWords } from '../recognise/header-words.js';
import { readTable } from '../recognise/tables.js';
import { type Arithmetic, amountColumns, median } from './arithmetic.js';
import type { Assignment } from './assignment.js';
import type { ColumnValues } from './column-values.js';
import { concepts, saysAny } from './names.js';
import { unitOfWeight } from './quantity.js';
import { ENOUGH, FAR, KILOGRAM, NEAR, SHARE, SHARES_OF_VALUE } from './weights.js';

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
export const currencyByRows = (looked: Looked): RowEvidence | undefined =>
  byCodes(looked) ?? byShares(looked) ?? byRate(looked) ?? byDollars(looked) ?? byPrice(looked);

const codesOf = ({ rows, currency }: Looked) =>
  currency === undefined ? [] : rows.map((row) => row[currency]?.trim().toUpperCase() ?? '');

/** The numbers of some columns in the rows in which all are more than nothing. */
const numbersOf = ({ rows, numberOf }: Looked, ...columns: number[]): number[][] =>
  rows
    .map((row) => columns.map((column) => numberOf(row[column] ?? '') ?? 0))
    .filter((numbers) => numbers.every((number) => number > 0));

/** Where every row's currency is the country's own, the two answers are one. */
function byCodes(looked: Looked): RowEvidence | undefined {
  const codes = codesOf(looked);
  if (looked.home === undefined || codes.length === 0 || codes.some((code) => code !== looked.home)) return undefined;
  return { in: 'its own', sure: true, why: `every row says ${looked.home}` };
}

/** A steady share of an amount whose name says dollars, in rows of several currencies. */
function byShares(looked: Looked): RowEvidence | undefined {
  const { arithmetic, total, read, header, home } = looked;
  const isNearDollars = (aboutDollars().get(home ?? '') ?? FAR.prices) < FAR.prices;
  if (new Set(codesOf(looked)).size < 2 || (isNearDollars && home !== 'USD')) return undefined;
  const of = arithmetic.steady.find(([other, base, times]) => {
    const isShare = near(times / SHARES_OF_VALUE.step, Math.round(times / SHARES_OF_VALUE.step), 1e-4) && times !== 1;
    const isDollars = read[other]?.concepts.has('usd') && amountColumns(looked).includes(other);
    return base === total && isDollars && isShare && times >= SHARES_OF_VALUE.least && times <= SHARES_OF_VALUE.most;
  });
  return of && { in: 'usd', sure: true, why: `"${header[of[0]]}" is a share of it in every row` };
}

/** One amount is another times the rate of the row: then the greater is in the country's own currency. */
function byRate(looked: Looked): RowEvidence | undefined {
  const { read, values, header, total, home, currency } = looked;
  const areNumbers = (column: number) =>
    (values[column]?.number ?? 0) > SHARE.kind && (values[column]?.filled ?? 0) >= ENOUGH.named;
  const rates = read.flatMap(({ concepts: said }, at) => (said.has('exchange') && areNumbers(at) ? [at] : []));
  const others = header.flatMap((_, at) =>
    at !== total && !rates.includes(at) && areNumbers(at) && !read[at]?.concepts.has('quantity') ? [at] : [],
  );
  for (const rate of rates) {
    for (const other of others) {
      const rows = numbersOf(looked, total, other, rate).filter(([, , by = 1]) => !near(by, 1));
      const [isProduct, isFactor] = [
        areMost(rows, ([a = 0, b = 0, by = 0]) => near(a, b * by)),
        areMost(rows, ([a = 0, b = 0, by = 0]) => near(b, a * by)),
      ];
      // Rates below one, without a column of currencies, say dollars for a unit of the country's money rather than the other way round.
      const isWeak = currency === undefined && (aboutDollars().get(home ?? '') ?? 2) > 1;
      if (isProduct && isWeak && areMost(rows, ([, , by = 0]) => by < 1)) return undefined;
      if (isProduct) return { in: 'home', sure: false, why: `it is "${header[other]}" times "${header[rate]}"` };
      if (isFactor) return { in: 'its own', sure: false, why: `"${header[other]}" is it times "${header[rate]}"` };
    }
  }
  return undefined;
}

/** Held against a value in dollars: rows in dollars have the same value, or a steady multiple of it whatever their currency. */
function byDollars(looked: Looked): RowEvidence | undefined {
  const { assignment, header, total, rows, numberOf } = looked;
  const [dollars] = assignment.chosen.get('total_value_usd') ?? assignment.chosen.get('total_value_cif_usd') ?? [];
  if (dollars === undefined) return undefined;
  const codes = codesOf(looked);
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

/** Quantity times a price whose name says dollars. */
function byPrice(looked: Looked): RowEvidence | undefined {
  const { assignment, header, total } = looked;
  const [quantity] = assignment.chosen.get('quantity') ?? [];
  const [price] = assignment.chosen.get('unit_price_usd') ?? [];
  if (quantity === undefined || price === undefined) return undefined;
  const rows = numbersOf(looked, total, quantity.column, price.column);
  if (!areMost(rows, ([value = 0, many = 0, each = 0]) => near(value, many * each))) return undefined;
  return { in: 'usd', sure: true, why: `it is the quantity times "${header[price.column]}"` };
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

/** What shows that amounts beside a column of currencies are in one money: taxes that are reckoned from them, prices that do not follow the rows' currencies, or that no goods have in dollars. */
export function inOneMoney(looked: Looked): RowEvidence | undefined {
  if (new Set(codesOf(looked)).size < 2) return undefined;
  const why = byTaxes(looked);
  const said = why === undefined ? byPrices(looked) : { why };
  return said && { in: 'one money', sure: false, ...said };
}

/** Currencies whose prices are as a dollar's. */
const LIKE_DOLLARS = new Set(['USD', 'EUR', 'GBP', 'CHF']);

function byPrices(looked: Looked): Pick<RowEvidence, 'why' | 'likelier'> | undefined {
  const { rows, home, assignment, total, currency = -1, numberOf } = looked;
  const chosen = (...targets: string[]) => targets.flatMap((target) => assignment.chosen.get(target) ?? [])[0];
  const weight = chosen('net_weight', 'gross_weight');
  const isInTonnes = weight !== undefined && unitOfWeight(weight.column, looked) === 'TNE';
  const kilogramsOf = (weight?.times ?? 1) * (isInTonnes ? 1000 : 1);
  const priced = rows.flatMap((row) => {
    const cell = (column: number | undefined) => row[column ?? -1]?.trim() ?? '';
    const number = (column: number | undefined) => numberOf(cell(column)) ?? 0;
    const value = number(total) * (chosen('total_value')?.times ?? 1);
    const [quantity, mass] = [number(chosen('quantity', 'std_quantity')?.column), number(weight?.column) * kilogramsOf];
    const hs = hsCodeOf(cell(chosen('hs_code')?.column)).slice(0, 6);
    const written = cell(chosen('unit', 'std_unit')?.column);
    const standard = standardUnitOf(written);
    const kilograms = mass > 0 ? mass : standard?.unit === 'KGS' ? quantity * standard.factor : 0;
    const price = value / (quantity > 0 ? quantity : mass);
    const isPriced = price > 0 && Number.isFinite(price) && hs !== '';
    return isPriced
      ? [{ key: `${hs} ${written}`, hs, money: cell(currency).toUpperCase(), price, value, kilograms }]
      : [];
  });
  const inDollars = priced.filter(({ money }) => LIKE_DOLLARS.has(money));
  const told = priced.flatMap(({ key, money, price }) => {
    const about = aboutDollars().get(money) ?? 0;
    const others = inDollars.flatMap((other) => (other.key === key ? [other.price] : []));
    if (about < FAR.prices || others.length === 0) return [];
    const times = Math.log(price / median(others));
    return [Math.abs(times) < Math.abs(times - Math.log(about))];
  });
  const isOne = told.length >= ENOUGH.alone && told.filter(Boolean).length >= SHARE.kind * told.length;
  const weighed = inDollars.filter(({ kilograms }) => kilograms > 0);
  const isMixed = new Set(weighed.map(({ hs }) => hs.slice(0, 2))).size >= KILOGRAM.chapters;
  const level = median(weighed.map(({ value, kilograms }) => value / kilograms));
  const isLevel = weighed.length >= ENOUGH.alone && isMixed;
  if (isOne) {
    const isCheap = isLevel && level < KILOGRAM.dearest && (aboutDollars().get(home ?? '') ?? 0) >= FAR.goods;
    return { why: 'goods cost the same number whatever their currency', ...(isCheap && { likelier: 'USD' }) };
  }
  const why = `a kilogram costs ${Math.round(level).toLocaleString('en-US')} in the median, which is no price in dollars`;
  return isLevel && level > KILOGRAM.dearest ? { why } : undefined;
}
