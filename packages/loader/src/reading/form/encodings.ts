/** How the bytes of a text file become text. */

import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** Turns pieces of a file into text; the last call has no piece and ends it. */
export interface TextDecoding {
  /** @throws TypeError when the bytes are not of this encoding */
  decode(piece?: Buffer): string;
}

/** What the web reads latin-1 as, too: its 32 unused signs are typographic ones in nearly every real file. */
const LATIN_1 = /^(latin-?1|iso-?8859-?1|cp1252)$/;

/** A decoder for an encoding's name; undefined where there is none. */
export function findDecoder(name: string): TextDecoding | undefined {
  const label = name.toLowerCase();
  if (/^utf-?(8|16)/.test(label)) return unicodeDecoder(label);
  const encoding = LATIN_1.test(label) ? 'windows-1252' : label;
  // Not the runtime's own: windows-1252 from 0x80 to 0x9f is wrong there, and code page 850 missing.
  if (!iconv.encodingExists(encoding)) return undefined;
  const decoder = iconv.getDecoder(encoding);
  return { decode: (piece) => (piece ? decoder.write(piece) : (decoder.end() ?? '')) };
}

function unicodeDecoder(label: string): TextDecoding | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return { decode: (piece) => decoder.decode(piece, { stream: piece !== undefined }) };
  } catch {
    return undefined;
  }
}

/** Whether a name means UTF-8, which needs a check but no decoding. */
export const isUtf8Name = (name: string) => /^(utf-?8|unicode-1-1-utf-8)$/i.test(name);

/** So many bytes of a text may be NULs of its damaged lines, and this share of more. */
const FEW_NULS = 3;
const STRAY_NULS = 0.001;

/**
 * What a text file's first bytes say about its encoding; undefined when it is not text. What looks like UTF-8 may turn out
 * to be something else further down.
 */
export function encodingOfHead(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (!head.includes(0)) return 'utf-8';
  let [even, odd] = [0, 0];
  for (let index = 0; index < head.length; index += 1) {
    if (head[index] !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  // In UTF-16 the high byte of every Latin letter, digit and delimiter is zero, and no other byte is.
  const enough = head.length / 16;
  if (even === 0 && odd > enough) return 'utf-16le';
  if (odd === 0 && even > enough) return 'utf-16be';
  return even + odd <= FEW_NULS + head.length * STRAY_NULS ? 'utf-8' : undefined;
}

/** Encodings of Latin letters, of which the accented ones stand beside plain ones. */
const OF_LATIN_LETTERS = /^(windows-125[0247]|cp85[027])$/i;

/** Whether two or three letters may be a sign of UTF-8 by chance: in Korean, Thai or Ukrainian bytes above ASCII stand next to one another everywhere. */
export const mayLookLikeUtf8 = (encoding: string) => !OF_LATIN_LETTERS.test(encoding);

/** Bytes above ASCII in a line that are no UTF-8 by chance. */
const NO_CHANCE = 8;

const highBytes = (line: Buffer) => line.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);

/** A sign of UTF-8 of several bytes, where each of them stands for itself. */
const SIGN_OF_UTF8 = /[\xc2-\xf4][\x80-\xbf]{1,3}/g;

/**
 * Tells an 8-bit encoding from one and UTF-8 in one file: the signs of one are next to never signs of the other. Two letters of the
 * file's language may be one, as `ĘŻ` is.
 */
export class EncodingMix {
  firstUtf8 = 0;
  readonly #least: number;
  readonly #byChance = new Map<string, boolean>();
  #utf8Lines = 0;
  #latinLines = 0;
  #offset = 0;

  /** A share of lines below which the odd ones are what the file's author wrote. */
  static readonly share = 0.01;

  /** @param areLetters whether a text of the encoding is letters of the file's language alone */
  constructor(
    private readonly encoding: string,
    private readonly areLetters: (text: string) => boolean = () => false,
  ) {
    this.#least = mayLookLikeUtf8(encoding) ? NO_CHANCE : 1;
  }

  push(chunk: Buffer): void {
    let from = 0;
    while (from < chunk.length) {
      const end = chunk.indexOf(0x0a, from);
      const line = chunk.subarray(from, end === -1 ? chunk.length : end);
      if (!isAscii(line)) {
        if (!isUtf8(line) || highBytes(line) < this.#least || this.#isByChance(line)) this.#latinLines += 1;
        else if (this.#utf8Lines++ === 0) this.firstUtf8 = this.#offset + from;
      }
      if (end === -1) break;
      from = end + 1;
    }
    this.#offset += chunk.length;
  }

  #isByChance(line: Buffer): boolean {
    if (this.#least === NO_CHANCE) return false;
    return (line.toString('latin1').match(SIGN_OF_UTF8) ?? []).every((sign) => {
      const known = this.#byChance.get(sign);
      const isOne = known ?? this.areLetters(iconv.decode(Buffer.from(sign, 'latin1'), this.encoding));
      if (known === undefined) this.#byChance.set(sign, isOne);
      return isOne;
    });
  }

  get isMixed(): boolean {
    return this.#utf8Lines > EncodingMix.share * (this.#utf8Lines + this.#latinLines);
  }
}
