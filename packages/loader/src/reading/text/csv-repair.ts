import { MAX_RECORD } from '../form/reading-limits.js';
import { RecordWalk } from './csv-records.js';
import { type TextRepair, TooLong } from './text-pass.js';

const QUOTE = 0x22;
const FORMULA = '=';
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Stands for a delimiter that the engine's CSV reader refuses: a control sign that means just this, and that no table holds. */
const UNIT_SEPARATOR = 0x1f;

/** What a line begins with that the engine is given as one cell, since its quotes are wrong. */
export const MISQUOTED = '\u0002\u0003';

/** Delimiters that the engine's CSV reader refuses. */
const REFUSED = new Set(['\t', ' ']);

/** The delimiter of what {@link CsvRepair} puts out. */
export const engineDelimiter = (delimiter: string) =>
  REFUSED.has(delimiter) ? String.fromCharCode(UNIT_SEPARATOR) : delimiter;

/**
 * Passes a CSV file on, whole records at a time, so that the engine can read it: a line whose quotes are wrong becomes a
 * single cell that says so, and is rejected alone.
 */
export class CsvRepair implements TextRepair {
  /** Whether anything was passed on other than it came. */
  changed = false;
  /** Whether any cell is quoted: only those may hold line breaks. */
  hasQuotes = false;
  /** Lines whose quotes are wrong. */
  misquoted = 0;
  /** Whether any line holds a NUL: such a line is refused, and no other. */
  hasNul = false;
  /** Whether cells may be formulas of one constant. */
  hasFormulas = false;
  readonly takesNul = true;
  #rest: Buffer = Buffer.alloc(0);
  /** So many bytes came before the rest. */
  #before = 0;
  readonly #walk: RecordWalk;
  readonly #delimiter: number;
  readonly #replaces: boolean;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#walk = new RecordWalk(this.#delimiter);
    this.#replaces = REFUSED.has(delimiter);
  }

  push(piece: Buffer): Buffer[] {
    this.hasNul ||= piece.includes(0);
    return this.#pass(this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]), false);
  }

  end(): Buffer[] {
    return this.#pass(this.#rest, true);
  }

  #pass(bytes: Buffer, isLast: boolean): Buffer[] {
    const isQuoted = bytes.includes(QUOTE);
    this.hasQuotes ||= isQuoted;
    this.hasFormulas ||= bytes.includes(FORMULA);
    const { passed, done } = isQuoted ? this.#recordByRecord(bytes, isLast) : this.#lines(bytes, isLast);
    this.#rest = Buffer.from(bytes.subarray(done));
    this.#before += done;
    if (this.#rest.length > MAX_RECORD) throw new TooLong(this.#before);
    return passed;
  }

  /** Without quotes, records are lines. */
  #lines(bytes: Buffer, isLast: boolean): { passed: Buffer[]; done: number } {
    const done = isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
    // Each step goes as far as a record may reach: a few for a whole chunk.
    for (let from = 0; done - from > MAX_RECORD; ) {
      const end = bytes.lastIndexOf(LINE_FEED, from + MAX_RECORD);
      if (end < from) throw new TooLong(this.#before + from);
      from = end + 1;
    }
    const passed = bytes.subarray(0, done);
    this.#replace(passed);
    return { passed: [passed], done };
  }

  #recordByRecord(bytes: Buffer, isLast: boolean): { passed: Buffer[]; done: number } {
    const passed: Buffer[] = [];
    let passedTo = 0;
    let at = 0;
    while (at < bytes.length) {
      let end = this.#walk.over(bytes, at, isLast);
      // A quote that nothing closes: what it would swallow is read line by line instead.
      if (end === 'open' && (isLast || bytes.length - at > MAX_RECORD)) end = 'misquoted';
      if (end === 'open') break;
      if (end === 'complete') {
        if (this.#walk.end - at > MAX_RECORD) throw new TooLong(this.#before + at);
        at = this.#walk.end;
        continue;
      }
      const lineEnd = bytes.indexOf(LINE_FEED, at);
      if (lineEnd === -1 && !isLast) break;
      const next = lineEnd === -1 ? bytes.length : lineEnd + 1;
      passed.push(this.#replaceRecords(bytes.subarray(passedTo, at)), misquoted(bytes.subarray(at, next)));
      this.changed = true;
      this.misquoted += 1;
      at = next;
      passedTo = next;
    }
    passed.push(this.#replaceRecords(bytes.subarray(passedTo, at)));
    return { passed, done: at };
  }

  /** Whole well-formed records, with the delimiter that the engine takes. */
  #replaceRecords(records: Buffer): Buffer {
    if (!this.#replaces) return records;
    let quoted = false;
    let cellBegins = true;
    for (let at = 0; at < records.length; at += 1) {
      const byte = records[at];
      // A doubled quote closes the cell and opens it again, which comes to the same.
      if (byte === QUOTE && (quoted || cellBegins)) {
        quoted = !quoted;
        cellBegins = !quoted;
      } else if (!quoted) {
        cellBegins = byte === this.#delimiter || byte === LINE_FEED;
        if (byte === this.#delimiter) records[at] = UNIT_SEPARATOR;
      }
    }
    this.changed = true;
    return records;
  }

  #replace(lines: Buffer): void {
    if (!this.#replaces) return;
    for (let at = lines.indexOf(this.#delimiter); at !== -1; at = lines.indexOf(this.#delimiter, at + 1)) {
      lines[at] = UNIT_SEPARATOR;
    }
    this.changed = true;
  }
}

/** A line as one quoted cell, marked. */
function misquoted(line: Buffer): Buffer {
  let end = line.length;
  if (line[end - 1] === LINE_FEED) end -= 1;
  if (line[end - 1] === CARRIAGE_RETURN) end -= 1;
  const text = line.subarray(0, end).toString('utf8').replaceAll('"', '""');
  return Buffer.from(`"${MISQUOTED}${text}"${line.subarray(end).toString('latin1')}`);
}
