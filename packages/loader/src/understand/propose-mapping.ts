import { basename } from 'node:path';
import { countryByCode, TARGET_COLUMNS, type TradeType } from '@tidewaiter/contract';
import type { FillDown } from '../compile/filled-down.js';
import type { AmountWriting, Times } from '../layout/amount.js';
import type { FileSection } from '../reading/file-form.js';
import type { DateFinding } from '../recognise/date-order.js';
import type { HeaderWords } from '../recognise/header-words.js';
import { findNumberFormat, looksLikeNumber, type NumberFinding } from '../recognise/number-format.js';
import { dayFormat } from './answers.js';
import type { Assignment, Suggestion } from './assign.js';
import { type ColumnValues, MISSING_MARKS } from './column-values.js';
import type { CurrencySource } from './own-currencies.js';
import { columnsOfParts, type DateParts } from './parts-of-date.js';
import { quantityByWeight, unitOfWeight } from './quantity-by-weight.js';
import { CLEAR } from './unclear.js';

/** A mapping as a mapping file says it. */
export interface ProposedMapping {
  name: string;
  title: string;
  notes: string;
  /** What the operator said of it. */
  file?: FileSection;
  country?: string;
  trade?: TradeType;
  naturalKey: string[];
  dateFormat: string;
  timeZone?: string;
  decimalPoint: '.' | ',';
  thousands: '' | ',' | '.' | ' ' | "'";
  missing: string[];
  hsDigits?: number;
  /** These rows are of the other trade type. */
  leaveOut?: { from: string; is: string[] }[];
  subtotals?: 'leave-out' | 'as-written';
  fillDown?: FillDown;
  columns: Record<string, ProposedSource>;
  ignore: string[];
}

/** Several columns are the parts of one value. */
type ProposedSource =
  | ({ from: string | string[]; as?: 'iso2-country'; dateFormat?: string } & AmountWriting)
  | { year: string; month: string; day?: string }
  | { constant: string; dateFormat?: string };

/** What a mapping takes as missing unless it says otherwise. */
const MISSING = ['', '-', 'N/A', 'NULL'];

/** Share of two-letter codes from which a column of countries is one of codes. */
const MOSTLY_CODES = 0.8;

interface Found {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  /** Of each column, whether its cells are numbers in the file itself. */
  typed?: readonly boolean[] | undefined;
  fileName: string;
  trade: TradeType | undefined;
  country: string | undefined;
  /** Of each column, where it holds dates. */
  dates: readonly (DateFinding | undefined)[];
  /** Of the column of the records' date. */
  recordDates: DateFinding | undefined;
  /** The column of the records' day, or the first that may be. */
  day: number | undefined;
  /** The columns that make the date together. */
  parts: DateParts | undefined;
  numbers: NumberFinding;
  assignment: Assignment;
  naturalKey: readonly number[];
  /** How long its HS codes are, where some have lost a zero. */
  hsDigits: number | undefined;
  /** The column that says which rows are of the other trade type, and what it says of them. */
  otherTrade: { column: number; values: readonly string[] } | undefined;
  /** What one is, of amounts whose names say nothing of it. */
  timesOfTitles?: Times | undefined;
  /** What every record says. */
  constants: ReadonlyMap<string, string>;
  /** Whether a column that is left out may be the quantity or its unit. */
  mayHaveQuantity: boolean;
  /** What says the currencies of amounts beside the main one, by the record column that holds it. */
  currencies: ReadonlyMap<string, CurrencySource>;
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
  numberOf(cell: string): number | undefined;
}

