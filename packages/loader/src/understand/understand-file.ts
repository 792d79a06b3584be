import { countryByCode, type SourceCountry, type TradeType } from '@tidewaiter/contract';
import { amountTimes } from '../layout/amount.js';
import type { DateFinding } from '../recognise/date-order.js';
import { rowsWithPlainDigits } from '../recognise/digits.js';
import { type HeaderWords, readHeaders } from '../recognise/header-words.js';
import { type NumberFinding, numberReader } from '../recognise/number-format.js';
import { amountsIn } from './amount-columns.js';
import { findRelations, judgeTotals } from './amount-relations.js';
import { type Answers, AS_WAS_SAID, NO_ANSWERS, type OpenQuestion } from './answers.js';
import { type Assignment, assign, type Suggestion } from './assign.js';
import { doubtOfYears } from './calendars.js';
import { type ColumnValues, lookAtColumn } from './column-values.js';
import { currencyOfValue, settleCurrency, tieToCurrency } from './currencies-of-amounts.js';
import { columnsOfDays, datesOf, withOnlyDay, yearsOf } from './days-of-records.js';
import { findDeclarationTotals, ofItems } from './declaration-totals.js';
import { withoutGroups } from './groups-of-columns.js';
import { findForeignChapters } from './hs-chapters.js';
import { areOfSeven, type CodedGoods, findCutShort, findLostZeros, withWholeCodes } from './hs-codes.js';
import { findShift, judgeValues } from './judge-values.js';
import { findLeftOver, withProposed } from './left-over.js';
import { type Candidate, candidatesFor, type FileContext } from './meanings.js';
import { moneyOfDays } from './money-of-days.js';
import { findNaturalKey } from './natural-key.js';
import { AMOUNTS, numbersOf } from './numbers-of-file.js';
import { withOnlyOnes } from './only-of-its-kind.js';
import { findOwnCurrencies, provedCurrencies } from './own-currencies.js';
import { columnsOfParts, type DateParts, daysLeftOut, partsOfDate } from './parts-of-date.js';
import { type ProposedMapping, proposeMapping } from './propose-mapping.js';
import { guessQuantity } from './quantity-beside-unit.js';
import { guessBesideWeight } from './quantity-by-weight.js';
import { type CountryFinding, findCountry } from './source-country.js';
import { amountsOfTitles, currencyOfFields } from './titles.js';
import { findTradeColumn, type TradeColumn } from './trade-column.js';
import { findTrade, type TradeFinding } from './trade-type.js';
import { CLEAR, MAIN_COLUMNS, openQuestions } from './unclear.js';
import { guessAmounts, guessCodes, guessEach, unreadColumns } from './unread-columns.js';
import { bondsOf, type ValuedFile } from './value-evidence.js';
import { zonesOf } from './zones-of-countries.js';

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
  /** The countries that it may be from; the catalogue's unless said. */
  sources?: readonly SourceCountry[] | undefined;
  answers?: Answers | undefined;
  /** What is written above the header, and what the sheet is called. */
  titles?: readonly string[] | undefined;
  /** Of each column, the title over several that its name begins with. */
  groups?: readonly string[] | undefined;
  /** Of each column, whether its cells are numbers in the file itself, as in a workbook. */
  typed?: readonly boolean[] | undefined;
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
  /** What the country counted in on the days of the rows. */
  money: readonly string[];
  /** Of the column of the records' date. */
  dates: DateFinding | undefined;
  numbers: NumberFinding;
  /** Why the mapping should be looked at before it is used, in words; empty when it needs no look. */
  unclear: string[];
  /** The same as questions, each with its answers. */
  questions: OpenQuestion[];
}

/** A column of the records' main ones may be proposed with less than {@link CLEAR}: then somebody is asked. */
const LEAST_SCORE = 0.5;

const PARTS_OF_DATE = { confidence: 0.9, reason: 'a part of the date' };

/** Nothing is certain. */
const SUREST = 0.99;

/**
 * Understands a file without being told: which record column each of its columns is, whose records they are, and how it writes
 * dates and numbers. Pure: the same sample gives the same answer.
 */
