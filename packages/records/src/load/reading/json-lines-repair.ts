import { MAX_RECORD } from './reading-limits.js';
import { type TextRepair, TooLong } from './text-repair.js';

const LINE_FEED = 0x0a;
/** The multiline flag would take a carriage return for the end of a line. */
const BLANK = /(?<![^\n])[ \t]*\r?(?![^\n])/g;

/** Passes newline JSON on, whole lines at a time. A blank line becomes an object without members, so that lines stay counted. */
export class JsonLinesRepair implements TextRepair {
  changed = false;
  #rest: Buffer = Buffer.alloc(0);
  #before = 0;

  push(piece: Buffer): Buffer[] {
    return this.#pass(Buffer.concat([this.#rest, piece]), false);
  }

  end(): Buffer[] {
    return this.#pass(this.#rest, true);
  }

  #pass(bytes: Buffer, isLast: boolean): Buffer[] {
    const done = isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
    for (let from = 0; done - from > MAX_RECORD; ) {
      const end = bytes.lastIndexOf(LINE_FEED, from + MAX_RECORD);
      if (end < from) throw new TooLong(this.#before + from);
      from = end + 1;
    }
    this.#rest = Buffer.from(bytes.subarray(done));
    this.#before += done;
    if (this.#rest.length > MAX_RECORD) throw new TooLong(this.#before);
    const lines = bytes.subarray(0, done);
    return [hasBlankLine(lines) ? this.#filled(lines) : lines];
  }

  #filled(lines: Buffer): Buffer {
    const text = lines.toString('utf8');
    // What stands behind the last line feed is no line.
    const ends = text.endsWith('\n');
    const filled = (ends ? text.slice(0, -1) : text).replace(BLANK, '{}');
    this.changed = true;
    return Buffer.from(ends ? `${filled}\n` : filled);
  }
}

/** Lines that begin with white space may be blank; others are not. */
function hasBlankLine(lines: Buffer): boolean {
  return [' ', '\t', '\r', '\n'].some((sign) => lines[0] === sign.charCodeAt(0) || lines.includes(`\n${sign}`));
}
