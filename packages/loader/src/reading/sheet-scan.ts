import { cellOfConstant } from '@tidewaiter/contract';
import { serialToDate } from 'hucre';
import type { CellValue } from 'hucre/xlsx';
import { MAX_COLUMNS } from './reading-limits.js';

export interface SheetRow {
  /** From 0. */
  index: number;
  values: CellValue[];
  /** Columns of the cells whose formulas have no result, and are no constants. */
  uncalculated?: number[];
}

/** A workbook is written in a way that is not known here, or damaged. */
export class NotPlain extends Error {
  /** Its cells say that they are in other rows than they stand in. */
  isOutOfPlace = false;
}

/** What cells say by numbers. */
export interface Meanings {
  texts: readonly string[];
  /** Of each style, whether its numbers are days. */
  days: readonly boolean[];
  /** Days are counted from that year on. */
  from1904: boolean;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Letters that XML writes by their names and numbers. */
function named(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const letter = ENTITIES[name] ?? letterOf(name);
    if (letter === undefined || !whole.endsWith(';')) throw new NotPlain();
    return letter;
  });
}

/** Those, and what workbooks write by numbers of their own. */
export function unescaped(text: string): string {
  const plain = named(text);
  return plain.includes('_x')
    ? plain.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : plain;
}

function letterOf(name: string): string | undefined {
  const [, hex, digits] = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name) ?? [];
  const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Powers of ten that are exact, as whole numbers of so many digits are: one division of the two is rounded as reading the text would be. */
const TENS = Array.from({ length: 16 }, (_, power) => 10 ** power);

const codeOf = (sign: string) => sign.charCodeAt(0);
const [SPACE, QUOTE, AMPERSAND, MINUS, POINT, SLASH] = [...' "&-./'].map(codeOf) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const [ZERO, NINE, OPEN, EQUAL, CLOSE] = [...'09<=>'].map(codeOf) as [number, number, number, number, number];
const [C, F, I, R, S, T, V] = [...'cfirstv'].map(codeOf) as [number, number, number, number, number, number, number];

/** Reads whole rows out of pieces of a sheet's XML. */
export class SheetScan {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #rows: SheetRow[] = [];
  /** Of the row before. */
  #index = -1;
  /** The column of a cell that does not say its own. */
  #next = 0;
  #isAmongRows = false;
  /** The row that the last cell says it is in. */
  #said = 0;
  /** Of the row that is read. */
  #uncalculated: number[] = [];
  hasEnded = false;
  /** Where the attributes `r`, `s` and `t` of the last element begin, each with its end; 0 where there is none. */
  readonly #attribute = { r: 0, rEnd: 0, s: 0, sEnd: 0, t: 0, tEnd: 0 };

  constructor(private readonly meanings: Meanings) {}

