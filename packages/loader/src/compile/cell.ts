import { COUNTRY_NAMES, type ColumnDefinition, OperatorError, type TradeType } from '@tidewaiter/contract';
import { quote } from '@tidewaiter/records/loading';
import { findCleaner } from '../cleaning/clean.js';
import { hsCodeSql } from '../cleaning/hs-codes.js';
import { findSchemes, isNumberColumn, officialNumberSql } from '../cleaning/official-numbers.js';
import { transformSql } from '../cleaning/terms.js';
import { type AmountWriting, bareNumber } from '../layout/amount.js';
import { dateInName, dateSql, partsFormat, type Step } from '../layout/date-format.js';
import { describeRef, type HeaderRef } from '../layout/headers.js';
import type { ColumnSource, LoadMapping } from '../layout/mapping.js';
import { plainDigitsSql } from '../recognise/digits.js';

/**
 * One target column as SQL in two layers: what the source wrote, over a raw row; and over that text, its cleaned value, what is
 * wrong with it (`''` when nothing is) and whether the value says something else than the source. Rejections are explained from
 * the raw row, so cleaning never hides what the source said.
 */
export interface CellSql {
  /** The source's own text, `''` where it is missing. */
  written: string;
  /** Over the column that {@link written} has become, each over those before. */
  steps: readonly Step[];
  /** It reads that column and the steps. */
  value: string;
  problem: string;
  /** Over those, and the value's own column. */
  changed: string;
  /** It reads a raw row. */
  raw: string;
  /** Of a date, what it is known to. */
  knownTo?: string;
}

/** What a text becomes: SQL over it. */
type Read = Pick<CellSql, 'steps' | 'value' | 'problem' | 'changed' | 'knownTo'>;

/** The file that a mapping is compiled for. */
export interface FileCells {
  name: string;
  trade: TradeType;
  /** The reporting country, where all rows are of one. */
  country: string | undefined;
  /** The SQL of a source column of the raw rows; undefined for an optional one that the file lacks. */
  cell(ref: HeaderRef): string | undefined;
}

const FINE = "''";
const NEVER = 'false';

/**
 * Compiles a source of a target column; undefined where the file has none of an optional column's cells.
 *
 * @param text the name of the column that holds the written text in the second layer
 */
export function compileCell(
  column: ColumnDefinition,
  source: ColumnSource,
  mapping: LoadMapping,
  file: FileCells,
  text: string,
): CellSql | undefined {
  if ('constant' in source) {
    const written = trim(quote(source.constant));
    const raw = quote(source.constant);
    if (source.dateFormat !== undefined) return { written, ...date(text, [source.dateFormat], column, mapping), raw };
    return { written, ...byType(text, column, mapping), changed: NEVER, raw };
  }
  if ('year' in source) return datedByParts(column, source, mapping, file, text);
  if ('fileName' in source) return datedByName(column, source.fileName, mapping, file, text);
  const cells = [source.from].flat().flatMap((ref) => file.cell(ref) ?? []);
  const [first] = cells;
  if (first === undefined) return undefined;
  const { clean, lookedUp } = cleaning(column, source, mapping);
  const isText = column.type === 'text' || column.type === 'label';
  const read = isText && mapping.clean && source.clean !== false ? cells.map(withoutEntities) : cells;
  const joined = joinedCells(read, source.separator ?? ' ', mapping);
  if (isNumberColumn(column.name) && mapping.clean && source.clean !== false) {
    const called = [source.from].flat().map(describeRef).join(' ');
    const value = officialNumberSql(text, findSchemes(called, file.country, isNumberColumn(column.name, file.trade)));
    // Behind the name of its scheme it says what the source says.
    const changed = `NOT endsWith(${column.name}, ${text})`;
    return { written: `toLowCardinality(${joined})`, steps: [], value, problem: FINE, changed, raw: first };
  }
  return {
    // What is looked up is looked up once for each distinct text of a block.
    written: lookedUp ? `toLowCardinality(${joined})` : joined,
    ...byType(clean(text), column, mapping, {
      written: text,
      formats: [source.dateFormat ?? mapping.dateFormat].flat(),
      writing: source,
    }),
    raw: cells.length === 1 ? first : joined,
  };
}

