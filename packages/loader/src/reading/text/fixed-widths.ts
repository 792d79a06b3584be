import { StringDecoder } from 'node:string_decoder';
import { cutLine } from '../form/file-layout.js';
import { HEADER_ROWS, MAX_RECORD } from '../form/reading-limits.js';
import { type TextRepair, TooLong } from './text-pass.js';

/** Passes a text of lines without delimiters on as CSV: each line cut into cells of these widths. */
export class FixedWidths implements TextRepair {
  readonly changed = true;
  readonly hasQuotes = false;
  readonly misquoted = 0;
  readonly hasNul = false;
  readonly hasFormulas = false;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  constructor(
    private readonly widths: readonly number[],
    private readonly delimiter: string,
  ) {}

  push(piece: Buffer): Buffer[] {
    const lines = (this.#rest + this.#decoder.write(piece)).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > MAX_RECORD) throw new TooLong(0);
    return [Buffer.from(lines.map((line) => this.#cut(line)).join(''))];
  }

  end(): Buffer[] {
    const rest = this.#rest + this.#decoder.end();
    return rest === '' ? [] : [Buffer.from(this.#cut(rest))];
  }

  /** A blank line stays one, so that lines keep their numbers. */
  #cut(line: string): string {
    const cells = line.trim() === '' ? [] : cutLine(line.replace(/\r$/, ''), this.widths);
    return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(this.delimiter)}\n`;
  }
}

/** A line of dashes under each of three names or more, as database shells print it. */
const RULE = /^ *-+(?: +-+){2,} *$/;

/** The last column goes on to the end of its line. */
const REST = 10_000;

/** Share of the lines that are blank between columns: a note below may not be. */
const MOST = 0.95;

/** The widths that a line of dashes under the names tells, where the lines keep to them. */
export function ruledWidths(text: string): number[] | undefined {
  const lines = text.split(/\r?\n/);
  const rule = lines.slice(0, HEADER_ROWS + 1).findIndex((line) => RULE.test(line));
  const names = lines[rule - 1]?.trimEnd();
  if (!names) return undefined;
  const [, ...starts] = [...(lines[rule] ?? '').matchAll(/-+/g)].map(({ index }) => index);
  const isApart = (line: string) => starts.every((start) => (line[start - 1] ?? ' ') === ' ');
  // What the end of the text cuts is none.
  const rows = lines.slice(rule + 1, -1).filter((line) => line.trim() !== '');
  const isTable = isApart(names) && rows.filter(isApart).length >= rows.length * MOST;
  return isTable ? [...starts.map((start, column) => start - (starts[column - 1] ?? 0)), REST] : undefined;
}
