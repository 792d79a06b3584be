/** What a proposed mapping leaves open, as questions in the order of what their answers change. */
import { optionOf } from '@tidewaiter/contract';
import type { DateFinding } from '../recognise/date-order.js';
import type { HeaderWords } from '../recognise/header-words.js';
import type { NumberFinding } from '../recognise/number-format.js';
import { type Assignment, type Evidence, whatItStandsFor } from './columns/assignment.js';
import type { ColumnValues } from './columns/column-values.js';
import { concepts, MAIN_COLUMNS } from './columns/header-candidates.js';
import type { LostZeros } from './columns/lost-zeros.js';
import type { Offer } from './columns/residual-columns.js';
import { CLEAR, ENOUGH, MOST_QUESTIONS, SHARE } from './columns/weights.js';
import type { CountryFinding } from './context/country.js';
import { findZones } from './context/dates.js';
import type { TradeFinding } from './context/trade.js';
import { answerColumn, answerValue, type OpenQuestion } from './proposal/answers.js';

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
  read: readonly HeaderWords[];
  rows: readonly (readonly string[])[];
  values: readonly ColumnValues[];
  trade: TradeFinding;
  country: CountryFinding;
  /** How the records' dates are written; undefined where none are. */
  dates: DateFinding | undefined;
  /** Columns of days where none is the record's; undefined where one is. */
  days: readonly number[] | undefined;
  /** All columns of days. */
  dayColumns: readonly number[];
  /** The only day, month or year that the titles name. */
  period: string | undefined;
  /** What a date in parts leaves open. */
  parts: OpenQuestion | undefined;
  numbers: NumberFinding;
  assignment: Assignment;
  /** What each column may be, by its name and its values. */
  evidence: readonly Evidence[];
  /** What the currency of the main value leaves open. */
  currency: OpenQuestion | undefined;
  /** What is of a whole declaration, on each of its items: the main value, the quantity. */
  declarationTotals: readonly Evidence[];
  /** Rows of goods that pass through or leave as they came, and of which nothing is known, where nobody has said what they are. */
  otherFlows: { column: number; flows: readonly string[]; areUnknown: boolean; isLeftOut: boolean } | undefined;
  /** Columns that may be a main one whose place is empty. */
  offers: readonly Offer[];
  zeros: LostZeros | undefined;
  foreign: LostZeros | undefined;
  /** An HS code in scientific notation, where there are such. */
  cutShort: string | undefined;
}

/** What an answer changes, the most first: whose records they are and how the file writes, then what sums, searches and lists rest on. */
const CHANGES =
  'record_date dateFormat timeZone decimalPoint total_value_usd total_value currency hs_code hsDigits importer_name exporter_name quantity product_description origin_country destination_country unit'.split(
    ' ',
  );
/** What sums rest on is asked however many questions there are. */
const LAST_ALWAYS = CHANGES.indexOf('hsDigits');

function rankOf({ answers, mustBeAnswered }: OpenQuestion): number {
  if (mustBeAnswered || answers.some((answer) => !answer.startsWith('--set '))) return -1;
  const places = answers.flatMap((answer) => optionOf(answer).text.split('=')).map((word) => CHANGES.indexOf(word));
  return Math.min(CHANGES.length, ...places.filter((place) => place >= 0));
}

/**
 * What a proposed mapping leaves open; nothing where it needs no look. Of more than five questions those that change the least are asked as
 * one: what they propose is taken or left together, or said otherwise of one at a time.
 */
export function openQuestions(findings: Findings): OpenQuestion[] {
  const open = [
    ...ofFile(findings),
    ...ofPeriods(findings),
    ...ofColumns(findings),
    ...ofMoney(findings),
    ...ofNotation(findings),
  ]
    .map((question) => ({ question, rank: rankOf(question) }))
    .sort((a, b) => a.rank - b.rank);
  const needed = open.filter(({ rank }) => rank <= LAST_ALWAYS).length;
  const questions = open.map(({ question }) => question);
  const most = Math.max(MOST_QUESTIONS - findings.answered, needed, 1);
  if (questions.length <= most) return questions;
  const own = Math.max(most - 1, needed);
  const rest = questions.slice(own);
  const asOne = {
    text: rest.map(({ text }) => text).join('; '),
    answers: [...new Set(rest.flatMap(({ answers }) => answers))],
  };
  return [...questions.slice(0, own), asOne];
}

const quoted = ({ header }: Findings, column: number) => `"${header[column] ?? ''}"`;
const is = ({ header }: Findings, column: number, target: string | null) => answerColumn(header[column] ?? '', target);

