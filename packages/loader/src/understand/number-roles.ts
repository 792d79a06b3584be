import type { Suggestion } from './assign.js';
import type { ColumnValues } from './column-values.js';

interface NumberedRows {
  rows: readonly (readonly string[])[];
  values: readonly ColumnValues[];
  numberOf(cell: string): number | undefined;
}

/** How the numbers of columns are reckoned from one another, whatever they are called. */
export interface NumberRoles {
  /** The third is the first times the second. */
  products: readonly { factors: readonly [number, number]; product: number }[];
  /** The whole is the part and one or two costs that are less. */
  sums: readonly { part: number; costs: readonly number[]; whole: number }[];
  /** The second is never less than the first and rarely much more: a net weight and a gross one. */
  withPackaging: readonly (readonly [number, number])[];
  /** The second is the first times a number that no column says. */
  inOtherMoney: readonly (readonly [number, number])[];
  /** The first is the same share of the second in all rows: a tax, where its name says so. */
  steadyShares: readonly (readonly [number, number])[];
  /** The first is one of a few round shares of the second: a duty. */
  shares: readonly (readonly [number, number])[];
  /** A factor that hardly changes. */
  rates: ReadonlySet<number>;
  figures: ReadonlyMap<number, Figures>;
}

interface Figures {
  cells: Float64Array;
  median: number;
  /** Share of whole numbers, and of those with more than two decimals or one. */
  whole: number;
  /** Share of those with two decimals at most, where not all are whole. */
  money: number;
  distinct: number;
  /** Whether it counts, or numbers what it stands in: whole numbers of one length, or that only grow. */
  isNumbering: boolean;
}

const ROWS_READ = 200;
/** More columns of numbers are not held against one another. */
const MOST_COLUMNS = 30;
/** Amounts that are reckoned from one another stand near. */
const NEAR = 8;
const ENOUGH = 8;
const MOST = 0.95;
const ROUNDED = 0.004;

/** A package weighs less than a quarter of what is in it, where all are said to weigh the same share. */
const MOST_PACKAGING = 1.25;

/** A law sets shares of half a hundredth and more; where one is less than cents tell, nothing is shown. */
const STEP_OF_SHARES = 0.005;
const LEAST_STEP = 0.03;
const ROUNDED_CENT = 0.0051;

function isShare(amount: number, of: number): boolean {
  const step = STEP_OF_SHARES * of;
  const steps = Math.round(amount / step);
  return (
    step > LEAST_STEP &&
    amount <= of * 0.7 &&
    steps > 0 &&
    Math.abs(amount - steps * step) <= ROUNDED_CENT + 1e-6 * amount
  );
}

const isPower = (ratio: number) => near(Math.log10(ratio), Math.round(Math.log10(ratio)), 1e-6);

/** What one column is of another, where that is the same in all rows. */
function ratioOf(one: Float64Array, other: Float64Array): number | undefined {
  const first = one.findIndex((cell, at) => cell > 0 && (other[at] ?? 0) > 0);
  if (first < 0) return undefined;
  const ratio = (other[first] ?? 0) / (one[first] ?? 1);
  return shown([one, other], (at) => near((one[at] ?? 0) * ratio, other[at] ?? 0)) ? ratio : undefined;
}

const near = (a: number, b: number, by = ROUNDED) => Math.abs(a - b) <= by * Math.max(Math.abs(a), Math.abs(b)) + 0.006;

/** Whether nearly all rows in which all hold more than nothing show something; stops once it cannot be. */
function shown(columns: readonly Float64Array[], holds: (at: number) => boolean): boolean {
  let [telling, held] = [0, 0];
  const length = columns[0]?.length ?? 0;
  for (let row = 0; row < length; row += 1) {
    if (columns.some((column) => !((column[row] ?? 0) > 0))) continue;
    telling += 1;
    if (holds(row)) held += 1;
    else if (telling - held > (1 - MOST) * length || (telling - held > 3 && held < telling / 2)) return false;
  }
  return telling >= ENOUGH && held >= MOST * telling;
}

