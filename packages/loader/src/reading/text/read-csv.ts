import { join } from 'node:path';
import { CONSTANT_FORMULA, OperatorError, withoutConstantFormula } from '@tidewaiter/contract';
import { type DataFile, quote, type RecordEngine, type Settings } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { readHead } from '../form/file-bytes.js';
import { decoded, layoutsFor, sectionOf } from '../form/file-layout.js';
import { type Header, readHeader, tooWide } from '../form/header.js';
import { cellColumns, type RawTable } from '../form/raw-table.js';
import { HEAD, HEADER_ROWS, HEADER_TEXT, MAX_COLUMNS } from '../form/reading-limits.js';
import type { Reading, ReadTable } from '../form/types.js';
import { detectDelimiter, RecordWalk } from './csv-records.js';
import { CsvRepair, engineDelimiter, MISQUOTED } from './csv-repair.js';
import { FixedWidths, ruledWidths } from './fixed-widths.js';
import { findText, passText } from './text-pass.js';

/** Reads a CSV file, whatever its delimiter and encoding, into the table of raw rows. */
export async function readCsv(reading: Reading): Promise<ReadTable> {
  const { content, isHeader, table, folder } = reading;
  const layouts = await fitting(reading);
  const [layout] = layouts;
  const file = layout && layouts.length === 1 ? { ...sectionOf(layout), ...reading.file } : reading.file;
  const { source, head } = await findText(content, file.encoding ?? undefined);
  const widths =
    file.widths ?? (file.delimiter || file.header ? undefined : ruledWidths(decoded(head, source.encoding)));
  // Of what is cut, the sign that no table holds.
  const delimiter = widths ? '\t' : (file.delimiter ?? detectDelimiter(head.subarray(0, HEAD)));
  const newRepair = () => (widths ? new FixedWidths(widths, engineDelimiter(delimiter)) : new CsvRepair(delimiter));
  const text = await passText<CsvRepair | FixedWidths>(source, newRepair, join(folder, 'text'));
  const first = await firstRows(table.engine, text.path, delimiter, content.name);
  const known = { row: file.headerRow ?? undefined, names: file.header ?? undefined, isHeader };
  const header = readHeader(first, known, content.name);
  if (header.names.length === 0) throw new OperatorError(`${content.name} holds no rows.`);
  await fill(table, csvFile(text.path, delimiter, header.names.length + 1), header, text.repair);
  if (text.repair.hasQuotes) await numberLines(table, breaksIn(first.slice(0, header.row)));
  return {
    header: header.names,
    above: header.above,
    doubt: text.doubt,
    layouts,
    form: { encoding: text.encoding, delimiter: widths ? null : delimiter, headerRow: header.row, sheet: null },
  };
}

/** The layouts that a file fits, unless somebody has said what its columns are. */
async function fitting({ content, file, layouts }: Reading) {
  if (layouts.length === 0 || file.header || file.widths || file.headerRow) return [];
  const { source, head } = await findText(content, file.encoding ?? undefined);
  const delimiter = file.delimiter ?? detectDelimiter(head.subarray(0, HEAD));
  return layoutsFor(head, layouts, { encoding: source.encoding, found: delimiter });
}

/** The columns of a CSV file's table: nullable texts; a cell that a row lacks is NULL. */
const structure = (columns: number) =>
  cellColumns(columns)
    .map((cell) => `${cell} Nullable(String)`)
    .join(', ');

/** The cells that a row has, as an array. */
const present = (columns: number) =>
  `arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), [${cellColumns(columns).join(', ')}]))`;

const csvFile = (path: string, delimiter: string, columns: number): DataFile => ({
  path,
  format: 'CSV',
  structure: structure(columns),
  settings: csvSettings(delimiter),
});

/** The settings without which the engine reads a CSV file wrongly. */
const csvSettings = (delimiter: string): Settings => ({
  format_csv_delimiter: engineDelimiter(delimiter),
  // A short row leaves its last cells NULL, a long one fills the spare columns: both are then rejected by name.
  input_format_csv_allow_variable_number_of_columns: 1,
  input_format_csv_detect_header: 0,
  input_format_csv_empty_as_default: 0,
  input_format_csv_trim_whitespaces: 0,
  // Nothing a customs file says may turn into NULL on its own.
  format_csv_null_representation: '\u0001\u0002',
});

