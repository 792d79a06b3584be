import { z } from 'zod';
import { findDecoder } from './encodings.js';

const FORMATS = ['csv', 'xlsx', 'parquet', 'ndjson', 'dbf'] as const;
export type Format = (typeof FORMATS)[number];

const COMPRESSIONS = ['none', 'gzip', 'zstd', 'zip'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

/** What a file turned out to be, and was read as. */
export interface FileForm {
  format: Format;
  compression: Compression;
  /** The file inside a zip archive that was read. */
  member: string | null;
  /** Of text and dBase files, as `file.encoding` in a mapping names it. */
  encoding: string | null;
  /** Between the cells of a CSV file. */
  delimiter: string | null;
  /** The line, or the sheet's row, that holds the header, counted from 1; 0 where there is none. */
  headerRow: number;
  /** The sheet of a workbook that was read. */
  sheet: string | null;
  /** Those that were not. */
  otherSheets: string[];
}

const FORMAT_NAMES: Record<Format, string> = {
  csv: 'CSV',
  xlsx: 'XLSX',
  parquet: 'Parquet',
  ndjson: 'newline JSON',
  dbf: 'dBase',
};

const SIGNS: Record<string, string> = { '\t': 'tab', ' ': 'space' };

export const formatName = (format: Format) => FORMAT_NAMES[format];

/** A form in words: `CSV, windows-1252, ";" between cells, header on line 6`. */
export function formInWords(form: FileForm): string {
  const { format, compression, member, encoding, delimiter, headerRow, sheet } = form;
  const hasHeaderRow = format === 'csv' || format === 'xlsx';
  const parts = [
    compression === 'none' ? FORMAT_NAMES[format] : `${FORMAT_NAMES[format]} in ${compression}`,
    member,
    encoding,
    delimiter && `"${SIGNS[delimiter] ?? delimiter}" between cells`,
    format === 'csv' && delimiter === null && 'columns of fixed widths',
    sheet && `sheet "${sheet}"`,
    hasHeaderRow && (headerRow === 0 ? 'no header' : `header on line ${headerRow}`),
  ];
  return parts.filter((part) => part).join(', ');
}

/** What a mapping says about the form of its files; the rest is found out. */
export const fileSection = z.strictObject({
  format: z.enum(FORMATS).nullish(),
  compression: z.enum(COMPRESSIONS).nullish(),
  member: z.string().nullish().describe('The file to read inside a zip archive that holds several'),
  encoding: z
    .string()
    .refine((name) => findDecoder(name) !== undefined, { error: 'there is no such encoding' })
    .nullish()
    .describe('utf-8, utf-16le, utf-16be, windows-1252, cp850 …'),
  delimiter: z
    .string()
    .regex(/^[\t !#$%&'*+,\-./:;<=>?@[\\\]^_`{|}~]$/, { error: 'one sign that is no letter, digit or quote' })
    .nullish(),
  headerRow: z.int().min(0).max(50).nullish().describe('Its line, or row of the sheet, from 1; 0: there is none'),
  sheet: z.string().nullish(),
  header: z.array(z.string()).nullish().describe('Names for the columns of a file that has no header'),
  widths: z
    .array(z.int().min(1))
    .nullish()
    .describe('Of its columns in characters, where nothing stands between cells'),
  codes: z
    .record(z.string(), z.record(z.string(), z.string()))
    .nullish()
    .describe('By column of the file, what its codes stand for; `codes` of a record column come before'),
});
export type FileSection = z.output<typeof fileSection>;
