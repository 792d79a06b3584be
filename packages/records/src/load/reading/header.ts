import { OperatorError } from '@tidewaiter/contract';
import { findHeader } from '../understand/find-header.js';
import { MAX_COLUMNS } from './reading-limits.js';

/** Whether a row's names are those that a reader of the file knows. */
export type IsHeader = (names: readonly string[]) => boolean;

/** Knows a header by names that it has. */
export const hasAll =
  (known: readonly string[]): IsHeader =>
  (names) =>
    known.every((name) => names.includes(name));

/** What is known of a table's header before its first rows are looked at. */
export interface KnownHeader {
  /** Its row, from 1; 0 where there is none. */
  row?: number | undefined;
  /** Names for the columns, instead of those that the file may hold. */
  names?: readonly string[] | undefined;
  isHeader?: IsHeader | undefined;
}

export interface Header {
  /** From 1; 0 where there is none. */
  row: number;
  /** One for each column, no two alike. */
  names: string[];
}

/**
 * Finds the header of a table among its first rows, and names every column.
 *
 * @param rows from the table's first on, blank ones too
 * @throws OperatorError when there are too many columns
 */
export function headerOf(rows: readonly (readonly string[])[], known: KnownHeader, file: string): Header {
  const row = known.row ?? (known.names ? 0 : (rowOf(known.isHeader, rows) ?? findHeader(rows) + 1));
  const written = known.names ?? rows[row - 1] ?? [];
  const below = rows.slice(row);
  // Where nothing says how wide the table is, it is as wide as its widest row.
  const width = Math.max(written.length, usualWidth(below)) || Math.max(0, ...below.map(({ length }) => length));
  if (width > MAX_COLUMNS) throw tooWide(file);
  return { row, names: columnNames(Array.from({ length: width }, (_, index) => written[index] ?? '')) };
}

export const tooWide = (file: string) =>
  new OperatorError(`${file} has more than ${MAX_COLUMNS} columns.`, [
    'if that is not so, say what stands between its cells with --delimiter; else leave out the columns that you do not need',
  ]);

function rowOf(isHeader: IsHeader | undefined, rows: readonly (readonly string[])[]): number | undefined {
  const index = rows.findIndex((row) => isHeader?.(columnNames(row)));
  return index === -1 ? undefined : index + 1;
}

/** How many cells more than half of the rows have: some files name fewer columns than they fill. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const widths = rows.map(({ length }) => length).filter((length) => length > 0);
  return widths.find((width) => widths.filter((other) => other === width).length > widths.length / 2) ?? 0;
}

/** The names of columns as mappings write them: trimmed, the second of two alike as `Name (2)`, a missing one as `column 7`. */
export function columnNames(written: readonly string[]): string[] {
  const taken = new Set<string>();
  return written.map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`;
    let unique = name;
    for (let again = 2; taken.has(unique); again += 1) unique = `${name} (${again})`;
    taken.add(unique);
    return unique;
  });
}