export function understandFile(written: FileSample): Understanding {
  const file = { ...written, rows: rowsWithPlainDigits(written.rows) };
  const { header, rows, fileName, answers = NO_ANSWERS, titles = [] } = file;
  const names = readHeaders(header.map((name) => firstOf(name, header)));
  const looks = header.map((_, column) => lookAtColumn(rows, column));
  const tradeColumn = findTradeColumn(written.rows, header.length);
  const trade = file.tradeType
    ? asAnswered({ trade: file.tradeType })
    : findTrade(names, { fileName, column: tradeColumn, values: looks, titles });
  const country = file.country
    ? asAnswered({ country: file.country })
    : findCountry({ ...file, trade: trade.trade }, names, looks);
  const dates = looks.map((column, index) => datesOf(rows, index, column) ?? yearsOf(names[index], column));
  const homes = isKnown(country) ? moneyOfDays(country.country, { rows, read: names, dates }) : [];
  const context = contextOf(trade, country, homes);
  const values = looks.map((column) => ({ ...column, amounts: amountsIn(context.currency, column.amounts) }));
  const read = withoutGroups(file, names, context);
  const valued: ValuedFile = { rows, values, dates, context };
  const said = { header, answers, context, read };
  const looked = { header, rows, read, values, dates };
  const isDaySaid = answers.constants.has('record_date');
  const inParts = isDaySaid ? undefined : partsOfDate(looked, { context, answers });
  const byName = withOnlyDay(
    header.flatMap((_, column) => suggest(column, read[column], values[column], dates[column], context)),
    looked,
    inParts,
  );
  const ofParts = inParts ? columnsOfParts(inParts) : [];
  const unread = unreadColumns(read, byName).filter((column) => !ofParts.includes(column));
  // Beside days whose name is known, those of an unknown one are not taken for the record's.
  const isOpenDay = columnsOfDays(looked).some((column) => !unread.includes(column));
  const guesses = guessEach(unread, valued).filter(({ target }) => target !== 'record_date' || !isOpenDay);
  const each = withWholeCodes(
    withOnlyOnes([...byName, ...guesses, ...guessCodes(unread, byName, valued, read)], looked),
    rows,
  );
  const named = assign(tieToCurrency(answered(each, said).filter(isProposed), read));
  const numbers = numbersOf(file, named, unread, answers);
  const numberOf = numberReader(numbers);
  const relations = findRelations({ rows, read, values, numberOf });
  const suggestions = answered(
    [
      ...each,
      ...guessAmounts(unread, { ...valued, named, numberOf }),
      ...guessQuantity({ rows, values, named, numberOf }),
    ],
    said,
  );
  const reckoned = judgeTotals(suggestions, relations, read);
  const proposed = tieToCurrency(reckoned.filter(isProposed), read);
  const whole = assign(proposed, bondsOf(proposed, valued), isFilled);
  const items = ofItems(proposed, { ...looked, assignment: whole, answers, numberOf });
  const first = items === proposed ? whole : assign(items, bondsOf(items, valued), isFilled);
  const parts = isDate(inParts, first) ? inParts : undefined;
  const dated = without(first, [
    ...(parts ? ['record_date'] : []),
    ...guessBesideWeight(first, { header, read, values }),
  ]);
  const known = { header, rows, read, values, numberOf, home: context.currency };
  const titledAmounts = amountsOfTitles(titles);
  const amounts = { ...known, suggestions: reckoned, relations };
  const proved = provedCurrencies({ ...amounts, assignment: dated, main: undefined });
  const currency = settleCurrency({
    ...known,
    relations,
    assignment: dated,
    proved: proved.get(dated.chosen.get('total_value')?.[0]?.column ?? -1),
    titled: titledAmounts.currency ?? currencyOfFields(header),
    homes,
    answered: {
      constant: answers.constants.get('currency'),
      column: [...answers.columns.values()].includes('currency'),
    },
  });
  const settled = without(dated, currency.without);
  const own = findOwnCurrencies({
    ...{ ...amounts, assignment: settled },
    main: currencyOfValue(currency, settled, known),
    answered: new Set(answers.constants.keys()),
  });
  const owned = without(settled, own.without);
  const totals = findDeclarationTotals({ ...known, assignment: owned, answers });
  const assignment = without(
    owned,
    totals.map(({ target }) => target),
  );
  const [date] = assignment.chosen.get('record_date') ?? [];
  const days = isDaySaid || parts !== undefined || date !== undefined ? undefined : columnsOfDays(looked);
  // Of several, what is registered first is proposed.
  const day = date?.column ?? days?.[0];
  const recordDates = saidFormat(inZoneOf(day === undefined ? undefined : dates[day], country), answers);
  const datesAsked = withDoubt(parts ? datesInParts(parts) : recordDates, rows, parts?.year ?? day, {
    answers,
    country,
  });
  const [hs] = assignment.chosen.get('hs_code') ?? [];
  const codes = hs ? codesOf(rows, assignment) : [];
  const zeros = findLostZeros(codes);
  const isAsked = hs && !zeros && !answers.columns.has(header[hs.column] ?? '');
  const foreign = isAsked ? findForeignChapters(codes) : undefined;
  const found = {
    ...{ header, rows, typed: file.typed, fileName, read, values, assignment, parts, dates, recordDates, numbers },
    naturalKey: findNaturalKey(read, values, rows),
    hsDigits:
      answers.notation.hsDigits ??
      (zeros?.isGuess ? undefined : zeros?.digits) ??
      foreign?.digits ??
      (areOfSeven(codes) ? 7 : undefined),
    otherTrade: otherTrade(tradeColumn, trade, answers),
    otherFlows: otherFlows(tradeColumn, trade, answers),
    constants: answers.constants,
    timesOfTitles: titledAmounts.times,
    numberOf,
    currencies: own.sources,
  };
  const leftOver = findLeftOver({
    ...{ ...found, parts: parts && ofParts },
    answers,
    context,
    suggestions,
    noValues: new Set([...relations.taxSums, ...totals.map(({ column }) => column)]),
  });
  const { columns: saidOf, constants: saidOfAll, notation } = answers;
  const questions = openQuestions({
    answered: saidOf.size + saidOfAll.size + Object.keys(notation).length,
    ...{ ...found, dates: datesAsked, trade, country, suggestions: reckoned },
    ...(answers.notation.otherFlows !== undefined && { otherFlows: undefined }),
    examples: values.map(({ examples }) => examples),
    days,
    parts: parts?.question ?? daysLeftOut(looked, { format: datesAsked?.format, answers }),
    shift: findShift(reckoned, values, dates),
    currency: currency.question,
    leftOver,
    declarationTotals: totals,
    ...(answers.notation.hsDigits === undefined && { zeros, foreign }),
    cutShort: isAsked ? findCutShort(codes) : undefined,
  });
  const mapped = withProposed(assignment, leftOver);
  const columns = header.map((name, column) => ({
    header: name,
    ...describe(column, mapped, reckoned, read[column], values[column]),
    examples: values[column]?.examples ?? [],
  }));
  for (const part of parts ? ofParts : []) {
    Object.assign(columns[part] ?? {}, { target: 'record_date', ...PARTS_OF_DATE });
  }
  return {
    mapping: proposeMapping({
      ...found,
      ...{ trade: trade.trade, country: country.country, day, assignment: mapped },
      mayHaveQuantity: leftOver.some(({ target }) => /quantity|unit/.test(target)),
    }),
    columns,
    ...{ trade, country, money: homes, dates: recordDates, numbers },
    unclear: questions.map(({ text }) => text),
    questions,
  };
}