/** White space around a cell, non-breaking spaces too. The engine trims bytes, so those become spaces first. */
function trim(text: string): string {
  return `trim(BOTH ' \\t\\r\\n' FROM replaceAll(${text}, '\u00a0', ' '))`;
}

/** What a page of the web writes for a sign, `&amp;` or `&#233;`, is how the file was made and none of its text. */
function withoutEntities(raw: string): string {
  return `if(position(${raw}, '&') > 0, decodeHTMLComponent(${raw}), ${raw})`;
}

/** A cell without white space around it, `''` where it says that there is none. */
function filledCell(raw: string, { missing }: LoadMapping): string {
  const text = trim(raw);
  return missing.length === 0 ? text : `if(${text} IN (${missing.map(quote).join(', ')}), '', ${text})`;
}

function joinedCells(cells: readonly string[], separator: string, mapping: LoadMapping): string {
  const filled = cells.map((raw) => filledCell(raw, mapping));
  if (filled.length === 1) return filled[0] ?? FINE;
  return `arrayStringConcat(arrayFilter(x -> x != '', [${filled.join(', ')}]), ${quote(separator)})`;
}

type TextSource = Extract<ColumnSource, { from: unknown }>;

/** How a source's text is cleaned, and whether tables are looked up for it. */
function cleaning(
  column: ColumnDefinition,
  source: TextSource,
  mapping: LoadMapping,
): { clean: (text: string) => string; lookedUp: boolean } {
  const ofFile = typeof source.from === 'string' ? mapping.file.codes?.[source.from] : undefined;
  const codeTexts = new Map(Object.entries({ ...ofFile, ...source.codes }));
  const codes = source.as === 'iso2-country' ? COUNTRY_NAMES : codeTexts;
  const ofColumn = mapping.clean && source.clean !== false ? findCleaner(column) : undefined;
  const { padTo } = source;
  const clean = (text: string) => {
    const padded =
      padTo === undefined ? text : `if(match(${text}, '^[0-9]+$'), leftPad(${text}, ${padTo}, '0'), ${text})`;
    const translated = codes.size === 0 ? padded : transformSql(padded, codes, padded);
    return ofColumn ? ofColumn(translated) : translated;
  };
  const isText = column.type === 'label' || column.type === 'code';
  return { clean, lookedUp: isText && (ofColumn !== undefined || codes.size > 0) };
}

function datedByParts(
  column: ColumnDefinition,
  source: Extract<ColumnSource, { year: unknown }>,
  mapping: LoadMapping,
  file: FileCells,
  text: string,
): CellSql {
  const parts = [source.year, source.month, ...(source.day === undefined ? [] : [source.day])];
  const cells = parts.map((ref) => `replaceRegexpOne(${filledCell(file.cell(ref) ?? FINE, mapping)}, '[.]0+$', '')`);
  const joined = `arrayStringConcat([${cells.join(', ')}], '-')`;
  const written = `if(${cells.map((filled) => `${filled} = ''`).join(' AND ')}, '', ${joined})`;
  const formats = [partsFormat(source.day !== undefined)];
  return { written, ...date(text, formats, column, mapping), raw: joined };
}

function datedByName(
  column: ColumnDefinition,
  pattern: string,
  mapping: LoadMapping,
  { name }: FileCells,
  text: string,
): CellSql {
  const dateOfName = dateInName(name, pattern);
  if (dateOfName === undefined) {
    throw new OperatorError(
      `The mapping ${mapping.name} reads the date from the name of the file, and "${name}" has none.`,
    );
  }
  const written = quote(dateOfName.text);
  return { written, ...date(text, [partsFormat(dateOfName.hasDay)], column, mapping), raw: written };
}

/** The value goes by the column's name in its layer: its SQL may be a whole dictionary. */
const differs = ({ name }: ColumnDefinition, written: string) => `${name} != ${written}`;

/** How a column writes its values, where that is its own. */
interface Notation {
  /** The column of the written text, where the text that is read is another. */
  written?: string;
  formats?: readonly string[];
  writing?: AmountWriting;
}

