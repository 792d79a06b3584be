/** The table of evidence: for each column and each record column, what the name and the values say, and what stands beside. */
import { TARGET_COLUMNS } from '@tidewaiter/contract';
import type { DateFinding } from '../../recognise/date-order.js';
import type { HeaderWords } from '../../recognise/header-words.js';
import type { Concept } from '../../recognise/vocabulary.js';
import { describeAmounts } from './amount-signs.js';
import type { Evidence } from './assignment.js';
import { type ColumnValues, MISSING_MARKS } from './column-values.js';
import { type Candidate, candidatesFor, concepts, type FileContext, saysAny, TAXES } from './header-candidates.js';
import { namesGoods } from './lost-zeros.js';
import {
  CLEAR,
  ENOUGH,
  FACTOR,
  FEW_KINDS,
  FIRMS,
  HIGHEST_RATE,
  LEAST_COUNTRIES,
  LENGTHS_OF_CODES,
  LIKELY,
  MANY_TEXTS,
  NAMED_GOODS,
  PROVED_CODES,
  SCORE,
  SHARE,
  SUREST,
  TIMES_CHANCE,
} from './weights.js';

/** What is known of a file's columns when they are weighed. */
export interface LookedFile {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
  dates: readonly (DateFinding | undefined)[];
  context: FileContext;
}

/** What a column's values say of a record column that its name suggests: what the name's score is multiplied by, and why. */
export interface Verdict {
  factor: number;
  reason: string;
  /** What it is at least where values prove it, however much of the name is known. */
  atLeast?: number;
}

const silent = (reason = ''): Verdict => ({ factor: 1, reason });
const against = (reason: string): Verdict => ({ factor: FACTOR.against, reason });
const codes: Verdict = { factor: FACTOR.codes, reason: 'its values are codes' };

function byShare(share: number, what: string): Verdict {
  if (share >= SHARE.kind) return silent(`its values are ${what}`);
  return share < SHARE.some
    ? against(`its values are no ${what}`)
    : { factor: FACTOR.doubt, reason: `only some values are ${what}` };
}

const isProvedCode = ({ heading, distinct }: ColumnValues) => heading >= SHARE.all && distinct >= PROVED_CODES;

/** What a table says of rows that it does not tell apart; a firm may be called so, too. */
const OF_ALL = /^(all|total)\b/i;
const PARTY = /^(importer|exporter|notify_party)_name$/;

const TYPE_OF = new Map(TARGET_COLUMNS.map(({ name, type }) => [name, type]));

/** Holds what a column's values look like against what a record column takes. */
export function judgeValues(
  target: string,
  values: ColumnValues,
  dates: DateFinding | undefined,
  words?: ReadonlySet<Concept>,
): Verdict {
  const { number, amounts, date, identifier, distinct, isNumbering } = values;
  const areNumbers = number > SHARE.kind;
  if (values.filled === 0) return silent();
  const type = TYPE_OF.get(target);
  if (isNumbering && /^(std_)?quantity$/.test(target) && words && !words.has('quantity'))
    return against('its values number the items of a declaration');
  if (type === 'date') return byShare(dates?.share ?? 0, 'dates');
  if (type === 'decimal') {
    if (amounts === undefined || amounts.share < SHARE.kind) return byShare(number, 'numbers');
    const isOther = target.endsWith('_usd') && amounts.currency !== undefined && amounts.currency !== 'USD';
    return isOther
      ? against(`its values are in ${amounts.currency}`)
      : silent(`its values are ${describeAmounts(amounts)}`);
  }
  switch (target) {
    case 'hs_code': {
      const { hsCode, chapter } = values;
      if (chapter > hsCode && hsCode + chapter >= SHARE.kind) return silent('its values are chapters of the HS');
      return isProvedCode(values)
        ? { factor: 1, reason: 'its values are codes of headings that there are', atLeast: SCORE.proved }
        : byShare(hsCode, 'HS codes');
    }
    case 'origin_country':
    case 'destination_country':
      if (values.country >= SCORE.kind) return silent('its values are countries');
      return areNumbers ? codes : silent();
    case 'currency':
      if (areNumbers) return against('its values are numbers');
      return silent(values.currency >= SHARE.kind ? 'its values are currencies' : '');
    case 'incoterm':
      return areNumbers ? codes : silent(values.incoterm >= SHARE.kind ? 'its values are incoterms' : '');
    case 'container':
      if (areNumbers) return against('its values are counts');
      break;
    case 'quantity_of_container':
      if (values.container >= SHARE.kind) return against('its values are numbers of containers');
  }
  if (/^((std|gross_weight|net_weight)_)?unit$/.test(target) && areNumbers && distinct > FEW_KINDS.units)
    return against('its values are numbers');
  if (target.endsWith('_tax_id') && values.official < SHARE.some) return against('its values are no official numbers');
  // A place in a list is no number of a paper, where that stands beside it.
  if (isNumbering && /_(no|number)$/.test(target)) return { factor: FACTOR.doubt, reason: 'its values count from one' };
  if (type !== 'text' && type !== 'label') return silent();
  if (OF_ALL.test(values.constant ?? '') && !PARTY.test(target)) return against('its one value is of all');
  if (date > SHARE.kind) return against('its values are dates or numbers');
  if (PARTY.test(target) && values.country >= SHARE.kind) return against('its values are countries');
  if (type === 'text' && identifier > SHARE.kind && !areNumbers) return against('its values are identifiers');
  if (!areNumbers) return silent();
  return type === 'label' ? codes : against('its values are numbers');
}

