import type { Assignment, Suggestion } from './assign.js';
import type { ColumnValues } from './column-values.js';

interface NumberedFile {
  rows: readonly (readonly string[])[];
  values: readonly ColumnValues[];
  named: Assignment;
  numberOf(cell: string): number | undefined;
}

const IN_KILOGRAMS = /^(kgs?|kgm|kgr|kilo(s|gramm?e?s?|gramos?)?|кг|公斤|千克)\.?$/i;

/** Rows that show something, the share of them that must, and how near two amounts are that are the same. */
const ENOUGH = 5;
const MOST = 0.95;
const NEAR = 1e-4;

/** As sure as a name that says it. */
const PROVED = 0.9;

const near = (a: number, b: number) => Math.abs(a - b) <= NEAR * Math.max(Math.abs(a), Math.abs(b));

/** The columns on both sides of that of the units, where nothing is the quantity by its name. */
export function besideUnit({ chosen }: Assignment): number[] {
  const [unit] = chosen.get('unit') ?? [];
  if (!unit || unit.named === 0 || chosen.has('quantity') || chosen.has('std_quantity')) return [];
  const taken = new Set([...chosen.values()].flat().map(({ column }) => column));
  return [unit.column - 1, unit.column + 1].filter((column) => !taken.has(column));
}

/** A column beside that of the units is the quantity where it is the net weight in kilograms and nowhere else, or makes the value by the price of one. */
export function guessQuantity({ rows, values, named, numberOf }: NumberedFile): Suggestion[] {
  const place = (...targets: string[]) => targets.flatMap((target) => named.chosen.get(target) ?? [])[0]?.column;
  const at = (row: readonly string[], column: number | undefined) => numberOf(row[column ?? -1] ?? '');
  const [unit, net] = [place('unit') ?? -1, place('net_weight')];
  const [price, value] = [place('unit_price', 'unit_price_usd'), place('total_value', 'total_value_usd')];
  const isWeight = (column: number) => {
    const shown = rows.flatMap((row) => {
      const [amount, weight] = [at(row, column), at(row, net)];
      if (amount === undefined || weight === undefined || weight === 0) return [];
      return [{ inKilograms: IN_KILOGRAMS.test(row[unit]?.trim() ?? ''), same: near(amount, weight) }];
    });
    const as = (wanted: boolean) => shown.filter(({ inKilograms }) => inKilograms === wanted);
    return [true, false].every((wanted) => {
      const some = as(wanted);
      return some.length >= ENOUGH && some.filter(({ same }) => same === wanted).length >= MOST * some.length;
    });
  };
  const makesValue = (column: number) => {
    const shown = rows.flatMap((row) => {
      const [amount, one, whole] = [at(row, column), at(row, price), at(row, value)];
      return amount === undefined || one === undefined || !whole ? [] : [near(amount * one, whole)];
    });
    return shown.length >= ENOUGH && shown.filter(Boolean).length >= MOST * shown.length;
  };
  return besideUnit(named)
    .filter((column) => (values[column]?.number ?? 0) > MOST && (values[column]?.distinct ?? 0) >= ENOUGH)
    .flatMap((column) => {
      const reason = isWeight(column)
        ? 'it is the net weight in kilograms, and another number in other units'
        : makesValue(column) && 'it makes the value by the price of one';
      return reason ? [{ column, target: 'quantity', score: PROVED, named: 0, reason }] : [];
    });
}
