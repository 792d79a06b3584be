/** A workbook (`.xlsx`, Office Open XML) that is written as its rows come: a zip archive whose members are streamed one after another. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { FileColumn } from './file-columns.js';
import { CUT_CELL, dayCellXml, FORMATS, ROW_END, textCellXml } from './sheet-xml.js';

/** Rows of records in a sheet: Excel's 1,048,576 without the header. */
const SHEET_ROWS = 1_048_575;

/** A cell of what is said of the file; a date stands for its day. */
type TableCell = string | number | Date;

/** A table behind the records, on a sheet of its own. */
export interface TableSheet {
  name: string;
  /** Each column's header, and its width in characters. */
  columns: readonly (readonly [label: string, width: number])[];
  rows: readonly (readonly TableCell[])[];
}

/** Little work for a file that is but a quarter larger than the smallest. */
const COMPRESSION = 1;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Formats in the order of {@link FORMATS}: plain, day, header, text that was cut. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
<fill><patternFill patternType="solid"><fgColor rgb="FFE9EEF4"/><bgColor indexed="64"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Widths in characters, by type; a header with its filter's button fits as well. */
const WIDTHS: Record<FileColumn['type'], number> = {
  text: 36,
  label: 18,
  code: 14,
  date: 12,
  decimal: 16,
  integer: 10,
};
const widthOf = ({ type, label }: FileColumn) => Math.max(WIDTHS[type], Math.min(40, label.length + 4));

/** The letters of a column, from 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

function sheetHead(columns: TableSheet['columns'], isFirst: boolean): string {
  const widths = columns.map(([, width], index) => {
    const number = index + 1;
    return `<col min="${number}" max="${number}" width="${width}" customWidth="1"/>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView ${isFirst ? 'tabSelected="1" ' : ''}workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row>${columns.map(([label]) => textCellXml(label, FORMATS.header)).join('')}${ROW_END}`;
}

/** The end of a sheet, whose header filters its rows. */
const sheetEnd = (columns: number, rows: number) =>
  `</sheetData><autoFilter ref="A1:${columnLetters(columns - 1)}${rows + 1}"/></worksheet>`;

/** A sheet by its name, and how large its table is without the header. */
interface SheetSize {
  name: string;
  columns: number;
  rows: number;
}

/** What is written of a workbook. */
interface Written {
  rows: number;
  /** Texts that were longer than a cell holds. */
  cutCells: number;
}

/** How many times some bytes occur. */
function countOf(bytes: Buffer, sought: string): number {
  let count = 0;
  for (let at = bytes.indexOf(sought); at !== -1; at = bytes.indexOf(sought, at + sought.length)) count += 1;
  return count;
}

/** The end of the so-manieth row in some whole rows, or -1 where there are not as many. */
function endOfRow(bytes: Buffer, number: number): number {
  let end = 0;
  for (let row = 0; row < number; row += 1) {
    const at = bytes.indexOf(ROW_END, end);
    if (at === -1) return -1;
    end = at + ROW_END.length;
  }
  return end;
}

export class Workbook {
  readonly written: Written = { rows: 0, cutCells: 0 };
  readonly #zip = new ZipFile();
  readonly #file: Promise<void>;
  /** Rejects with what hindered the file from being written. */
  readonly #failed: Promise<never>;
  /** Rows of each sheet. */
  readonly #sheets: number[] = [];
  #sheet: PassThrough | undefined;
  #rest: Buffer = Buffer.alloc(0);

  /**
   * @param path where the file is written; where that fails, what it has written lies there
   * @param sheetRows most records in a sheet
   */
  constructor(
    path: string,
    private readonly columns: readonly FileColumn[],
    private readonly sheetRows = SHEET_ROWS,
  ) {
    const output = this.#zip.outputStream as PassThrough;
    this.#zip.on('error', (error) => output.destroy(error));
    this.#file = pipeline(output, createWriteStream(path, { mode: 0o600 }));
    this.#failed = this.#file.then(() => new Promise<never>(() => {}));
    // Whoever writes next, or ends, hears of it.
    this.#failed.catch(() => {});
  }

