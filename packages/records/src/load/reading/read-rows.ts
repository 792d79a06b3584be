import { OperatorError } from '@tidewaiter/contract';
import type { DataFile } from '../../engine/engine.js';
import { readDbase } from './dbase.js';
import { type Header, headerOf } from './header.js';
import type { RawTable } from './raw-table.js';
import type { Reading, ReadTable } from './reading.js';
import { readWorkbook } from './workbook.js';

/** Reads a sheet of a workbook into the table of raw rows. */
export async function readSheet({ content, file, isHeader, table, folder }: Reading): Promise<ReadTable> {
  const { sheet, otherSheets, rows } = await readWorkbook(content, folder, file.sheet ?? undefined);
  const known = { row: file.headerRow ?? undefined, names: file.header ?? undefined, isHeader };
  const header = headerOf(rows.first, known, content.name);
  if (header.names.length === 0) throw new OperatorError(`${content.name} holds no rows.`);
  await fill(table, rows.data, header);
  return { header: header.names, form: { encoding: null, delimiter: null, headerRow: header.row, sheet, otherSheets } };
}

/** Reads a dBase file into the table of raw rows. */
export async function readDbaseFile({ content, file, isHeader, table, folder }: Reading): Promise<ReadTable> {
  const { encoding, names, rows } = await readDbase(content, folder, file.encoding ?? undefined);
  const header = headerOf([], { row: 0, names: file.header ?? names, isHeader }, content.name);
  await fill(table, rows.data, header);
  return { header: header.names, form: { encoding, delimiter: null, headerRow: 0, sheet: null } };
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