export function findNumberRoles({ rows, values, numberOf }: NumberedRows): NumberRoles {
  const figures = new Map<number, Figures>();
  for (const [column, { number, amounts, date, filled, distinct, heading }] of values.entries()) {
    const isNumbers = number > 0.8 || (amounts?.share ?? 0) > 0.8;
    if (figures.size >= MOST_COLUMNS || !isNumbers || date >= 0.5 || filled < ENOUGH || distinct < 2) continue;
    if (heading >= MOST) continue;
    const found = figuresOf(rows, column, numberOf);
    if (found)
      figures.set(column, { ...found, isNumbering: found.isNumbering || values[column]?.numbering === 'sure' });
  }
  const amounts = [...figures].filter(([, { isNumbering }]) => !isNumbering);
  const rates = new Set(amounts.flatMap(([column, { cells, median }]) => (isSteady(cells, median) ? [column] : [])));
  const products: NumberRoles['products'][number][] = [];
  const sums: NumberRoles['sums'][number][] = [];
  const withPackaging: [number, number][] = [];
  const inOtherMoney: [number, number][] = [];
  const shares: [number, number][] = [];
  const steadyShares: [number, number][] = [];
  for (const [c, { cells: product }] of amounts) {
    for (const [a, { cells: one }] of amounts) {
      if (a === c) continue;
      for (const [b, { cells: other }] of amounts) {
        if (b <= a || b === c) continue;
        const holds = (at: number) => near((one[at] ?? 0) * (other[at] ?? 0), product[at] ?? 0);
        const isOne = (cells: Float64Array) => cells.every((cell) => Number.isNaN(cell) || near(cell, 1));
        if (!isOne(one) && !isOne(other) && shown([one, other, product], holds))
          products.push({ factors: [a, b], product: c });
      }
      const ratio = (at: number) => (product[at] ?? 0) / (one[at] ?? 1);
      const steady = ratioOf(one, product);
      if (steady !== undefined && isShare(100 * steady, 100)) steadyShares.push([c, a]);
      if (steady !== undefined && steady > MOST_PACKAGING && !isPower(steady)) inOtherMoney.push([a, c]);
      else if (
        shown([one, product], (at) => ratio(at) >= 1 && ratio(at) < 1.6 && (steady !== undefined || ratio(at) > 1.0005))
      ) {
        if (steady !== 1) withPackaging.push([a, c]);
      } else if (steady === undefined && shown([one, product], (at) => isShare(product[at] ?? 0, one[at] ?? 0)))
        shares.push([c, a]);
    }
  }
  for (const [whole, { cells: all }] of amounts) {
    const close = amounts.filter(([column]) => column !== whole && Math.abs(column - whole) <= NEAR);
    for (const [part, { cells: of, median }] of close) {
      const costs = close.filter(([column, each]) => column !== part && each.median < median);
      for (const [index, [b, { cells: first }]] of costs.entries()) {
        if (shown([all, of, first], (at) => near((of[at] ?? 0) + (first[at] ?? 0), all[at] ?? 0, 1e-4))) {
          sums.push({ part, costs: [b], whole });
        }
        for (const [c, { cells: second }] of costs.slice(index + 1)) {
          const holds = (at: number) => near((of[at] ?? 0) + (first[at] ?? 0) + (second[at] ?? 0), all[at] ?? 0, 1e-4);
          if (shown([all, of, first, second], holds)) sums.push({ part, costs: [b, c], whole });
        }
      }
    }
  }
  return { products, sums, withPackaging, inOtherMoney, shares, steadyShares, rates, figures };
}

function figuresOf(
  rows: NumberedRows['rows'],
  column: number,
  numberOf: NumberedRows['numberOf'],
): Figures | undefined {
  const step = Math.max(1, Math.floor(rows.length / ROWS_READ));
  const texts = rows.filter((_, row) => row % step === 0).map((row) => row[column]?.trim() ?? '');
  const cells = Float64Array.from(texts, (text) => (text === '' ? Number.NaN : (numberOf(text) ?? Number.NaN)));
  const read = [...cells].filter((cell) => cell > 0);
  if (read.length < ENOUGH) return undefined;
  const sorted = read.toSorted((a, b) => a - b);
  const share = (test: (cell: number) => boolean) => read.filter(test).length / read.length;
  const whole = share(Number.isInteger);
  const lengths = new Set(read.map((cell) => String(cell).length));
  const distinct = new Set(read).size;
  const grows = read.every((cell, at) => at === 0 || cell >= (read[at - 1] ?? 0)) && distinct > ENOUGH;
  const isCode = whole === 1 && lengths.size === 1 && (read[0] ?? 0) > 99_999;
  const isZeroed = texts.filter((text) => /^0\d/.test(text)).length > 0 && whole === 1;
  return {
    cells,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    whole,
    money: whole === 1 ? 0 : share((cell) => near(cell * 100, Math.round(cell * 100), 1e-9)),
    distinct,
    isNumbering: (whole === 1 && grows) || isCode || isZeroed,
  };
}

/** Whether numbers are within a sixth of their median: a price or a quantity is not. */
function isSteady(cells: Float64Array, median: number): boolean {
  const read = [...cells].filter((cell) => cell > 0);
  return median > 0 && !near(median, 1) && read.every((cell) => Math.abs(cell - median) <= median / 6);
}

/** Units that no list has: few and short words beside the numbers that they are of. */
const MOST_UNITS = 12;
const LONGEST_UNIT = 6;

const isShortWords = (looked: ColumnValues | undefined) =>
  looked !== undefined &&
  looked.letters > 0.8 &&
  Math.max(looked.unit, looked.country, looked.currency, looked.incoterm, looked.mode) < 0.8 &&
  looked.filled >= ENOUGH &&
  looked.distinct > 1 &&
  looked.distinct <= MOST_UNITS &&
  looked.examples.every((text) => text.length <= LONGEST_UNIT);