/** The percent of a cell, whose decimals may stand behind a comma; a mark of none is as good as any. */
const percentIn = (cell: string) => (MISSING_MARKS.has(cell) ? 0 : Number(cell.replace(/,(?=\d{1,2}$)/, '.')));

/** What duties and taxes are shares of. */
const VALUES = new Set(
  'total_value total_value_usd total_value_cif total_value_cif_usd total_cif_value cif_value_usd'.split(' '),
);

/** Rates of a tariff rather than amounts: few numbers up to a hundred, the same beside different values, or wherever the code of the goods is. */
function areRates(column: number, { rows, read, values, context }: LookedFile): boolean {
  const { number = 0, distinct = 0, blank } = values[column] ?? {};
  const isFew = number >= SHARE.all && distinct <= FEW_KINDS.rates && !blank;
  if (!isFew || rows.some((row) => !(percentIn(row[column]?.trim() ?? '') <= HIGHEST_RATE))) return false;
  const code = values.findIndex(({ heading }) => heading >= SHARE.kind);
  if (code >= 0 && distinct > 1 && follows(rows, code, column)) return true;
  const value = read.findIndex((words) =>
    candidatesFor(words, context).some(({ target, score }) => score >= CLEAR && VALUES.has(target)),
  );
  const beside = new Map<string, Set<string>>();
  for (const row of value < 0 ? [] : rows) {
    const [rate = '', amount = ''] = [row[column]?.trim(), row[value]?.trim()];
    if (percentIn(rate) > 0) beside.set(rate, (beside.get(rate) ?? new Set()).add(amount));
  }
  const several = [...beside.values()].map(({ size }) => (size > 1 ? size : 0));
  const all = [...beside.values()].reduce((sum, { size }) => sum + size, 0);
  return all >= ENOUGH.named && several.reduce((sum, size) => sum + size, 0) >= SHARE.kind * all;
}

/** What the name of a column says, held against its values. */
export function evidenceOfName(column: number, file: LookedFile): Evidence[] {
  const { read, values, dates, context } = file;
  const [words, columnValues] = [read[column], values[column]];
  if (words === undefined || columnValues === undefined) return [];
  return candidatesFor(words, context).map((candidate): Evidence => {
    const judged = judgeValues(candidate.target, columnValues, dates[column], words.concepts);
    const isRate = TAXES.has(candidate.target) && areRates(column, file);
    const {
      factor,
      reason: why,
      atLeast = 0,
    }: Verdict = isRate ? against('its values are rates of the tariff') : judged;
    const reason = [`its name says so${describeDoubt(candidate, words)}`, why].filter(Boolean).join('; ');
    const score = Math.max(Math.min(candidate.score * factor, SUREST.named + candidate.score / 100), atLeast);
    return { ...candidate, column, nameScore: candidate.score, score, reason, blank: columnValues.blank };
  });
}

function describeDoubt({ score }: Candidate, { unknown }: HeaderWords): string {
  if (unknown.length > 0) return `, but for ${unknown.map((word) => `"${word}"`).join(' and ')}`;
  return score < CLEAR ? ' in part' : '';
}

