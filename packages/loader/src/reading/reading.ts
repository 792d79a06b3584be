import { OperatorError } from '@tidewaiter/contract';
import type { FileForm, FileSection } from './file-form.js';
import type { FileLayout } from './file-layout.js';
import type { IsHeader } from './header.js';
import type { EncodingFinding } from './letter-statistics.js';
import type { RawTable } from './raw-table.js';
import type { Content } from './unpack.js';

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

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
};

const DISK_FULL = 'The disk is full. Nothing has changed; free some space and try again.';

/** An error of the file system as one that an operator understands. */
export function unreadable(error: unknown, path: string): OperatorError {
  if (error instanceof OperatorError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return new OperatorError(DISK_FULL);
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new OperatorError(`${path} cannot be read: ${reason}`);
}
