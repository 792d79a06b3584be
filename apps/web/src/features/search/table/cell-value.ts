import { displayDate, type RecordColumn, type RecordRow } from '@tidewaiter/contract';
import { decimalsNeeded, exactDecimal, formatDecimal } from '../format/decimal.js';

export interface CellValue {
  /** What the cell shows; null when the source has no value. */
  shown: string | null;
  /** The whole value, wherever the cell may show less of it. */
  whole: string;
  /** True for a USD amount that was converted from the local currency. */
  derived: boolean;
  /** Where the value comes from, when it is not the source's own. */
  origin?: string;
}

const MISSING = 'The source gives no value';
const DERIVED = 'Converted from the local currency by the monthly rate';
const CALLED = 'As the HS nomenclature calls the code; the source gives no description';

const USD_DECIMALS = 2;
const OTHER_DECIMALS = 3;

/** True when a row has a value for a column. */
export function hasValue(row: RecordRow, key: string): boolean {
  const value = row[key];
  return value !== null && value !== undefined && value !== '';
}

/** The decimals that a column needs on a page, so that its points stand in line: at most 2 for USD, 3 otherwise. */
export function columnDecimals(column: RecordColumn, rows: readonly RecordRow[]): number {
  if (column.type !== 'decimal') return 0;
  const most = column.unit === 'USD' ? USD_DECIMALS : OTHER_DECIMALS;
  return Math.max(0, ...rows.map((row) => decimalsNeeded(String(row[column.key] ?? ''), most)));
}

export function cellValue(row: RecordRow, column: RecordColumn, decimals: number): CellValue {
  if (!hasValue(row, column.key)) return { shown: null, whole: MISSING, derived: false };
  const text = String(row[column.key]);
  if (column.type !== 'decimal') {
    const shown = column.type === 'date' ? displayDate(text) : text;
    const called = column.name === 'hs_description' && row.hs_derived;
    return { shown, whole: shown, derived: false, ...(called && { origin: CALLED }) };
  }
  const derived = column.unit === 'USD' && row.usd_derived;
  return {
    shown: formatDecimal(text, decimals),
    whole: exactDecimal(text),
    derived,
    ...(derived && { origin: DERIVED }),
  };
}