/** The cells of the first rows, as the engine reads them. */
async function firstRows(engine: RecordEngine, path: string, delimiter: string, name: string): Promise<string[][]> {
  const head = await readHead(path, HEADER_TEXT);
  const walk = new RecordWalk(engineDelimiter(delimiter).charCodeAt(0));
  let [end, widest] = [0, 1];
  for (let row = 0; row < HEADER_ROWS && end < head.length; row += 1) {
    if (walk.over(head, end, head.length < HEADER_TEXT) === 'open') break;
    if (walk.cells > MAX_COLUMNS) throw tooWide(name);
    widest = Math.max(widest, walk.cells);
    end = walk.end;
  }
  if (end === 0) throw new OperatorError(`${name} begins with a line of more than ${HEADER_TEXT} bytes.`);
  const rows = await engine.query({
    name: 'raw.first',
    sql: `SELECT ${present(widest)} FROM format(CSV, '${structure(widest)}', {text:String})`,
    parameters: { text: head.subarray(0, end).toString('utf8').replaceAll('\0', '') },
    settings: csvSettings(delimiter),
    row: z.tuple([z.array(z.string())]),
    lane: 'load',
  });
  return rows.map(([cells]) => cells.map(withoutConstantFormula));
}

const breaksIn = (rows: readonly (readonly string[])[]) =>
  rows.flat().reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

/** A sum, in parts: the engine nests each sign of one in the one before, and to a bound. */
function sumSql(terms: readonly string[]): string {
  const parts = Array.from({ length: Math.ceil(terms.length / 100) }, (_, part) =>
    terms.slice(100 * part, 100 * part + 100),
  );
  return parts.map((part) => `(${part.join(' + ')})`).join(' + ');
}

/** A cell with the constant that its formula is, where it is one. */
function constantSql(cell: string): string {
  const groups = `extractGroups(${cell}, ${quote(CONSTANT_FORMULA)})`;
  return `if(match(${cell}, ${quote(CONSTANT_FORMULA)}), concat(replaceAll(${groups}[1], '""', '"'), ${groups}[2]), ${cell})`;
}

async function fill(
  table: RawTable,
  data: DataFile,
  { names, row }: Header,
  repair: Pick<CsvRepair, 'hasQuotes' | 'misquoted' | 'hasNul' | 'hasFormulas'>,
): Promise<void> {
  const [first = '', ...others] = cellColumns(names.length);
  const every = cellColumns(names.length + 1);
  // What no line of the file needs is not asked of every one.
  const breaks = repair.hasQuotes ? sumSql(every.map((cell) => `countSubstrings(ifNull(${cell}, ''), '\\n')`)) : '0';
  const misquoted = repair.misquoted > 0 ? `startsWith(ifNull(${first}, ''), '${MISQUOTED}')` : 'false';
  const whole = (cell: string) =>
    repair.hasNul ? `replaceAll(ifNull(${cell}, ''), char(0), '')` : `ifNull(${cell}, '')`;
  const filled = (cell: string) => (repair.hasFormulas ? constantSql(whole(cell)) : whole(cell));
  const holdsNul = repair.hasNul
    ? every.map((cell) => `position(ifNull(${cell}, ''), char(0)) > 0`).join(' OR ')
    : 'false';
  const firstFilled =
    repair.misquoted > 0 ? `substring(${filled(first)}, if(misquoted, ${MISQUOTED.length + 1}, 1))` : filled(first);
  await table.create(names.length);
  // A wholly blank line has no cells at all and is no row.
  await table.engine.insertFile(data, {
    name: 'raw.fill',
    sql: (file) => `INSERT INTO ${table.name}
      SELECT row, row, ${[firstFilled, ...others.map(filled)].join(', ')}, width, ${breaks},
        multiIf(misquoted, 'a quote is opened or closed in the middle of a cell', holds_nul, 'the line holds a NUL byte', '')
      FROM (
        SELECT rowNumberInAllBlocks() + 1 AS row, ${every.join(', ')}, ${sumSql(every.map((cell) => `isNotNull(${cell})`))} AS width,
          ${misquoted} AS misquoted, ${holdsNul} AS holds_nul
        FROM ${file}
      )
      WHERE row > ${row} AND width > 0`,
  });
}

/** Where cells hold line breaks, rows and lines part ways: a row begins after all the breaks before it. */
async function numberLines(table: RawTable, inHeader: number): Promise<void> {
  const [row] = await table.engine.query({
    name: 'raw.breaks',
    sql: `SELECT sum(breaks) FROM ${table.name}`,
    row: z.tuple([z.coerce.number()]),
    lane: 'load',
  });
  if ((row?.[0] ?? 0) === 0 && inHeader === 0) return;
  const shifted = table.beside('lines');
  await table.engine.run({ name: 'raw.lines.create', sql: `CREATE TABLE ${shifted} AS ${table.name}` });
  await table.engine.run({
    name: 'raw.lines.fill',
    sql: `INSERT INTO ${shifted}
      SELECT * EXCEPT before REPLACE (row + ${inHeader} + before AS line)
      FROM (
        SELECT *, sum(breaks) OVER (ORDER BY row ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM ${table.name}
      )`,
  });
  await table.engine.run({ name: 'raw.lines.swap', sql: `EXCHANGE TABLES ${table.name} AND ${shifted}` });
  await table.engine.run({ name: 'raw.lines.drop', sql: `DROP TABLE ${shifted} SYNC` });
}
