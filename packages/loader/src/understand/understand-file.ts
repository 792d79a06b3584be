import { countryByCode, type SourceCountry, type TradeType } from '@tidewaiter/contract';
import { codeBeside, isHeading } from '../cleaning/hs-codes.js';
import { amountTimes } from '../layout/amount.js';
import type { DateFinding } from '../recognise/date-order.js';
import { rowsWithPlainDigits } from '../recognise/digits.js';
import { type HeaderWords, readHeaders } from '../recognise/header-words.js';
import { type NumberFinding, numberReader } from '../recognise/number-format.js';
import { evidenceOfAmounts, findArithmetic } from './columns/arithmetic.js';
import { type Assignment, assign, type Evidence } from './columns/assignment.js';
import { type ColumnValues, lookAtColumn } from './columns/column-values.js';
import {
  evidenceOfName,
  evidenceOfValues,
  type LookedFile,
  unreadColumns,
  withLongestCodes,
  withOnlyCountries,
  withoutRepeatedParts,
} from './columns/evidence.js';
import { candidatesFor, MAIN_COLUMNS } from './columns/header-candidates.js';
import { type CodedGoods, findDamagedCodes } from './columns/lost-zeros.js';
import { findOffers, withProposed } from './columns/residual-columns.js';
import { CLEAR, LIKELY, PROVED_CODES, SHARE, SUREST } from './columns/weights.js';
import { type CountryFinding, findCountry } from './context/country.js';
import {
  columnsOfDays,
  columnsOfParts,
  type DateParts,
  daysLeftOut,
  findDates,
  isInParts,
  PART_OF_DATE,
  partsOfDate,
  periodOfTitles,
  recordDates,
  withOnlyDay,
} from './context/dates.js';
import { AMOUNTS, findNotation } from './context/number-notation.js';
import { findDeclarationTotals } from './context/quantity.js';
import { findTrade, findTradeColumn, otherFlows, otherTrade, type TradeFinding } from './context/trade.js';
import { amountsOfTitles, moneyOfYears, settleMoney, withCurrencyColumn } from './money/currencies.js';
import { openQuestions } from './open-questions.js';
import { type Answers, AS_WAS_SAID, NO_ANSWERS, type OpenQuestion } from './proposal/answers.js';
import type { ProposedMapping } from './proposal/proposed-mapping.js';
import { proposeMapping } from './propose-mapping.js';

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

/**
 * Understands a file without being told: which record column each of its columns is, whose records they are, and how it writes
 * dates and numbers. Pure: the same sample gives the same answer.
 */
export function understandFile(sample: FileSample): Understanding {
  const { header, fileName, answers = NO_ANSWERS, titles = [], typed } = sample;
  const { file, trade, tradeColumn, country, homes } = lookAtFile(sample);
  const { rows, read, values, dates } = file;
  const inParts = answers.constants.has('record_date') ? undefined : partsOfDate(file, answers);
  const ofParts = inParts ? columnsOfParts(inParts) : [];
  const dayColumns = columnsOfDays(file);
  const gathered = gatherEvidence(file, { typed, answers, inParts, ofParts, dayColumns });
  const { evidence, numbers, numbered, arithmetic } = gathered;

  // One assignment, then what the rows say of its money and of whole declarations.
  const first = assign(withCurrencyColumn(evidence.filter(isProposed), read), isFilled);
  const parts = isInParts(inParts, first) ? inParts : undefined;
  const dated = without(first, parts ? ['record_date'] : []);
  const titled = amountsOfTitles(titles);
  const money = settleMoney({
    ...{ ...numbered, header, evidence, answers, arithmetic, assignment: dated, home: file.context.currency, homes },
    titled: titled.currency,
  });
  const owned = without(dated, money.without);
  const declarationTotals = findDeclarationTotals({ ...file, assignment: owned, answers });
  const ofTotals = declarationTotals.map(({ target }) => target);
  const assignment = withCodesBeforeGoods(without(owned, ofTotals), rows);

  const record = recordDates(file, parts, assignment, { answers, country });
  const { hsDigits, otherFlows: flowsAnswer } = answers.notation;
  const codes = findDamagedCodes(codedGoods(assignment, rows));
  const [hs] = assignment.chosen.get('hs_code') ?? [];
  const isOpenCode = hs && !codes.zeros && !answers.columns.has(header[hs.column] ?? '');
  const offers = findOffers({
    ...{ ...file, assignment, evidence, arithmetic, answers, parts: parts ? ofParts : [] },
    noValues: new Set([...arithmetic.taxSums, ...declarationTotals.map(({ column }) => column)]),
  });
  const period = record.open?.length === 0 ? periodOfTitles(titles) : undefined;
  const questions = openQuestions({
    ...{ header, read, rows, values, trade, country, numbers, assignment, evidence, offers, declarationTotals },
    ...{ dayColumns, period, days: record.open, dates: record.doubted, currency: money.question },
    answered: answers.columns.size + answers.constants.size + Object.keys(answers.notation).length,
    parts: parts?.question ?? daysLeftOut(file, record.doubted?.format, answers),
    otherFlows: flowsAnswer === undefined ? otherFlows(tradeColumn, trade, answers) : undefined,
    zeros: hsDigits === undefined ? codes.zeros : undefined,
    foreign: hsDigits === undefined && isOpenCode ? codes.foreign : undefined,
    cutShort: isOpenCode ? codes.cutShort : undefined,
  });
  const mapped = withProposed(assignment, offers);
  return {
    mapping: proposeMapping({
      ...{ ...numbered, header, typed, fileName, dates, record, numbers, assignment: mapped },
      ...{ trade: trade.trade, country: country.country, currencies: money.sources },
      constants: new Map([...(period ? [['record_date', period] as const] : []), ...answers.constants]),
      hsDigits: hsDigits ?? codes.lostDigits ?? (isOpenCode ? codes.foreign?.digits : undefined) ?? codes.digits,
      otherTrade: otherTrade(tradeColumn, trade, answers),
      timesOfTitles: titled.times,
      mayHaveQuantity: offers.some(({ target }) => /quantity|unit/.test(target)),
    }),
    columns: header.map((name, column) => ({
      header: name,
      ...describe(column, mapped, evidence, read[column], values[column]),
      ...(parts && ofParts.includes(column) && { target: 'record_date', ...PART_OF_DATE }),
      examples: values[column]?.examples ?? [],
    })),
    ...{ trade, country, money: homes, dates: record.finding, numbers },
    unclear: questions.map(({ text }) => text),
    questions,
  };
}

