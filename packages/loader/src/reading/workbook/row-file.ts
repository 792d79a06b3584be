import { type FileHandle, open } from 'node:fs/promises';
import { OperatorError } from '@tidewaiter/contract';
import type { DataFile } from '@tidewaiter/records/loading';
import type { UnpackLimit } from '../archive/unpack.js';
import { CHUNK, HEADER_ROWS, HEADER_TEXT, MAX_RECORD } from '../form/reading-limits.js';

/** Signs up to which a cell is short; fewer than a length of one byte tells. */
const SHORT = 40;

/** Rows that lie in a file, and the first of them, each at its place: what a header is looked for in. */
export interface WrittenRows {
  path: string;
  first: string[][];
}

export const asDataFile = ({ path }: WrittenRows): DataFile => ({
  ...{ path, format: 'RowBinary', structure: 'line UInt64, present Array(String)', settings: {} },
});

/**
 * Rows that were read here, on their way to the engine, in its binary format: cells arrive as they were read, whatever they
 * hold.
 */
export class RowFile {
  readonly #first: string[][] = [];
  #head = 0;
  #buffer = Buffer.allocUnsafe(CHUNK);
  #filled = 0;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly limit: UnpackLimit,
  ) {}

  /** @param limit of what the rows may take: many cells may say what a file holds once */
  static async create(path: string, limit: UnpackLimit): Promise<RowFile> {
    return new RowFile(path, await open(path, 'w', 0o600), limit);
  }

  get written(): WrittenRows {
    return { path: this.path, first: this.#first };
  }

  /**
   * @param line the row's own, from 1
   * @param asWritten the cells in which a header is looked for, where they are others
   * @throws OperatorError where it is longer than any real one, or all of them take too much
   */
  async add(line: number, cells: readonly string[], asWritten = cells): Promise<void> {
    let length = 0;
    for (const cell of cells) length += cell.length;
    if (length > MAX_RECORD)
      throw new OperatorError(`${this.limit.name} holds a row of more than ${MAX_RECORD >> 20} MiB: row ${line}.`);
    if (line <= HEADER_ROWS && this.#head + length <= HEADER_TEXT) {
      this.#head += length;
      while (this.#first.length < line) this.#first.push([]);
      this.#first[line - 1] = [...asWritten];
    }
    // A sign takes three bytes at most for each unit of a string, a length ten.
    const most = 8 + 10 + 10 * cells.length + 3 * length;
    if (this.#filled + most > this.#buffer.length) await this.#flush(most);
    this.#filled = this.#buffer.writeBigUInt64LE(BigInt(line), this.#filled);
    this.#length(cells.length);
    for (const cell of cells) {
      if (this.#short(cell)) continue;
      // Short lengths take one byte, and most cells are short.
      const at = this.#filled;
      const bytes = this.#buffer.write(cell, at + 1);
      if (bytes < 0x80) {
        this.#buffer[at] = bytes;
        this.#filled = at + 1 + bytes;
      } else {
        this.#length(bytes);
        this.#filled += this.#buffer.write(cell, this.#filled);
      }
    }
  }

  /** Copies a short cell of ASCII signs itself, which is quicker than asking Node.js to; answers whether it was one. */
  #short(cell: string): boolean {
    const { length } = cell;
    if (length > SHORT) return false;
    const buffer = this.#buffer;
    let at = this.#filled;
    buffer[at++] = length;
    for (let index = 0; index < length; index += 1) {
      const code = cell.charCodeAt(index);
      if (code >= 0x80) return false;
      buffer[at++] = code;
    }
    this.#filled = at;
    return true;
  }

  async close(): Promise<void> {
    try {
      await this.#flush(0);
    } finally {
      await this.file.close();
    }
  }

  /** Seven bits a byte, the last without its highest bit. */
  #length(length: number): void {
    let left = length;
    while (left >= 0x80) {
      this.#buffer[this.#filled++] = (left % 0x80) + 0x80;
      left = Math.floor(left / 0x80);
    }
    this.#buffer[this.#filled++] = left;
  }

  async #flush(room: number): Promise<void> {
    this.limit.count(this.#filled);
    await this.file.writeFile(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
    if (room > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(room);
  }
}