export function proposeMapping(found: Found): ProposedMapping {
  const { trade, country, recordDates, numbers } = found;
  const name = mappingName(found);
  const names = (columns: readonly number[]) => columns.map((column) => found.header[column] ?? '');
  const used = new Set(usedColumns(found));
  const rest = found.header.flatMap((_, column) => (used.has(column) ? [] : [column]));
  return {
    name,
    title: titleOf(found),
    notes: 'Understood from the file by itself: look at it before you trust it.',
    ...(country !== undefined && { country }),
    ...(trade !== undefined && { trade }),
    naturalKey: names(found.naturalKey),
    dateFormat: recordDates?.format ?? 'YYYY-MM-DD',
    ...timeZoneOf(found),
    decimalPoint: numbers.decimalPoint,
    thousands: numbers.thousands,
    missing: missingMarks(found),
    ...(found.hsDigits !== undefined && { hsDigits: found.hsDigits }),
    ...(found.otherTrade && {
      leaveOut: [{ from: names([found.otherTrade.column])[0] ?? '', is: [...found.otherTrade.values] }],
    }),
    columns: columnsOf(found),
    ignore: names(rest).filter((header) => header !== ''),
  };
}

/** That of the records' dates, else of another date. */
function timeZoneOf({ recordDates, dates, assignment }: Found): Pick<ProposedMapping, 'timeZone'> {
  const others = [...assignment.chosen.values()].flatMap((sources) => sources.map(({ column }) => dates[column]));
  const timeZone = [recordDates, ...others].find((each) => each?.timeZone !== undefined)?.timeZone;
  return timeZone === undefined ? {} : { timeZone };
}

