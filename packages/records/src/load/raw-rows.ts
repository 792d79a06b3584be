import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { csvSettings, csvStructure } from '../engine/csv.js';
import { EngineError, type RecordEngine } from '../engine/engine.js';
import { type CopiedFile, copyIn } from './copy-in.js';
import { firstRecord } from './first-record.js';
import { LoadError } from './load-error.js';
import type { FileForm } from './reading/file-form.js';

/** Widest file that is read. */
const MAX_COLUMNS = 2000;

/** What the names of raw tables begin with; a crash may leave some behind. */
const PREFIX = 'raw_';

/** A file's rows as the engine read them: every cell as it was written, and the line on which the row begins. */
export interface RawRows {
  file: CopiedFile;
  /** What the file turned out to be. */
  form: FileForm;
  header: string[];
  /** Columns: row, line, cells Array(String), width (the number of cells present), breaks (in them). Without the header. */
  table: string;
  /** How many there are. */
  rows: number;
  /** Columns: row, occurrence (1, 2, … among rows of one identity), first_line. Empty until the transform fills it. */
  repeats: string;
  drop(): Promise<void>;
}

const PLAIN_CSV: FileForm = {
  format: 'csv',
  compression: 'none',
  member: null,
  encoding: 'utf-8',
  delimiter: ',',
  headerRow: 1,
  sheet: null,
};

