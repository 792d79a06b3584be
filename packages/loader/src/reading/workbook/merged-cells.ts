import { type CellValue, parseCellRef } from 'hucre/xlsx';
import { looksLikeNumber } from '../../recognise/number-format.js';
import type { Member } from '../archive/zip-archive.js';
import { MAX_COLUMNS, MAX_MERGED_SHEET } from '../form/reading-limits.js';
import { findParts } from './workbook-parts.js';

/** Cells of a column that were made one: the first holds what all of them say. */
interface MergedRows {
  column: number;
  /** Rows from 0, both of them in it. */
  first: number;
  last: number;
}

/** One begins at a bracket alone, so that no part is looked over twice. */
const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*?ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g;

/** Longer than any reference to merged cells. */
const OVERLAP = 200;

/**
 * The cells of a sheet that are merged over several rows. They stand behind the sheet's rows, so that the whole part is passed over once
 * before it is read; it is not parsed. Larger sheets than people merge cells in are left alone.
 */
export async function mergedRows(members: readonly Member[], sheet: string): Promise<MergedRows[]> {
  const part = (await findParts(members, sheet))?.sheet;
  if (part === undefined || part.bytes > MAX_MERGED_SHEET) return [];
  const merged: MergedRows[] = [];
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of await part.open()) {
    const bytes = Buffer.concat([tail, chunk as Buffer]);
    if (bytes.includes('mergeCell ')) {
      for (const [, from = '', to = ''] of bytes.toString('latin1').matchAll(MERGED)) {
        const [start, end] = [parseCellRef(from), parseCellRef(to)];
        if (end.row > start.row && start.col < MAX_COLUMNS)
          merged.push({ column: start.col, first: start.row, last: end.row });
      }
    }
    // What a chunk cuts is found with the next one, and nothing twice.
    const begun = bytes.lastIndexOf('<');
    const isCut = begun >= 0 && bytes.length - begun < OVERLAP && !bytes.includes('>', begun);
    tail = isCut ? Buffer.from(bytes.subarray(begun)) : Buffer.alloc(0);
  }
  return merged;
}

/** Gives the rows of merged cells what the first of them says, but for amounts: one that is told once is of all its rows together. */
export class MergedCells {
  readonly #open = new Map<number, { last: number; value: CellValue }>();
  readonly #starts = new Map<number, MergedRows[]>();

  constructor(merged: readonly MergedRows[]) {
    for (const each of merged) {
      const beside = this.#starts.get(each.first);
      if (beside) beside.push(each);
      else this.#starts.set(each.first, [each]);
    }
  }

  /** Takes rows in their order; answers with the row as it reads where its merged cells are filled. */
  filled(index: number, values: readonly CellValue[]): readonly CellValue[] {
    if (this.#starts.size === 0) return values;
    const whole = [...values];
    for (const [column, { last, value }] of this.#open) {
      if (index > last) this.#open.delete(column);
      else if ((whole[column] ?? '') === '') {
        while (whole.length < column) whole.push(null);
        whole[column] = value;
      }
    }
    for (const { column, last } of this.#starts.get(index) ?? []) {
      const value = values[column];
      if (value !== undefined && value !== null && !isAmount(value)) this.#open.set(column, { last, value });
    }
    return whole;
  }
}

/** Digits that a workbook holds as a text are a code, and three groups of them a date, whose points part no number. */
const CODE_OR_DATE = /^(\d{4,}|\d{1,2}\.\d{1,2}\.\d{2}(\d{2})?)$/;

function isAmount(value: CellValue): boolean {
  if (typeof value !== 'string') return typeof value === 'number';
  const text = value.trim();
  return looksLikeNumber(text) && !CODE_OR_DATE.test(text);
}
