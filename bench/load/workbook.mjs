/** The rows of a file of the loading bench as a workbook of one sheet, and what its reader takes of it alone. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseCsv } from 'hucre/csv';
import { streamXlsxRows, writeXlsx } from 'hucre/xlsx';

/** Cells that a spreadsheet keeps as numbers. An HS code is a text: it may begin with a zero. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/;

/** Writes the workbook beside the CSV file, unless it is there. */
export async function workbookOf(csv) {
  const path = csv.replace(/\.csv$/, '.xlsx');
  if (existsSync(path)) return path;
  const [header, ...rows] = parseCsv(readFileSync(csv, 'utf8'));
  const codes = new Set(header.flatMap((name, at) => (/code/.test(name) ? [at] : [])));
  const cell = (text, at) => (NUMBER.test(text) && !codes.has(at) ? Number(text) : text);
  const bytes = await writeXlsx({ sheets: [{ name: 'Records', rows: [header, ...rows.map((row) => row.map(cell))] }] });
  writeFileSync(`${path}.partial`, bytes);
  renameSync(`${path}.partial`, path);
  return path;
}

/** Reads every row and keeps none; answers how many there are below the header. */
export async function readerAlone(path) {
  let rows = -1;
  for await (const { values } of streamXlsxRows(readFileSync(path))) if (values.length > 0) rows += 1;
  return rows;
}
