/**
 * The rows of a worksheet as XML (SpreadsheetML, ECMA-376 part 1, 18.3), made by the engine: it writes them several times as fast as
 * any program here could (decision 0031). Rows and cells stand in order and carry no reference, which the standard allows.
 */
import { DAY_MS } from '@tidewaiter/contract';
import { quote } from '../engine/engine.js';
import { type FileColumn, isText } from './file-columns.js';

/** Most that a cell holds, in UTF-16 units. */
export const MOST_IN_CELL = 32_767;

/** Stands at the end of a text that was too long. */
const CUT_MARK = '…';

/** Of the workbook's cell formats, by number: plain cells have none. */
export const FORMATS = { plain: 0, date: 1, header: 2, cut: 3 } as const;

/** Days between the first of Excel's and the first of the engine's. */
const EXCEL_EPOCH = 25_569;

export const ROW_END = '</row>';

/** How every cell with a text that was cut begins, and nothing else does: in texts, `<` is escaped. */
export const CUT_CELL = `<c s="${FORMATS.cut}" `;

const textCell = (begin: string, text: string) => `concat('${begin}t="inlineStr"><is><t>', ${text}, '</t></is></c>')`;

/** A text cell: a formula can only stand in another kind. */
function text(value: string): string {
  // Characters beyond sixteen bits count twice. As many are left out as there are of them: what is cut is never too long.
  const prefix = `leftUTF8(${value}, ${MOST_IN_CELL - 1})`;
  const wide = (part: string) => `length(extractAll(${part}, ${quote('[\\x{10000}-\\x{10FFFF}]')}))`;
  const isLong = `length(${value}) > ${MOST_IN_CELL} AND lengthUTF8(${value}) + ${wide(value)} > ${MOST_IN_CELL}`;
  const cut = `concat(encodeXMLComponent(leftUTF8(${value}, ${MOST_IN_CELL - 1} - ${wide(prefix)})), '${CUT_MARK}')`;
  return `multiIf(empty(${value}), '<c/>', ${isLong}, ${textCell(CUT_CELL, cut)}, ${textCell('<c ', `encodeXMLComponent(${value})`)})`;
}

const number = (value: string) => `concat('<c><v>', ${value}, '</v></c>')`;
const date = (value: string) =>
  `concat('<c s="${FORMATS.date}"><v>', toString(toUInt32(${value}) + ${EXCEL_EPOCH}), '</v></c>')`;

function typedOrText({ type }: FileColumn, value: string): string {
  if (type === 'date') {
    // As the loader writes days. Others, and those before the engine's first, stay texts.
    const parsed = `toDateOrNull(if(match(${value}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'), ${value}, ''))`;
    const isDay = `toString(${parsed}) = ${value} AND notEmpty(${value})`;
    return `if(ifNull(${isDay}, false), ${date(`ifNull(${parsed}, toDate(0))`)}, ${text(value)})`;
  }
  if (type === 'decimal' || type === 'integer') {
    return `if(match(${value}, '^-?(0|[1-9][0-9]{0,14})([.][0-9]{1,18})?$'), ${number(value)}, ${text(value)})`;
  }
  return text(value);
}

/** A cell, as an expression over the column's value. */
function cell(column: FileColumn, value: string): string {
  if (column.asText) return typedOrText(column, value);
  if (isText(column)) return text(`toString(${value})`);
  if (column.type === 'date') return date(value);
  return `if(isNull(${value}), '<c/>', ${number(`ifNull(toString(${value}), '')`)})`;
}

const control = (code: number) => String.fromCharCode(code);
const escapeOf = (code: number) => `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;

/** Characters that XML cannot hold, or changes, and Excel writes as `_x0001_`. */
const ESCAPED = [
  ...Array.from({ length: 32 }, (_, code) => code).filter((code) => code !== 9 && code !== 10),
  0xfffe,
  0xffff,
];

/** An escape that is meant as it stands. */
const LITERAL_ESCAPE = '_(x[0-9A-Fa-f]{4}_)';

/** What in a row's XML needs a second look; seldom any. Patterns that mean the same over bytes and over characters. */
const SELDOM = ['[\\x00-\\x08\\x0b-\\x1f]', '\ufffe|\uffff', '_x[0-9A-Fa-f]{4}_', '<t>[ \\t\\n]', '[ \\t\\n]</t>'];

function mended(row: string): string {
  const valid = `toValidUTF8(${row})`;
  const literal = `replaceRegexpAll(${valid}, ${quote(LITERAL_ESCAPE)}, '_x005F_\\\\1')`;
  const escaped = ESCAPED.reduce(
    (sql, code) => `replaceAll(${sql}, ${characters(code)}, '${escapeOf(code)}')`,
    literal,
  );
  return `replaceRegexpAll(${escaped}, ${quote('<t>([ \\t\\n][^<]*|[^<]*[ \\t\\n])</t>')}, '<t xml:space="preserve">\\\\1</t>')`;
}

const characters = (code: number) => `unhex('${Buffer.from(control(code)).toString('hex')}')`;

/** A row of a sheet, as an expression. */
export function rowXml(columns: readonly FileColumn[], values: readonly string[]): string {
  const cells = columns.map((column, index) => cell(column, values[index] ?? "''"));
  const row = `concat('<row>', ${cells.join(', ')}, '${ROW_END}')`;
  const seldom = `multiMatchAny(row, [${SELDOM.map(quote).join(', ')}]) OR NOT isValidUTF8(row)`;
  return `arrayElement(arrayMap(row -> if(${seldom}, ${mended('row')}, row), [${row}]), 1)`;
}

/** Text of our own in XML: of a header, or of the sheet about the file. */
export function escaped(text: string): string {
  const within = text.length > MOST_IN_CELL ? `${text.slice(0, MOST_IN_CELL - 1)}${CUT_MARK}` : text;
  // Half of a character becomes the sign for what cannot be read.
  const wellFormed = Buffer.from(within).toString();
  return wellFormed
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(ESCAPED_CHARACTERS, (character) => escapeOf(character.charCodeAt(0)));
}

const ESCAPED_CHARACTERS = new RegExp(
  `[${ESCAPED.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('')}]`,
  'g',
);

/** A day of our own: the date's, in UTC. */
export const dayCellXml = (date: Date) =>
  `<c s="${FORMATS.date}"><v>${Math.floor(date.getTime() / DAY_MS) + EXCEL_EPOCH}</v></c>`;

/** A text cell of our own. */
export const textCellXml = (value: string, format: number = FORMATS.plain) =>
  `<c s="${format}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