/** Columns whose names say nothing, or but that they are codes of something unknown: only their values tell what they hold. */
export function unreadColumns(read: readonly HeaderWords[], byName: readonly Evidence[]): number[] {
  const namedColumns = new Set(byName.map(({ column }) => column));
  const saysNothing = ({ concepts: spoken, unknown, currencies }: HeaderWords) =>
    (spoken.size === 0 && currencies.length === 0) || (spoken.size === 1 && spoken.has('code') && unknown.length > 0);
  return read.flatMap((words, column) => (saysNothing(words) && !namedColumns.has(column) ? [column] : []));
}

/** Of as few lengths as codes have, and no letters: amounts of any size may begin as codes do. */
export const areCodes = ({ letters, hsCode, lengths }: ColumnValues) =>
  letters <= SHARE.few && hsCode >= SHARE.kind && lengths <= LENGTHS_OF_CODES;

/** What the values of a column say by themselves: record columns, how likely each is, and what the values look like. */
function kindsOfValues(
  column: number,
  { values, dates, rows, context }: LookedFile,
): [target: string, score: number, what: string][] {
  const columnValues = values[column];
  if (!columnValues || columnValues.filled === 0 || columnValues.blank) return [];
  const { distinct, letters, company, country, unit, currency, wordy, heading } = columnValues;
  const { share = 0, format = '' } = dates[column] ?? {};
  if (share >= SHARE.kind && format !== 'excel-serial' && format !== 'YYYYMM')
    return [['record_date', columnValues.filled >= SHARE.all * rows.length ? SCORE.days : SCORE.kind, 'dates']];
  if (distinct > 1 && (heading >= SHARE.kind || areCodes(columnValues)))
    return isProvedCode(columnValues)
      ? [['hs_code', SCORE.headings, 'codes of headings that there are']]
      : [['hs_code', LIKELY, 'HS codes']];
  if (columnValues.incoterm >= SHARE.kind) return [['incoterm', SCORE.terms, 'incoterms']];
  if (currency - unit >= SHARE.kind) return [['currency', SCORE.kind, 'currencies']];
  if (unit >= SHARE.kind)
    return [['unit', columnValues.packages >= SHARE.half ? SCORE.weak : distinct > 1 ? SCORE.units : LIKELY, 'units']];
  if (columnValues.mode >= SHARE.kind) return [['mode_of_transport', SCORE.terms, 'modes of transport']];
  if (country >= SHARE.kind) return [[partnerColumn(context), distinct > 1 ? SCORE.kind : SCORE.goods, 'countries']];
  if (letters < SHARE.kind || distinct < 2) return [];
  if (company >= FIRMS) {
    const firms = ['importer_name', 'exporter_name'] as const;
    return firms.map((target) => [
      target,
      (target === homeParty(context) ? FIRMS : SCORE.weak) + 0.25 * company,
      'names of firms',
    ]);
  }
  if (wordy < SHARE.half) return [];
  // What a code is called is no description of its own.
  const code = values.findIndex((each) => each.heading >= SHARE.kind);
  const isOfCode = code >= 0 && follows(rows, code, column);
  const goods = SCORE.goods + 0.15 * Math.min(1, distinct / MANY_TEXTS);
  return [['product_description', isOfCode ? SCORE.weak : goods, 'descriptions']];
}

/** The other end of the trade, and the party that is known to the reporting country's customs. */
export const partnerColumn = ({ trade }: Pick<FileContext, 'trade'>) =>
  trade === 'IMPORT' ? 'origin_country' : 'destination_country';
export const homeParty = ({ trade }: Pick<FileContext, 'trade'>) =>
  trade === 'IMPORT' ? 'importer_name' : 'exporter_name';

/** Numbers of persons, papers and procedures begin like HS codes by chance. */
export function isNumbered(words: ReadonlySet<Concept>): boolean {
  const isOfPaper = words.has('number') && !words.has('hs') && !words.has('product') && !words.has('item');
  return words.has('regime') || words.has('id') || words.has('declaration') || isOfPaper;
}

/** A part of a text is no continuation of a column that holds it in every row. */
export function withoutRepeatedParts(evidence: readonly Evidence[], { rows }: LookedFile): Evidence[] {
  const cell = (row: readonly string[], column: number) => row[column]?.trim() ?? '';
  const isRepeated = ({ target, column, part }: Evidence) =>
    part !== undefined &&
    evidence.some(
      (whole) =>
        whole.target === target &&
        whole.part === undefined &&
        rows.some((row) => cell(row, column) !== '') &&
        rows.every((row) => cell(row, whole.column).includes(cell(row, column))),
    );
  return evidence.filter((each) => !isRepeated(each));
}

