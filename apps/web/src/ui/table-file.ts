import { harmlessCell } from '@tidewaiter/contract';

/** Texts and exact decimals are strings, ratios and counts numbers; it is null where there is nothing. */
export type FileCell = string | number | null;

/** A file of a table says what it is about, line by line, then its head and all of its rows. */
export interface TableFile {
  /** Without an ending. */
  name: string;
  notes: readonly (readonly [what: string, text: string])[];
  head: readonly string[];
  rows: readonly (readonly FileCell[])[];
}

/** Without one, Excel reads UTF-8 as its own code page. */
const BYTE_ORDER_MARK = '\ufeff';

const cell = (value: FileCell) =>
  typeof value === 'number' ? String(value) : `"${harmlessCell(value ?? '').replaceAll('"', '""')}"`;

const line = (cells: readonly FileCell[]) => `${cells.map(cell).join(',')}\n`;

/** Writes a table as CSV for spreadsheets: the notes, an empty line, the table. */
export function csvOf({ notes, head, rows }: TableFile): string {
  return `${BYTE_ORDER_MARK}${notes.map(line).join('')}\n${line(head)}${rows.map(line).join('')}`;
}