/** The day, the goods, the trade and the country. */
function ofFile(findings: Findings): OpenQuestion[] {
  const { days, trade, country, otherFlows } = findings;
  const { chosen } = findings.assignment;
  const open: OpenQuestion[] = [];
  if (days && days.length > 0) {
    open.push({
      text: `which of the days is the record's: ${days.map((column) => quoted(findings, column)).join(' or ')}? no name says so`,
      answers: days.map((column) => is(findings, column, 'record_date')),
    });
  } else if (days && findings.period !== undefined) {
    open.push({
      text: `no column holds the date of the records, and what stands above the table names ${findings.period}: are they all of it?`,
      answers: [answerValue('record_date', findings.period)],
    });
  } else if (days) {
    open.push({
      text: 'no column holds the date that a record needs; say it with --set record_date=2024-03, a day, a month or a year, where all rows are of one',
      answers: [answerColumn(ANY_COLUMN, 'record_date')],
      blank: ANY_COLUMN,
      mustBeAnswered: true,
    });
  }
  if (findings.parts) open.push(findings.parts);
  if (!chosen.has('hs_code') && !chosen.has('product_description')) {
    open.push({
      text: 'no column holds the HS code or the description of the goods',
      answers: [answerColumn(ANY_COLUMN, 'hs_code'), answerColumn(ANY_COLUMN, 'product_description')],
      blank: ANY_COLUMN,
      mustBeAnswered: true,
    });
  }
  if (trade.confidence < CLEAR) {
    open.push({
      text: `imports or exports? ${trade.reason}; say it with --trade`,
      answers: trade.trade === 'EXPORT' ? ['--trade export', '--trade import'] : ['--trade import', '--trade export'],
      mustBeAnswered: trade.trade === undefined,
    });
  }
  if (country.confidence < CLEAR) {
    const code = country.country ?? ANY_COUNTRY;
    const text = `which country reports these records? ${country.reason}; say it with --country`;
    open.push({ text, answers: [`--country ${code}`], blank: code, mustBeAnswered: country.country === undefined });
  }
  if (otherFlows) {
    const { column, flows, areUnknown, isLeftOut } = otherFlows;
    const what = areUnknown
      ? 'are said to be neither imports nor exports'
      : 'are of goods that pass through or leave as they came';
    const answers = ['leave-out', 'as-written'].map((value) => answerValue('otherFlows', value));
    open.push({
      text: `the rows whose ${quoted(findings, column)} is ${flows.map((flow) => `"${flow}"`).join(' or ')} ${what}: are they records?`,
      answers: isLeftOut ? answers : answers.toReversed(),
    });
  }
  return open;
}

const PARTIES = new Set(['importer_name', 'exporter_name']);
/** What a firm may be to the goods. */
const ROLES = concepts('importer consignee buyer exporter supplier shipper');

