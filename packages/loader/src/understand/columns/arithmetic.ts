/** How the numbers of a file are reckoned from one another, whatever their columns are called, and what that says of the columns. */
import type { HeaderWords } from '../../recognise/header-words.js';
import type { Assignment, Evidence } from './assignment.js';
import type { ColumnValues } from './column-values.js';
import { concepts, saysAny } from './header-candidates.js';
import {
  CLEAR,
  ENOUGH,
  LIKELY,
  NUMBERS_HELD,
  PACKAGING,
  ROUNDED,
  SCORE,
  SHARE,
  STEADY_RATE,
  TAX_SHARES,
} from './weights.js';

export interface NumberedFile {
  rows: readonly (readonly string[])[];
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
  /** Reads a number as the file writes it. */
  numberOf(cell: string): number | undefined;
}

type Pair = readonly [number, number];

/** By columns: what their numbers are to one another in nearly all rows. */
export interface Arithmetic {
  /** The product is the first factor times the second. */
  products: readonly { factors: Pair; product: number }[];
  /** The whole is the part and one or two costs that are less. */
  sums: readonly { part: number; costs: readonly number[]; whole: number }[];
  /** The second is never less than the first and rarely much more: a net weight and a gross one. */
  withPackaging: readonly Pair[];
  /** The first is one of a few round shares of the second: a duty; or the same share in all rows: a tax, where its name says so. */
  shares: readonly Pair[];
  steadyShares: readonly Pair[];
  /** The first is always so many times the second. */
  steady: readonly (readonly [number, number, times: number])[];
  /** Factors that hardly change. */
  rates: ReadonlySet<number>;
  figures: ReadonlyMap<number, Figures>;
  /** Pairs of amounts in one currency: a price and its value, parts of a sum, a tax and what it is a share of. */
  alike: readonly Pair[];
  /** The first is the second times a rate, in the third: the first is in the country's own money. */
  converted: readonly (readonly [number, number, number])[];
  /** Columns that are a sum of taxes. */
  taxSums: ReadonlySet<number>;
}

interface Figures {
  cells: Float64Array;
  median: number;
  /** Share of whole numbers, and of those with two decimals at most where not all are whole. */
  whole: number;
  money: number;
  distinct: number;
  /** Whether it counts, or numbers what it stands in: whole numbers of one length, or that only grow. */
  isNumbering: boolean;
}

const ROWS_READ = 200;

/** The middle one, or the upper of two. */
export const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const near = (a: number, b: number, by: number = ROUNDED.share) =>
  Math.abs(a - b) <= by * Math.max(Math.abs(a), Math.abs(b)) + ROUNDED.cent;

function isShare(amount: number, of: number): boolean {
  const step = TAX_SHARES.step * of;
  const steps = Math.round(amount / step);
  const isOff = Math.abs(amount - steps * step) > ROUNDED.half + 1e-6 * amount;
  return step > TAX_SHARES.least && amount <= of * TAX_SHARES.most && steps > 0 && !isOff;
}

const isPower = (ratio: number) => Math.abs(Math.log10(ratio) - Math.round(Math.log10(ratio))) <= ROUNDED.cent;

/** Whether nearly all rows in which all hold more than nothing show something; stops once it cannot be. */
function shown(columns: readonly Float64Array[], holds: (at: number) => boolean): boolean {
  let [telling, held] = [0, 0];
  const length = columns[0]?.length ?? 0;
  for (let row = 0; row < length; row += 1) {
    if (columns.some((column) => !((column[row] ?? 0) > 0))) continue;
    telling += 1;
    if (holds(row)) held += 1;
    else if (telling - held > (1 - SHARE.all) * length || (telling - held > 3 && held < telling / 2)) return false;
  }
  return telling >= ENOUGH.alone && held >= SHARE.all * telling;
}

/** What one column is of another, where that is the same in all rows. */
function findRatio(one: Float64Array, other: Float64Array): number | undefined {
  const first = one.findIndex((cell, at) => cell > 0 && (other[at] ?? 0) > 0);
  const ratio = (other[first] ?? 0) / (one[first] ?? 1);
  const isOne = first >= 0 && shown([one, other], (at) => near((one[at] ?? 0) * ratio, other[at] ?? 0));
  return isOne ? ratio : undefined;
}

