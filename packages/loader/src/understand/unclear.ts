import { optionOf } from '@tidewaiter/contract';
import type { DateFinding } from '../recognise/date-order.js';
import type { NumberFinding } from '../recognise/number-format.js';
import { answerColumn, answerValue, type OpenQuestion } from './answers.js';
import { type Assignment, type Suggestion, whatItStandsFor } from './assign.js';
import type { ColumnValues } from './column-values.js';
import type { ForeignChapters } from './hs-chapters.js';
import type { LostZeros } from './hs-codes.js';
import type { Shift } from './judge-values.js';
import type { LeftOver } from './left-over.js';
import type { CountryFinding } from './source-country.js';
import type { TradeFinding } from './trade-type.js';
import { zonesOf } from './zones-of-countries.js';

/**
 * How sure every finding must be for a file to be loaded without a look. A header that says what its column is scores 0.8 and
 * more, one that says half of it less, and values that speak against a name bring any below. A wrong column is worse than a
 * question: the line lies above what is merely likely.
 */
export const CLEAR = 0.78;

/** Columns that searches, sums and lists rest on: a doubt about one of them is a question, not a column left out. */
export const MAIN_COLUMNS: ReadonlySet<string> = new Set([
  'record_date',
  'hs_code',
  'product_description',
  'importer_name',
  'exporter_name',
  'origin_country',
  'destination_country',
  'quantity',
  'unit',
  'total_value_usd',
  'total_value',
  'currency',
]);

const PARTIES = ['importer_name', 'exporter_name'];

/** What stands in an answer for a name that the operator knows. */
const ANY_COLUMN = 'COLUMN';
const ANY_COUNTRY = 'CODE';
const ANY_ZONE = 'ZONE';

/** As much of a description as a question quotes. */
const LONGEST_GOODS = 60;

interface Findings {
  /** Questions that are answered. */
  answered: number;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  values: readonly ColumnValues[];
  trade: TradeFinding;
  country: CountryFinding;
  /** Of the column of the records' date, unless it is a year and a month apart. */
  dates: DateFinding | undefined;
  /** Columns of days where none is the record's; undefined where one is. */
  days: readonly number[] | undefined;
  /** What a date in parts leaves open. */
  parts: OpenQuestion | undefined;
  numbers: NumberFinding;
  assignment: Assignment;
  /** What each column may be, by its name and its values. */
  suggestions: readonly Suggestion[];
  /** What the values look like, for a message. */
  examples: readonly (readonly string[])[];
  shift: Shift | undefined;
  /** What the currency of the main value leaves open. */
  currency: OpenQuestion | undefined;
  /** What is of a whole declaration, on each of its items: the main value, the quantity. */
  declarationTotals: readonly Suggestion[];
  /** Rows of goods that pass through or leave as they came, where nobody has said what they are. */
  otherFlows: { column: number; flows: readonly string[]; isLeftOut: boolean } | undefined;
  /** Columns that may be a main one whose place is empty. */
  leftOver: readonly LeftOver[];
  zeros?: LostZeros | undefined;
  foreign?: ForeignChapters | undefined;
  /** An HS code in scientific notation, where there are such. */
  cutShort: string | undefined;
}

/** More questions of one file nobody answers with care. */
const MOST_QUESTIONS = 5;

/** What an answer changes, the most first: whose records they are and how the file writes, then what sums, searches and lists rest on. */
const CHANGES = [
  ...[
    'record_date',
    'dateFormat',
    'timeZone',
    'decimalPoint',
    'total_value_usd',
    'total_value',
    'currency',
    'hs_code',
    'hsDigits',
  ],
  ...[
    'importer_name',
    'exporter_name',
    'quantity',
    'product_description',
    'origin_country',
    'destination_country',
    'unit',
  ],
];

/** What sums rest on is asked however many questions there are. */
const LAST_ALWAYS = CHANGES.indexOf('hsDigits');

function rankOf({ answers, mustBeAnswered }: OpenQuestion): number {
  if (mustBeAnswered || answers.some((answer) => !answer.startsWith('--set '))) return -1;
  const named = answers
    .flatMap((answer) => optionOf(answer).text.split('='))
    .flatMap((word) => {
      const place = CHANGES.indexOf(word);
      return place < 0 ? [] : [place];
    });
  return Math.min(CHANGES.length, ...named);
}

