/**
 * One pass over a text file before the engine reads it: its encoding is proved, or undone, and its records are held against
 * what the engine can read. A file that is in order already is read where it lies.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { firstNotBefore, OperatorError } from '@tidewaiter/contract';
import { EncodingMix, encodingOfHead, findDecoder, isUtf8Name, mayLookLikeUtf8 } from '../form/encodings.js';
import { readChunks, readHead, unreadable } from '../form/file-bytes.js';
import { type EncodingFinding, encodingByLetters, HighRuns, isInLanguage } from '../form/letter-statistics.js';
import { CHUNK, HEAD, MAX_RECORD } from '../form/reading-limits.js';
import type { Content } from '../form/types.js';

/** What is done to a text's records on their way to the engine. */
export interface TextRepair {
  /** Whether anything was passed on other than it came. */
  readonly changed: boolean;
  /** Whether it refuses a line that holds a NUL by itself; otherwise one refuses the whole text. */
  readonly takesNul?: boolean;
  /** Takes a piece, which may be written over; answers with the records that it completes. */
  push(piece: Buffer): Buffer[];
  /** What is left when the text has ended. */
  end(): Buffer[];
}

/** A record that is longer than any real one. */
export class TooLong extends Error {
  /** @param offset where it begins */
  constructor(readonly offset: number) {
    super('a record is too long');
  }
}

export interface TextSource {
  /** As an operator knows it. */
  name: string;
  path: string;
  /** Of the first bytes; a file without any sign above ASCII in them may turn out to be of 8 bits. */
  encoding: string;
  /** That its letters are surely of, where they told its encoding. */
  language?: string | undefined;
  /** A mapping says so, and nothing else will do. */
  isTold: boolean;
  /** Lines end with carriage returns alone, as on very old Macintoshes. */
  oldLineEnds: boolean;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LATIN = 'windows-1252';

/** The file is not UTF-8, as its first bytes were. */
class NotUtf8 extends Error {
  constructor(
    readonly offset: number,
    readonly afterOthers: boolean,
  ) {
    super('not UTF-8');
  }
}

interface PassedText<Repair> {
  path: string;
  encoding: string;
  repair: Repair;
  /** How its encoding was found out, where that is open. */
  doubt?: EncodingFinding;
}

/**
 * Passes a text over, into `target` unless it is in order as it is.
 *
 * @returns where the engine reads it, and its encoding
 * @throws OperatorError when it is not text, or of several encodings, or a line is too long
 */
export async function passText<Repair extends TextRepair>(
  source: TextSource,
  newRepair: () => Repair,
  target: string,
): Promise<PassedText<Repair>> {
  const file = await open(source.path, 'r');
  try {
    const isInOrder = isUtf8Name(source.encoding) && !source.oldLineEnds;
    const checked = newRepair();
    const nuls = checked.takesNul ? MOST_NULS : 0;
    if (isInOrder && (await check(utf8(file, source, nuls), checked))) {
      return { path: source.path, encoding: 'utf-8', repair: checked };
    }
    const repair = newRepair();
    await write(text(file, source, nuls), repair, target);
    return { path: target, encoding: source.encoding, repair };
  } catch (error) {
    if (error instanceof TooLong) throw tooLong(error, source);
    if (!(error instanceof NotUtf8)) throw unreadable(error, source.name);
    if (source.isTold) throw await mixed(file, source, error);
    const finding = await findEncoding(file);
    const { encoding = LATIN, language } = finding ?? {};
    const decoded = { ...source, encoding, language: finding?.rival ? undefined : language };
    if (error.afterOthers && !(await isByChance(file, decoded, error))) throw await mixed(file, source, error);
    const passed = await passText(decoded, newRepair, target);
    return finding?.rival ? { ...passed, doubt: finding } : passed;
  } finally {
    await file.close();
  }
}

/** Looks for the encoding in so much of a text. */
const LOOKED_AT = 32 * CHUNK;

async function findEncoding(file: FileHandle): Promise<EncodingFinding | undefined> {
  const runs = new HighRuns();
  let bytes = 0;
  for await (const chunk of readChunks(file)) {
    runs.push(chunk);
    bytes += chunk.length;
    if (runs.isFull || bytes >= LOOKED_AT) break;
  }
  return encodingByLetters(runs);
}

/** Whether signs of UTF-8 before the first that is none are but letters of the file's language. */
async function isByChance(file: FileHandle, source: TextSource, { offset }: NotUtf8): Promise<boolean> {
  if (source.language === undefined) return false;
  if (mayLookLikeUtf8(source.encoding)) return true;
  const mix = describeMix(source);
  let left = offset;
  for await (const chunk of readChunks(file)) {
    mix.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0 || mix.isMixed) break;
  }
  return !mix.isMixed;
}