function mappingName({ fileName, country, trade }: Found): string {
  if (country !== undefined && trade !== undefined) return `${country}-${trade}s`.toLowerCase();
  const plain = basename(fileName).replace(/\..*$/, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'understood';
}

function titleOf({ fileName, country, trade }: Found): string {
  const place = country === undefined ? undefined : countryByCode(country)?.name;
  return place && trade ? `${place}, ${trade.toLowerCase()}s, as in ${basename(fileName)}` : basename(fileName);
}

function usedColumns(found: Found): number[] {
  const chosen = [...found.assignment.chosen.values()].flat().map(({ column }) => column);
  const other = found.otherTrade ? [found.otherTrade.column] : [];
  const currencies = [...found.currencies.values()].flatMap((source) => ('column' in source ? [source.column] : []));
  const days = found.day === undefined || found.parts ? [] : [found.day];
  return [
    ...chosen,
    ...days,
    ...currencies,
    ...(found.parts ? columnsOfParts(found.parts) : []),
    ...found.naturalKey,
    ...other,
  ];
}

function columnsOf(found: Found): Record<string, ProposedSource> {
  const { chosen } = found.assignment;
  const headerOf = (column: number) => found.header[column] ?? '';
  const columns: Record<string, ProposedSource> = {};
  for (const { name, type } of TARGET_COLUMNS) {
    const sources = chosen.get(name);
    const [first, ...more] = sources ?? [];
    if (first === undefined) continue;
    const from = more.length === 0 ? headerOf(first.column) : [first, ...more].map(({ column }) => headerOf(column));
    const format = name === 'record_date' ? undefined : found.dates[first.column]?.format;
    columns[name] = {
      from,
      ...(isCodes(name, found.values[first.column]) && { as: 'iso2-country' as const }),
      ...(type === 'date' && format !== undefined && format !== found.recordDates?.format && { dateFormat: format }),
      ...(type === 'decimal' && writingOf(found.values[first.column])),
      ...(type === 'decimal' && found.typed?.[first.column] && ownSigns(found.numbers)),
      ...(type === 'decimal' && !found.typed?.[first.column] && ownNotation(first.column, found)),
      ...(type === 'decimal' && timesOf(first, found)),
    };
  }
  const { parts, day } = found;
  if (day !== undefined) columns.record_date ??= { from: headerOf(day) };
  if (parts) {
    const { year, month, day: ofMonth } = parts;
    const said = ofMonth === undefined ? {} : { day: headerOf(ofMonth) };
    columns.record_date = { year: headerOf(year), month: headerOf(month), ...said };
  }
  for (const [name, source] of found.currencies) {
    columns[name] = 'column' in source ? { from: headerOf(source.column) } : source;
  }
  const said = [...found.constants].map(
    ([name, constant]) =>
      [name, { constant, ...(name === 'record_date' && { dateFormat: dayFormat(constant) }) }] as const,
  );
  const { quantity, ...unit } = quantityByWeight(found);
  const weighed = quantity && { quantity: { ...(columns.net_weight ?? columns.gross_weight), ...quantity } };
  return { ...columns, ...constants(found), ...unit, ...weighed, ...Object.fromEntries(said) };
}

/** Of numbers of a workbook, beside texts that are written otherwise. */
const ownSigns = ({ decimalPoint, thousands }: NumberFinding): AmountWriting =>
  decimalPoint === '.' && thousands !== '.' ? {} : { decimalPoint: '.', thousands: '' };

/** Of numbers that the file's notation cannot read, and their own can. */
function ownNotation(column: number, { rows, numberOf }: Found): AmountWriting {
  const cells = rows.map((row) => row[column]?.trim() ?? '').filter(looksLikeNumber);
  if (cells.filter((cell) => numberOf(cell) !== undefined).length * 2 >= cells.length) return {};
  const { decimalPoint, thousands, confidence } = findNumberFormat(cells);
  return confidence >= CLEAR ? { decimalPoint, thousands } : {};
}

const IS_AMOUNT = /value|duty|tax|freight|insurance/;

/** In thousands or millions by its own name, or, of amounts, by what stands above them all. */
function timesOf({ target, times }: Suggestion, { timesOfTitles }: Found): AmountWriting {
  const found = times ?? (IS_AMOUNT.test(target) && !target.includes('unit_') ? timesOfTitles : undefined);
  return found === undefined ? {} : { times: found };
}

function isCodes(target: string, values: ColumnValues | undefined): boolean {
  return /^(origin|destination)_country$/.test(target) && (values?.iso2 ?? 0) >= MOSTLY_CODES;
}

function writingOf(values: ColumnValues | undefined): AmountWriting {
  const { signs, negative } = values?.amounts ?? {};
  return { ...(signs && { signs }), ...(negative && { negative }) };
}

/** What a column's name says for every row: the unit of a weight. */
function constants(found: Found): Record<string, ProposedSource> {
  const { assignment, values } = found;
  const { chosen } = assignment;
  const said: Record<string, ProposedSource> = {};
  for (const [weight, unit] of [
    ['gross_weight', 'gross_weight_unit'],
    ['net_weight', 'net_weight_unit'],
    ['quantity', 'unit'],
  ] as const) {
    const [source] = chosen.get(weight) ?? [];
    const constant = source && unitOfWeight(source.column, found);
    if (constant && !chosen.has(unit)) said[unit] = { constant };
  }
  for (const { name, unitColumn } of TARGET_COLUMNS) {
    const [source] = chosen.get(name) ?? [];
    const amounts = source && values[source.column]?.amounts;
    const [sign] = amounts?.signs ?? [];
    if (sign === undefined || unitColumn === undefined || unitColumn.endsWith('currency') || chosen.has(unitColumn))
      continue;
    said[unitColumn] = { constant: sign };
  }
  return said;
}

/** The marks that a mapping takes as missing anyway, and others that the sample has; `NA` may be Namibia. */
function missingMarks({ rows, values, assignment }: Found): string[] {
  const marks = new Set(MISSING);
  for (const [target, sources] of assignment.chosen) {
    for (const { column } of sources) {
      const codes = (values[column]?.iso2 ?? 0) > 0.5 || target.endsWith('_country');
      for (const row of rows) {
        const cell = row[column]?.trim() ?? '';
        if (MISSING_MARKS.has(cell) && !(codes && cell === 'NA')) marks.add(cell);
      }
    }
  }
  return [...marks];
}
