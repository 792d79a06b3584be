/** Reads a list in the browser, from a file or from what was pasted: nobody sends what they have not seen. */
import {
  cellOfConstant,
  foreignKind,
  isDayFormat,
  numberOfDay,
  OWN_LIST_LIMITS,
  type OwnListKind,
  uncalculated,
  withoutConstantFormula,
} from '@tidewaiter/contract';
import { parseCsv } from 'hucre/csv';
import { colToLetter, readXlsx, type Sheet } from 'hucre/xlsx';
import { CHOSEN_COLUMN } from './list-words.js';

/** What is read, cell by cell. */
export interface ReadList {
  rows: string[][];
  /** The sheets of a workbook; none of a text. */
  sheets: string[];
  /** How its letters were read, of a text; null where that is beyond doubt. */
  encoding: Encoding | null;
}

/** How older spreadsheets write letters. */
export const ENCODINGS = {
  'windows-1252': 'Western European',
  'windows-1250': 'Central European',
  'windows-1251': 'Cyrillic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1256': 'Arabic',
  gb18030: 'Chinese',
  shift_jis: 'Japanese',
  'euc-kr': 'Korean',
} as const;
export type Encoding = keyof typeof ENCODINGS;

/** What stands between the columns of a text; nothing between them where it has one. */
export const DELIMITERS = { ',': 'Commas', ';': 'Semicolons', '\t': 'Tabs', '|': 'Bars', '': 'Nothing: one column' };
export type Delimiter = keyof typeof DELIMITERS;

export interface HowToRead {
  sheet?: string | undefined;
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
}

/** More rows than a list may have tell that it is too long. */
const READ = OWN_LIST_LIMITS.rows + 2;

const FIRST_LINES = 200;
/** Bytes that tell what a file is. */
const HEAD = 4096;

/** What stands between the columns of a text. In names of firms a comma has a space behind it, and parts nothing. */
export function delimiterOf(text: string): Delimiter {
  const lines = text.split(/\r?\n/, FIRST_LINES).filter((line) => line.trim() !== '');
  const having = (sign: string) => lines.filter((line) => line.includes(sign)).length;
  for (const sign of ['\t', '|', ';'] as const) if (having(sign) > lines.length * 0.9) return sign;
  const [commas, spaced] = [/,/g, /, /g].map((sign) => text.slice(0, 100_000).match(sign)?.length ?? 0);
  const isQuoted = having('"') > lines.length / 2;
  return having(',') > lines.length / 2 && (isQuoted || (spaced ?? 0) < (commas ?? 0) / 2) ? ',' : '';
}

/** @throws Error in words for who gave it */
export function readListText(text: string, how: HowToRead = {}): ReadList {
  const delimiter = how.delimiter ?? delimiterOf(text);
  const given =
    delimiter === ''
      ? text.split(/\r\n?|\n/).map((line) => [unquoted(line)])
      : parseCsv(text, { delimiter, maxRows: READ });
  return { rows: tidied(given), sheets: [], encoding: null };
}

const unquoted = (line: string) => (/^".*"$/.test(line) ? line.slice(1, -1).replaceAll('""', '"') : line);

/** @throws Error in words for who gave it */
export async function readListFile(file: File, how: HowToRead = {}): Promise<ReadList> {
  if (file.size > OWN_LIST_LIMITS.fileBytes)
    throw new Error('This file has more than 100 MB. Save the columns that you need as CSV, or divide it.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const foreign = foreignKind(bytes.subarray(0, HEAD));
  if (foreign !== undefined) throw new Error(`This file ${foreign}`);
  if (isWorkbook(bytes)) return readWorkbook(bytes, how.sheet);
  const { text, encoding } = decoded(bytes, how.encoding);
  if (text.slice(0, 4096).includes('\0')) throw new Error('This is no list: please choose a CSV or XLSX file.');
  return { ...readListText(text, how), encoding };
}

const isWorkbook = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

async function readWorkbook(bytes: Uint8Array, wanted: string | undefined): Promise<ReadList> {
  const { sheets, dateSystem } = await readXlsx(bytes, { maxRows: READ, readStyles: true }).catch(() => {
    throw new Error('This workbook cannot be read. Please save the sheet as CSV and choose that.');
  });
  const filled = sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== null && cell !== '')));
  const sheet = filled.find(({ name }) => name === wanted) ?? filled[0];
  return {
    rows: tidied(sheet ? rowsOf(sheet, dateSystem === '1904') : []),
    sheets: filled.map(({ name }) => name),
    encoding: null,
  };
}

/**
 * A sheet's rows, with numbers in the format of a currency as numbers, and formulas of one constant as that.
 *
 * @throws Error where formulas were never calculated
 */