/** What its names and values say of a file before its columns are weighed: imports or exports, of which country, in whose money. */
function lookAtFile(sample: FileSample) {
  const { header, fileName, titles = [] } = sample;
  const rows = rowsWithPlainDigits(sample.rows);
  const read = readHeaders(header.map((name) => withoutNumber(name, header)));
  const values = header.map((_, column) => lookAtColumn(rows, column));
  const tradeColumn = findTradeColumn(sample.rows, read);
  const trade: TradeFinding = sample.tradeType
    ? asAnswered({ trade: sample.tradeType })
    : findTrade(read, { fileName, column: tradeColumn, values, titles });
  const country: CountryFinding = sample.country
    ? asAnswered({ country: sample.country })
    : findCountry({ ...sample, rows, trade: trade.trade }, read, values);
  const dates = values.map((look, column) => findDates(rows, column, look, read[column], country.country));
  const isKnown = country.confidence >= LIKELY && countryByCode(country.country ?? '') !== undefined;
  const day = dates.findIndex((each) => each !== undefined && each.confidence > 0);
  const homes = isKnown ? moneyOfYears(country.country, rows, day) : [];
  const context = {
    // Where nothing tells imports from exports, the columns are read as those of imports, which have more.
    trade: trade.trade ?? 'IMPORT',
    country: isKnown ? country.country : undefined,
    currency: homes.length === 1 ? homes[0] : undefined,
  };
  const file: LookedFile = { header, rows, read, values, dates, context };
  return { file, trade, tradeColumn, country, homes };
}

interface DateColumns {
  inParts: DateParts | undefined;
  ofParts: readonly number[];
  dayColumns: readonly number[];
}

/** The table of evidence: names held against values, values without a name, numbers by arithmetic, and what stands beside. */
function gatherEvidence(
  file: LookedFile,
  { typed, answers, inParts, ofParts, dayColumns }: Pick<FileSample, 'typed'> & { answers: Answers } & DateColumns,
) {
  const { header, rows, read, values } = file;
  const byName = withOnlyDay(
    header.flatMap((_, column) => evidenceOfName(column, file)),
    file,
    inParts,
  );
  const unread = unreadColumns(read, byName).filter((column) => !ofParts.includes(column));
  // Beside days whose name is known, those of an unknown one are not taken for the record's.
  const isOpenDay = dayColumns.some((column) => !unread.includes(column));
  const byValues = evidenceOfValues(unread, byName, file).filter(
    ({ target }) => target !== 'record_date' || !isOpenDay,
  );
  const all = withoutRepeatedParts([...byName, ...byValues], file);
  const each = withLongestCodes(withOnlyCountries(all, file), file);
  const assignment = assign(withCurrencyColumn(withAnswers(each, file, answers).filter(isProposed), read));
  const numbers = findNotation({ rows, typed }, assignment, unread, answers);
  const numbered = { rows, read, values, numberOf: numberReader(numbers) };
  const arithmetic = findArithmetic(numbered);
  const byNumbers = evidenceOfAmounts(unread, arithmetic, { values, assignment });
  // The sum of taxes is no value, whatever it is called.
  const noTaxes = [...each, ...byNumbers].filter(
    ({ column, target }) => !arithmetic.taxSums.has(column) || !/value|price/.test(target),
  );
  return { evidence: withAnswers(noTaxes, file, answers), numbers, numbered, arithmetic };
}

