import { StringDecoder } from 'node:string_decoder';
import { cutLine } from './file-layout.js';
import { MAX_RECORD } from './reading-limits.js';
import { type TextRepair, TooLong } from './text-pass.js';

/** Passes a text of lines without delimiters on as CSV: each line cut into cells of these widths. */
export class FixedWidths implements TextRepair {
  readonly changed = true;
  readonly hasQuotes = false;
  readonly misquoted = 0;
  readonly hasNul = false;
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