function readFigures({ rows, numberOf }: NumberedFile, column: number): Figures | undefined {
  const step = Math.max(1, Math.floor(rows.length / ROWS_READ));
  const texts = rows.filter((_, row) => row % step === 0).map((row) => row[column]?.trim() ?? '');
  const cells = Float64Array.from(texts, (text) => (text === '' ? Number.NaN : (numberOf(text) ?? Number.NaN)));
  const read = [...cells].filter((cell) => cell > 0);
  if (read.length < ENOUGH.alone) return undefined;
  const share = (test: (cell: number) => boolean) => read.filter(test).length / read.length;
  const whole = share(Number.isInteger);
  const distinct = new Set(read).size;
  const grows = read.every((cell, at) => at === 0 || cell >= (read[at - 1] ?? 0)) && distinct > ENOUGH.alone;
  const isCode = new Set(read.map((cell) => String(cell).length)).size === 1 && (read[0] ?? 0) > 99_999;
  const isZeroed = texts.some((text) => /^0\d/.test(text));
  return {
    ...{ cells, whole, distinct, median: median(read) },
    money: whole === 1 ? 0 : share((cell) => Math.abs(cell * 100 - Math.round(cell * 100)) <= 0.006),
    isNumbering: whole === 1 && (grows || isCode || isZeroed),
  };
}

const MONEY = concepts('value price fob cif total freight insurance');
const TAXES = concepts('duty tax vat excise fee incometax luxurytax antidumping');
const NO_AMOUNT = concepts('percent exchange weight package date code id quantity');

/** Columns of money, by what they are called and hold. */
export const amountColumns = ({ read, values }: Pick<NumberedFile, 'read' | 'values'>): number[] =>
  read.flatMap((words, column) => {
    const { number = 0, amounts, filled = 0 } = values[column] ?? {};
    const areNumbers = (number > SHARE.kind || (amounts?.share ?? 0) > SHARE.kind) && filled >= ENOUGH.named;
    const isMoney =
      saysAny(words, MONEY) || saysAny(words, TAXES) || words.currencies.length > 0 || words.concepts.has('usd');
    return areNumbers && isMoney && !saysAny(words, NO_AMOUNT) ? [column] : [];
  });

export function findArithmetic(file: NumberedFile): Arithmetic {
  const { values, read } = file;
  const figures = new Map<number, Figures>();
  for (const [column, { number, amounts, date, filled, distinct, heading, isNumbering }] of values.entries()) {
    const areNumbers = number > SHARE.kind || (amounts?.share ?? 0) > SHARE.kind;
    const isOther = date >= SHARE.half || filled < ENOUGH.alone || distinct < 2 || heading >= SHARE.all;
    if (figures.size >= NUMBERS_HELD.columns || !areNumbers || isOther) continue;
    const own = readFigures(file, column);
    if (own) figures.set(column, { ...own, isNumbering: own.isNumbering || isNumbering });
  }
  const amounts = [...figures].filter(([, { isNumbering }]) => !isNumbering);
  const isSteady = ({ cells, median }: Figures) =>
    median > 0 &&
    !near(median, 1) &&
    cells.every((cell) => !(cell > 0 && Math.abs(cell - median) > median * STEADY_RATE));
  const rates = new Set(amounts.flatMap(([column, each]) => (isSteady(each) ? [column] : [])));
  const isOne = (cells: Float64Array) => cells.every((cell) => Number.isNaN(cell) || near(cell, 1));
  const products: Arithmetic['products'][number][] = [];
  const sums: Arithmetic['sums'][number][] = [];
  const ratios: Arithmetic['steady'][number][] = [];
  const [withPackaging, shares, steadyShares]: [Pair[], Pair[], Pair[]] = [[], [], []];
  for (const [c, { cells: whole }] of amounts) {
    for (const [a, { cells: one }] of amounts) {
      if (a === c) continue;
      for (const [b, { cells: other }] of amounts) {
        if (b <= a || b === c || isOne(one) || isOne(other)) continue;
        if (shown([one, other, whole], (at) => near((one[at] ?? 0) * (other[at] ?? 0), whole[at] ?? 0)))
          products.push({ factors: [a, b], product: c });
      }
      const ratio = (at: number) => (whole[at] ?? 0) / (one[at] ?? 1);
      const steady = findRatio(one, whole);
      if (steady !== undefined) ratios.push([c, a, steady]);
      const isPackaged = (at: number) =>
        ratio(at) >= 1 && ratio(at) < PACKAGING.most && (steady !== undefined || ratio(at) > PACKAGING.least);
      if (steady !== undefined && isShare(100 * steady, 100)) steadyShares.push([c, a]);
      const isSame = steady === undefined || steady <= PACKAGING.same || isPower(steady);
      if (isSame && shown([one, whole], isPackaged)) {
        if (steady !== 1) withPackaging.push([a, c]);
      } else if (steady === undefined && shown([one, whole], (at) => isShare(whole[at] ?? 0, one[at] ?? 0)))
        shares.push([c, a]);
    }
    const close = amounts.filter(([column]) => column !== c && Math.abs(column - c) <= NUMBERS_HELD.apart);
    for (const [part, { cells: of, median }] of close) {
      const costs = close.filter(([column, each]) => column !== part && each.median < median);
      const isSum = (...some: Float64Array[]) =>
        shown([whole, of, ...some], (at) =>
          near(
            some.reduce((sum, each) => sum + (each[at] ?? 0), of[at] ?? 0),
            whole[at] ?? 0,
            ROUNDED.sum,
          ),
        );
      for (const [index, [b, first]] of costs.entries()) {
        if (isSum(first.cells)) sums.push({ part, costs: [b], whole: c });
        for (const [d, second] of costs.slice(index + 1))
          if (isSum(first.cells, second.cells)) sums.push({ part, costs: [b, d], whole: c });
      }
    }
  }
  const relations = { products, sums, withPackaging, shares, steadyShares, steady: ratios, rates, figures };
  return { ...relations, ...relateAmounts(relations, file, read) };
}