/**
 * What a proposed mapping leaves open, in the order of what it changes; nothing where it needs no look. Of more than five questions those that
 * change the least are asked as one: what they propose is taken or left together, or said otherwise of one at a time.
 */
export function openQuestions(found: Findings): OpenQuestion[] {
  const open = allQuestions(found)
    .map((question) => ({ question, rank: rankOf(question) }))
    .sort((a, b) => a.rank - b.rank);
  const needed = open.filter(({ rank }) => rank <= LAST_ALWAYS).length;
  const questions = open.map(({ question }) => question);
  const most = Math.max(MOST_QUESTIONS - found.answered, needed, 1);
  if (questions.length <= most) return questions;
  const own = Math.max(most - 1, needed);
  return [...questions.slice(0, own), asOne(questions.slice(own))];
}

function asOne(questions: readonly OpenQuestion[]): OpenQuestion {
  return {
    text: questions.map(({ text }) => text).join('; '),
    answers: [...new Set(questions.flatMap(({ answers }) => answers))],
  };
}

function allQuestions(found: Findings): OpenQuestion[] {
  const { chosen } = found.assignment;
  const headerOf = (column: number) => found.header[column] ?? '';
  const quoted = (column: number) => `"${headerOf(column)}"`;
  const is = (column: number, target: string) => answerColumn(headerOf(column), target);
  const eitherOr = (column: number, target: string): [string, string] => [
    is(column, target),
    answerColumn(headerOf(column), null),
  ];
  const open: OpenQuestion[] = [];
  const { days } = found;
  if (days && days.length > 0) {
    open.push({
      text: `which of the days is the record's: ${days.map(quoted).join(' or ')}? no name says so`,
      answers: days.map((column) => is(column, 'record_date')),
    });
  } else if (days) {
    open.push({
      text: 'no column holds the date that a record needs; say it with --set record_date=2024-03, a day, a month or a year, where all rows are of one',
      answers: [answerColumn(ANY_COLUMN, 'record_date')],
      blank: ANY_COLUMN,
      mustBeAnswered: true,
    });
  }
  if (found.parts) open.push(found.parts);
  if (!chosen.has('hs_code') && !chosen.has('product_description')) {
    open.push({
      text: 'no column holds the HS code or the description of the goods',
      answers: [answerColumn(ANY_COLUMN, 'hs_code'), answerColumn(ANY_COLUMN, 'product_description')],
      blank: ANY_COLUMN,
      mustBeAnswered: true,
    });
  }
  const { trade, country } = found;
  if (trade.confidence < CLEAR) {
    open.push({
      text: `imports or exports? ${trade.reason}; say it with --trade`,
      answers: trade.trade === 'EXPORT' ? ['--trade export', '--trade import'] : ['--trade import', '--trade export'],
      mustBeAnswered: trade.trade === undefined,
    });
  }
  if (country.confidence < CLEAR) {
    open.push({
      text: `which country reports these records? ${country.reason}; say it with --country`,
      answers: [`--country ${country.country ?? ANY_COUNTRY}`],
      blank: country.country ?? ANY_COUNTRY,
      mustBeAnswered: country.country === undefined,
    });
  }
  if (found.shift) {
    const side = found.shift.by === 1 ? 'right' : 'left';
    const text = `from ${quoted(found.shift.from)} on, the cells stand one column to the ${side} of their names`;
    open.push({ text, answers: [], mustBeAnswered: true });
  }
  const others = (target: string, { column }: Suggestion) =>
    (found.assignment.rivals.get(target) ?? []).filter((rival) => differ(found.rows, column, rival.column));
  const isGuess = (target: string) => {
    const [first] = chosen.get(target) ?? [];
    return first !== undefined && first.named === 0 && first.score < CLEAR;
  };
  const [importer, exporter] = PARTIES.map((target) => chosen.get(target)?.[0]);
  const areBothGuessed = PARTIES.every(isGuess);
  if (importer && exporter && areBothGuessed) {
    const more = others('importer_name', importer).filter(({ column }) => column !== exporter.column);
    const either = [importer, exporter, ...more].map(({ column }) => column);
    open.push({
      text: `${quoted(importer.column)} may be importer_name and ${quoted(exporter.column)} exporter_name, or ${
        more.length > 0 ? `one of them ${more.map(({ column }) => quoted(column)).join(' or ')}` : 'the other way round'
      }: ${importer.reason}`,
      answers: [
        ...either.map((column) => is(column, 'importer_name')),
        ...either.map((column) => is(column, 'exporter_name')),
      ],
    });
  }
  for (const [target, [first]] of chosen) {
    if (!first || first.score >= CLEAR || (areBothGuessed && PARTIES.includes(target))) continue;
    const either = [first, ...others(target, first)].map(({ column }) => column);
    open.push({
      text: `${either.map(quoted).join(' or ')} may be ${target}: ${first.reason}`,
      answers: [...either.map((column) => is(column, target)), answerColumn(headerOf(first.column), null)],
    });
  }
  // A load without its only amounts is no answer that may be taken unseen.
  const hasMoney = chosen.has('total_value') || chosen.has('total_value_usd');
  const mustBeAnswered = (target: string) => /^total_value(_usd)?$/.test(target) && !hasMoney;
  const missed = contradicted(found);
  for (const { column, target, reason } of missed) {
    const example = found.examples[column]?.[0];
    const text = `${quoted(column)} may be ${target}: ${reason}${example === undefined ? '' : `, as in ${example}`}`;
    const answers = [is(column, target), answerColumn(headerOf(column), null)];
    open.push(
      mustBeAnswered(target) ? { text, answers, mustBeAnswered: true } : { text, answers: answers.toReversed() },
    );
  }
  const said = saidTwice(found);
  if (said) {
    const text = `${quoted(said.column)} has ${said.sign} beside its numbers, but ${said.but}`;
    open.push({ text, answers: [answerValue('currency', said.sign)] });
  }
  if (found.otherFlows) {
    const { column, flows, isLeftOut } = found.otherFlows;
    const answers = ['leave-out', 'as-written'].map((said) => answerValue('otherFlows', said));
    open.push({
      text: `the rows whose ${quoted(column)} is ${flows.map((flow) => `"${flow}"`).join(' or ')} are of goods that pass through or leave as they came: are they records?`,
      answers: isLeftOut ? answers : answers.toReversed(),
    });
  }
  for (const { column, target } of found.declarationTotals) {
    open.push({
      text: `${quoted(column)} is of the whole declaration, on each of its items: a sum counts it several times`,
      answers: [answerColumn(headerOf(column), null), is(column, target)],
    });
  }
  const isValueTotal = found.declarationTotals.some(({ target }) => target !== 'quantity');
  if (found.currency && !isValueTotal) open.push(found.currency);
  for (const target of found.assignment.rivals.keys()) {
    const [first] = chosen.get(target) ?? [];
    if (!first || first.score < CLEAR || !MAIN_COLUMNS.has(target)) continue;
    const either = [first, ...others(target, first)].map(({ column }) => column);
    if (either.length === 1) continue;
    open.push({
      text: `${either.map(quoted).join(' or ')} may be ${target}`,
      answers: either.map((column) => is(column, target)),
    });
  }
  for (const { column, target, isProposed } of found.leftOver) {
    if (missed.some((other) => other.column === column || other.target === target)) continue;
    if (found.assignment.rivals.get(target)?.some((rival) => rival.column === column)) continue;
    const text = `${quoted(column)} may be ${target}, which nothing else is`;
    const answers = [answerColumn(headerOf(column), null), is(column, target)];
    open.push({
      ...{ text, answers: isProposed || mustBeAnswered(target) ? answers.toReversed() : answers },
      ...(mustBeAnswered(target) && { mustBeAnswered: true }),
    });
  }
  if (found.zeros) {
    const { digits, isGuess, example } = found.zeros;
    open.push({
      text: `the HS codes seem to have lost the zero that they begin with, as in ${example}`,
      answers: [digits, digits - 1].map((length) => answerValue('hsDigits', length)),
      mustBeAnswered: isGuess,
    });
  }
  const [hs] = chosen.get('hs_code') ?? [];
  if (found.foreign && hs) {
    const { digits, example } = found.foreign;
    const beside = example.goods === '' ? 'which is of no heading' : `beside ${example.goods.slice(0, LONGEST_GOODS)}`;
    const [taken, unmapped] = eitherOr(hs.column, 'hs_code');
    open.push({
      text: `${quoted(hs.column)} names other goods than stand beside its codes, as ${example.code} ${beside}: have they lost the zero that they begin with?`,
      answers: digits === undefined ? [taken, unmapped] : [answerValue('hsDigits', digits), taken],
    });
  }
  if (found.cutShort !== undefined && hs) {
    open.push({
      text: `${quoted(hs.column)} is in scientific notation, as ${found.cutShort}: the last digits of such codes are lost`,
      answers: eitherOr(hs.column, 'hs_code'),
    });
  }
  if (found.dates?.openZones && found.dates.confidence < CLEAR) open.push(whichZone(found.dates, country));
  else if (found.dates && found.dates.confidence < CLEAR) {
    open.push({
      text: `the dates: ${found.dates.reason}; say it with "dateFormat" in the mapping`,
      answers: orders(found.dates.format).map((format) => answerValue('dateFormat', format)),
    });
  }
  if (found.numbers.confidence < CLEAR) {
    const { decimalPoint } = found.numbers;
    open.push({
      text: `the numbers: ${found.numbers.reason}; say it with "decimalPoint" and "thousands" in the mapping`,
      answers: [decimalPoint, decimalPoint === '.' ? ',' : '.'].map((sign) => answerValue('decimalPoint', sign)),
    });
  }
  return open;
}