/** The HS codes of rows, and what their goods are called. */
function codesOf(rows: FileSample['rows'], { chosen }: Assignment): CodedGoods[] {
  const cell = (row: readonly string[], target: string) => row[chosen.get(target)?.[0]?.column ?? -1]?.trim() ?? '';
  return rows.map((row) => ({ code: cell(row, 'hs_code'), goods: cell(row, 'product_description') }));
}

/** `Value (2)` is a second column of the name `Value`. */
function firstOf(name: string, header: readonly string[]): string {
  const again = /^(.*) \(\d+\)$/.exec(name)?.[1];
  return again !== undefined && header.includes(again) ? again : name;
}

/** Suggestions with what the operator says in the place of what would be suggested of its columns. */
function answered(
  suggestions: readonly Suggestion[],
  asked: { header: readonly string[]; answers: Answers; context: FileContext; read: readonly HeaderWords[] },
): Suggestion[] {
  const { header, answers, context, read } = asked;
  const taken = new Set([...answers.columns.values(), ...answers.constants.keys()]);
  const isOpen = ({ column, target }: Suggestion) => !answers.columns.has(header[column] ?? '') && !taken.has(target);
  const own = [...answers.columns].flatMap(([name, target]): Suggestion[] => {
    const column = header.indexOf(name);
    if (target === null) return [];
    const words = read[column];
    const currency = words && candidatesFor(words, context).find((each) => each.target === target)?.currency;
    const times = amountTimes(answers.times.get(name) ?? 1);
    return [
      {
        column,
        target,
        score: 1,
        named: 1,
        reason: AS_WAS_SAID,
        ...(currency && { currency }),
        ...(times && { times }),
      },
    ];
  });
  return [...suggestions.filter(isOpen), ...own];
}

/** The rows that a file holds beside those that are loaded: of the other trade type, and what neither is. */
function otherTrade(column: TradeColumn | undefined, finding: TradeFinding, answers: Answers) {
  if (column === undefined) return undefined;
  const { trade } = finding;
  const [, others = []] = [...column.says].find(([of]) => trade !== undefined && of !== trade) ?? [];
  const { flows = [], isLeftOut = false } = otherFlows(column, finding, answers) ?? {};
  const values = [...(column.says.size > 1 ? others : []), ...(isLeftOut ? flows : [])];
  return values.length > 0 ? { column: column.column, values } : undefined;
}

