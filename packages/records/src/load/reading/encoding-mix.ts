import { isAscii, isUtf8 } from 'node:buffer';

/** Tells latin-1 from latin-1 and UTF-8 in one file: the signs of one are next to never signs of the other. */
export class EncodingMix {
  firstUtf8 = 0;
  #utf8Lines = 0;
  #latinLines = 0;
  #offset = 0;

  /** A share of lines below which the odd ones are what the file's author wrote. */
  static readonly share = 0.01;

  push(chunk: Buffer): void {
    let from = 0;
    while (from < chunk.length) {
      const end = chunk.indexOf(0x0a, from);
      const line = chunk.subarray(from, end === -1 ? chunk.length : end);
      if (!isAscii(line)) {
        if (!isUtf8(line)) this.#latinLines += 1;
        else if (this.#utf8Lines++ === 0) this.firstUtf8 = this.#offset + from;
      }
      if (end === -1) break;
      from = end + 1;
    }
    this.#offset += chunk.length;
  }

  get isMixed(): boolean {
    return this.#utf8Lines > EncodingMix.share * (this.#utf8Lines + this.#latinLines);
  }
}