/** Whose days moments are of: proposed is the zone that they are midnights of, or the country's, where it has one. */
function whichZone({ reason, openZones = [] }: DateFinding, { country }: CountryFinding): OpenQuestion {
  const text = `whose days are the dates? ${reason}`;
  const zones = openZones.length > 0 ? openZones : zonesOf(country);
  // What says no zone may be of the day that it says.
  const asWritten = openZones.length === 1 ? answerValue('dateFormat', 'ISO') : answerValue('timeZone', 'UTC');
  const answers = [...zones.map((zone) => answerValue('timeZone', zone)), asWritten];
  if (zones.length > 0) return { text, answers, mustBeAnswered: openZones.length === 0 && zones.length > 1 };
  return { text, answers: [answerValue('timeZone', ANY_ZONE), ...answers], blank: ANY_ZONE, mustBeAnswered: true };
}

/** A format, and the same with day and month changed over. */
function orders(format: string): string[] {
  if (!format.includes('DD')) return [format];
  const other = format.replace(/DD|MM(?!M)/g, (part) => (part === 'DD' ? 'MM' : 'DD'));
  return other === format || /MMM/.test(format) ? [format] : [format, other];
}

/**
 * Columns that are one of the main ones by their names, which nothing else fills, and left out because their values speak against
 * it: amounts of several currency signs cannot be summed, and a load without them would look as if the file had none.
 */