/** Removes the raw tables that loads which were killed have left. Only inside a change: nobody else is loading then. */
export async function dropLeftovers(engine: RecordEngine): Promise<void> {
  const tables = await engine.query({
    name: 'raw.leftovers',
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '${PREFIX}')`,
    row: z.tuple([z.string()]),
  });
  for (const [name] of tables) await engine.run({ name: 'raw.drop', sql: `DROP TABLE IF EXISTS ${name} SYNC` });
}

/**
 * Reads a CSV file into a table of its raw rows, inside the engine.
 *
 * @param names the columns of a file that has no header
 * @throws LoadError when the file cannot be read or has no rows
 */
export async function readRawRows(
  engine: RecordEngine,
  folder: string,
  path: string,
  delimiter: string,
  onBytes?: (bytes: number) => void,
  names?: readonly string[],
): Promise<RawRows> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${PREFIX}${randomUUID().replaceAll('-', '')}`;
  const repeats = `${name}_repeats`;
  const copy = join(folder, `${name}.csv`);
  const drop = async () => {
    for (const table of [name, repeats]) {
      await engine.run({ name: 'raw.drop', sql: `DROP TABLE IF EXISTS ${table} SYNC` });
    }
    await rm(copy, { force: true });
  };
  try {
    const file = await copyIn(path, copy, onBytes);
    const header = names ?? (await readHeader(engine, copy, delimiter, path));
    const rows = await fill(engine, name, { path: copy, delimiter, headerRows: names ? 0 : 1 }, header);
    await engine.run({
      name: 'raw.repeats',
      sql: `CREATE TABLE ${repeats} (row UInt64, occurrence UInt32, first_line UInt64) ENGINE = MergeTree ORDER BY row`,
    });
    const form = { ...PLAIN_CSV, delimiter };
    return { file, form, header: header.map((cell) => cell.trim()), table: name, rows, repeats, drop };
  } catch (error) {
    await drop();
    throw explainUnreadable(error, path);
  }
}

/** Engine errors that mean: this is not well-formed CSV. */
const MALFORMED = new Set(['26', '27', '33', '117']);

function explainUnreadable(error: unknown, path: string): unknown {
  if (!(error instanceof EngineError) || !MALFORMED.has(error.code)) return error;
  const row = /\(at row (\d+)\)/.exec(error.message)?.[1];
  const where = row === undefined ? '' : ` at row ${row}`;
  return new LoadError(`${path} is not well-formed CSV${where}: is a quote opened or closed in the middle of a cell?`);
}

async function readHeader(engine: RecordEngine, copy: string, delimiter: string, path: string): Promise<string[]> {
  const cells = Array.from({ length: MAX_COLUMNS + 1 }, (_, index) => `c${index + 1}`);
  const [row] = await engine.query({
    name: 'raw.header',
    sql: `SELECT arrayFilter(x -> isNotNull(x), [${cells.join(', ')}])
      FROM format(CSV, ${csvStructure(cells.length)}, {text:String}) LIMIT 1`,
    parameters: { text: await firstRecord(copy, delimiter) },
    settings: csvSettings({ delimiter }),
    row: z.tuple([z.array(z.string())]),
    lane: 'load',
  });
  const written = row?.[0] ?? [];
  const header = written.map((cell) => cell.trim());
  if (header.every((cell) => cell === '')) throw new LoadError(`${path} has no header on its first line.`);
  if (header.length > MAX_COLUMNS) throw new LoadError(`${path} has more than ${MAX_COLUMNS} columns.`);
  const twice = header.find((cell, index) => cell !== '' && header.indexOf(cell) !== index);
  if (twice !== undefined) throw new LoadError(`${path} has two columns named "${twice}".`);
  return written;
}

/** How many line breaks a list of cells holds. */
const breaksIn = (cells: string) => `arraySum(arrayMap(x -> countSubstrings(x, '\\n'), ${cells}))`;

const countBreaks = (text: string) => text.split('\n').length - 1;

async function fill(
  engine: RecordEngine,
  table: string,
  { path, delimiter, headerRows }: { path: string; delimiter: string; headerRows: number },
  header: readonly string[],
): Promise<number> {
  const width = header.length;
  await engine.run({
    name: 'raw.create',
    sql: `CREATE TABLE ${table} (row UInt64, line UInt64, cells Array(String), width UInt32, breaks UInt32)
      ENGINE = MergeTree ORDER BY row`,
  });
  const cells = Array.from({ length: width + 1 }, (_, index) => `c${index + 1}`);
  const present = `arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), [${cells.join(', ')}]))`;
  // `cells` is filled up to the header's width, so that a mapping can index it whatever the row holds. A wholly blank
  // line has no cells at all and is no row.
  await engine.insertCsv(
    { path, delimiter, columns: width + 1 },
    {
      name: 'raw.fill',
      sql: (file) => `INSERT INTO ${table}
        SELECT row, row, arrayResize(present, ${width}, ''), length(present), ${breaksIn('present')}
        FROM (SELECT rowNumberInAllBlocks() + 1 AS row, ${present} AS present FROM ${file})
        WHERE row > ${headerRows} AND notEmpty(present)`,
    },
  );
  return numberLines(
    engine,
    table,
    header.reduce((sum, cell) => sum + countBreaks(cell), 0),
  );
}

/** Where cells hold line breaks, rows and lines part ways: a row begins after all the breaks before it. Counts the rows. */
async function numberLines(engine: RecordEngine, table: string, inHeader: number): Promise<number> {
  const [row] = await engine.query({
    name: 'raw.breaks',
    sql: `SELECT count(), sum(breaks) FROM ${table}`,
    row: z.tuple([z.coerce.number(), z.coerce.number()]),
    lane: 'load',
  });
  const [rows, inRows] = row ?? [0, 0];
  if (inRows === 0 && inHeader === 0) return rows;
  const shifted = `${table}_lines`;
  await engine.run({ name: 'raw.lines.create', sql: `CREATE TABLE ${shifted} AS ${table}` });
  await engine.run({
    name: 'raw.lines.fill',
    sql: `INSERT INTO ${shifted}
      SELECT row, row + ${inHeader} + before, cells, width, breaks
      FROM (
        SELECT *, sum(breaks) OVER (ORDER BY row ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM ${table}
      )`,
  });
  await engine.run({ name: 'raw.lines.swap', sql: `EXCHANGE TABLES ${table} AND ${shifted}` });
  await engine.run({ name: 'raw.lines.drop', sql: `DROP TABLE ${shifted} SYNC` });
  return rows;
}
