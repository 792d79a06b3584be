import { beginsWithObject } from '@tidewaiter/contract';
import type { Format } from '../form/file-form.js';
import type { Content } from '../form/types.js';

/** What the first bytes of a file say it is. */

const starts = (head: Buffer, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
const startsWith = (head: Buffer, text: string, at = 0) =>
  head.subarray(at, at + text.length).toString('latin1') === text;

export const isGzip = (head: Buffer) => starts(head, 0x1f, 0x8b);
export const isZip = (head: Buffer) => startsWith(head, 'PK\u0003\u0004') || startsWith(head, 'PK\u0005\u0006');
/** A frame, or one that is skipped and comes before it. */
export const isZstd = (head: Buffer) =>
  starts(head, 0x28, 0xb5, 0x2f, 0xfd) || (starts(head.subarray(1), 0x2a, 0x4d, 0x18) && (head[0] ?? 0) >> 4 === 5);
const isParquet = (head: Buffer) => startsWith(head, 'PAR1');

/** dBase III to Visual FoxPro, with and without memos: the kind, a date of the last change, lengths that fit each other. */
function isDbase(head: Buffer): boolean {
  if (head.length < 65 || !DBASE_KINDS.has(head[0] ?? 0)) return false;
  const [month, day] = [head[2] ?? 0, head[3] ?? 0];
  const headerLength = head.readUInt16LE(8);
  const recordLength = head.readUInt16LE(10);
  return (
    month <= 12 &&
    day <= 31 &&
    headerLength >= 65 &&
    recordLength > 1 &&
    /^[A-Z+@]$/.test(String.fromCharCode(head[43] ?? 0))
  );
}

const DBASE_KINDS = new Set([0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0xcb, 0xf5, 0xfb]);

/** What an archive is that is neither a workbook nor one to unpack; undefined for others. */
export function foreignArchive(names: readonly string[]): string | undefined {
  if (names.includes('xl/workbook.bin')) return 'is a binary workbook (.xlsb). Save it as .xlsx or CSV.';
  if (names.includes('content.xml') && names.includes('mimetype'))
    return 'is an OpenDocument file. Save it as .xlsx or CSV.';
  if (names.some((name) => name.endsWith('.iwa'))) return 'is a Numbers document. Export it as .xlsx or CSV.';
  if (names.includes('word/document.xml')) return 'is a text document, not a table.';
  if (names.includes('ppt/presentation.xml')) return 'is a presentation, not a table.';
  return undefined;
}

/** What a file is, by its content first and its name second. */
export function detectFormat({ head, fileName }: Content): Format {
  // What is left of zip archives here is workbooks.
  if (isZip(head)) return 'xlsx';
  if (isParquet(head)) return 'parquet';
  if (isDbase(head)) return 'dbf';
  return beginsWithObject(
    head
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart(),
  ) || /\.(ndjson|jsonl)$/i.test(fileName)
    ? 'ndjson'
    : 'csv';
}
