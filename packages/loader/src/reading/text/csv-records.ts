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
  /** It stands behind the last record, after its line feed. */
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

/** Likeliest first: where two divide the lines evenly, a comma may be in numbers, and a colon in times of day. */
const CANDIDATES = ['\t', ';', '|', ',', '^', '~', ':'];

/** Any other sign that no cell needs: it divides a file where each line, the first below a banner too, has as many of it. */
const RARE_CANDIDATES = ['@', '\u001f', '\u0001', '!', '#', '%', '*', '=', '\\', '`', '{', '}'];

/** Signs that dates, amounts and names hold: they divide a file where every record has as many, and the first is cut into names of columns. */
const LAST_CANDIDATES = ['/', '-', '_', '.', '&', '$', '+', '?', '[', ']', ' '];

/** Fewer cells and records are alike by chance, as the words of a name and the parts of a day are. */
const LEAST_CELLS = 4;
const ENOUGH_RECORDS = 5;

/** Records that are looked at. */
const LOOKED_AT = 300;

/** Records, and the share of them, that must have as many of a rare sign. */
const LEAST_RECORDS = 3;
const EVERY = 0.98;

/** How much less evenly a likelier delimiter may divide the lines. */
const AS_GOOD = 0.9;

interface Division {
  delimiter: string;
  /** Most records have so many cells. */
  cells: number;
  /** How many records have so many, and which part of all. */
  most: number;
  share: number;
  /** Whether the first one below a banner has so many, how many records there are from it on, and how many before. */
  first: boolean;
  records: number;
  banner: number;
}

/** The delimiter that divides a file's first records most evenly; a comma where there is only one column. */
export function detectDelimiter(head: Buffer): string {
  const divisions = CANDIDATES.map((delimiter) => division(head, delimiter)).filter(({ cells }) => cells > 1);
  if (!divisions.some(({ cells, share }) => cells > 2 && share >= AS_GOOD)) {
    const rare = RARE_CANDIDATES.map((delimiter) => division(head, delimiter)).filter(dividesAll);
    const [widest] = rare.sort((a, b) => b.cells - a.cells);
    if (widest) return widest.delimiter;
  }
  if (!divisions.some(dividesEvenly)) {
    const last = LAST_CANDIDATES.find((delimiter) => dividesTable(head, delimiter));
    if (last) return last;
  }
  const best = Math.max(...divisions.map(({ share }) => share));
  const good = divisions.filter(({ share }) => share >= AS_GOOD * best);
  // Two cells are found by chance, in a sentence with one comma.
  return (good.find(({ cells }) => cells > 2) ?? good[0])?.delimiter ?? ',';
}

const dividesAll = ({ cells, most, first, records }: Division) =>
  cells > 2 && records >= LEAST_RECORDS && first && most >= EVERY * records;

const dividesEvenly = ({ first, banner, share }: Division) => first && banner === 0 && share >= AS_GOOD;

/** Whether a sign cuts each record into as many cells: the first into names of columns, one column of the others into numbers. */
function dividesTable(head: Buffer, delimiter: string): boolean {
  const { cells, share, records } = division(head, delimiter);
  if (cells < LEAST_CELLS || share < 1 || records < ENOUGH_RECORDS) return false;
  const whole = head.subarray(0, head.lastIndexOf(LINE_FEED) + 1).toString('latin1');
  const lines = whole.split(/\r?\n/).filter((line) => line !== '');
  const [names = [], ...rows] = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '"').split(delimiter));
  const isName = (name: string, at: number) => /\p{L}|"/u.test(name) && (name === '"' || names.indexOf(name) === at);
  return names.every(isName) && names.some((_, at) => rows.every((row) => /^\d[\d.,]*$/.test(row[at]?.trim() ?? '')));
}

function division(head: Buffer, delimiter: string): Division {
  const walk = new RecordWalk(delimiter.charCodeAt(0));
  const counts = new Map<number, number>();
  let records = 0;
  let [first, banner] = [0, 0];
  let at = 0;
  while (at < head.length && records < LOOKED_AT) {
    const end = walk.over(head, at, false);
    // A head cuts its last record.
    if (end === 'open' && at > 0) break;
    const lineEnd = head.indexOf(0x0a, at);
    const next = end === 'complete' ? walk.end : lineEnd === -1 ? head.length : lineEnd + 1;
    // Blank lines say nothing.
    if (next - at > 2) {
      records += 1;
      if (first < 2) [first, banner] = [walk.cells, records - 1];
      if (end !== 'misquoted') counts.set(walk.cells, (counts.get(walk.cells) ?? 0) + 1);
    }
    at = next;
  }
  let [cells, most] = [0, 0];
  for (const [width, count] of counts) if (count > most) [cells, most] = [width, count];
  return {
    delimiter,
    cells,
    most,
    share: most / Math.max(1, records),
    first: first === cells,
    records: records - banner,
    banner,
  };
}