/** Of codes that stand at several lengths (`HS2`, `HS4`, `HS6`), the longest: a column whose codes begin another's in every row is no rival of it. */
export function withLongestCodes(evidence: readonly Evidence[], { rows, values }: LookedFile): Evidence[] {
  const columns = evidence.flatMap(({ target, column }) => (target === 'hs_code' ? [column] : []));
  const digits = (row: readonly string[], column: number) => (row[column] ?? '').replace(/\D/g, '');
  const begins = (column: number, longer: number) =>
    column !== longer &&
    (values[longer]?.hsCode ?? 0) >= SHARE.kind &&
    rows.every((row) => {
      const [short, long] = [digits(row, column), digits(row, longer)];
      return short.length < long.length && long.startsWith(short);
    });
  const isShort = ({ target, column }: Evidence) =>
    target === 'hs_code' && columns.some((longer) => begins(column, longer));
  return evidence.filter((each) => !isShort(each));
}

/** What a column holds whatever it is called: several of the few terms of delivery, or numbers of containers. */
const provedBy = ({ incoterm, container, distinct }: ColumnValues): string | undefined =>
  distinct > 1 && incoterm >= SHARE.all ? 'incoterm' : container >= SHARE.kind ? 'container' : undefined;

/** What values alone say of columns without a name, and of codes under another name where no name says where they are. */
export function evidenceOfValues(unread: readonly number[], byName: readonly Evidence[], file: LookedFile): Evidence[] {
  const looks = unread.flatMap((column) =>
    kindsOfValues(column, file).map(([target, score, what]) => ({
      ...{ column, target, score, nameScore: 0 },
      reason: `its values look like ${what}`,
    })),
  );
  const proofs = file.values.flatMap((columnValues, column) => {
    const isNamed = byName.some((each) => each.column === column && each.score >= CLEAR);
    const target = isNamed ? undefined : provedBy(columnValues);
    const reason = 'its values alone prove it';
    return target === undefined ? [] : [{ column, target, score: SCORE.headings, nameScore: 0, reason }];
  });
  // A place that is proved is no guess, too: that would be the best way without the proof, and leave it unsure.
  const isProved = ({ column, target }: Pick<Evidence, 'column' | 'target'>) =>
    proofs.some((each) => each.column === column && each.target === target);
  const guesses = [...proofs, ...looks.filter((each) => !isProved(each))];
  if (byName.some(({ target, score }) => target === 'hs_code' && score >= LIKELY)) return guesses;
  const reason = 'its values are codes of headings';
  const headings = file.values.flatMap(({ heading, distinct, date }, column) => {
    const isOpen = !unread.includes(column) && !isNumbered(file.read[column]?.concepts ?? new Set());
    const isCode = isOpen && heading >= SHARE.kind && distinct > 1 && date < 1 - SHARE.kind;
    const score = heading >= SHARE.all && distinct >= PROVED_CODES ? SCORE.headings : SCORE.kind;
    return isCode ? [{ column, target: 'hs_code', score, nameScore: 0, reason }] : [];
  });
  return [...guesses, ...headings, ...evidenceOfChapters(byName, file)];
}

/** What the name of a column of chapters says at most, and that of the texts beside it. */
const OF_CHAPTERS = concepts('chapter hs product code number');
const OF_CHAPTER_TEXTS = concepts('chapter hs product description name english');

/**
 * Chapters of the HS, which are as many numbers as others: by a name that says chapter, or where all have their zero,
 * by texts beside them that name their goods or stand one for each beside a name that says goods.
 */