const describeMix = ({ encoding, language }: TextSource) =>
  new EncodingMix(encoding, (text) => language !== undefined && isInLanguage(language, text));

async function check(pieces: AsyncIterable<Buffer>, repair: TextRepair): Promise<boolean> {
  let first = true;
  for await (const piece of pieces) {
    if (first && startsWithMark(piece)) return false;
    first = false;
    repair.push(piece);
    if (repair.changed) return false;
  }
  repair.end();
  return !repair.changed;
}

async function write(pieces: AsyncIterable<Buffer>, repair: TextRepair, path: string): Promise<void> {
  const target = await open(path, 'w', 0o600);
  try {
    const pass = async (passed: readonly Buffer[]) => {
      for (const records of passed) if (records.length > 0) await target.writeFile(records);
    };
    let first = true;
    for await (const piece of pieces) {
      await pass(repair.push(first && startsWithMark(piece) ? piece.subarray(BYTE_ORDER_MARK.length) : piece));
      first = false;
    }
    await pass(repair.end());
  } finally {
    await target.close();
  }
}

const startsWithMark = (piece: Buffer) => piece.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);

/** Brings a file's text to UTF-8. */
function text(file: FileHandle, source: TextSource, nuls: number): AsyncGenerator<Buffer> {
  const pieces = isUtf8Name(source.encoding) ? utf8(file, source, nuls) : decoded(file, source, nuls);
  return source.oldLineEnds ? withLineFeeds(pieces) : pieces;
}

/** Proves that a file is UTF-8, without decoding it. */
async function* utf8(file: FileHandle, source: TextSource, nuls: number): AsyncGenerator<Buffer> {
  const refuseNuls = refusingNuls(source, nuls);
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  let afterOthers = false;
  for await (const chunk of readChunks(file)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = wholeSigns(bytes);
    const piece = bytes.subarray(0, whole);
    refuseNuls(piece);
    if (!isUtf8(piece)) throw notUtf8(piece, offset, afterOthers);
    afterOthers ||= !isAscii(piece);
    rest = Buffer.from(bytes.subarray(whole));
    offset += whole;
    yield piece;
  }
  if (rest.length > 0) throw new NotUtf8(offset, afterOthers);
}

function notUtf8(piece: Buffer, offset: number, afterOthers: boolean): NotUtf8 {
  // What comes before a sign's first byte is UTF-8 or not on its own.
  const upTo = (length: number) => piece.subarray(0, wholeSigns(piece.subarray(0, length)));
  const good = firstNotBefore(piece.length, (length) => isUtf8(upTo(length))) - 1;
  return new NotUtf8(offset + good, afterOthers || !isAscii(upTo(good)));
}

