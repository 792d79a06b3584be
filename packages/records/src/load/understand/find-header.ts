import { looksLikeDate } from './date-format.js';
import { readHeaderWords } from './header-words.js';
import { looksLikeNumber } from './number-format.js';

/** How far down a header is looked for; banners are shorter. */
const LOOKED_AT = 50;

/** How many of a row's cells are read; of a wide table, the first tell enough. */
const CELLS_READ = 100;

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
  let found = -1;
  let most = 0;
  for (const [index, row] of first.entries()) {
    const score = headerScore(row, width);
    // A header that stands there twice, or a row of units below it, is no better than the first.
    if (score > most) [found, most] = [index, score];
  }
  return found;
}

/** How many cells most rows fill; a banner fills one or two. */
function commonWidth(rows: readonly (readonly string[])[]): number {
  const filled = rows.map((row) => row.filter((cell) => cell !== '').length).sort((a, b) => a - b);
  return filled[Math.floor(filled.length * 0.75)] ?? 0;
}

function headerScore(row: readonly string[], width: number): number {
  const cells = row.filter((cell) => cell !== '');
  if (cells.length < 2 || cells.length < width / 2) return 0;
  if (cells.some((cell) => looksLikeDate(cell) && /\d.*\d.*\d/.test(cell))) return 0;
  const names = cells.filter((cell) => !looksLikeNumber(cell) && /\p{L}/u.test(cell) && cell.length <= 80);
  if (names.length < cells.length * NAMES) return 0;
  const read = names.slice(0, CELLS_READ);
  const known = (read.filter(isHeaderName).length / Math.max(1, read.length)) * names.length;
  // Data of a text-only file are names too: a header says what its columns are.
  if (known < Math.max(1, cells.length * LEAST_KNOWN)) return 0;
  return names.length + KNOWN_WORD * known - (cells.length - new Set(cells).size);
}

function isHeaderName(cell: string): boolean {
  const words = readHeaderWords(cell);
  return words.concepts.size > 0 && words.unknown.length <= words.concepts.size;
}
