import { sourceCountry, type TradeType } from '@tidewaiter/contract';
import { type DateFinding, findDateFormat, looksLikeSerial } from '../recognise/date-order.js';
import { type HeaderWords, readHeaderWords } from '../recognise/header-words.js';
import { findNumberFormat, looksLikeNumber, type NumberFinding } from '../recognise/number-format.js';
import type { Concept } from '../recognise/vocabulary.js';
import { readAmount } from './amount-columns.js';
import { type Assignment, assign, type Suggestion } from './assign.js';
import { type ColumnValues, lookAtColumn } from './column-values.js';
import { tieToCurrency } from './currencies-of-amounts.js';
import { findShift, guessByValues, judgeValues } from './judge-values.js';
import { type Candidate, candidatesFor, type FileContext } from './meanings.js';
import { currencyOfCountry, monthParts, type ProposedMapping, proposeMapping } from './propose-mapping.js';
import { type CountryFinding, findCountry } from './source-country.js';
import { findTrade, type TradeFinding } from './trade-type.js';
import { CLEAR, MAIN_COLUMNS, whatIsUnclear } from './unclear.js';

/** What may stand beside the word for a declaration in the name of its number. */
const BESIDE_NUMBER: readonly Concept[] = ['number', 'id', 'code', 'customs', 'import', 'export', 'registration'];
const BESIDE_ITEM: readonly Concept[] = ['number', 'declaration', 'product'];

function only(concepts: ReadonlySet<Concept>, allowed: readonly Concept[]): boolean {
  return [...concepts].every((concept) => allowed.includes(concept));
}

/** The key's columns have no gaps: a row without a number has no name. */
function unique(rows: readonly (readonly string[])[], columns: readonly number[]): boolean {
  const seen = new Set<string>();
  for (const row of rows) {
    const key = columns.map((column) => row[column]?.trim() ?? '');
    if (key.includes('')) return false;
    seen.add(JSON.stringify(key));
  }
  return seen.size === rows.length;
}

/** Fewer rows show nothing about what repeats. */
const ENOUGH_ROWS = 20;

/**
 * The columns that name a row for good: the number of the declaration and of its item, where no two rows of the sample have the
 * same. The number of the declaration alone is none, since a sample rarely holds two items of one declaration.
 */
function findNaturalKey(
  read: readonly HeaderWords[],
  values: readonly ColumnValues[],
  rows: readonly (readonly string[])[],
): number[] {
  if (rows.length < ENOUGH_ROWS) return [];
  const found = (test: (concepts: ReadonlySet<Concept>) => boolean) =>
    read.flatMap(({ concepts, unknown }, index) => {
      const full = values[index]?.filled === rows.length;
      return full && unknown.length === 0 && test(concepts) ? [index] : [];
    });
  const declarations = found(
    (concepts) =>
      (concepts.has('declaration') || concepts.has('shippingbill')) &&
      only(concepts, [...BESIDE_NUMBER, 'declaration', 'shippingbill']),
  );
  const items = found((concepts) => concepts.has('item') && only(concepts, [...BESIDE_ITEM, 'item']));
  for (const declaration of declarations) {
    const item = items.find((column) => column !== declaration && unique(rows, [declaration, column]));
    if (item !== undefined) return [declaration, item];
  }
  return [];
}

/** What is known of a file before it is understood. */
export interface FileSample {
  /** The names of its columns. */
  header: readonly string[];
  /** Some rows' cells, spread over the file. */
  rows: readonly (readonly string[])[];
  fileName: string;
  /** What the operator says is not guessed. */
  tradeType?: TradeType | undefined;
  country?: string | undefined;
}

/** What was understood of one source column. */
export interface UnderstoodColumn {
  header: string;
  /** The record column that it fills; null when it is left out. */
  target: string | null;
  /** How sure that is, 0..1. */
  confidence: number;
  reason: string;
  examples: readonly string[];
}

