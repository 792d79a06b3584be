import type { FileForm, FileSection } from './file-form.js';
import type { IsHeader } from './header.js';
import type { RawTable } from './raw-table.js';
import type { Content } from './unpack.js';

/** What a reader of a format is given. */
export interface Reading {
  content: Content;
  /** What the mapping says about the file. */
  file: FileSection;
  isHeader: IsHeader | undefined;
  /** To be filled. */
  table: RawTable;
  /** A private folder, for what is written on the way. */
  folder: string;
}

/** What a reader found; the rows are in the table. */
export interface ReadTable {
  header: string[];
  form: Pick<FileForm, 'encoding' | 'delimiter' | 'headerRow' | 'sheet'> & Partial<Pick<FileForm, 'otherSheets'>>;
}