/** What is reckoned, where the names are those of money. */
function relateAmounts(
  { products, sums, shares, steadyShares }: Pick<Arithmetic, 'products' | 'sums' | 'shares' | 'steadyShares'>,
  file: NumberedFile,
  read: readonly HeaderWords[],
): Pick<Arithmetic, 'alike' | 'converted' | 'taxSums'> {
  const amounts = new Set(amountColumns(file));
  const says = (column: number, text: string) => saysAny(read[column], concepts(text));
  const taxes = [...amounts].filter((column) => saysAny(read[column], TAXES));
  const isTotal = (column: number) =>
    amounts.has(column) && !saysAny(read[column], TAXES) && !says(column, 'freight insurance');
  const alike: Pair[] = [];
  const converted: [number, number, number][] = [];
  for (const { factors, product } of products.filter((each) => isTotal(each.product))) {
    const rate = factors.find((factor) => says(factor, 'exchange'));
    const price = factors.find((factor) => amounts.has(factor) && says(factor, 'unit price rate'));
    const many = factors.find((factor) => factor !== price && says(factor, 'quantity weight'));
    const other = factors.find((factor) => factor !== rate && amounts.has(factor));
    if (rate !== undefined && other !== undefined) converted.push([product, other, rate]);
    else if (price !== undefined && many !== undefined) alike.push([price, product]);
  }
  for (const { part, costs, whole } of sums) {
    if (![part, whole].every(isTotal) || !costs.every((cost) => amounts.has(cost))) continue;
    for (const other of [part, ...costs]) alike.push([whole, other]);
  }
  for (const [tax, base] of [...shares, ...steadyShares])
    if (taxes.includes(tax) && isTotal(base)) alike.push([tax, base]);
  const totals = [...amounts].filter((column) => says(column, 'total value price'));
  return { alike, converted, taxSums: new Set(totals.filter((total) => isSumOfTaxes(total, taxes, file))) };
}

/** Whether a column is the sum of two taxes or more, which stand apart. */
function isSumOfTaxes(total: number, taxes: readonly number[], { rows, numberOf }: NumberedFile): boolean {
  const cellsOf = (column: number) => rows.slice(0, 2 * ROWS_READ).map((row) => numberOf(row[column] ?? '') ?? 0);
  const whole = cellsOf(total);
  const parts = taxes
    .filter((column) => column !== total)
    .slice(0, NUMBERS_HELD.taxes)
    .map(cellsOf);
  return Array.from({ length: 2 ** parts.length }, (_, bits) => parts.filter((_, at) => (bits >> at) % 2 === 1)).some(
    (some) => {
      if (some.length < 2) return false;
      const telling = whole.flatMap((sum, row) => {
        const paid = some.map((part) => part[row] ?? 0);
        if (sum <= 0 || paid.filter((one) => one > 0).length < 2) return [];
        const all = paid.reduce((before, one) => before + one, 0);
        return [Math.abs(all - sum) <= ROUNDED.taxes * Math.max(all, sum)];
      });
      return telling.length >= ENOUGH.named && telling.filter(Boolean).length >= SHARE.most * telling.length;
    },
  );
}