/** Columns below the line, columns that are called what they cannot be, several for one place, and empty places that a column may fill. */
function ofColumns(findings: Findings): OpenQuestion[] {
  const { assignment, evidence, header, read, rows, values, offers } = findings;
  const { chosen, rivals } = assignment;
  const open: OpenQuestion[] = [];
  const taken = new Set([...chosen.values()].flat().map(({ column }) => column));
  const rolesOf = (column: number) => [...(read[column]?.concepts ?? [])].filter((word) => ROLES.has(word)).join();
  const apart = (one: number, other: number) =>
    rows.filter((row) => row[one] !== row[other] && (row[other] ?? '').trim() !== '').length;
  const others = (target: string, { column }: Evidence) => [
    ...(rivals.get(target) ?? []).filter((rival) => rows.length === 0 || apart(column, rival.column) > 0),
    // Of parties in two roles, which are two firms, no name says which of them is meant.
    ...evidence.filter(
      (each) =>
        PARTIES.has(target) &&
        each.target === target &&
        Math.min(each.nameScore, each.score) >= CLEAR &&
        !each.blank &&
        !taken.has(each.column) &&
        !['', rolesOf(column)].includes(rolesOf(each.column)) &&
        (rows.length === 0 || apart(column, each.column) > SHARE.few * rows.length),
    ),
  ];
  const namesOf = (some: readonly { column: number }[]) =>
    some.map(({ column }) => quoted(findings, column)).join(' or ');
  for (const [target, [first]] of chosen) {
    if (!first || first.score >= CLEAR) continue;
    // A doubt about the day is one about any other that the file has.
    const days = target === 'record_date' ? findings.dayColumns.map((column) => ({ column })) : others(target, first);
    const either = [first, ...days.filter(({ column }) => column !== first.column)];
    open.push({
      text: `${namesOf(either)} may be ${target}: ${first.reason}`,
      answers: [...either.map(({ column }) => is(findings, column, target)), is(findings, first.column, null)],
    });
  }
  for (const [target, [first]] of chosen) {
    if (!first || first.score < CLEAR || !MAIN_COLUMNS.has(target)) continue;
    const either = [first, ...others(target, first)];
    if (either.length === 1) continue;
    const answers = either.map(({ column }) => is(findings, column, target));
    open.push({ text: `${namesOf(either)} may be ${target}`, answers });
  }
  // A load without its only amounts is no answer that may be taken unseen.
  const hasMoney = chosen.has('total_value') || chosen.has('total_value_usd');
  const ask = (text: string, column: number, target: string, isProposed: boolean) => {
    const isNeeded = /^total_value(_usd)?$/.test(target) && !hasMoney;
    const answers = [is(findings, column, null), is(findings, column, target)];
    const ordered = isProposed || isNeeded ? answers.toReversed() : answers;
    open.push({ text, answers: ordered, ...(isNeeded && { mustBeAnswered: true }) });
  };
  const missed = contradicted(findings);
  for (const { column, target, reason } of missed) {
    const example = values[column]?.examples[0];
    const as = example === undefined ? '' : `, as in ${example}`;
    ask(`"${header[column] ?? ''}" may be ${target}: ${reason}${as}`, column, target, false);
  }
  for (const { column, target, isProposed } of offers) {
    if (missed.some((other) => other.column === column || other.target === target)) continue;
    if (rivals.get(target)?.some((rival) => rival.column === column)) continue;
    ask(`${quoted(findings, column)} may be ${target}, which nothing else is`, column, target, isProposed);
  }
  return open;
}

/** Main columns by their names, which nothing else fills, and left out because their values speak against it. */
function contradicted({ assignment: { chosen }, evidence, days }: Findings): Evidence[] {
  const missed = new Map<string, Evidence>();
  const taken = new Set([...chosen.values()].flat().map(({ column }) => column));
  for (const each of evidence) {
    const target = whatItStandsFor(each.target);
    const isFilled = chosen.has(target) || (target === 'record_date' && days === undefined);
    if (!MAIN_COLUMNS.has(target) || isFilled || missed.has(target) || taken.has(each.column)) continue;
    if (each.nameScore >= CLEAR && each.score < CLEAR) missed.set(target, { ...each, target });
  }
  return [...missed.values()];
}

const YEAR_IN_NAME = /(?<!\d)(?:19|20)\d{2}(?!\d)/;

/** Amounts of several years, each in a column of its own, where nothing else is the value: a record is of one. */
function ofPeriods(findings: Findings): OpenQuestion[] {
  const { header, values, assignment } = findings;
  if (assignment.chosen.has('total_value') || assignment.chosen.has('total_value_usd')) return [];
  const years = header.flatMap((name, column) => {
    const [year] = YEAR_IN_NAME.exec(name) ?? [];
    return year !== undefined && (values[column]?.number ?? 0) >= SHARE.kind ? [{ column, year }] : [];
  });
  const [latest, ...others] = years.toSorted((a, b) => b.year.localeCompare(a.year));
  if (latest === undefined || new Set(years.map(({ year }) => year)).size < ENOUGH.named) return [];
  const text = `each row has amounts of several years, as ${[latest, ...others]
    .map(({ column }) => quoted(findings, column))
    .slice(0, ENOUGH.named)
    .join(', ')}, and a record is of one: which is loaded? Say its date, too (--set record_date=${latest.year})`;
  return [{ text, answers: [is(findings, latest.column, 'total_value')], mustBeAnswered: true }];
}

/** The currency, amounts that say two, and amounts of whole declarations. */
function ofMoney(findings: Findings): OpenQuestion[] {
  const { declarationTotals, currency } = findings;
  const totals = declarationTotals.map(({ column, target }) => ({
    text: `${quoted(findings, column)} is of the whole declaration, on each of its items: a sum counts it several times`,
    answers: [is(findings, column, null), is(findings, column, target)],
  }));
  const isOfDeclaration = declarationTotals.some(({ target }) => target !== 'quantity');
  return [...saidTwice(findings), ...totals, ...(currency && !isOfDeclaration ? [currency] : [])];
}