function evidenceOfChapters(byName: readonly Evidence[], file: LookedFile): Evidence[] {
  const { read, values, rows } = file;
  const isText = (column: number) => {
    const { letters = 0, country = 1, company = 1, unit = 1, distinct = 0 } = values[column] ?? {};
    return letters >= SHARE.kind && Math.max(country, unit) < SHARE.half && company < FIRMS && distinct > 1;
  };
  const keepZeros = (column: number) => {
    const cells = rows.flatMap((row) => row[column]?.trim() || []);
    return cells.every((cell) => cell.length === 2) && cells.some((cell) => cell.startsWith('0'));
  };
  const isNamed = (target: string) => byName.some((each) => each.target === target && each.score >= CLEAR);
  const [code] = values.flatMap(({ chapter, distinct, isNumbering }, column) => {
    if (chapter < SHARE.all || distinct < PROVED_CODES) return [];
    const words = read[column]?.concepts ?? new Set<Concept>();
    const text = [column + 1, column - 1].find(isText);
    const isOfTwo = words.has('chapter') || (words.has('hs') && read[column]?.numbers.includes(2));
    const isCalled = isOfTwo && [...words].every((word) => OF_CHAPTERS.has(word));
    // The rows' own numbers agree with the goods of a few by chance.
    const isOfTexts =
      text !== undefined &&
      !isNumbering &&
      keepZeros(column) &&
      (goodsAgree(file, column, text) ||
        (words.has('product') && follows(rows, column, text) && follows(rows, text, column)));
    return isCalled || isOfTexts ? [{ column, text }] : [];
  });
  if (code === undefined || isNamed('hs_code')) return [];
  const reason = 'its values are chapters of the HS';
  const chapters = { column: code.column, target: 'hs_code', score: SCORE.headings, nameScore: 0, reason };
  const { text } = code;
  const isOpen =
    text !== undefined &&
    [...(read[text]?.concepts ?? [])].every((word) => OF_CHAPTER_TEXTS.has(word)) &&
    !byName.some((each) => each.column === text && each.score >= CLEAR);
  const target = isNamed('product_description') ? 'hs_description' : 'product_description';
  const why = 'it stands beside the chapters that it names';
  return isOpen ? [chapters, { column: text, target, score: SCORE.headings, nameScore: 0, reason: why }] : [chapters];
}

/** What a country may be of that is not the other end of the trade. */
const OTHER_COUNTRIES = concepts(
  'departure purchase loading discharge flag vessel transport manufacturer transit delivery supplier shipper consignee importer exporter buyer bank address port shipment agent declarant notify carrier arrival holder office',
);

/** Where one column alone holds countries, they are those that is traded with, whatever it is called, unless its name says another kind of country. */
export function withOnlyCountries(evidence: readonly Evidence[], { read, values }: LookedFile): Evidence[] {
  const [only = -1, ...others] = values.flatMap(({ blank, country, distinct }, column) =>
    !blank && country >= SHARE.kind && distinct > 1 ? [column] : [],
  );
  const isPartner = (values[only]?.distinct ?? 0) >= LEAST_COUNTRIES && !saysAny(read[only], OTHER_COUNTRIES);
  const isNamedElsewhere = ({ target, column }: Evidence) =>
    evidence.some((each) => each.target === target && each.column !== column && each.nameScore >= CLEAR);
  const isProved = (each: Evidence) =>
    each.column === only &&
    each.score >= LIKELY &&
    each.score < CLEAR &&
    /^(origin|destination)_country$/.test(each.target) &&
    !isNamedElsewhere(each);
  if (others.length > 0 || !isPartner) return [...evidence];
  return evidence.map((each) =>
    isProved(each)
      ? { ...each, score: SCORE.proved, reason: `${each.reason}; it is the only column of countries` }
      : each,
  );
}

const ROWS_READ = 300;

/** Whether one column is the same wherever another is. */
function follows(rows: LookedFile['rows'], one: number, other: number): boolean {
  const seen = new Map<string, string>();
  let [again, same] = [0, 0];
  for (const row of rows.slice(0, ROWS_READ)) {
    const [is, then] = [row[one] ?? '', row[other] ?? ''];
    const before = seen.get(is);
    if (before === undefined) seen.set(is, then);
    else {
      again += 1;
      if (before === then) same += 1;
    }
  }
  return again >= ENOUGH.alone && same >= SHARE.all * again && seen.size >= ENOUGH.alone;
}

/** Whether texts name the goods of the codes beside them, far more often than those of other rows. */
function goodsAgree({ rows }: LookedFile, code: number, text: number): boolean {
  const pairs = rows.slice(0, ROWS_READ).flatMap((row) => {
    const [chapter, goods] = [(row[code] ?? '').replace(/\D/g, '').slice(0, 2), row[text]?.trim() ?? ''];
    return chapter.length === 2 && goods !== '' ? [{ chapter, goods }] : [];
  });
  const share = (shift: number) =>
    pairs.filter(({ goods }, at) => namesGoods(goods, pairs[(at + shift) % pairs.length]?.chapter ?? '')).length /
    pairs.length;
  const agreed = pairs.length === 0 ? 0 : share(0);
  return agreed >= NAMED_GOODS && agreed >= TIMES_CHANCE * Math.max(share(1), share(7));
}