function byType(
  cleaned: string,
  column: ColumnDefinition,
  mapping: LoadMapping,
  { written = cleaned, formats = [mapping.dateFormat], writing = {} }: Notation = {},
): Read {
  if (column.name === 'hs_code') return { ...hsCode(cleaned, column, mapping), changed: differs(column, written) };
  if (column.type === 'date') return date(cleaned, formats, column, mapping);
  if (column.type === 'decimal')
    return { ...decimal(bareNumber(plainDigitsSql(cleaned), writing), column, mapping, writing), changed: NEVER };
  return { steps: [], value: cleaned, problem: FINE, changed: cleaned === written ? NEVER : differs(column, written) };
}

function date(text: string, formats: readonly string[], { name }: ColumnDefinition, { timeZone }: LoadMapping): Read {
  const problemOfNone = name === 'record_date' ? "'missing, but a record needs it'" : FINE;
  const plain = { name: `plain_${name}`, sql: plainDigitsSql(text) };
  const read = dateSql(plain.name, { column: name, formats, timeZone, problemOfNone });
  return { ...read, steps: [plain, ...read.steps] };
}

/** HS codes are text: leading zeros stay. */
function hsCode(text: string, { name }: ColumnDefinition, { hsDigits }: LoadMapping): Omit<Read, 'changed'> {
  const digits = { name: `digits_${name}`, sql: hsCodeSql(plainDigitsSql(text), hsDigits) };
  const problem = `if(${digits.name} = '' OR match(${digits.name}, '^[0-9]{2,12}$'), '', 'an HS code is 2 to 12 digits')`;
  return { steps: [digits], value: digits.name, problem };
}

/** An exact number: what does not fit 20 digits before and 18 after the point is refused, never rounded. */
function decimal(
  bare: string,
  { name }: ColumnDefinition,
  mapping: LoadMapping,
  { decimalPoint = mapping.decimalPoint, thousands = mapping.thousands, times }: AmountWriting,
): Omit<Read, 'changed'> {
  const zeros = String(times ?? 1).length - 1;
  const text = `number_${name}`;
  const grouped = thousands === '' ? text : `replaceAll(${text}, ${quote(thousands)}, '')`;
  const plain = decimalPoint === '.' ? grouped : `replaceAll(${grouped}, ',', '.')`;
  const exponent = `toInt32OrZero(extract(${plain}, '[eE]([+-]?[0-9]+)$'))`;
  const wholeDigits = `length(extract(${plain}, '^[+-]?0*([0-9]*)'))`;
  const fractionDigits = `length(extract(${plain}, '\\\\.([0-9]*?)0*(?:[eE]|$)'))`;
  const [point = '', group] = [decimalPoint, thousands].map((sign) => (sign === '' ? '' : `[${sign}]`));
  // Nearly every number is so plain that one look finds nothing wrong with it.
  const usual = quote(`^-?[0-9]{1,${18 - zeros}}${point === '' ? '' : `(${point}[0-9]{1,18})?`}$`);
  const whole = group === '' ? '[0-9]*' : `([0-9]*|[0-9]{1,3}(${group}[0-9]{2,3})*${group}[0-9]{3})`;
  const number = quote(`^[+-]?${whole}(${point}[0-9]*)?([eE][+-]?[0-9]{1,2})?$`);
  const wrong = `multiIf(${text} = '', '', NOT match(${text}, ${number}) OR NOT match(${text}, '[0-9]'), 'not a number', ${wholeDigits} + ${exponent} > ${20 - zeros} OR ${fractionDigits} - ${exponent} > 18, 'more digits than an exact value holds', '')`;
  const problem = { name: `problem_${name}`, sql: `if(match(${text}, ${usual}), '', ${wrong})` };
  // The engine cuts surplus decimals off without a word: what was refused has no value that a sum could count.
  return {
    steps: [{ name: text, sql: bare }, problem],
    value: `if(${problem.name} = '', toDecimal128OrNull(${plain}, 18)${times === undefined ? '' : ` * ${times}`}, NULL)`,
    problem: problem.name,
  };
}
