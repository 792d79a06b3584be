/** What is understood of a file, as a mapping that loads it. */
import { basename } from 'node:path';
import { countryByCode, TARGET_COLUMNS, type TradeType } from '@tidewaiter/contract';
import type { AmountWriting, Times } from '../layout/amount.js';
import type { DateFinding } from '../recognise/date-order.js';
import type { NumberFinding } from '../recognise/number-format.js';
import type { Concept } from '../recognise/vocabulary.js';
import type { Evidence } from './columns/assignment.js';
import { type ColumnValues, MISSING_MARKS } from './columns/column-values.js';
import { concepts } from './columns/header-candidates.js';
import { SHARE } from './columns/weights.js';
import { columnsOfParts, type RecordDates } from './context/dates.js';
import { quantityByWeight, unitOfWeight, type Weighed } from './context/quantity.js';
import type { CurrencySource } from './money/currencies.js';
import { dayFormat } from './proposal/answers.js';
import type { ProposedMapping, ProposedSource } from './proposal/proposed-mapping.js';

/** What a mapping takes as missing unless it says otherwise. */
const MISSING = ['', '-', 'N/A', 'NULL'];

interface FileFindings extends Weighed {
  /** Of each column, whether its cells are numbers in the file itself. */
  typed?: readonly boolean[] | undefined;
  fileName: string;
  trade: TradeType | undefined;
  country: string | undefined;
  /** Of each column, where it holds dates; and of the records' date. */
  dates: readonly (DateFinding | undefined)[];
  record: RecordDates;
  numbers: NumberFinding;
  /** How long its HS codes are, where some have lost a zero. */
  hsDigits: number | undefined;
  /** The column that says which rows are of the other trade type, and what it says of them. */
  otherTrade: { column: number; values: readonly string[] } | undefined;
  /** What one is, of amounts whose names say nothing of it. */
  timesOfTitles?: Times | undefined;
  /** What every record says. */
  constants: ReadonlyMap<string, string>;
  /** What says the currencies of amounts, by the record column that holds it. */
  currencies: ReadonlyMap<string, CurrencySource>;
}

