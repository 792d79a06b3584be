import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { type DataFile, EngineError, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { detectFormat } from './archive/signatures.js';
import { stageFile } from './archive/staged-file.js';
import { unpack } from './archive/unpack.js';
import { unreadable } from './form/file-bytes.js';
import { type FileForm, type FileSection, type Format, formatName } from './form/file-form.js';
import type { FileLayout } from './form/file-layout.js';
import { type Header, type IsHeader, readHeader, trimmedRows } from './form/header.js';
import type { EncodingFinding } from './form/letter-statistics.js';
import { RawTable } from './form/raw-table.js';
import type { Reading, ReadTable, SheetOfColumns } from './form/types.js';
import type { GivenFile } from './given-file.js';
import { readParquet } from './read-parquet.js';
import { readCsv } from './text/read-csv.js';
import { readJsonLines } from './text/read-json-lines.js';
import { readApart } from './workbook/read-apart.js';
import { asDataFile } from './workbook/row-file.js';

async function readSheet({ content, file, isHeader, table, folder }: Reading): Promise<ReadTable> {
  const { sheet, otherSheets, others, rows, typed, uncalculated } = await readApart(
    'xlsx',
    content,
    folder,
    file.sheet ?? undefined,
  );
  const known = { row: file.headerRow ?? undefined, names: file.header ?? undefined, isHeader };
  const header = readHeader(rows.first, known, content.name);
  if (header.names.length === 0) throw new OperatorError(`${content.name} holds no rows.`);
  await fill(table, asDataFile(rows), header);
  const form = { encoding: null, delimiter: null, headerRow: header.row, sheet, otherSheets };
  const otherTables = others
    .filter(({ mayBeMeant }) => mayBeMeant)
    .map(({ sheet: other, first }) => ({ sheet: other, columns: readHeader(first, { isHeader }, content.name).names }));
  const notes = others.flatMap(({ first }) => trimmedRows(first));
  const { names, above } = header;
  return { header: names, above, notes, typed, uncalculated, otherTables, form };
}

async function readDbaseFile({ content, file, isHeader, table, folder }: Reading): Promise<ReadTable> {
  const { encoding, names, typed, rows } = await readApart('dbf', content, folder, file.encoding ?? undefined);
  const header = readHeader([], { row: 0, names: file.header ?? names, isHeader }, content.name);
  await fill(table, asDataFile(rows), header);
  return { header: header.names, typed, form: { encoding, delimiter: null, headerRow: 0, sheet: null } };
}

/** A row that ends early has blank cells there; one that is too long is rejected by its width. */
async function fill(table: RawTable, data: DataFile, { names, row }: Header): Promise<void> {
  const width = names.length;
  const cells = Array.from(names, (_, index) => `present[${index + 1}]`);
  await table.create(width);
  await table.engine.insertFile(data, {
    name: 'raw.fill',
    sql: (file) => `INSERT INTO ${table.name}
      SELECT rowNumberInAllBlocks() + 1, line, ${cells.join(', ')}, greatest(length(present), ${width}), 0, ''
      FROM ${file} WHERE line > ${row}`,
  });
}

/** A file's rows as they were read: every cell as it was written, and the line on which the row begins. */
export interface RawRows {
  engine: RecordEngine;
  /** The files that it was read from: the loaded one, then those that are joined to it. */
  given: GivenFile[];
  /** What the file turned out to be. */
  form: FileForm;
  /** How the encoding of its text was found out, where that is open. */
  doubt?: EncodingFinding | undefined;
  header: string[];
  /** What is written above the header, and what the sheet is called: titles of the whole. */
  titles: readonly string[];
  /** What the first rows of its workbook's other sheets say in words. */
  notes: readonly string[];
  /** Other sheets of its workbook that are tables, where nobody said which is meant. */
  otherTables?: readonly SheetOfColumns[] | undefined;
  /** Layouts that fit the file, where nobody said what its columns are; the columns are named by one that fits alone. */
  layouts: readonly FileLayout[];
  /** Of each column, whether its cells are numbers in the file itself. */
  typed?: readonly boolean[] | undefined;
  /** Of each column, how many of its cells hold formulas that were never calculated: they are read as empty. */
  uncalculated: readonly number[];
  /**
   * Columns: row, line, c1, c2, … (the cells as texts, {@link cellAt}), all of them as `cells`, width (the number of cells
   * present), breaks (in them), problem (why the row cannot be read; empty for nearly all). Without the header.
   */
  table: string;
  /** How many there are. */
  rows: number;
  /** Columns: row, occurrence (1, 2, … among rows of one identity), first_line. Empty until the transform fills it. */
  repeats: string;
  /** Keys of names of parties by the name. Empty until the transform fills it. */
  names: string;
  drop(): Promise<void>;
}

export interface ReadOptions {
  /** What the mapping says about the file's form. */
  file?: FileSection | undefined;
  isHeader?: IsHeader | undefined;
  layouts?: readonly FileLayout[] | undefined;
  onBytes?: ((bytes: number) => void) | undefined;
}

const READERS: Record<Format, (reading: Reading) => Promise<ReadTable>> = {
  csv: readCsv,
  ndjson: readJsonLines,
  parquet: readParquet,
  xlsx: readSheet,
  dbf: readDbaseFile,
};

/**
 * Reads a file into a table of its raw rows, inside the engine.
 *
 * @param folder where private copies are made, as long as the load lasts
 * @throws OperatorError when the file cannot be read or has no rows
 */
export async function readRawRows(
  engine: RecordEngine,
  folder: string,
  path: string,
  { file = {}, isHeader, layouts: known = [], onBytes }: ReadOptions = {},
): Promise<RawRows> {
  const table = new RawTable(engine);
  const own = join(folder, table.name);
  const working = join(own, 'working');
  const drop = async () => {
    await table.drop();
    await rm(own, { recursive: true, force: true });
  };
  try {
    await mkdir(working, { recursive: true, mode: 0o700 });
    const taken = await stageFile(path, join(own, 'given'), onBytes);
    const content = await unpack(path, taken, working, file);
    const format = file.format ?? detectFormat(content);
    const {
      header,
      above = [],
      notes = [],
      form,
      typed,
      uncalculated = [],
      otherTables,
      doubt,
      layouts = [],
    } = await READERS[format]({
      content,
      file,
      isHeader,
      layouts: known,
      table,
      folder: working,
    }).catch((error) => {
      throw explain(error, path, format);
    });
    await rm(working, { recursive: true });
    const { compression, member, isOneOfSeveral } = content;
    const { hash, bytes } = taken;
    return {
      engine,
      given: [{ path, hash, bytes, member: isOneOfSeveral ? member : namedSheet(form, file) }],
      form: { format, compression, member, otherSheets: [], ...form },
      doubt,
      header,
      titles: [...above, ...(form.sheet ? [form.sheet] : [])],
      notes,
      otherTables,
      layouts,
      typed,
      uncalculated: uncalculated.map((rows) => rows.filter((row) => row > form.headerRow).length),
      table: table.name,
      rows: await table.count(),
      repeats: table.repeats,
      names: table.names,
      drop,
    };
  } catch (error) {
    await drop();
    throw error instanceof Error && 'syscall' in error ? unreadable(error, path) : error;
  }
}

/** The sheet of a workbook of several that somebody named; whoever names none means the workbook. */
const namedSheet = ({ sheet, otherSheets = [] }: ReadTable['form'], file: FileSection) =>
  typeof file.sheet === 'string' && otherSheets.length > 0 ? sheet : null;

/** Signs of a cell that are enough to tell what its column is. */
const TELLING = 1000;

/** Some rows' cells as they begin, one of each stretch of the file, or so many that stand one below the other; at no regular place in it, where what repeats every few rows would be seen in part. */
export async function sampleRows(
  raw: Pick<RawRows, 'engine' | 'table' | 'rows'>,
  count: number,
  run = 1,
): Promise<string[][]> {
  const every = Math.ceil(raw.rows / count);
  const stretch = every * run;
  const at = `toInt64(place % ${stretch}) - toInt64(sipHash64(intDiv(place, ${stretch})) % ${stretch - run + 1})`;
  const rows = await raw.engine.query({
    name: 'raw.sample',
    sql: `WITH row - (SELECT min(row) FROM ${raw.table}) AS place
      SELECT arrayMap(cell -> leftUTF8(cell, ${TELLING}), cells) FROM ${raw.table} WHERE ${every <= 1 ? 'true' : `${at} BETWEEN 0 AND ${run - 1}`} AND problem = ''
      ORDER BY row LIMIT ${count}`,
    row: z.tuple([z.array(z.string())]),
    lane: 'load',
  });
  return rows.map(([cells]) => cells);
}

/** Memory, disk, a lost connection or a statement that was stopped: not the file's fault. */
const NOT_THE_FILE = new Set(['', '159', '202', '209', '210', '241', '243', '394']);

/** What the engine says about a file that it cannot read, in words. */
function explain(error: unknown, path: string, format: Format): unknown {
  if (!(error instanceof EngineError) || NOT_THE_FILE.has(error.code)) return error;
  const row = /\(at row (\d+)\)/.exec(error.message)?.[1];
  const where = row === undefined ? '' : ` at row ${row}`;
  const [reason = ''] = error.message.replace(/^.*?DB::Exception: /s, '').split('\n');
  return new OperatorError(`${path} is not well-formed ${formatName(format)}${where}.`, [reason.slice(0, 300)]);
}