  /** The rows that are complete since this was last asked. */
  taken(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** @returns what is to stand in front of the next piece */
  push(bytes: Buffer): Buffer {
    if (this.hasEnded) return bytes.subarray(0, 0);
    this.#bytes = bytes;
    this.#at = 0;
    if (!this.#isAmongRows && !this.#begin()) return bytes.subarray(this.hasEnded ? bytes.length : 0);
    for (;;) {
      while ((bytes[this.#at] ?? CLOSE) <= SPACE) this.#at += 1;
      const from = this.#at;
      if (this.#is('</sheetData>')) {
        this.hasEnded = true;
        return bytes.subarray(0, 0);
      }
      const opened = bytes.indexOf(CLOSE, from);
      if (opened === -1) return bytes.subarray(from);
      const isEmpty = bytes[opened - 1] === SLASH;
      const end = isEmpty ? opened : bytes.indexOf('</row>', opened);
      if (end === -1) return bytes.subarray(from);
      this.#row(end);
      this.#at = end + (isEmpty ? 1 : '</row>'.length);
    }
  }

  /** Goes to where the rows begin. */
  #begin(): boolean {
    const from = this.#bytes.indexOf('<sheetData');
    const to = this.#bytes.indexOf(CLOSE, from);
    if (from === -1 || to === -1) return false;
    // What a comment holds is no sheet.
    if (this.#bytes.subarray(0, from).includes('<!')) throw new NotPlain();
    this.#at = to + 1;
    this.#isAmongRows = true;
    this.hasEnded = this.#bytes[to - 1] === SLASH;
    return !this.hasEnded;
  }

  #row(end: number): void {
    this.#expect('<row');
    const isEmpty = this.#opened();
    const { r, rEnd } = this.#attribute;
    const hasPlace = rEnd > r;
    this.#index = hasPlace ? this.#whole(r, rEnd) - 1 : this.#index + 1;
    this.#said = 0;
    this.#next = 0;
    const values: CellValue[] = [];
    this.#uncalculated = [];
    if (!isEmpty) {
      for (this.#pass(); this.#at < end; this.#pass()) this.#cell(values);
      if (this.#at !== end) throw new NotPlain();
    } else if (this.#at !== end + 1) throw new NotPlain();
    if (!hasPlace && this.#said > 0 && this.#said !== this.#index + 1)
      throw Object.assign(new NotPlain(), { isOutOfPlace: true });
    const uncalculated = this.#uncalculated;
    this.#rows.push({ index: this.#index, values, ...(uncalculated.length > 0 && { uncalculated }) });
  }

  #cell(values: CellValue[]): void {
    const bytes = this.#bytes;
    if (bytes[this.#at] !== OPEN || bytes[this.#at + 1] !== C) throw new NotPlain();
    this.#at += 2;
    const isEmpty = this.#opened();
    const { r, rEnd, s, sEnd, t, tEnd } = this.#attribute;
    const column = rEnd > r ? this.#column(r, rEnd) : this.#next;
    this.#next = column + 1;
    const style = sEnd > s ? this.#whole(s, sEnd) : -1;
    let [from, to, said] = [0, 0, ''];
    let formula: string | undefined;
    if (!isEmpty) {
      for (;;) {
        this.#pass();
        if (bytes[this.#at] !== OPEN) throw new NotPlain();
        const kind = bytes[this.#at + 1];
        this.#at += 2;
        if (kind === SLASH) {
          this.#expect('c>');
          break;
        }
        if (kind === V && to === 0) {
          if (!this.#opened()) {
            from = this.#at;
            to = this.#text();
            this.#expect('</v>');
          }
        } else if (kind === F) {
          formula = '';
          if (!this.#opened()) {
            const begun = this.#at;
            formula = this.#letters(begun, this.#text());
            this.#expect('</f>');
          }
        } else if (kind === I && said === '') said = this.#inline();
        else throw new NotPlain();
      }
    }
    if (column >= MAX_COLUMNS) throw new NotPlain();
    while (values.length < column) values.push(null);
    // The result of one may be a text without letters, which says that it is a text.
    if (formula === undefined || to > from || (to > 0 && tEnd - t > 1))
      values[column] = this.#value(t, tEnd, style, from, to, said);
    else {
      values[column] = cellOfConstant(formula) ?? null;
      if (values[column] === null) this.#uncalculated.push(column);
    }
  }

  #inline(): string {
    this.#expect('s');
    if (this.#opened()) return '';
    let said = '';
    this.#pass();
    if (!this.#is('</is>')) {
      this.#expect('<t');
      if (!this.#opened()) {
        const from = this.#at;
        said = this.#letters(from, this.#text());
        this.#expect('</t>');
      }
      this.#pass();
    }
    this.#expect('</is>');
    return said;
  }

  /** What a cell says; its kind stands at `t`, its text from `from` on, or is `said`. */
  #value(t: number, tEnd: number, style: number, from: number, to: number, said: string): CellValue {
    const kind = tEnd - t === 1 ? this.#bytes[t] : 0;
    if (kind === S) return this.meanings.texts[this.#whole(from, to)] ?? null;
    if (tEnd - t <= 1) {
      if (tEnd > t && kind !== codeOf('n')) {
        const text = this.#letters(from, to, false);
        if (kind === codeOf('e')) return text;
        if (kind === codeOf('b')) return text === '1' || text.toLowerCase() === 'true';
        throw new NotPlain();
      }
      if (from === to) return null;
      const number = this.#number(from, to);
      if (Number.isNaN(number)) return this.#letters(from, to, false);
      return this.meanings.days[style] ? serialToDate(number, this.meanings.from1904) : number;
    }
    const name = this.#bytes.toString('latin1', t, tEnd);
    if (name === 'str') return this.#letters(from, to);
    if (name === 'inlineStr') return said;
    throw new NotPlain();
  }

  #number(from: number, to: number): number {
    const bytes = this.#bytes;
    let at = from;
    const sign = bytes[at] === MINUS ? -1 : 1;
    if (sign < 0) at += 1;
    let [whole, digits, point] = [0, 0, -1];
    for (; at < to; at += 1) {
      const byte = bytes[at] as number;
      if (byte >= ZERO && byte <= NINE) {
        whole = whole * 10 + byte - ZERO;
        digits += 1;
      } else if (byte === POINT && point < 0) point = at;
      else break;
    }
    if (at < to || digits === 0 || digits > 15) return Number(this.#letters(from, to, false));
    return (sign * whole) / (TENS[point < 0 ? 0 : to - point - 1] as number);
  }

  /** A text of the file. @param escaped whether workbooks write some of its letters by numbers of their own */
  #letters(from: number, to: number, escaped = true): string {
    let isPlain = true;
    for (let at = from; at < to && isPlain; at += 1) {
      const byte = this.#bytes[at] as number;
      isPlain = byte < 0x80 && byte !== AMPERSAND;
    }
    const text = isPlain ? this.#bytes.toString('latin1', from, to) : DECODER.decode(this.#bytes.subarray(from, to));
    return escaped ? unescaped(text) : named(text);
  }

  /** Goes to the end of a text. @returns where that is */
  #text(): number {
    // Nearly all are short: asking Node.js to look would take longer.
    let end = this.#at;
    while (end < this.#bytes.length && this.#bytes[end] !== OPEN) end += 1;
    this.#at = end;
    return end;
  }

  /** Goes behind the attributes of an element, and notes those that cells have. @returns whether it is closed at once */
  #opened(): boolean {
    const bytes = this.#bytes;
    const noted = this.#attribute;
    noted.r = noted.rEnd = noted.s = noted.sEnd = noted.t = noted.tEnd = 0;
    let at = this.#at;
    for (;;) {
      const byte = bytes[at];
      if (byte === CLOSE) {
        this.#at = at + 1;
        return false;
      }
      if (byte === SLASH && bytes[at + 1] === CLOSE) {
        this.#at = at + 2;
        return true;
      }
      // Every attribute has a space before it.
      if (byte === undefined || byte > SPACE) throw new NotPlain();
      while ((bytes[at] as number) <= SPACE) at += 1;
      const name = at;
      while (isOfName(bytes[at])) at += 1;
      if (at === name) continue;
      if (bytes[at] !== EQUAL || bytes[at + 1] !== QUOTE) throw new NotPlain();
      const from = at + 2;
      const letter = at - name === 1 ? bytes[name] : 0;
      at = from;
      while (bytes[at] !== QUOTE) {
        if (at >= bytes.length || bytes[at] === OPEN) throw new NotPlain();
        at += 1;
      }
      if (letter === R) [noted.r, noted.rEnd] = [from, at];
      else if (letter === S) [noted.s, noted.sEnd] = [from, at];
      else if (letter === T) [noted.t, noted.tEnd] = [from, at];
      at += 1;
    }
  }

  /** The place of a reference's column. */
  #column(from: number, to: number): number {
    let column = 0;
    let at = from;
    for (; at < to; at += 1) {
      // Capital and small letters differ by one bit.
      const letter = (this.#bytes[at] as number) & ~0x20;
      if (letter < 0x41 || letter > 0x5a) break;
      column = column * 26 + letter - 0x40;
    }
    if (at === from) throw new NotPlain();
    if (at < to) this.#said = this.#whole(at, to);
    return column - 1;
  }

  #whole(from: number, to: number): number {
    let number = 0;
    if (to === from || to - from > 15) throw new NotPlain();
    for (let at = from; at < to; at += 1) {
      const digit = (this.#bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9) throw new NotPlain();
      number = number * 10 + digit;
    }
    return number;
  }

  #pass(): void {
    while ((this.#bytes[this.#at] ?? CLOSE) <= SPACE) this.#at += 1;
  }

  #is(tag: string): boolean {
    for (let index = 0; index < tag.length; index += 1) {
      if (this.#bytes[this.#at + index] !== tag.charCodeAt(index)) return false;
    }
    return true;
  }

  #expect(tag: string): void {
    if (!this.#is(tag)) throw new NotPlain();
    this.#at += tag.length;
  }
}

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** Letters, digits, and what parts a prefix or words in names of XML. */
const isOfName = (byte: number | undefined) =>
  byte !== undefined &&
  ((byte >= 0x30 && byte <= 0x3a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === MINUS ||
    byte === POINT ||
    byte === 0x5f);