/** What was understood of a file. */
export interface Understanding {
  mapping: ProposedMapping;
  columns: UnderstoodColumn[];
  trade: TradeFinding;
  country: CountryFinding;
  /** Of the column of the records' date. */
  dates: DateFinding | undefined;
  numbers: NumberFinding;
  /** Why the mapping should be looked at before it is used, in words; empty when it needs no look. */
  unclear: string[];
}

/** A column of the records' main ones may be proposed with less than {@link CLEAR}: then somebody is asked. */
const LEAST_SCORE = 0.5;

/** Values that decide the notation of dates, and of numbers; more say nothing new. */
const DATES_LOOKED_AT = 500;
const NUMBERS_LOOKED_AT = 5000;

/** Share of dates below which a column is none of dates. */
const LEAST_DATES = 0.3;

const PARTS_OF_DATE = { confidence: 0.9, reason: 'the year and the month of the date' };

/** Nothing is certain. */
const SUREST = 0.99;

/**
 * Understands a file without being told: which record column each of its columns is, whose records they are, and how it writes
 * dates and numbers. Pure: the same sample gives the same answer.
 */
export function understandFile(file: FileSample): Understanding {
  const { header, rows, fileName } = file;
  const read = header.map(readHeaderWords);
  const values = header.map((_, column) => lookAtColumn(rows, column));
  const trade = file.tradeType ? said({ trade: file.tradeType }) : findTrade(read, fileName);
  const country = file.country ? said({ country: file.country }) : findCountry(file, read, values);
  const context = contextOf(trade, country);
  const dates = values.map((column, index) => datesOf(rows, index, column));
  const suggestions = header.flatMap((_, column) =>
    suggest(column, read[column], values[column], dates[column], context),
  );
  const first = assign(tieToCurrency(suggestions.filter(isProposed), read));
  const parts = monthParts(first, read);
  const assignment = parts ? without(first, 'record_date') : first;
  const [date] = assignment.chosen.get('record_date') ?? [];
  const found = {
    ...{ header, rows, fileName, read, values, assignment, parts },
    ...{ dates, recordDates: date && dates[date.column] },
    numbers: findNumberFormat(numbersOf(rows, assignment)),
    naturalKey: findNaturalKey(read, values, rows),
  };
  const columns = header.map((name, column) => ({
    header: name,
    ...describe(column, assignment, suggestions, read[column], values[column]),
    examples: values[column]?.examples ?? [],
  }));
  for (const part of parts ?? []) {
    Object.assign(columns[part] ?? {}, { target: 'record_date', ...PARTS_OF_DATE });
  }
  return {
    mapping: proposeMapping({ ...found, trade: trade.trade, country: country.country }),
    columns,
    ...{ trade, country, dates: found.recordDates, numbers: found.numbers },
    unclear: whatIsUnclear({
      ...{ ...found, dates: found.recordDates, trade, country, suggestions },
      examples: values.map(({ examples }) => examples),
      hasDate: parts !== undefined || date !== undefined,
      shift: findShift(suggestions, values, dates),
    }),
  };
}

function without({ chosen, rivals }: Assignment, target: string): Assignment {
  const others = <Found>(all: ReadonlyMap<string, Found>) => new Map([...all].filter(([name]) => name !== target));
  return { chosen: others(chosen), rivals: others(rivals) };
}

function said<Finding>(finding: Finding): Finding & { confidence: number; reason: string } {
  return { ...finding, confidence: 1, reason: 'as was said' };
}

/** Where nothing tells imports from exports, the columns are read as those of imports, which have more. */
function contextOf({ trade = 'IMPORT' }: TradeFinding, { country }: CountryFinding): FileContext {
  const known = country !== undefined && sourceCountry(country) !== undefined;
  return { trade, country: known ? country : undefined, currency: currencyOfCountry(country) };
}

