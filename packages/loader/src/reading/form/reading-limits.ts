/** What reading a file may take: a hostile or broken file is refused, whatever it holds. */

const MIB = 1024 * 1024;

/** Bytes that are read, checked and written at a time. */
export const CHUNK = MIB;

/** Widest file that is read. */
export const MAX_COLUMNS = 2000;

/** Longest record of a text file, in bytes: 2,000 columns of 4 kB each. */
export const MAX_RECORD = 8 * MIB;

/** Text by which a file's form is found out, in bytes. */
export const HEAD = 256 * 1024;

/** Rows among which the header is looked for, and how many bytes of them: of a text they travel in a statement, where a sign may become two. */
export const HEADER_ROWS = 50;
export const HEADER_TEXT = 384 * 1024;

/** How many bytes may come out of one of an archive; a table of customs records shrinks to a tenth. */
export const MAX_RATIO = 400;

/** Below this much, a ratio proves nothing: an empty table shrinks to nearly nothing too. */
export const RATIO_COUNTS_FROM = 64 * MIB;

/** What an archive must leave free on the disk. */
export const DISK_RESERVE = 256 * MIB;

/** Largest workbook, in bytes: its archive is held in memory, its sheets are not. */
export const MAX_WORKBOOK = 512 * MIB;

/** Largest part of a workbook that is held in memory as a whole, unpacked: the texts that its cells share. */
export const MAX_WORKBOOK_PART = 256 * MIB;

/** Sheets of a workbook: each is looked at until one holds a table. */
export const MAX_SHEETS = 1000;

/** What the process that reads a workbook or a dBase file may take: MiB of its heap, and milliseconds for a file. */
export const MAX_READER_HEAP = 768;
export const MAX_READER_MS = 30 * 60_000;

/** Largest sheet of a workbook that is looked over for merged cells, in bytes of its XML: a person merges them in smaller ones. */
export const MAX_MERGED_SHEET = 64 * MIB;

/** Longest description of a Parquet file's columns and row groups, in bytes; it travels in a statement. */
export const MAX_PARQUET_FOOTER = 1.5 * MIB;