/** A value whose sign is of another currency than its name or the column of currencies says. */
function saidTwice(findings: Findings): OpenQuestion[] {
  const { assignment, header, rows, values } = findings;
  const [total] = assignment.chosen.get('total_value') ?? [];
  const [currency] = assignment.chosen.get('currency') ?? [];
  const sign = total && values[total.column]?.amounts?.currency;
  if (total === undefined || sign === undefined) return [];
  const cells = currency ? rows.map((row) => row[currency.column]?.trim().toUpperCase() ?? '') : [];
  const other = cells.find((cell) => /^[A-Z]{3}$/.test(cell) && cell !== sign);
  const isNamed = total.currency !== undefined && total.currency !== sign;
  if (!isNamed && other === undefined) return [];
  const but = isNamed ? `its name says ${total.currency}` : `"${header[currency?.column ?? -1]}" says ${other}`;
  const text = `${quoted(findings, total.column)} has ${sign} beside its numbers, but ${but}`;
  return [{ text, answers: [answerValue('currency', sign)] }];
}

/** Zeros and digits that codes have lost, and how the file writes dates and numbers. */
function ofNotation(findings: Findings): OpenQuestion[] {
  const { zeros, foreign, cutShort, dates, numbers, country, assignment } = findings;
  const open: OpenQuestion[] = [];
  if (zeros?.digits !== undefined) {
    const { digits, isGuess, example } = zeros;
    open.push({
      text: `the HS codes seem to have lost the zero that they begin with, as in ${example.code}`,
      answers: [digits, digits - 1].map((length) => answerValue('hsDigits', length)),
      mustBeAnswered: isGuess,
    });
  }
  const [hs] = assignment.chosen.get('hs_code') ?? [];
  if (foreign && hs) {
    const { digits, example } = foreign;
    const beside = example.goods === '' ? 'which is of no heading' : `beside ${example.goods.slice(0, LONGEST_GOODS)}`;
    const taken = is(findings, hs.column, 'hs_code');
    open.push({
      text: `${quoted(findings, hs.column)} names other goods than stand beside its codes, as ${example.code} ${beside}: have they lost the zero that they begin with?`,
      answers: digits === undefined ? [taken, is(findings, hs.column, null)] : [answerValue('hsDigits', digits), taken],
    });
  }
  if (cutShort !== undefined && hs) {
    open.push({
      text: `${quoted(findings, hs.column)} is in scientific notation, as ${cutShort}: the last digits of such codes are lost`,
      answers: [is(findings, hs.column, 'hs_code'), is(findings, hs.column, null)],
    });
  }
  if (dates?.openZones && dates.confidence < CLEAR) open.push(whichZone(dates, country));
  else if (dates && dates.confidence < CLEAR) {
    open.push({
      text: `the dates: ${dates.reason}; say it with "dateFormat" in the mapping`,
      answers: orders(dates.format).map((format) => answerValue('dateFormat', format)),
    });
  }
  if (numbers.confidence < CLEAR) {
    const { decimalPoint } = numbers;
    open.push({
      text: `the numbers: ${numbers.reason}; say it with "decimalPoint" and "thousands" in the mapping`,
      answers: [decimalPoint, decimalPoint === '.' ? ',' : '.'].map((sign) => answerValue('decimalPoint', sign)),
    });
  }
  return open;
}

/** Whose days moments are of: proposed is the zone that they are midnights of, or the country's, where it has one. */
function whichZone({ reason, openZones = [] }: DateFinding, { country }: CountryFinding): OpenQuestion {
  const text = `whose days are the dates? ${reason}`;
  const zones = openZones.length > 0 ? openZones : findZones(country);
  // What says no zone may be of the day that it says.
  const asWritten = openZones.length === 1 ? answerValue('dateFormat', 'ISO') : answerValue('timeZone', 'UTC');
  const answers = [...zones.map((zone) => answerValue('timeZone', zone)), asWritten];
  if (zones.length > 0) return { text, answers, mustBeAnswered: openZones.length === 0 && zones.length > 1 };
  return { text, answers: [answerValue('timeZone', ANY_ZONE), ...answers], blank: ANY_ZONE, mustBeAnswered: true };
}

/** A format, and the same with day and month changed over; the months in which fiscal years begin. */
function orders(format: string): string[] {
  if (format.startsWith('FY')) return ['FY07', 'FY04', 'FY10'];
  const other = format.replace(/DD|MM(?!M)/g, (part) => (part === 'DD' ? 'MM' : 'DD'));
  return !format.includes('DD') || other === format || /MMM/.test(format) ? [format] : [format, other];
}
