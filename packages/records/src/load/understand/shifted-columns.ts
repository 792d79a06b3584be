import type { Suggestion } from './assign.js';
import type { ColumnValues } from './column-values.js';
import type { DateFinding } from './date-format.js';
import { judgeValues, speaksAgainst } from './judge-values.js';

/** Names whose values contradict them, from which a shift is a likelier reason than a wrong guess. */
const ENOUGH = 2;

/** Share of them that a shift must explain. */
const EXPLAINED = 0.75;

export interface Shift {
  /** Columns from a name to its values: 1 to the right, -1 to the left. */
  by: 1 | -1;
  /** The first column that it concerns. */
  from: number;
}

/** Finds whether values stand a column beside their names, as in a month whose file lost or gained one. */
export function findShift(
  suggestions: readonly Suggestion[],
  values: readonly ColumnValues[],
  dates: readonly (DateFinding | undefined)[],
): Shift | undefined {
  const odd = suggestions.filter(
    ({ column, target, named }) => named > 0.8 && contradicts(target, column, values, dates),
  );
  if (odd.length < ENOUGH) return undefined;
  for (const by of [1, -1] as const) {
    const explained = odd.filter(({ column, target }) => {
      const beside = values[column + by];
      return beside !== undefined && beside.filled > 0 && !contradicts(target, column + by, values, dates);
    });
    if (explained.length >= ENOUGH && explained.length >= odd.length * EXPLAINED) {
      return { by, from: Math.min(...explained.map(({ column }) => column)) };
    }
  }
  return undefined;
}

function contradicts(
  target: string,
  column: number,
  values: readonly ColumnValues[],
  dates: readonly (DateFinding | undefined)[],
): boolean {
  const looked = values[column];
  return looked !== undefined && speaksAgainst(judgeValues(target, looked, dates[column]));
}