/** How many bytes come before a sign that the end cuts; a sign has four bytes at most. */
function wholeSigns(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0;
    if (needs > 0) return needs > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

async function* decoded(file: FileHandle, source: TextSource, nuls: number): AsyncGenerator<Buffer> {
  const refuseNuls = refusingNuls(source, nuls);
  const decoder = findDecoder(source.encoding);
  if (!decoder) throw new OperatorError(`There is no encoding ${source.encoding}.`);
  const mix = source.isTold || /^utf/i.test(source.encoding) ? undefined : describeMix(source);
  const decode = (piece?: Buffer) => {
    try {
      return Buffer.from(decoder.decode(piece));
    } catch {
      throw new OperatorError(`${source.name} is not ${source.encoding.toUpperCase()} text.`);
    }
  };
  for await (const chunk of readChunks(file)) {
    mix?.push(chunk);
    const piece = decode(chunk);
    refuseNuls(piece);
    yield piece;
  }
  yield decode();
  if (mix?.isMixed) throw await mixed(file, source, { offset: mix.firstUtf8 });
}

async function* withLineFeeds(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    for (let at = piece.indexOf(0x0d); at !== -1; at = piece.indexOf(0x0d, at + 1)) piece[at] = 0x0a;
    yield piece;
  }
}

/** So many lines of a text may hold a NUL; more, or two in a row, are those of a binary file or of a hole in it. */
const MOST_NULS = 1000;

/** Refuses a text whose NULs are more than damage. */
function refusingNuls({ name }: TextSource, most: number): (piece: Buffer) => void {
  let nuls = 0;
  return (piece) => {
    for (let at = piece.indexOf(0); at !== -1; at = piece.indexOf(0, at + 1)) {
      nuls += 1;
      if (nuls > most || piece[at + 1] === 0) throw notText(name);
    }
  };
}

const notText = (name: string) => new OperatorError(`${name} is not text: it holds NUL bytes, as binary files do.`);

function tooLong({ offset }: TooLong, { name }: TextSource): OperatorError {
  return new OperatorError(`${name} holds a line of more than ${MAX_RECORD >> 20} MiB.`, [
    `it begins ${offset} bytes into the text. Is this a file with a record on each line?`,
  ]);
}

async function mixed(file: FileHandle, source: TextSource, { offset }: { offset: number }): Promise<OperatorError> {
  let line = 1;
  let position = 0;
  for await (const chunk of readChunks(file)) {
    for (let at = chunk.indexOf(0x0a); at !== -1 && position + at < offset; at = chunk.indexOf(0x0a, at + 1)) line += 1;
    position += chunk.length;
    if (position > offset) break;
  }
  return source.isTold
    ? new OperatorError(`${source.name} is not ${source.encoding.toUpperCase()} text: line ${line} is something else.`)
    : new OperatorError(`${source.name} mixes encodings: line ${line} is not of the encoding of others.`, [
        'say which it is, for instance --encoding windows-1252, or in the mapping "file": { "encoding": "windows-1252" }',
      ]);
}

/**
 * What a text file's first bytes are, and how all of it is to be passed over.
 *
 * @param givenEncoding its encoding, where a mapping says so
 * @throws OperatorError when it is not text
 */
export async function findText(
  content: Content,
  givenEncoding: string | undefined,
): Promise<{ source: TextSource; head: Buffer }> {
  const head = await readHead(content.path, HEAD);
  const encoding = givenEncoding ?? encodingOfHead(head);
  if (encoding === undefined) {
    throw notText(content.name);
  }
  // Delimiters, quotes and line ends are the same in all encodings but the wide ones.
  const text = /^utf-?16/i.test(encoding) ? wide(head, encoding) : head;
  const oldLineEnds = text.includes(0x0d) && !text.includes(0x0a);
  return {
    source: { name: content.name, path: content.path, encoding, isTold: givenEncoding !== undefined, oldLineEnds },
    head: oldLineEnds ? Buffer.from(text.toString('latin1').replaceAll('\r', '\n'), 'latin1') : text,
  };
}

/** What is wrong further down is found when the whole is passed over. */
function wide(head: Buffer, encoding: string): Buffer {
  try {
    return Buffer.from(findDecoder(encoding)?.decode(head) ?? '');
  } catch {
    return head;
  }
}