function contradicted({ assignment: { chosen }, suggestions, days }: Findings): Suggestion[] {
  const missed = new Map<string, Suggestion>();
  const taken = new Set([...chosen.values()].flat().map(({ column }) => column));
  const isFilled = (target: string) => chosen.has(target) || (target === 'record_date' && days === undefined);
  for (const suggestion of suggestions) {
    const target = whatItStandsFor(suggestion.target);
    if (!MAIN_COLUMNS.has(target) || isFilled(target) || missed.has(target) || taken.has(suggestion.column)) continue;
    if (suggestion.named >= CLEAR && suggestion.score < CLEAR) missed.set(target, { ...suggestion, target });
  }
  return [...missed.values()];
}

/** A value whose sign is of another currency than its name or the column of currencies says. */
function saidTwice({ assignment: { chosen }, header, rows, values }: Findings) {
  const [total] = chosen.get('total_value') ?? [];
  const [currency] = chosen.get('currency') ?? [];
  const sign = total && values[total.column]?.amounts?.currency;
  if (total === undefined || sign === undefined) return undefined;
  const { column } = total;
  if (total.currency !== undefined && total.currency !== sign) {
    return { column, sign, but: `its name says ${total.currency}` };
  }
  const cells = currency ? rows.map((row) => row[currency.column]?.trim().toUpperCase() ?? '') : [];
  const other = cells.find((cell) => /^[A-Z]{3}$/.test(cell) && cell !== sign);
  return other && currency ? { column, sign, but: `"${header[currency.column]}" says ${other}` } : undefined;
}

function differ(rows: readonly (readonly string[])[], a: number, b: number): boolean {
  return rows.length === 0 || rows.some((row) => row[a] !== row[b]);
}
