/** Writers of workbooks from npm, given the same rows in memory. They are installed beside the bench, not with the product. */
import { createWriteStream, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const DAY = 'yyyy-mm-dd';

export const WRITERS = {
  async hucre(rows, labels, path) {
    const { writeXlsxStream } = await import('hucre/xlsx');
    const columns = labels.map((header) => ({ header }));
    const stream = writeXlsxStream(rows, { name: 'Records', columns, freezePane: { rows: 1 } });
    await pipeline(Readable.fromWeb(stream), createWriteStream(path));
  },

  async '@protobi/exceljs'(rows, labels, path) {
    const { default: excel } = await import('@protobi/exceljs');
    const workbook = new excel.stream.xlsx.WorkbookWriter({
      filename: path,
      useStyles: true,
      useSharedStrings: false,
      zip: { zlib: { level: 1 } },
    });
    const sheet = workbook.addWorksheet('Records');
    sheet.columns = labels.map((header) => ({ header, width: 16 }));
    sheet.getColumn(1).numFmt = DAY;
    for (const [index, row] of rows.entries()) {
      sheet.addRow(row).commit();
      if (index % 2000 === 0) await new Promise(setImmediate);
    }
    sheet.commit();
    await workbook.commit();
  },

  async 'xlsx-write-stream'(rows, labels, path) {
    const { default: Writer } = await import('xlsx-write-stream');
    const lines = function* () {
      yield labels;
      for (const row of rows) yield row.map((cell) => cell ?? '');
    };
    await pipeline(Readable.from(lines()), new Writer({ header: false }), createWriteStream(path));
  },

  /** It holds the whole workbook in memory. */
  async 'wasm-xlsxwriter'(rows, labels, path) {
    const { Format, Workbook } = await import('wasm-xlsxwriter');
    const workbook = new Workbook();
    const sheet = workbook.addWorksheet();
    sheet.setColumnFormat?.(0, new Format().setNumFormat(DAY));
    sheet.writeRow(0, 0, labels);
    for (const [index, row] of rows.entries()) sheet.writeRow(index + 1, 0, row);
    writeFileSync(path, workbook.saveToBufferSync());
  },
};
