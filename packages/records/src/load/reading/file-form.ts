/** What a file turned out to be, and was read as. */
export interface FileForm {
  format: 'csv' | 'xlsx' | 'parquet' | 'ndjson' | 'dbf';
  compression: 'none' | 'gzip' | 'zstd' | 'zip';
  /** The file inside a zip archive that was read. */
  member: string | null;
  encoding: string | null;
  /** Between the cells of a CSV file. */
  delimiter: string | null;
  /** The line, or the sheet's row, that holds the header, counted from 1; 0 where there is none. */
  headerRow: number;
  /** The sheet of a workbook that was read. */
  sheet: string | null;
}
