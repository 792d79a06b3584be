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

/** Stands between the cells of a row that is looked over. Hardly any text holds it, and one that does is looked at once more for nothing. */
const BETWEEN = 1;

/**
 * A row of a CSV file, as an expression. Its cells are looked at one by one where there is something in them at all: to do so in each row took
 * a quarter of the whole file's time.
 *
 * @param values the columns', as expressions
 * @param raw as the records have it, for programs
 */
export function csvRow(columns: readonly FileColumn[], values: readonly string[], raw: boolean): string {
  const rowOf = (cells: readonly string[]) => `formatRow('CSV', ${cells.join(', ')})`;
  const texts = values.filter((_, index) => columns.slice(index, index + 1).some(isText));
  if (raw || texts.length === 0) return rowOf(values);
  const shown = values.map((value) => (texts.includes(value) ? harmless(value) : value));
  const begun = RUN_BY_SPREADSHEETS.map((start) => `char(${BETWEEN}, ${start})`);
  const cells = `concat(${texts.map((value) => `char(${BETWEEN}), ${value}`).join(', ')})`;
  const mayRun = `multiSearchAny(${cells}, [${begun.join(', ')}, ${PARTS}])`;
  return `if(ifNull(${mayRun}, true), ${rowOf(shown)}, ${rowOf(values)})`;
}

/** Where a spreadsheet may part a cell into several. */
const PARTS = `';', '\\t', '\\n', '\\r'`;

/** A cell of a CSV file, as an expression: what `harmlessCell` of the contract is to a text. */
function harmless(value: string): string {
  const harmful = `notEmpty(${value}) AND ascii(${value}) IN (${RUN_BY_SPREADSHEETS.join(', ')}) AND NOT match(${value}, ${quote(PLAIN_NUMBER)})`;
  const isParted = `multiSearchAny(${value}, [${PARTS}])`;
  const parts = `if(${isParted}, replaceRegexpAll(${value}, ${quote(PARTED_FORMULA)}, '\\\\1\\'\\\\2'), ${value})`;
  return `if(${harmful}, concat('\\'', ${parts}), ${parts})`;
}
