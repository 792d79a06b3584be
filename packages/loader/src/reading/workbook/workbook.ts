import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { cellOfConstant, isDayFormat, numberOfDay, OperatorError } from '@tidewaiter/contract';
import { isDateFormat } from 'hucre';
import { type Cell, type CellValue, readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { readXml } from 'hucre/xml';
import { looksLikeNumber } from '../../recognise/number-format.js';
import { UnpackLimit } from '../archive/unpack.js';
import { type Member, withZip } from '../archive/zip-archive.js';
import { tooWide } from '../form/header.js';
import {
  MAX_COLUMNS,
  MAX_RATIO,
  MAX_SHEETS,
  MAX_WORKBOOK,
  MAX_WORKBOOK_PART,
  RATIO_COUNTS_FROM,
} from '../form/reading-limits.js';
import type { Content } from '../form/types.js';
import { MergedCells, mergedRows } from './merged-cells.js';
import { RowFile, type WrittenRows } from './row-file.js';
import { findParts } from './workbook-parts.js';

/** Rows of a sheet that is not read, which show what it holds, and sheets that are looked at so. */
const ROWS_LOOKED_AT = 60;
const SHEETS_LOOKED_AT = 12;

/** Cells of a word and what is said of it. */
const PAIR = 2;

export interface SheetRows {
  sheet: string;
  /** The other sheets that people see. */
  otherSheets: string[];
  /** Their first rows, and whether they may be meant: they are tables, and nobody said which is. */
  others: { sheet: string; first: WrittenRows['first']; mayBeMeant: boolean }[];
  rows: WrittenRows;
  /** Of each column, whether it holds numbers and no texts that look like one. */
  typed: boolean[];
  /** Rows from 1, of each column, whose formulas have no result. */
  uncalculated: number[][];
}

/**
 * Reads a sheet of a workbook into a file of rows: the one that is asked for, or the first visible one that holds a table. One of pairs alone, as
 * a cover and a glossary are, is taken where no other is a table.
 *
 * @throws OperatorError when the workbook is damaged, too large or holds no table
 */
export async function readWorkbook(
  content: Content,
  folder: string,
  sheetName: string | undefined,
): Promise<SheetRows> {
  const sheets = await sheetNames(content);
  if (sheets.length > MAX_SHEETS) throw new OperatorError(`${content.name} has more than ${MAX_SHEETS} sheets.`);
  const limit = await UnpackLimit.of(content.name, (await stat(content.path)).size, folder);
  if (sheetName !== undefined && !sheets.includes(sheetName)) {
    throw new OperatorError(`${content.name} has no sheet "${sheetName}".`, [`its sheets are: ${sheets.join(', ')}`]);
  }
  const taken = async (
    sheet: string,
    rows: WrittenRows,
    { typed, uncalculated }: Omit<CopiedSheet, 'rows'>,
  ): Promise<SheetRows> => {
    const otherSheets = sheets.filter((other) => other !== sheet);
    const others: SheetRows['others'] = [];
    for (const other of otherSheets.slice(0, SHEETS_LOOKED_AT)) {
      const path = join(folder, 'other-sheet');
      // What is not read need not be readable.
      const copied = await copySheet(content, other, path, limit, ROWS_LOOKED_AT).catch(() => undefined);
      if (copied)
        others.push({ sheet: other, first: copied.rows.first, mayBeMeant: sheetName === undefined && isTable(copied) });
      await rm(path, { force: true });
    }
    return { sheet, otherSheets, others, rows, typed, uncalculated };
  };
  let pairs: SheetRows | undefined;
  for (const [index, sheet] of (sheetName === undefined ? sheets : [sheetName]).entries()) {
    const path = join(folder, `sheet-${index}`);
    const { rows, ...held } = await copySheet(content, sheet, path, limit).catch((error) => {
      throw damaged(error, content.name);
    });
    if (isTable({ rows, ...held }) || (sheetName !== undefined && held.filled > 1)) return taken(sheet, rows, held);
    if (held.wide > 1 && pairs === undefined) pairs = await taken(sheet, rows, held);
    else await rm(path);
  }
  if (pairs) return pairs;
  throw new OperatorError(`${content.name} holds no table.`, [`its sheets are: ${sheets.join(', ')}`]);
}

const isTable = ({ wide, widest }: CopiedSheet) => wide > 1 && widest > PAIR;

/** The names of the sheets that people see, in their order. */
async function sheetNames(content: Content): Promise<string[]> {
  const xml = await withZip(content.path, content.name, async (members) => {
    refuseLarge(members, content.name);
    const part = members.find(({ name }) => /^\/?xl\/workbook\.xml$/i.test(name));
    if (!part) throw new OperatorError(`${content.name} is no workbook.`);
    try {
      return await buffer(await part.open());
    } catch (error) {
      throw damaged(error, content.name);
    }
  });
  try {
    const { data } = readXml(xml, { rowTag: 'sheet', stripNamespaces: true });
    const visible = data.filter((sheet) => (sheet['@state'] ?? 'visible') === 'visible');
    return (visible.length > 0 ? visible : data).map((sheet) => String(sheet['@name']));
  } catch (error) {
    throw damaged(error, content.name);
  }
}

/** The archive is held in memory, and each part but the sheets when it is read. */
function refuseLarge(members: readonly Member[], name: string): void {
  const packed = members.reduce((sum, member) => sum + member.packedBytes, 0);
  const unpacked = members.reduce((sum, member) => sum + member.bytes, 0);
  const isSheet = (member: Member) => /worksheets\/[^/]+\.xml$/i.test(member.name);
  const largest = Math.max(0, ...members.filter((member) => !isSheet(member)).map(({ bytes }) => bytes));
  if (
    packed > MAX_WORKBOOK ||
    largest > MAX_WORKBOOK_PART ||
    unpacked > Math.max(RATIO_COUNTS_FROM, MAX_RATIO * packed)
  ) {
    throw new OperatorError(`${name} is too large for a workbook. Save the sheet as CSV and load that.`);
  }
}

interface CopiedSheet {
  rows: WrittenRows;
  /** How many rows hold anything, and how many more than one cell. */
  filled: number;
  wide: number;
  widest: number;
  /** Of each column, whether it is one of numbers. */
  typed: boolean[];
  uncalculated: number[][];
}

interface SheetRow {
  /** From 0. */
  index: number;
  values: CellValue[];
  /** Columns of the cells whose formulas have no result, and are no constants. */
  uncalculated?: number[];
}

/** Copies a sheet's rows, as the library of workbooks reads them. */
const copySheet = (
  { path, name }: Content,
  sheet: string,
  target: string,
  limit: UnpackLimit,
  most = Number.POSITIVE_INFINITY,
): Promise<CopiedSheet> =>
  withZip(path, name, async (members) => {
    const merged = await mergedRows(members, sheet);
    const read = (await needsDetails(members, sheet)) ? detailedRows : streamXlsxRows;
    return copyRows(read(await readFile(path), { sheet }), target, limit, new MergedCells(merged), most);
  });

/**
 * Whether the library reads a sheet wrongly row by row: it takes letters of a currency for parts of a day, says nothing of formulas that have
 * no result, and counts rows that do not say where they stand, though their cells do. What it reads in whole says all of it.
 */
async function needsDetails(members: readonly Member[], sheet: string): Promise<boolean> {
  const parts = await findParts(members, sheet);
  if (parts === undefined) return false;
  const styles = parts.styles ? (await buffer(await parts.styles.open())).toString('utf8') : '';
  const codes = readXml(styles, { rowTag: 'numFmt', stripNamespaces: true }).data.map((each) =>
    String(each['@formatCode']),
  );
  if (codes.some((code) => isDateFormat(code) !== isDayFormat(code))) return true;
  let tail = '';
  for await (const piece of await parts.sheet.open()) {
    const text = tail + (piece as Buffer).toString('latin1');
    if (FORMULA_ALONE.test(text) || PLACELESS_ROW.test(text)) return true;
    tail = text.slice(-LONGEST_TAG);
  }
  return false;
}

/** A formula that no result follows. */
const FORMULA_ALONE = /<(?:\w+:)?f(?:\s[^<>]*)?\/>\s*<\/|<\/(?:\w+:)?f>\s*<(?:\/|(?:\w+:)?v(?:\/>|>\s*<\/))/;

/** A row without its number before a cell that has one. */
const PLACELESS_ROW = /<(?:\w+:)?row(?:\s+(?!r=)[\w:]+="[^"<>]*")*\s*>\s*<(?:\w+:)?c\s[^<>]*?\br="/;

/** What a piece cuts is found with the next one. */
const LONGEST_TAG = 400;

async function* detailedRows(archive: Buffer, { sheet }: { sheet: string }): AsyncGenerator<SheetRow> {
  const { sheets, dateSystem } = await readXlsx(archive, { sheets: [sheet], readStyles: true });
  const [read] = sheets;
  for (const [index, values] of (read?.rows ?? []).entries()) {
    const row: SheetRow = { index, values, uncalculated: [] };
    for (const column of values.keys()) {
      const cell = read?.cells?.get(`${index},${column}`);
      if (cell) Object.assign(values, { [column]: detailed(cell, column, row, dateSystem === '1904') });
    }
    yield row;
  }
}

function detailed(cell: Cell, column: number, row: SheetRow, from1904: boolean): CellValue {
  const { value, formula, style } = cell;
  if (value instanceof Date && style?.numFmt && !isDayFormat(style.numFmt)) return numberOfDay(value, from1904);
  if (formula === undefined || value !== null) return value;
  const constant = cellOfConstant(formula);
  if (constant === undefined) row.uncalculated?.push(column);
  return constant ?? null;
}

/** Rows of which no two have one place: some programs write an element of a row for each of its cells. */
async function* wholeRows(read: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow> {
  let last: SheetRow | undefined;
  for await (const row of read) {
    if (last?.index !== row.index) {
      if (last) yield last;
      last = row;
      continue;
    }
    const { values, uncalculated = [] } = last;
    row.values.forEach((value, column) => {
      while (values.length <= column) values.push(null);
      values[column] = value ?? values[column] ?? null;
    });
    last.uncalculated = [...uncalculated, ...(row.uncalculated ?? [])];
  }
  if (last) yield last;
}

async function copyRows(
  read: AsyncIterable<SheetRow>,
  path: string,
  limit: UnpackLimit,
  merged: MergedCells,
  most: number,
): Promise<CopiedSheet> {
  const rows = await RowFile.create(path, limit);
  try {
    let [filled, wide, widest] = [0, 0, 0];
    const kinds: ('number' | 'text')[] = [];
    const uncalculated: number[][] = [];
    for await (const { index, values, uncalculated: open = [] } of wholeRows(read)) {
      if (filled > most) break;
      for (const column of open) {
        const rowsOf = uncalculated[column] ?? [];
        rowsOf.push(index + 1);
        uncalculated[column] = rowsOf;
      }
      let width = values.length;
      while (width > 0 && (values[width - 1] ?? '') === '') width -= 1;
      if (width === 0) continue;
      if (!(index >= 0)) throw new Error('a row has no place');
      if (width > MAX_COLUMNS) throw tooWide(limit.name);
      filled += 1;
      if (width > 1) wide += 1;
      widest = Math.max(widest, width);
      for (let column = 0; column < width; column += 1) {
        const value = values[column];
        if (kinds[column] === 'text') continue;
        if (typeof value === 'number') kinds[column] = 'number';
        else if (typeof value === 'string' && looksLikeNumber(value.trim())) kinds[column] = 'text';
      }
      const cells = values.slice(0, width);
      const whole = merged.filled(index, cells);
      const texts = whole.map(cellText);
      await rows.add(index + 1, texts, whole === cells ? texts : cells.map(cellText));
    }
    const typed = Array.from(kinds, (kind) => kind === 'number');
    return {
      rows: rows.written,
      filled,
      wide,
      widest,
      typed,
      uncalculated: Array.from(uncalculated, (lines) => lines ?? []),
    };
  } finally {
    await rows.close();
  }
}

/** A cell as its text would be in a faithful CSV file. */
function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return dateText(value);
}

/** Excel keeps 15 digits of what people type; what follows them in the file is noise of its binary numbers. */
function numberText(value: number): string {
  const text = String(value);
  // So short a text has no more.
  return text.length <= 15 || Number.isSafeInteger(value) ? text : String(Number(value.toPrecision(15)));
}

/** A day; with its time where it has one; a time alone where it has no day (before the first that Excel knows). */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '#VALUE!';
  const [day = '', rest = ''] = value.toISOString().split('T');
  const time = rest.replace('Z', '').replace(/\.0+$/, '');
  if (value.getUTCFullYear() < 1900) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

function damaged(error: unknown, name: string): unknown {
  if (error instanceof OperatorError || (error instanceof Error && 'syscall' in error)) return error;
  return new OperatorError(
    `${name} is not a workbook that can be read: ${error instanceof Error ? error.message : error}`,
  );
}