/** What columns of numbers may be by how they are reckoned from one another, and by how they are written where nothing tells. */
function evidenceOfNumbers(arithmetic: Arithmetic, values: readonly ColumnValues[]): Evidence[] {
  const { products, sums, withPackaging, shares, rates, figures } = arithmetic;
  const evidence: Evidence[] = [];
  const explained = new Set<number>();
  const tell = (column: number, target: string, score: number, reason: string) =>
    evidence.push({ column, target, score, reason, nameScore: 0 });
  const isUnit = (column: number) => {
    const { unit = 0, packages = 0 } = values[column] ?? {};
    return unit >= SHARE.kind && packages < SHARE.half;
  };
  const besideUnits = (column: number) => (isUnit(column + 1) ? 1 : isUnit(column - 1) ? 0.5 : 0);
  const [parts, wholes, costs] = [
    new Set(sums.map(({ part }) => part)),
    new Set(sums.map(({ whole }) => whole)),
    new Set(sums.flatMap((sum) => sum.costs)),
  ];
  const taxes = new Set(shares.map(([tax]) => tax).filter((column) => !costs.has(column) && !parts.has(column)));
  for (const { factors, product } of products) {
    const rate = factors.find((factor) => rates.has(factor));
    if (rate !== undefined) {
      const foreign = factors[0] === rate ? factors[1] : factors[0];
      tell(rate, 'exchange_rate', SCORE.kind, 'one column times it is another');
      tell(product, 'total_value', LIKELY, 'it is another column times a rate');
      if (!wholes.has(foreign)) tell(foreign, 'total_value_usd', LIKELY, 'another column is it times a rate');
      for (const column of [rate, product]) explained.add(column);
    } else if (!taxes.has(product)) {
      tell(product, 'total_value', SCORE.product, 'it is one column times another');
      explained.add(product);
      for (const [one, other] of [factors, factors.toReversed()] as Pair[]) {
        const beside = SCORE.weak * (besideUnits(one) - besideUnits(other));
        const counted = (figures.get(one)?.whole ?? 0) > (figures.get(other)?.whole ?? 0) + 0.2 ? 0.15 : 0;
        const why = 'times another column it is a third';
        tell(one, 'quantity', Math.min(SCORE.product, LIKELY + beside + counted), why);
        tell(one, 'unit_price', SCORE.goods - beside, why);
        explained.add(one);
      }
    }
  }
  for (const { part, costs: some, whole } of sums) {
    tell(part, 'total_value', SCORE.proved, 'with what stands beside it, it comes to another column');
    tell(whole, 'total_value_cif', SCORE.proved, 'it is the sum of other columns');
    for (const cost of some) tell(cost, 'freight_value', SCORE.kind, 'it is a part of a sum');
    for (const column of [part, whole, ...some]) explained.add(column);
  }
  for (const tax of taxes) {
    if (!explained.has(tax)) tell(tax, 'tax_amount', SCORE.kind, 'it is a round share of another column');
    explained.add(tax);
  }
  for (const [net, gross] of withPackaging) {
    if (explained.has(net) || explained.has(gross) || Math.abs(net - gross) > 2) continue;
    tell(net, 'net_weight', SCORE.terms, 'another column is it and a little more');
    tell(gross, 'gross_weight', SCORE.units, 'it is another column and a little more');
    explained.add(gross);
  }
  const counted = [...figures].filter(([column, { isNumbering }]) => !isNumbering && !rates.has(column));
  const medians = counted.flatMap(([column, { median }]) => (taxes.has(column) ? [] : [median]));
  const largest = Math.max(0, ...medians);
  for (const [column, { money, whole, median, distinct }] of counted) {
    if (distinct < 3) continue;
    if (explained.has(column)) continue;
    const isBeside = besideUnits(column) > 0;
    const why = isBeside ? 'it stands beside units' : 'its values are numbers';
    tell(column, 'quantity', isBeside ? SCORE.kind : 0.25 + 0.1 * whole, why);
    const asValue = 0.2 + 0.15 * money + (median === largest ? 0.2 : 0);
    tell(column, 'total_value', isBeside ? 0.15 : asValue, 'its values are numbers');
  }
  return evidence;
}

/** What the numbers of columns without a name are beside those of the whole file. */
export function evidenceOfAmounts(
  unread: readonly number[],
  arithmetic: Arithmetic,
  { values, assignment: { chosen } }: { values: readonly ColumnValues[]; assignment: Assignment },
): Evidence[] {
  const [dollars] = chosen.get('total_value_usd') ?? [];
  // Beside a value in dollars, one of another money is none that a load rests on.
  const isOpen = dollars === undefined || dollars.blank || dollars.standsIn;
  return evidenceOfNumbers(arithmetic, values).filter(
    ({ column, target, score }) =>
      unread.includes(column) && (target !== 'total_value' || (isOpen && (!dollars?.standsIn || score >= CLEAR))),
  );
}
