import { FORMULA_STARTS, harmlessCell, PARTED_FORMULA, PLAIN_NUMBER } from '@tidewaiter/contract';
import { quote } from '../engine/engine.js';
import { type FileColumn, isText } from './file-columns.js';

/** By their bytes. */
const RUN_BY_SPREADSHEETS = [...FORMULA_STARTS].map((start) => start.charCodeAt(0));

/** For people, a byte order mark: without one Excel reads UTF-8 as its own code page. */
const BYTE_ORDER_MARK = '\ufeff';

/** The first line of a file, with the columns' labels. */
export function csvHeader(columns: readonly FileColumn[], raw: boolean): string {
  const labels = columns.map(({ label }) => `"${(raw ? label : harmlessCell(label)).replaceAll('"', '""')}"`);
  return `${raw ? '' : BYTE_ORDER_MARK}${labels.join(',')}\n`;
}

/**
 * A cell of a CSV file, as an expression: what `harmlessCell` of the contract is to a text.
 *
 * @param value the column's, as an expression
 * @param raw as the records have it, for programs
 */
export function csvCell(column: FileColumn, value: string, raw: boolean): string {
  if (raw || !isText(column)) return value;
  // The first byte is looked at for nearly nothing; a pattern for each cell took a third of the whole file's time.
  const harmful = `notEmpty(${value}) AND ascii(${value}) IN (${RUN_BY_SPREADSHEETS.join(', ')}) AND NOT match(${value}, ${quote(PLAIN_NUMBER)})`;
  const isParted = `multiSearchAny(${value}, [';', '\\t', '\\n', '\\r'])`;
  const parts = `if(${isParted}, replaceRegexpAll(${value}, ${quote(PARTED_FORMULA)}, '\\\\1\\'\\\\2'), ${value})`;
  return `if(${harmful}, concat('\\'', ${parts}), ${parts})`;
}