/** Goods that pass through are proposed to be left out, and those that leave as they came to be exports. */
function otherFlows(column: TradeColumn | undefined, { trade }: TradeFinding, { notation }: Answers) {
  if (column === undefined) return undefined;
  const { stored, reexports, says } = column;
  const areAmongExports = trade === 'EXPORT' && reexports.length < (says.get('EXPORT')?.length ?? 0);
  const flows = [...stored, ...(areAmongExports ? reexports : [])];
  const isLeftOut = (notation.otherFlows ?? (stored.length > 0 ? 'leave-out' : 'as-written')) === 'leave-out';
  return flows.length > 0 ? { column: column.column, flows, isLeftOut } : undefined;
}

/** Times in UTC that are no midnights are taken for days of the country, where it has one zone. */
function inZoneOf(dates: DateFinding | undefined, { country }: CountryFinding): DateFinding | undefined {
  const [zone, ...others] = dates?.openZones?.length === 0 ? zonesOf(country) : [];
  return dates && zone !== undefined && others.length === 0 ? { ...dates, timeZone: zone } : dates;
}

function saidFormat(dates: DateFinding | undefined, { notation }: Answers): DateFinding | undefined {
  const { dateFormat = dates?.format, timeZone = dates?.timeZone } = notation;
  if (dateFormat === undefined || (notation.dateFormat ?? notation.timeZone) === undefined) return dates;
  return asAnswered({ share: 1, format: dateFormat, ...(timeZone !== undefined && { timeZone }) });
}

/** Parts that are apart leave nothing open but the calendar. */
const datesInParts = ({ day }: DateParts): DateFinding => ({
  ...{ share: 1, confidence: 1, reason: 'the parts of a date' },
  format: day === undefined ? 'YYYY-MM' : 'YYYY-MM-DD',
});

/** Whether parts are the date: where no column is a whole one, or a whole one is less likely that of the record. */
function isDate(parts: DateParts | undefined, { chosen }: Assignment): boolean {
  const [whole] = chosen.get('record_date') ?? [];
  if (parts === undefined || whole === undefined) return parts !== undefined;
  const isOne = columnsOfParts(parts).includes(whole.column);
  return isOne || (parts.day !== undefined && parts.score > whole.score);
}

/** The dates of the records, doubtful where their years may be of another calendar. */
function withDoubt(
  dates: DateFinding | undefined,
  rows: FileSample['rows'],
  column: number | undefined,
  { answers, country }: { answers: Answers; country: CountryFinding },
): DateFinding | undefined {
  const isOfEra = dates === undefined || !dates.format.includes('YYYY') || answers.notation.dateFormat !== undefined;
  if (column === undefined || isOfEra) return dates;
  const cells = rows.map((row) => row[column]?.trim() ?? '');
  const doubt = doubtOfYears(cells, country.country);
  return doubt === undefined ? dates : { ...dates, confidence: Math.min(dates.confidence, 0.5), reason: doubt };
}

function without({ chosen, rivals }: Assignment, targets: readonly string[]): Assignment {
  const others = <Found>(all: ReadonlyMap<string, Found>) =>
    new Map([...all].filter(([name]) => !targets.includes(name)));
  return { chosen: others(chosen), rivals: others(rivals) };
}

function asAnswered<Finding>(finding: Finding): Finding & { confidence: number; reason: string } {
  return { ...finding, confidence: 1, reason: AS_WAS_SAID };
}

/** Where nothing tells imports from exports, the columns are read as those of imports, which have more. */
const contextOf = (
  { trade = 'IMPORT' }: TradeFinding,
  found: CountryFinding,
  homes: readonly string[],
): FileContext => ({
  trade,
  country: isKnown(found) ? found.country : undefined,
  currency: homes.length === 1 ? homes[0] : undefined,
});

const isKnown = ({ country, confidence }: CountryFinding) =>
  country !== undefined && confidence >= LEAST_SCORE && countryByCode(country) !== undefined;

/** The record columns that a source column may be, by its name held against its values, or by these alone. */
function suggest(
  column: number,
  words: HeaderWords | undefined,
  values: ColumnValues | undefined,
  dates: DateFinding | undefined,
  context: FileContext,
): Suggestion[] {
  if (words === undefined || values === undefined) return [];
  return candidatesFor(words, context).map((candidate): Suggestion => {
    const verdict = judgeValues(candidate.target, values, dates, words.concepts);
    const reason = [`its name says so${doubt(candidate, words)}`, verdict.reason].filter(Boolean).join('; ');
    const score = Math.min(candidate.score * verdict.factor, SUREST + candidate.score / 100);
    const proved = Math.max(score, verdict.atLeast ?? 0);
    return { ...candidate, column, named: candidate.score, score: proved, reason, blank: values.blank };
  });
}

/** What values alone say of a column beside the main ones is left out where it is not clear, and an amount always: nobody is asked about it. */
const isFilled = ({ target, score }: Suggestion) =>
  MAIN_COLUMNS.has(target) || (score >= CLEAR && !AMOUNTS.has(target));

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
