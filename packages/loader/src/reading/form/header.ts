import { OperatorError } from '@tidewaiter/contract';
import { looksLikeDate } from '../../recognise/date-order.js';
import { type HeaderWords, readHeaders } from '../../recognise/header-words.js';
import { looksLikeNumber } from '../../recognise/number-format.js';
import { MAX_COLUMNS } from './reading-limits.js';

/** How far down a header is looked for; banners are shorter. */
const LOOKED_AT = 50;

/** Share of a row's cells that must be names for it to be a header. */
const NAMES = 0.8;

/** Share of them that must be made of words of customs headers. */
const LEAST_KNOWN = 0.3;

/** What a cell with a word of customs headers counts beside a cell that is merely a name. */
const KNOWN_WORD = 3;

/**
 * Finds the header among a file's first rows: the row of names, under a banner or not, that is as wide as the data below it.
 *
 * @returns its index, or -1 when the file begins with data
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, LOOKED_AT).map((row) => row.map((cell) => cell.trim()));
  const width = commonWidth(first);
  let headerRow = -1;
  let most = 0;
  for (const [index, row] of first.entries()) {
    const score = headerScore(row, width, () => standsOverData(row, first.slice(index + 1)));
    // A header that stands there twice, or a row of units below it, is no better than the first.
    if (score > most) [headerRow, most] = [index, score];
  }
  return headerRow;
}

/** How many cells most rows fill; a banner fills one or two. */
function commonWidth(rows: readonly (readonly string[])[]): number {
  const filled = rows.map((row) => row.filter((cell) => cell !== '').length).sort((a, b) => a - b);
  return filled[Math.floor(filled.length * 0.75)] ?? 0;
}

/** Whether most columns that hold something below a row hold numbers or days there: a row without any is one of names. */
function standsOverData(row: readonly string[], below: readonly (readonly string[])[]): boolean {
  let [filled, numbers] = [0, 0];
  for (let column = 0; column < row.length; column += 1) {
    const cells = below.map((cells) => cells[column] ?? '').filter((cell) => cell !== '');
    if (cells.length < 2) continue;
    filled += 1;
    if (cells.every((cell) => looksLikeNumber(cell) || looksLikeDate(cell))) numbers += 1;
  }
  return numbers >= LEAST_NUMBERS && 2 * numbers >= filled;
}

/** Columns of numbers below a header of which few words are known, and how many of its words must be: what stands over numbers is a name. */
const LEAST_NUMBERS = 3;
const LEAST_OVER_DATA = 1;

function headerScore(row: readonly string[], width: number, isOverData: () => boolean): number {
  const cells = row.filter((cell) => cell !== '');
  if (cells.length < 2 || cells.length < width / 2) return 0;
  if (cells.some((cell) => looksLikeDate(cell) && /\d.*\d.*\d/.test(cell))) return 0;
  const names = cells.filter((cell) => !looksLikeNumber(cell) && /\p{L}/u.test(cell) && cell.length <= 80);
  if (names.length < cells.length * NAMES) return 0;
  const known = readHeaders(names).filter(isOfHeader).length;
  // Data of a text-only file are names too: a header says what its columns are.
  if (known < Math.max(1, cells.length * LEAST_KNOWN) && !(known >= LEAST_OVER_DATA && isOverData())) return 0;
  return names.length + KNOWN_WORD * known - (cells.length - new Set(cells).size);
}

function isOfHeader({ concepts, unknown }: HeaderWords): boolean {
  return concepts.size > 0 && unknown.length <= concepts.size;
}

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
  /** Each column has one, and no two are alike. */
  names: string[];
  /** What is written above it: titles, and what they say of the whole file. */
  above: string[];
}

/**
 * Finds the header of a table among its first rows, and names every column.
 *
 * @param rows from the table's first on, blank ones too
 * @throws OperatorError when there are too many columns
 */
