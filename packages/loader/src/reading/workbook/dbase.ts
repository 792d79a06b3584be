import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { DBFFile, DELETED } from 'dbffile';
import { UnpackLimit } from '../archive/unpack.js';
import { readHead } from '../form/file-bytes.js';
import { HEAD } from '../form/reading-limits.js';
import type { Content } from '../form/types.js';
import { RowFile, type WrittenRows } from './row-file.js';

/** What the language byte of a file says about its encoding. */
const LANGUAGES: Record<number, string> = {
  1: 'cp437',
  2: 'cp850',
  3: 'windows-1252',
  100: 'cp852',
  101: 'cp866',
  87: 'windows-1252',
  200: 'windows-1250',
  201: 'windows-1251',
};

/**
 * Most files say nothing, and are as often Windows' as DOS': accented letters are the upper quarter of the signs in one, and
 * the third in the other, where Windows has typographic signs.
 */
function likeliest(records: Buffer): string {
  let [dos, windows] = [0, 0];
  for (const byte of records) {
    if (byte >= 0xc0) windows += 1;
    else if (byte >= 0x80 && byte <= 0xa5 && byte !== 0xa0) dos += 1;
  }
  return dos > windows ? 'cp850' : 'windows-1252';
}

/** Kinds of fields that are written out as text; others are binary. */
const WRITTEN = new Set(['C', 'N', 'F', 'D', 'L']);

/** Kinds of fields that hold numbers. */
const NUMBERS = new Set(['N', 'F', 'I', 'B', 'Y', 'O', '+']);

/** So long is a header that describes one field. */
const SHORTEST = 65;

export interface DbaseRows {
  encoding: string;
  names: string[];
  /** Of each column, whether its fields are numbers. */
  typed: boolean[];
  rows: WrittenRows;
}

/**
 * Reads a dBase file into a file of rows. Deleted records are left out, and counted: a row's line is its record's number.
 *
 * @throws OperatorError when the file is damaged or cut off
 */
export async function readDbase(
  content: Content,
  folder: string,
  givenEncoding: string | undefined,
): Promise<DbaseRows> {
  const size = await refuseCutOff(content);
  const encoding = givenEncoding ?? LANGUAGES[content.head[29] ?? 0] ?? likeliest(await readHead(content.path, HEAD));
  const rows = await RowFile.create(join(folder, 'records'), await UnpackLimit.of(content.name, size, folder));
  try {
    const table = await DBFFile.open(content.path, { readMode: 'loose', encoding, includeDeletedRecords: true });
    const names = table.fields.map(({ name }) => name);
    const kinds = table.fields.map(({ type }) => type);
    for (const [index, field] of table.fields.entries()) {
      // Records are keyed by field, and two fields may be named alike.
      field.name = String(index);
      // Read as the text that it is in the file, a number keeps all its digits.
      if (WRITTEN.has(field.type)) field.type = 'C';
    }
    let line = 0;
    for await (const record of table) {
      line += 1;
      if (record[DELETED]) continue;
      const cells = kinds.map((kind, index) => fieldText(kind, record[index]));
      await rows.add(line, cells);
    }
    return { encoding, names, typed: kinds.map((kind) => NUMBERS.has(kind)), rows: rows.written };
  } catch (error) {
    if (error instanceof OperatorError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new OperatorError(
      `${content.name} is not a dBase file that can be read: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    await rows.close();
  }
}

/** The header says how many records of which length there are. @returns how large the file is */
async function refuseCutOff({ path, head, name }: Content): Promise<number> {
  if (head.length < SHORTEST) throw new OperatorError(`${name} is too short for a dBase file.`);
  const promised = head.readUInt16LE(8) + head.readUInt32LE(4) * head.readUInt16LE(10);
  const { size } = await stat(path);
  if (size < promised) throw new OperatorError(`${name} ends too early: it is cut off. Fetch it again.`);
  return size;
}

function fieldText(kind: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/( 00:00:00)?\.000Z$/, '');
  const text = String(value).replaceAll('\0', '').trim();
  if (kind === 'D') return text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return kind === 'L' && text === '?' ? '' : text;
}
