/**
 * Where the records of a CSV file begin and end. The engine reads the cells; this walks over them first, because the engine
 * gives up a whole file for one misplaced quote, and reads a quote that is never closed to the file's end.
 */

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/** `open`: the bytes end before the record does. `misquoted`: a quote is opened or closed in the middle of a cell. */
export type RecordEnd = 'complete' | 'open' | 'misquoted';

/** Walks from record to record; what the last one was is in its fields, since an object for each would cost more than the walk. */
export class RecordWalk {
  /** Behind the last record, after its line feed. */
  end = 0;
  /** How many cells the last record has; a blank line has one. */
  cells = 0;

  /** @param delimiter its byte */
  constructor(private readonly delimiter: number) {}

  /**
   * Walks over the record that begins at `start`.
   *
   * @param isLast whether the file ends where the bytes do
   */
  over(bytes: Buffer, start: number, isLast: boolean): RecordEnd {
    const delimiter = this.delimiter;
    const { length } = bytes;
    let at = start;
    this.cells = 1;
    while (at < length) {
      if (bytes[at] === QUOTE) {
        const behind = behindQuoted(bytes, at);
        if (behind === -1) return 'open';
        at = behind;
        while (bytes[at] === SPACE && delimiter !== SPACE) at += 1;
        // What comes next decides whether the quote was closed: at the edge that is not known yet.
        if (bytes[at] === CARRIAGE_RETURN) at += 1;
        if (at >= length) break;
        if (bytes[at] !== delimiter && bytes[at] !== LINE_FEED) return 'misquoted';
      } else {
        while (at < length && bytes[at] !== delimiter && bytes[at] !== LINE_FEED) at += 1;
        if (at >= length) break;
      }
      if (bytes[at] === LINE_FEED) {
        this.end = at + 1;
        return 'complete';
      }
      this.cells += 1;
      at += 1;
    }
    this.end = length;
    return isLast ? 'complete' : 'open';
  }
}

/** The position behind the quote that closes the one at `start`; -1 when it is not among the bytes. */
function behindQuoted(bytes: Buffer, start: number): number {
  let at = start + 1;
  const { length } = bytes;
  for (;;) {
    while (at < length && bytes[at] !== QUOTE) at += 1;
    if (at >= length) return -1;
    // A doubled quote stands for one.
    if (bytes[at + 1] !== QUOTE) return at + 1;
    at += 2;
  }
}