function datesOf(rows: readonly (readonly string[])[], index: number, values: ColumnValues): DateFinding | undefined {
  if (values.date < LEAST_DATES && !values.examples.some(looksLikeSerial)) return undefined;
  const step = Math.max(1, Math.floor(rows.length / DATES_LOOKED_AT));
  const cells: string[] = [];
  for (let row = 0; row < rows.length; row += step) {
    const cell = rows[row]?.[index]?.trim() ?? '';
    if (cell !== '' && /\d/.test(cell)) cells.push(cell);
  }
  return findDateFormat(cells);
}

function* numbersOf(rows: readonly (readonly string[])[], { chosen }: Assignment): Iterable<string> {
  const columns = [
    'quantity',
    'total_value_usd',
    'total_value',
    'gross_weight',
    'net_weight',
    'unit_price_usd',
    'unit_price',
  ]
    .flatMap((target) => chosen.get(target)?.slice(0, 1) ?? [])
    .map(({ column }) => column);
  const step = Math.max(1, Math.floor((rows.length * columns.length) / NUMBERS_LOOKED_AT));
  for (let row = 0; row < rows.length; row += step) {
    for (const column of columns) {
      const cell = rows[row]?.[column]?.trim() ?? '';
      const number = looksLikeNumber(cell) ? cell : readAmount(cell)?.number;
      if (number !== undefined) yield number;
    }
  }
}

/** The record columns that a source column may be, by its name held against its values, or by these alone. */
function suggest(
  column: number,
  words: HeaderWords | undefined,
  values: ColumnValues | undefined,
  dates: DateFinding | undefined,
  context: FileContext,
): Suggestion[] {
  if (words === undefined || values === undefined) return [];
  const named = candidatesFor(words, context).map((candidate): Suggestion => {
    const verdict = judgeValues(candidate.target, values, dates);
    const reason = [`its name says so${doubt(candidate, words)}`, verdict.reason].filter(Boolean).join('; ');
    const score = Math.min(candidate.score * verdict.factor, SUREST + candidate.score / 100);
    return { ...candidate, column, named: candidate.score, score, reason };
  });
  if (words.concepts.size > 0) return named;
  const taken = new Set(named.map(({ target }) => target));
  const guesses = guessByValues(values, dates).filter(({ target }) => !taken.has(target));
  return [...named, ...guesses.map((guess) => ({ ...guess, column, named: 0 }))];
}

function doubt({ score }: Candidate, { unknown }: HeaderWords): string {
  if (unknown.length > 0) return `, but for ${unknown.map((word) => `"${word}"`).join(' and ')}`;
  return score < CLEAR ? ' in part' : '';
}

/** Side columns are filled only where that is clear; of the main ones, doubtful proposals are made and asked about. */
function isProposed({ target, score, named }: Suggestion): boolean {
  return score >= CLEAR || named === 0 || (MAIN_COLUMNS.has(target) && score >= LEAST_SCORE);
}

function describe(
  column: number,
  { chosen }: Assignment,
  suggestions: readonly Suggestion[],
  words: HeaderWords | undefined,
  values: ColumnValues | undefined,
): Pick<UnderstoodColumn, 'target' | 'confidence' | 'reason'> {
  const mine = [...chosen.values()].flat().find((suggestion) => suggestion.column === column);
  if (mine) {
    const part = mine.part === undefined ? '' : `; part ${mine.part} of it`;
    return { target: mine.target, confidence: Math.min(mine.score, SUREST), reason: mine.reason + part };
  }
  const [best] = suggestions.filter((suggestion) => suggestion.column === column).sort((a, b) => b.score - a.score);
  if (values?.filled === 0 && best === undefined)
    return { target: null, confidence: SUREST, reason: 'it is empty in the sample' };
  if (best === undefined) {
    const known = (words?.concepts.size ?? 0) > 0;
    const reason = known ? 'no record column is what its name says' : 'its name and values say nothing';
    return { target: null, confidence: known ? 0.9 : 0.5, reason };
  }
  const [other] = chosen.get(best.target) ?? [];
  if (other) return { target: null, confidence: 0.9, reason: `${best.target} is better filled by another column` };
  return { target: null, confidence: 1 - best.score, reason: `it may be ${best.target}: ${best.reason}` };
}