export function readHeader(rows: readonly (readonly string[])[], known: KnownHeader, file: string): Header {
  const knownRow = known.row ?? (known.names ? 0 : findRow(known.isHeader, rows));
  const one = knownRow ?? findHeader(rows) + 1;
  const two = knownRow === undefined ? twoLevels(rows, one) : undefined;
  const row = two?.row ?? one;
  const written = two?.names ?? known.names ?? rows[row - 1] ?? [];
  const below = rows.slice(row);
  // Where nothing says how wide the table is, it is as wide as its widest row.
  const width = Math.max(written.length, usualWidth(below)) || Math.max(0, ...below.map(({ length }) => length));
  if (width > MAX_COLUMNS) throw tooWide(file);
  const names = columnNames(Array.from({ length: width }, (_, index) => written[index] ?? ''));
  return { row, names, above: trimmedRows(rows.slice(0, Math.max(0, (two?.upper ?? row) - 1))) };
}

/** More, and longer texts, are no titles. */
const MOST_TITLES = 30;
const LONGEST_TITLE = 300;

/** What rows say in words, as titles and notes do. */
export const trimmedRows = (rows: readonly (readonly string[])[]) =>
  rows
    .flat()
    .map((cell) => cell.trim())
    // A year alone is the period of the table.
    .filter((cell) => /\p{L}|^(19|20)\d{2}$/u.test(cell) && cell.length <= LONGEST_TITLE)
    .slice(0, MOST_TITLES);

/** A header of two rows: the parts of what merged cells above them name, `IMPORTER` over `NAME` and `ADDRESS`. */
interface TwoLevels {
  /** The lower row of the two, counted from 1, and the upper one. */
  row: number;
  upper: number;
  names: string[];
}

/** Finds whether the header goes with the row above it or below it, where either has names that the other lacks. */
function twoLevels(rows: readonly (readonly string[])[], header: number): TwoLevels | undefined {
  return joined(rows, header - 1, header) ?? joined(rows, header, header + 1);
}

/** @param upper rows from 1 */
function joined(rows: readonly (readonly string[])[], upper: number, lower: number): TwoLevels | undefined {
  const [above, below] = [upper, lower].map((row) => (rows[row - 1] ?? []).map((cell) => cell.trim()));
  if (!above || !below || isNoHeader(above) || isNoHeader(below)) return undefined;
  const width = Math.max(above.length, below.length);
  const at = Array.from({ length: width }, (_, column) => [above[column] ?? '', below[column] ?? ''] as const);
  // Cells that are merged downwards stand in the upper row alone; those that are merged sideways have gaps behind them.
  const inBoth = at.filter(([up, low]) => up !== '' && low !== '').length;
  const behind = at.filter(([up, low], column) => up === '' && low !== '' && column > 0).length;
  const alone = at.filter(([up, low]) => up !== '' && low === '').length;
  const again = below.filter((cell) => cell !== '').length - new Set(below.filter((cell) => cell !== '')).size;
  if (inBoth === 0 || behind === 0 || (alone === 0 && again === 0)) return undefined;
  let over = '';
  const groups = at.map(([up, low]) => {
    if (up !== '') over = low === '' ? '' : up;
    return low === '' ? '' : over;
  });
  const names = at.map(([up, low], column) => (low === '' ? up : `${groups[column]} ${low}`.trim()));
  return { row: lower, upper, names };
}

/** A row that is none of names: data, a banner of one cell, or nothing. */
function isNoHeader(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const names = readHeaders(filled).filter(isOfHeader);
  return (
    filled.length < 2 || filled.some((cell) => looksLikeNumber(cell)) || names.length < filled.length * NAMES_OF_TWO
  );
}

/** Share of the cells of each of two rows that must be made of words of customs headers. */
const NAMES_OF_TWO = 0.6;

export const tooWide = (file: string) =>
  new OperatorError(`${file} has more than ${MAX_COLUMNS} columns.`, [
    'if that is not so, say what stands between its cells with --delimiter; else leave out the columns that you do not need',
  ]);

function findRow(isHeader: IsHeader | undefined, rows: readonly (readonly string[])[]): number | undefined {
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
  const times = new Map<string, number>();
  return written.map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`;
    let again = times.get(name) ?? 1;
    let unique = name;
    while (taken.has(unique)) unique = `${name} (${++again})`;
    times.set(name, again);
    taken.add(unique);
    return unique;
  });
}