/** The HS codes of the rows, each with the goods beside it. */
function codedGoods({ chosen }: Assignment, rows: FileSample['rows']): CodedGoods[] {
  const cell = (row: readonly string[], target: string) => row[chosen.get(target)?.[0]?.column ?? -1]?.trim() ?? '';
  if (!chosen.has('hs_code')) return [];
  return rows.map((row) => ({ code: cell(row, 'hs_code'), goods: cell(row, 'product_description') }));
}

/** `Value (2)` is a second column of the name `Value`. */
function withoutNumber(name: string, header: readonly string[]): string {
  const again = /^(.*) \(\d+\)$/.exec(name)?.[1];
  return again !== undefined && header.includes(again) ? again : name;
}

/** Evidence with what the operator says in the place of what would be suggested of its columns. */
function withAnswers(
  evidence: readonly Evidence[],
  { header, read, context }: LookedFile,
  answers: Answers,
): Evidence[] {
  const taken = new Set([...answers.columns.values(), ...answers.constants.keys()]);
  const isOpen = ({ column, target }: Evidence) => !answers.columns.has(header[column] ?? '') && !taken.has(target);
  const own = [...answers.columns].flatMap(([name, target]): Evidence[] => {
    const column = header.indexOf(name);
    if (target === null) return [];
    const words = read[column];
    const candidate = words && candidatesFor(words, context).find((each) => each.target === target);
    const { currency } = candidate ?? {};
    // What an answer does not say of the scale, the name still says.
    const times = amountTimes(answers.times.get(name) ?? candidate?.times ?? 1);
    const answer = { column, target, score: 1, nameScore: 1, reason: AS_WAS_SAID };
    return [{ ...answer, ...(currency && { currency }), ...(times && { times }) }];
  });
  return [...evidence.filter(isOpen), ...own];
}

function without({ chosen, rivals }: Assignment, targets: readonly string[]): Assignment {
  const others = <Found>(all: ReadonlyMap<string, Found>) =>
    new Map([...all].filter(([name]) => !targets.includes(name)));
  return { chosen: others(chosen), rivals: others(rivals) };
}

/** `8517 - Telephones` is the code and the goods: where no column has the codes alone, that of the goods is read for both. */
function withCodesBeforeGoods({ chosen, rivals }: Assignment, rows: FileSample['rows']): Assignment {
  const [goods] = chosen.get('product_description') ?? [];
  if (goods === undefined || chosen.has('hs_code')) return { chosen, rivals };
  const cells = rows.flatMap((row) => row[goods.column]?.trim() || []);
  const codes = cells.flatMap((cell) => codeBeside(cell) ?? []).filter(isHeading);
  if (codes.length < SHARE.all * cells.length || new Set(codes).size < PROVED_CODES) return { chosen, rivals };
  const both = { ...goods, target: 'hs_code', reason: 'its values begin with codes of headings' };
  return { chosen: new Map([...chosen, ['hs_code', [both]]]), rivals };
}

const asAnswered = <Finding>(finding: Finding) => ({ ...finding, confidence: 1, reason: AS_WAS_SAID });

/** What values alone say of a column beside the main ones is left out where it is not clear, and an amount always: nobody is asked about it. */
const isFilled = ({ target, score }: Evidence) => MAIN_COLUMNS.has(target) || (score >= CLEAR && !AMOUNTS.has(target));

/** Side columns are filled only where that is clear; of the main ones, doubtful proposals are made and asked about. */
const isProposed = ({ target, score, nameScore }: Evidence) =>
  score >= CLEAR || nameScore === 0 || (MAIN_COLUMNS.has(target) && score >= LIKELY);

/** What became of a column, and why. */
function describe(
  column: number,
  { chosen }: Assignment,
  evidence: readonly Evidence[],
  words: HeaderWords | undefined,
  values: ColumnValues | undefined,
): Pick<UnderstoodColumn, 'target' | 'confidence' | 'reason'> {
  const mine = [...chosen.values()].flat().find((each) => each.column === column);
  if (mine) {
    const part = mine.part === undefined ? '' : `; part ${mine.part} of it`;
    return { target: mine.target, confidence: Math.min(mine.score, SUREST.named), reason: mine.reason + part };
  }
  const leftOut = (confidence: number, reason: string) => ({ target: null, confidence, reason });
  const [best] = evidence.filter((each) => each.column === column).sort((a, b) => b.score - a.score);
  if (best === undefined) {
    if (values?.filled === 0) return leftOut(SUREST.named, 'it is empty in the sample');
    const isNamed = (words?.concepts.size ?? 0) > 0;
    return isNamed
      ? leftOut(SUREST.guessed, 'no record column is what its name says')
      : leftOut(LIKELY, 'its name and values say nothing');
  }
  return chosen.has(best.target)
    ? leftOut(SUREST.guessed, `${best.target} is better filled by another column`)
    : leftOut(1 - best.score, `it may be ${best.target}: ${best.reason}`);
}