  /** Adds rows as the engine makes them (`sheet-xml.ts`). They may end anywhere. */
  async add(bytes: Uint8Array): Promise<void> {
    const all = Buffer.concat([this.#rest, bytes]);
    const last = all.lastIndexOf(ROW_END);
    const whole = last === -1 ? 0 : last + ROW_END.length;
    this.#rest = all.subarray(whole);
    await this.#addRows(all.subarray(0, whole));
  }

  async #addRows(given: Buffer): Promise<void> {
    this.written.cutCells += countOf(given, CUT_CELL);
    let rows = given;
    while (rows.length > 0) {
      const filled = this.#sheets.at(-1) ?? this.sheetRows;
      if (this.#sheet === undefined || filled === this.sheetRows) await this.#beginSheet();
      const room = this.sheetRows - (this.#sheets.at(-1) ?? 0);
      const end = endOfRow(rows, room);
      const part = end === -1 ? rows : rows.subarray(0, end);
      const added = end === -1 ? countOf(rows, ROW_END) : room;
      this.#sheets[this.#sheets.length - 1] = (this.#sheets.at(-1) ?? 0) + added;
      this.written.rows += added;
      await this.#write(part);
      rows = rows.subarray(part.length);
    }
  }

  async #beginSheet(): Promise<void> {
    await this.#endSheet();
    this.#sheets.push(0);
    const sheet = new PassThrough({ highWaterMark: 1 << 20 });
    this.#sheet = sheet;
    this.#zip.addReadStream(sheet, `xl/worksheets/sheet${this.#sheets.length}.xml`, { compressionLevel: COMPRESSION });
    const columns = this.columns.map((column) => [column.label, widthOf(column)] as const);
    await this.#write(Buffer.from(sheetHead(columns, this.#sheets.length === 1)));
  }

  async #endSheet(): Promise<void> {
    if (this.#sheet === undefined) return;
    await this.#write(Buffer.from(sheetEnd(this.columns.length, this.#sheets.at(-1) ?? 0)));
    this.#sheet.end();
    this.#sheet = undefined;
  }

  async #write(bytes: Buffer): Promise<void> {
    const sheet = this.#sheet;
    if (!sheet || sheet.write(bytes)) return;
    const read = new AbortController();
    await Promise.race([once(sheet, 'drain', { signal: read.signal }), this.#failed]).finally(() => read.abort());
  }

  /**
   * Ends the file.
   *
   * @param behind the tables behind the records, once all rows are there
   * @throws Error when the last row is not whole, and what the disk said
   */
  async end(behind: (written: Written) => readonly TableSheet[]): Promise<void> {
    if (this.#rest.length > 0) throw new Error('the last row of the file is not whole');
    if (this.#sheets.length === 0) await this.#beginSheet();
    await this.#endSheet();
    const records = this.#sheets.map((rows, index) => ({
      name: index === 0 ? 'Records' : `Records ${index + 1}`,
      ...{ columns: this.columns.length, rows },
    }));
    const tables = behind(this.written);
    const add = (path: string, text: string) =>
      this.#zip.addBuffer(Buffer.from(text), path, { compressionLevel: COMPRESSION });
    tables.forEach((table, index) => {
      add(`xl/worksheets/sheet${records.length + index + 1}.xml`, tableSheet(table));
    });
    const sheets = [
      ...records,
      ...tables.map(({ name, columns, rows }) => ({ name, columns: columns.length, rows: rows.length })),
    ];
    add('xl/workbook.xml', workbookPart(sheets));
    add('xl/_rels/workbook.xml.rels', workbookRelations(sheets.length));
    add('xl/styles.xml', STYLES);
    add(
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    );
    add('[Content_Types].xml', contentTypes(sheets.length));
    this.#zip.end();
    await this.#file;
  }

  /** Gives the file up. What is written of it stays where it is. */
  async abandon(): Promise<void> {
    (this.#zip.outputStream as PassThrough).destroy();
    this.#sheet?.destroy();
    await this.#file.catch(() => {});
  }
}

function tableSheet({ columns, rows }: TableSheet): string {
  const lines = rows.map((cells) => `<row>${cells.map(cellXml).join('')}${ROW_END}`);
  return `${sheetHead(columns, false)}${lines.join('')}${sheetEnd(columns.length, rows.length)}`;
}

function cellXml(cell: TableCell): string {
  if (typeof cell === 'string') return textCellXml(cell);
  return typeof cell === 'number' ? `<c><v>${cell}</v></c>` : dayCellXml(cell);
}

function workbookPart(sheets: readonly SheetSize[]): string {
  const named = sheets.map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const filters = sheets.map(({ name, columns, rows }, index) => {
    const [letters, line] = [columnLetters(columns - 1), rows + 1];
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${name}'!$A$1:$${letters}$${line}</definedName>`;
  });
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${named.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`;
}

function workbookRelations(sheets: number): string {
  const targets = Array.from({ length: sheets }, (_, index) => [`worksheet`, `worksheets/sheet${index + 1}.xml`]);
  const relations = [...targets, ['styles', 'styles.xml']].map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`;
}

function contentTypes(sheets: number): string {
  const parts = Array.from({ length: sheets }, (_, index) => [`worksheets/sheet${index + 1}.xml`, 'worksheet']);
  const overrides = [['workbook.xml', 'sheet.main'], ['styles.xml', 'styles'], ...parts].map(
    ([path, type]) => `<Override PartName="/xl/${path}" ContentType="${TYPE}.${type}+xml"/>`,
  );
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}
