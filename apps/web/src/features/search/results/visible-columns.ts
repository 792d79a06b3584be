import { LIMITS, RECORD_COLUMNS, type RecordColumn, type RecordRow, type TradeType } from '@tidewaiter/contract';
import { hasValue } from './cell-value.js';

/** Shown whatever a page holds: without them a row says nothing. */
const ALWAYS = ['record_date', 'hs_code'];

/**
 * The columns that a page can show: those with a value on it, in the catalogue's order. A column that is empty on the
 * whole page would only push the others aside, so it is left out; the record's description lists what it has.
 */
export function columnsWithValues(tradeType: TradeType, rows: readonly RecordRow[]): RecordColumn[] {
  return RECORD_COLUMNS[tradeType].filter(
    (column) => !column.alias && (ALWAYS.includes(column.name) || rows.some((row) => hasValue(row, column.key))),
  );
}

/** The first 15 (SPEC 9), or all of them. */
export function visibleColumns(columns: readonly RecordColumn[], all: boolean): readonly RecordColumn[] {
  return all ? columns : columns.slice(0, LIMITS.defaultColumns);
}

/** The unit a header can promise: the column's own, or the one that all rows of the page share. */
export function headerUnit(column: RecordColumn, rows: readonly RecordRow[]): string | undefined {
  const { unit, unitKey } = column;
  if (unit !== undefined || unitKey === undefined) return unit;
  const units = new Set(rows.filter((row) => hasValue(row, column.key)).map((row) => row[unitKey]));
  const [only] = units;
  return units.size === 1 && typeof only === 'string' && only !== '' ? only : undefined;
}
