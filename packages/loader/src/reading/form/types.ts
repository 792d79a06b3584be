import type { Compression, FileForm, FileSection } from './file-form.js';
import type { FileLayout } from './file-layout.js';
import type { IsHeader } from './header.js';
import type { EncodingFinding } from './letter-statistics.js';
import type { RawTable } from './raw-table.js';

/** A file's content, out of whatever it was packed in. */
export interface Content {
  path: string;
  /** As an operator knows it: `june.zip: june.csv`. */
  name: string;
  /** What its format may be told by, where its bytes do not tell. */
  fileName: string;
  compression: Compression;
  member: string | null;
  /** Whether the archive holds other tables beside this one. */
  isOneOfSeveral: boolean;
  head: Buffer;
}

/** What a reader of a format is given. */
export interface Reading {
  content: Content;
  /** What the mapping says about the file. */
  file: FileSection;
  isHeader: IsHeader | undefined;
  /** Of files without a header: one that alone fits says what the columns are. */
  layouts: readonly FileLayout[];
  /** To be filled. */
  table: RawTable;
  /** A private folder, for what is written on the way. */
  folder: string;
}

/** A sheet, and what its columns are called. */
export interface SheetOfColumns {
  sheet: string;
  columns: readonly string[];
}

/** What a reader found; the rows are in the table. */
export interface ReadTable {
  header: string[];
  /** What is written above it. */
  above?: readonly string[];
  /** What the first rows of its workbook's other sheets say in words. */
  notes?: readonly string[];
  /** Of each column, whether all its numbers are such in the file itself, and no texts; nothing where a format has only texts. */
  typed?: readonly boolean[];
  /** Of each column, the rows from 1 whose formulas were never calculated. */
  uncalculated?: readonly (readonly number[])[];
  /** Other sheets of its workbook that are tables, and what their columns are called, where nobody said which is meant. */
  otherTables?: readonly SheetOfColumns[];
  /** How the encoding of its text was found out, where that is open. */
  doubt?: EncodingFinding | undefined;
  /** Those that fit the file. */
  layouts?: readonly FileLayout[];
  form: Pick<FileForm, 'encoding' | 'delimiter' | 'headerRow' | 'sheet'> & Partial<Pick<FileForm, 'otherSheets'>>;
}