export function proposeMapping(findings: FileFindings): ProposedMapping {
  const { trade, country, numbers, header, assignment, currencies, otherTrade, fileName, dates, record } = findings;
  const isKnown = country !== undefined && trade !== undefined;
  const plain = basename(fileName)
    .replace(/\..*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const place = countryByCode(country ?? '')?.name;
  const key = findNaturalKey(findings);
  const chosen = [...assignment.chosen.values()].flat().map(({ column }) => column);
  const { parts, day } = record;
  const used = new Set([
    ...[...chosen, ...key, ...(otherTrade ? [otherTrade.column] : [])],
    ...(parts ? columnsOfParts(parts) : [day]),
    ...[...currencies.values()].flatMap((source) => ('column' in source ? [source.column] : [])),
  ]);
  // That of the records' dates, else of another date.
  const { timeZone } = [record.finding, ...chosen.map((column) => dates[column])].find((each) => each?.timeZone) ?? {};
  const nameOf = (column: number) => header[column] ?? '';
  return {
    name: isKnown ? `${country}-${trade}s`.toLowerCase() : plain || 'understood',
    title: place && trade ? `${place}, ${trade.toLowerCase()}s, as in ${basename(fileName)}` : basename(fileName),
    notes: 'Understood from the file by itself: look at it before you trust it.',
    ...(country !== undefined && { country }),
    ...(trade !== undefined && { trade }),
    naturalKey: key.map(nameOf),
    dateFormat: record.finding?.format ?? 'YYYY-MM-DD',
    ...(timeZone !== undefined && { timeZone }),
    ...{ decimalPoint: numbers.decimalPoint, thousands: numbers.thousands, missing: missingMarks(findings) },
    ...(findings.hsDigits !== undefined && { hsDigits: findings.hsDigits }),
    ...(otherTrade && { leaveOut: [{ from: nameOf(otherTrade.column), is: [...otherTrade.values] }] }),
    columns: proposeColumns(findings),
    ignore: header.filter((name, column) => !used.has(column) && name !== ''),
  };
}

const IS_AMOUNT = /value|duty|tax|freight|insurance/;

function proposeColumns(findings: FileFindings): Record<string, ProposedSource> {
  const { header, values, dates, record, typed, numbers, assignment } = findings;
  const nameOf = (column: number) => header[column] ?? '';
  const columns: Record<string, ProposedSource> = {};
  for (const { name, type } of TARGET_COLUMNS) {
    const [first, ...more] = assignment.chosen.get(name) ?? [];
    if (first === undefined) continue;
    const columnValues = values[first.column];
    const format = name === 'record_date' ? undefined : dates[first.column]?.format;
    const isCodes = /^(origin|destination)_country$/.test(name) && (columnValues?.iso2 ?? 0) >= SHARE.kind;
    columns[name] = {
      from: more.length === 0 ? nameOf(first.column) : [first, ...more].map(({ column }) => nameOf(column)),
      ...(isCodes && { as: 'iso2-country' as const }),
      ...(type === 'date' && format !== undefined && format !== record.finding?.format && { dateFormat: format }),
      ...(type === 'decimal' && {
        ...proposeSigns(columnValues),
        ...(typed?.[first.column] && ownSigns(numbers)),
        ...proposeScale(first, findings),
      }),
    };
  }
  const { parts, day } = record;
  if (day !== undefined) columns.record_date ??= { from: nameOf(day) };
  if (parts) {
    const ofMonth = parts.day === undefined ? {} : { day: nameOf(parts.day) };
    columns.record_date = { year: nameOf(parts.year), month: nameOf(parts.month), ...ofMonth };
  }
  for (const [name, source] of findings.currencies)
    columns[name] = 'column' in source ? { from: nameOf(source.column) } : source;
  const constants = [...findings.constants].map(
    ([name, constant]) =>
      [name, { constant, ...(name === 'record_date' && { dateFormat: dayFormat(constant) }) }] as const,
  );
  const { quantity, ...unit } = quantityByWeight(findings);
  const weighed = quantity && { quantity: { ...(columns.net_weight ?? columns.gross_weight), ...quantity } };
  return { ...columns, ...unitsSaid(findings), ...unit, ...weighed, ...Object.fromEntries(constants) };
}

/** Of numbers of a workbook, beside texts that are written otherwise. */
const ownSigns = ({ decimalPoint, thousands }: NumberFinding): AmountWriting =>
  decimalPoint === '.' && thousands !== '.' ? {} : { decimalPoint: '.', thousands: '' };

/** In thousands or millions by its own name, or, of amounts, by what stands above them all. */
function proposeScale({ target, times }: Evidence, { timesOfTitles }: FileFindings): AmountWriting {
  const scale = times ?? (IS_AMOUNT.test(target) && !target.includes('unit_') ? timesOfTitles : undefined);
  return scale === undefined ? {} : { times: scale };
}

function proposeSigns(values: ColumnValues | undefined): AmountWriting {
  const { signs, negative } = values?.amounts ?? {};
  return { ...(signs && { signs }), ...(negative && { negative }) };
}

/** What a weight's name, or the sign beside its numbers, says for every row: its unit. */
function unitsSaid(findings: FileFindings): Record<string, ProposedSource> {
  const { values, assignment } = findings;
  const { chosen } = assignment;
  const units: Record<string, ProposedSource> = {};
  for (const { name, unitColumn } of TARGET_COLUMNS) {
    const [source] = chosen.get(name) ?? [];
    if (!source || unitColumn === undefined || unitColumn.endsWith('currency') || chosen.has(unitColumn)) continue;
    const [sign] = values[source.column]?.amounts?.signs ?? [];
    const ofName = /^(gross_weight|net_weight|quantity)$/.test(name)
      ? unitOfWeight(source.column, findings)
      : undefined;
    const constant = sign ?? ofName;
    if (constant !== undefined) units[unitColumn] = { constant };
  }
  return units;
}

/** The marks that a mapping takes as missing anyway, and others that the sample has; `NA` may be Namibia. */
function missingMarks({ rows, values, assignment }: FileFindings): string[] {
  const marks = new Set(MISSING);
  for (const [target, sources] of assignment.chosen) {
    for (const { column } of sources) {
      const areCodes = (values[column]?.iso2 ?? 0) > SHARE.half || target.endsWith('_country');
      for (const row of rows) {
        const cell = row[column]?.trim() ?? '';
        if (MISSING_MARKS.has(cell) && !(areCodes && cell === 'NA')) marks.add(cell);
      }
    }
  }
  return [...marks];
}

/** What the names of a declaration's number and of an item's may say. */
const OF_NUMBER = concepts('number id code customs import export registration declaration shippingbill');
const OF_ITEM = concepts('number declaration product item');

/** Fewer rows show nothing about what repeats. */
const ENOUGH_ROWS = 20;

/**
 * The columns that name a row for good: the number of the declaration and of its item, where no two rows of the sample have the
 * same, and no row is without one. The number of the declaration alone is none, since a sample rarely holds two items of one declaration.
 */
function findNaturalKey({ read, values, rows }: FileFindings): number[] {
  if (rows.length < ENOUGH_ROWS) return [];
  const findNamed = (needed: readonly Concept[], allowed: ReadonlySet<Concept>) =>
    read.flatMap(({ concepts: words, unknown }, index) => {
      const isNamed = needed.some((word) => words.has(word)) && [...words].every((word) => allowed.has(word));
      return isNamed && values[index]?.filled === rows.length && unknown.length === 0 ? [index] : [];
    });
  const isUnique = (columns: readonly number[]) => {
    const keys = rows.map((row) => columns.map((column) => row[column]?.trim() ?? ''));
    return !keys.flat().includes('') && new Set(keys.map((key) => JSON.stringify(key))).size === rows.length;
  };
  const items = findNamed(['item'], OF_ITEM);
  for (const declaration of findNamed(['declaration', 'shippingbill'], OF_NUMBER)) {
    const item = items.find((column) => column !== declaration && isUnique([declaration, column]));
    if (item !== undefined) return [declaration, item];
  }
  return [];
}