function rowsOf({ rows, cells = new Map() }: Sheet, from1904: boolean): unknown[][] {
  const open = new Map<number, number>();
  const read = rows.map((row, at) =>
    row.map((value, column) => {
      const { formula, style } = cells.get(`${at},${column}`) ?? {};
      if (value instanceof Date && style?.numFmt && !isDayFormat(style.numFmt)) return numberOfDay(value, from1904);
      if (formula === undefined || value !== null) return value;
      const constant = cellOfConstant(formula);
      if (constant === undefined) open.set(column, (open.get(column) ?? 0) + 1);
      return constant;
    }),
  );
  const [first] = open;
  if (!first) return read;
  const columns = [...open].map(([column, count]) => uncalculated(count, `column ${colToLetter(column)}`));
  throw new Error(`${columns.join('; ')}. Please open the file in a spreadsheet, save it and choose it again.`);
}

function decoded(bytes: Uint8Array, encoding: Encoding | undefined): { text: string; encoding: Encoding | null } {
  if (encoding !== undefined) return { text: new TextDecoder(encoding).decode(bytes), encoding };
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), encoding: null };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: null };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

const cellText = (cell: unknown): string =>
  cell === null || cell === undefined
    ? ''
    : cell instanceof Date
      ? cell.toISOString().slice(0, 'yyyy-mm-dd'.length)
      : withoutConstantFormula(String(cell).trim()).slice(0, OWN_LIST_LIMITS.cell);

/** Rows without those that say nothing, all of them as wide as the widest. */
function tidied(given: readonly (readonly unknown[])[]): string[][] {
  const rows = given.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ''));
  if (rows.length === 0) throw new Error('This holds no rows.');
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1), 1);
  if (width > OWN_LIST_LIMITS.columns) throw new Error(`This has more than ${OWN_LIST_LIMITS.columns} columns.`);
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
}

const NAMES =
  /\b(compan|name|supplier|vendor|importer|exporter|buyer|seller|shipper|consignee|firm|customer|client|party|manufacturer)/i;
const CODES = /\b(hs|hts|tariff|code|heading|commodity|cn)\b/i;
const IDS = /\b(record|id)\b/i;
const NUMBERS =
  /\b(tax|fiscal|vat|tin|ruc|nit|cnpj|rut|cuit|rfc|rnc|npwp|vkn|mst|inn|uscc|iec|ice|eori|lei|duns|d-u-n-s)\b/i;
const COUNTRIES = /\b(country|nation|iso)\b/i;

/** What a list seems to be, for who looks at it. What is doubtful is left open. */
export interface Guess {
  hasHeading: boolean;
  kind: OwnListKind;
  valueColumn: number | null;
  countryColumn: number | null;
  numberColumn: number | null;
  chosenColumn: number | null;
}

const share = (cells: readonly string[], of: RegExp) =>
  cells.filter((cell) => of.test(cell)).length / Math.max(1, cells.length);

export function guessOf(rows: readonly string[][]): Guess {
  const [first = [], ...others] = rows;
  const hasHeading =
    rows.length > 1 &&
    first.every((cell) => !/\d{3}/.test(cell)) &&
    first.some((cell) => [NAMES, CODES, IDS, NUMBERS, COUNTRIES].some((words) => words.test(cell)));
  const data = (hasHeading ? others : rows).slice(0, FIRST_LINES);
  const columns = first.map((_, column) => data.map((row) => row[column] ?? '').filter((cell) => cell !== ''));
  const like = (of: RegExp) => columns.findIndex((cells) => cells.length > 0 && share(cells, of) > 0.8);
  const chosen = hasHeading ? first.indexOf(CHOSEN_COLUMN) : -1;
  const headed = (words: RegExp) =>
    hasHeading ? first.flatMap((cell, column) => (words.test(cell) && column !== chosen ? [column] : [])) : [];
  const country = headed(COUNTRIES)[0] ?? null;
  const number = headed(NUMBERS).find((column) => share(columns[column] ?? [], /\d{5}/) > 0.5) ?? null;
  const chosenColumn = chosen === -1 ? null : chosen;
  const common = { hasHeading, countryColumn: null, numberColumn: null, chosenColumn };
  const ids = like(/^[0-9a-f]{32}$/i);
  if (ids !== -1) return { ...common, kind: 'RECORD', valueColumn: ids };
  const names = headed(NAMES).filter(
    (column) => column !== country && column !== number && share(columns[column] ?? [], /\p{L}{2}/u) > 0.5,
  );
  const codes = like(/^\d[\d. ]{1,14}$/);
  if (names.length === 0 && codes !== -1) return { ...common, kind: 'HS_CODE', valueColumn: headed(CODES)[0] ?? codes };
  const texts = columns.flatMap((cells, column) =>
    share(cells, /\p{L}{2}/u) > 0.5 && column !== country && column !== number && column !== chosen ? [column] : [],
  );
  const likely = names.length > 0 ? names : texts;
  // Two columns that could be names are a question.
  return {
    ...common,
    kind: 'COMPANY',
    countryColumn: country,
    numberColumn: number,
    valueColumn: likely.length === 1 ? (likely[0] ?? null) : null,
  };
}