type Guess = Omit<Suggestion, 'named'>;

/** What columns of numbers may be by how they are reckoned from one another, and by how they are written where nothing tells. */
export function guessNumbers(roles: NumberRoles, values: readonly ColumnValues[]): Guess[] {
  const { products, sums, withPackaging, inOtherMoney, shares, rates, figures } = roles;
  const guesses: Guess[] = [];
  const add = (column: number, target: string, score: number, reason: string) =>
    guesses.push({ column, target, score, reason });
  const isUnit = (column: number) => (values[column]?.unit ?? 0) >= 0.8 && (values[column]?.packages ?? 0) < 0.5;
  const standsBeside = (column: number) => (isUnit(column + 1) ? 1 : isUnit(column - 1) ? 0.5 : 0);
  const told = new Set<number>();
  const parts = new Set(sums.map(({ part }) => part));
  const wholes = new Set(sums.map(({ whole }) => whole));
  const costs = new Set(sums.flatMap((sum) => sum.costs));
  const taxes = new Set(shares.map(([tax]) => tax).filter((column) => !costs.has(column) && !parts.has(column)));
  for (const { factors, product } of products) {
    const [rate] = factors.filter((factor) => rates.has(factor));
    if (rate !== undefined) {
      const foreign = factors[0] === rate ? factors[1] : factors[0];
      add(rate, 'exchange_rate', 0.6, 'one column times it is another');
      add(product, 'total_value', 0.5, 'it is another column times a rate');
      if (!wholes.has(foreign)) add(foreign, 'total_value_usd', 0.5, 'another column is it times a rate');
      for (const column of [rate, product]) told.add(column);
      continue;
    }
    if (taxes.has(product)) continue;
    add(product, 'total_value', 0.88, 'it is one column times another');
    told.add(product);
    for (const [one, other] of [factors, factors.toReversed()] as [number, number][]) {
      const [beside, against] = [standsBeside(one), standsBeside(other)];
      const counted = (figures.get(one)?.whole ?? 0) > (figures.get(other)?.whole ?? 0) + 0.2 ? 0.15 : 0;
      add(
        one,
        'quantity',
        Math.min(0.88, 0.5 + 0.3 * (beside - against) + counted),
        'times another column it is a third',
      );
      add(one, 'unit_price', 0.4 - 0.3 * (beside - against), 'times another column it is a third');
      told.add(one);
    }
  }
  for (const { part, costs: some, whole } of sums) {
    add(part, 'total_value', 0.8, 'with what stands beside it, it comes to another column');
    add(whole, 'total_value_cif', 0.8, 'it is the sum of other columns');
    for (const cost of some) add(cost, 'freight_value', 0.6, 'it is a part of a sum');
    for (const column of [part, whole, ...some]) told.add(column);
  }
  for (const tax of taxes) {
    if (told.has(tax)) continue;
    add(tax, 'tax_amount', 0.6, 'it is a round share of another column');
    told.add(tax);
  }
  for (const [net, gross] of withPackaging) {
    if (told.has(net) || told.has(gross) || Math.abs(net - gross) > 2) continue;
    add(net, 'net_weight', 0.7, 'another column is it and a little more');
    add(gross, 'gross_weight', 0.75, 'it is another column and a little more');
    told.add(gross);
  }
  for (const [foreign, local] of inOtherMoney) {
    if (told.has(foreign) || told.has(local)) continue;
    add(local, 'total_value', 0.5, 'it is another column times one number');
    add(foreign, 'total_value', 0.4, 'another column is it times one number');
    add(foreign, 'total_value_usd', 0.4, 'another column is it times one number');
    told.add(foreign);
    told.add(local);
  }
  const largest = Math.max(
    0,
    ...[...figures].flatMap(([column, { median, isNumbering }]) =>
      isNumbering || taxes.has(column) || rates.has(column) ? [] : [median],
    ),
  );
  for (const [column, { isNumbering, money, whole, median, distinct }] of figures) {
    if (isNumbering || rates.has(column) || distinct < 3) continue;
    for (const side of [column + 1, column - 1]) {
      if (isShortWords(values[side])) add(side, 'unit', 0.15, 'its values are short words of a few kinds');
    }
    if (told.has(column)) continue;
    const beside = standsBeside(column) > 0;
    add(
      column,
      'quantity',
      beside ? 0.6 : 0.25 + 0.1 * whole,
      beside ? 'it stands beside units' : 'its values are numbers',
    );
    const isLargest = median === largest ? 0.2 : 0;
    add(column, 'total_value', beside ? 0.15 : 0.2 + 0.15 * money + isLargest, 'its values are numbers');
  }
  return guesses;
}
