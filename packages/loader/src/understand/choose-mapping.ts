import {
  answerOf,
  OperatorError,
  optionOf,
  type SourceCountry,
  type TradeType,
  uncalculated,
} from '@tidewaiter/contract';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { readsEveryColumn, unreadHeaders } from '../layout/headers.js';
import { mappedPattern } from '../layout/mapped-pattern.js';
import { type LoadMapping, mappingForHeader, parseMapping, shippedMappings } from '../layout/mapping.js';
import type { FileForm, FileSection } from '../reading/form/file-form.js';
import { cellAt } from '../reading/form/raw-table.js';
import type { SheetOfColumns } from '../reading/form/types.js';
import { type RawRows, sampleRows } from '../reading/raw-rows.js';
import { readHeaders } from '../recognise/header-words.js';
import type { ChangedLayout } from './changed-layout.js';
import { whatItStandsFor } from './columns/assignment.js';
import { lookAtColumn } from './columns/column-values.js';
import { candidatesFor, MAIN_COLUMNS } from './columns/header-candidates.js';
import { CLEAR } from './columns/weights.js';
import { namedIn } from './context/trade.js';
import { isStillMoney } from './money/currencies.js';
import { findScale, type ScaleFinding } from './money/scale.js';
import {
  type Answers,
  answerColumn,
  answerTimes,
  answerValue,
  type OpenQuestion,
  readAnswers,
} from './proposal/answers.js';
import type { FirstRecord } from './proposal/load-preview.js';
import type { ProposedMapping } from './proposal/proposed-mapping.js';
import { askAboutBlocks, findBlocks, proposeFillDown } from './rows/fill-down.js';
import {
  areTotalsOpen,
  askAboutTotals,
  findTotalRows,
  hasTotals,
  type TotalRows,
  totalsInWords,
  withoutTotalRows,
  withoutTotals,
} from './rows/total-rows.js';
import { type FileSample, type Understanding, type UnderstoodColumn, understandFile } from './understand-file.js';

/** What a mapping that was written by somebody makes of a file's columns. */
function describeMapping(
  mapping: LoadMapping,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): UnderstoodColumn[] {
  const { columns } = mapping;
  const key = namesIn(mapping.naturalKey);
  const fills = Object.entries(columns).map(([target, source]) => ({ target, names: namesIn(source) }));
  return header.map((name, column) => {
    const targets = fills.flatMap(({ target, names }) => (names.some((says) => says(name)) ? [target] : []));
    const inKey = key.some((says) => says(name)) ? 'part of what names a row' : '';
    const reason = targets.length > 0 || inKey === '' ? `the mapping ${mapping.name} says so` : inKey;
    const target = targets.length === 0 ? null : targets.join(', ');
    return { header: name, target, confidence: 1, reason, examples: lookAtColumn(rows, column).examples };
  });
}

/** The parts of a source that name columns of the file. */
const NAMING = new Set(['from', 'year', 'month', 'day', 'anyOf']);

/** Tests for the columns that a source names: by their headers, one of several, or by a pattern. */
function namesIn(source: unknown): ((header: string) => boolean)[] {
  if (typeof source === 'string') return [(header) => header === source];
  if (Array.isArray(source)) return source.flatMap(namesIn);
  if (typeof source !== 'object' || source === null) return [];
  if ('pattern' in source && typeof source.pattern === 'string') {
    const pattern = mappedPattern(source.pattern);
    return [(header) => pattern.test(header)];
  }
  return Object.entries(source).flatMap(([name, value]) => (NAMING.has(name) ? namesIn(value) : []));
}

/** Rows that a file is understood from, so many below each other that they show what the items of a declaration share. */
const SAMPLE = 2000;
const RUN = 4;

/** What is known of a file before it is loaded. */
export type UnderstoodFile = {
  file: string;
  form: FileForm;
  rows: number;
  /** Empty where nobody looks at them. */
  columns: UnderstoodColumn[];
  /** What was found out; null where a mapping says it. */
  findings: Pick<Understanding, 'trade' | 'country' | 'dates' | 'numbers'> | null;
  /** Why the mapping is not used before somebody has looked at it; empty when it is used. */
  unclear: string[];
  /** The same as questions, each with what may be answered in one line. */
  questions: OpenQuestion[];
  /** What looks wrong in it, where a mapping that somebody made is asked nothing: told before it is published. */
  doubts?: readonly string[];
  /** The lines of rows that are the sum of their block, which the mapping leaves out. */
  subtotals?: readonly number[];
  /** How it differs from the saved mapping that it follows otherwise. */
  changed?: ChangedLayout;
  /** Its first rows and what becomes of them, where somebody looks at it. */
  first?: readonly FirstRecord[];
} & Chosen;

/** Whose mapping it is: named by the operator, shipped for this very header, or understood from the file. */
type Chosen =
  | { origin: 'given' | 'shipped' | 'learned'; mapping: LoadMapping }
  | { origin: 'understood'; mapping: ProposedMapping };

interface MappingRequest {
  /** What it is called. */
  file: string;
  trade?: TradeType | undefined;
  country?: string | undefined;
  mapping: LoadMapping | undefined;
  form: FileSection | undefined;
  /** What the operator says of single columns and of the notation, as the command takes it. */
  set?: readonly string[] | undefined;
  /** The countries that it may be from. */
  sources: readonly SourceCountry[];
  /** How files with this header were read that the operator had remembered, the latest first. */
  learned: readonly LoadMapping[];
  /** Somebody looks at the columns, whoever's the mapping is. */
  describe: boolean;
}

/** Finds the mapping of a file: the operator's, the one that ships for its header, the one of an earlier load, or the one that is understood from it. */
export async function chooseMapping(
  engine: RecordEngine,
  raw: RawRows,
  request: MappingRequest,
): Promise<UnderstoodFile> {
  const { header } = raw;
  const { set = [] } = request;
  const shipped = await shippedMappings();
  const ready = request.mapping ?? mappingForHeader(shipped, header);
  if (ready && set.length > 0) {
    throw new OperatorError(`The mapping ${ready.name} says what the file's columns are: leave --set out, or edit it.`);
  }
  if (ready) return followReady(engine, raw, request, ready);
  const sample: FileSample & { answers: Answers } = {
    rows: withoutCodes(await sampleRows(raw, SAMPLE, RUN), header, request.form?.codes ?? {}),
    ...{ header, fileName: request.file, typed: raw.typed, titles: raw.titles, answers: readAnswers(set, header) },
    ...{ tradeType: request.trade, country: request.country, sources: request.sources },
  };
  const { totals, understood } = await understoodWithoutTotals(engine, raw, sample);
  const empty = await emptyColumns(engine, raw, understood.columns);
  const learned =
    set.length === 0 && empty.length === 0 ? await followLearned(engine, raw, request, sample, understood) : undefined;
  return learned ?? proposeUnderstood(engine, raw, request, { sample, totals, understood, empty, shipped });
}

/** What is told of a file whose mapping says everything: nothing is asked. */
const followed = <Origin extends 'given' | 'shipped' | 'learned'>(
  { header, form, rows: count }: RawRows,
  { file, describe }: MappingRequest,
  { origin, mapping }: { origin: Origin; mapping: LoadMapping },
  rows: FileSample['rows'],
  totals: TotalRows,
) => ({
  ...{ file, form, rows: count, origin, mapping, findings: null, unclear: [], questions: [] },
  columns: describe ? describeMapping(mapping, header, rows) : [],
  ...dropping(mapping, totals),
});

/** A mapping that somebody made asks nothing; what looks wrong beside it is a doubt. */
async function followReady(
  engine: RecordEngine,
  raw: RawRows,
  request: MappingRequest,
  ready: LoadMapping,
): Promise<UnderstoodFile> {
  const rows = await sampleRows(raw, SAMPLE, RUN);
  const mapping = { ...ready, file: { ...ready.file, ...request.form } };
  const totals = await findTotalRows(engine, raw, mapping, rows);
  const isSettled = mapping.subtotals === 'as-written' || (mapping.subtotals && !totals.subtotals?.isCut);
  const doubts = [
    ...totalsInWords(isSettled ? { ...totals, subtotals: undefined } : totals).map(
      ({ text, mapping: setting }) => `${text}; ${setting}`,
    ),
    ...uncalculatedIn(raw, readBy(ready, raw.header)).map(({ text }) => text),
  ];
  const origin = request.mapping ? 'given' : 'shipped';
  return { ...followed(raw, request, { origin, mapping }, rows, totals), doubts };
}

/** The mapping of an earlier load with this header, where nothing in the file speaks against it; totals that the other file did not have do. */
async function followLearned(
  engine: RecordEngine,
  raw: RawRows,
  request: MappingRequest,
  sample: FileSample,
  understood: Understanding,
): Promise<UnderstoodFile | undefined> {
  const mapping = request.learned.find((each) => agrees(each, understood) && holdsTheSame(each, sample));
  if (!mapping || uncalculatedIn(raw, readBy(mapping, raw.header)).length > 0) return undefined;
  const totals = await findTotalRows(engine, raw, mapping, sample.rows);
  const { marked, subtotals } = totals;
  if (marked.length > 0 || (subtotals && (!mapping.subtotals || subtotals.isCut))) return undefined;
  return followed(raw, request, { origin: 'learned', mapping }, sample.rows, totals);
}

/** What is understood from the file, completed by what all of its rows show, with everything that is open. */
async function proposeUnderstood(
  engine: RecordEngine,
  raw: RawRows,
  request: MappingRequest,
  {
    sample: { header, rows, answers },
    totals,
    understood,
    empty,
    shipped,
  }: {
    sample: FileSample & { answers: Answers };
    totals: TotalRows;
    understood: Understanding;
    empty: readonly UnderstoodColumn[];
    shipped: readonly LoadMapping[];
  },
): Promise<UnderstoodFile> {
  const { mapping, columns, questions: open, trade, country, dates, numbers } = understood;
  const naturalKey = await keptKey(engine, raw, mapping.naturalKey);
  const blocks = await findBlocks(engine, raw, mapping, rows);
  const scale = await findScale(engine, { mapping, header, rows, notes: raw.notes }, answers);
  const scaled = applyScale(scale, mapping, open);
  const dropped = withoutTotals(totals, mapping.leaveOut ?? [], answers);
  const used = new Set(columns.flatMap(({ header: name, target }) => (target === null ? [] : [name])));
  // What the columns are called changes all else that would be asked.
  const layouts = [...whichSheet(raw, request.trade), ...whichLayout(raw)];
  const others = () => [
    ...whichEncoding(raw),
    ...uncalculatedIn(raw, (name) => used.has(name)),
    ...empty.filter(({ header: name }) => !answers.columns.has(name)).map(askAboutEmpty),
    ...(scale.question ? [scale.question] : []),
    ...(areTotalsOpen(totals, answers) ? [askAboutTotals(totals)] : []),
    ...(blocks && answers.notation.blocks === undefined ? [askAboutBlocks(blocks, header)] : []),
    ...scaled,
    ...(request.form?.header ? [] : [...withoutHeader(raw.form, columns, answers), ...shippedFor(raw, shipped)]),
  ];
  const questions = layouts.length > 0 ? layouts : others();
  return {
    ...{ file: request.file, form: raw.form, rows: raw.rows, origin: 'understood' },
    mapping: {
      ...mapping,
      ...dropped,
      ...(request.form && Object.keys(request.form).length > 0 && { file: request.form }),
      naturalKey,
      ...(blocks && { fillDown: proposeFillDown(blocks, header, answers) }),
    },
    columns,
    findings: { trade, country, dates, numbers },
    ...dropping(dropped, totals),
    unclear: [
      ...[...questions, ...uncalculatedIn(raw, (name) => !used.has(name))].map(({ text }) => text),
      ...layoutTaken(raw),
    ],
    questions,
  };
}

/** Enters what one of an amount is into the mapping and into the answers that take its column; what is asked of the scale settles what it is, too. */
function applyScale(
  { times, question: ofScale }: ScaleFinding,
  { columns }: ProposedMapping,
  open: readonly OpenQuestion[],
): OpenQuestion[] {
  const scaled = new Map<string, string>();
  for (const [target, one] of Object.entries(times)) {
    const source = columns[target];
    Object.assign(source ?? {}, { times: one });
    if (source && 'from' in source && typeof source.from === 'string')
      scaled.set(answerColumn(source.from, target), answerTimes(source.from, target, one));
  }
  const settled = ofScale && optionOf(ofScale.answers[0] ?? '').text.replace(/\*\d+$/, '');
  return open
    .map((question) => ({ ...question, answers: question.answers.map((answer) => scaled.get(answer) ?? answer) }))
    .filter(({ answers: [first] }) => first === undefined || optionOf(first).text !== settled);
}

/** The lines that a mapping leaves out. */
const dropping = ({ subtotals }: Pick<LoadMapping, 'subtotals'>, totals: TotalRows) =>
  subtotals === 'leave-out' && totals.subtotals ? { subtotals: totals.subtotals.lines } : {};

/** Whether nothing that is clear of a file speaks against how another with its header was read. */
function agrees(
  { trade, country, dateFormat, timeZone, decimalPoint }: LoadMapping,
  findings: NonNullable<UnderstoodFile['findings']>,
): boolean {
  // A named zone is what somebody said.
  const isZone = (zone: string | undefined) =>
    zone === undefined || zone === timeZone || (timeZone?.includes('/') ?? false);
  const isClear = ({ confidence }: { confidence: number }) => confidence >= CLEAR;
  return (
    (trade === findings.trade.trade || !isClear(findings.trade)) &&
    (country === findings.country.country || !isClear(findings.country)) &&
    (!findings.dates ||
      !isClear(findings.dates) ||
      (dateFormat === findings.dates.format && isZone(findings.dates.timeZone))) &&
    (decimalPoint === findings.numbers.decimalPoint ||
      !isClear(findings.numbers) ||
      findings.numbers.decimalPoint === '.')
  );
}

/** Whether a file's rows need nothing that the other's did not: rows of the other direction left out, zeros of HS codes restored, the money of other days. */
function holdsTheSame(learned: LoadMapping, sample: FileSample): boolean {
  const country = typeof learned.country === 'string' ? learned.country : undefined;
  const { mapping, money } = understandFile({ ...sample, tradeType: learned.trade, country });
  if (!isStillMoney(learned.columns, country, money)) return false;
  // It may leave out totals beside the rows of the other direction.
  const drops = new Set(learned.leaveOut.map((each) => JSON.stringify(each)));
  return (
    (mapping.leaveOut ?? []).every((each) => drops.has(JSON.stringify(each))) &&
    (mapping.hsDigits === undefined || mapping.hsDigits === learned.hsDigits)
  );
}

/** What a file is, by its rows but those that are the sum of others: beside them amounts look like those of whole declarations. */
async function understoodWithoutTotals(
  engine: RecordEngine,
  raw: RawRows,
  sample: FileSample & { answers: Answers },
): Promise<{ totals: TotalRows; understood: Understanding }> {
  const first = understandFile(sample);
  const totals = await findTotalRows(engine, raw, first.mapping, sample.rows);
  if (totals.marked.length === 0 || sample.answers.notation.totals === 'as-written')
    return { totals, understood: first };
  const understood = understandFile({ ...sample, rows: withoutTotalRows(sample, totals) });
  // Another amount may be the one that is summed up.
  const again = await findTotalRows(engine, raw, understood.mapping, sample.rows);
  return { totals: hasTotals(again) ? again : totals, understood };
}

function readBy(mapping: LoadMapping, header: readonly string[]): (name: string) => boolean {
  const unread = new Set(unreadHeaders(mapping, header));
  return (name) => !unread.has(name);
}

/** Columns whose formulas were never calculated: what they would be is in no cell. */
function uncalculatedIn(
  { header, uncalculated: counts }: RawRows,
  isWanted: (name: string) => boolean,
): OpenQuestion[] {
  return header.flatMap((name, at) => {
    const cells = counts[at] ?? 0;
    if (cells === 0 || !isWanted(name)) return [];
    const text = `${uncalculated(cells, `"${name}"`)}: open the file in a spreadsheet, save it and load it again`;
    return [{ text, answers: [answerColumn(name, null)], mustBeAnswered: true }];
  });
}

/** Columns that records rest on by their names and that hold nothing in the whole file. */
async function emptyColumns(
  engine: RecordEngine,
  { header, table }: RawRows,
  columns: readonly UnderstoodColumn[],
): Promise<UnderstoodColumn[]> {
  const some = columns.filter(({ target, examples }) => MAIN_COLUMNS.has(target ?? '') && examples.length === 0);
  if (some.length === 0) return [];
  const [filled = []] = await engine.query({
    name: 'raw.empty',
    sql: `SELECT ${some.map(({ header: name }) => `countIf(trim(${cellAt(header.indexOf(name) + 1)}) != '')`).join(', ')} FROM ${table}`,
    row: z.array(z.coerce.number()),
    lane: 'load',
  });
  return some.filter((_, at) => filled[at] === 0);
}

const askAboutEmpty = ({ header, target }: UnderstoodColumn): OpenQuestion => ({
  text: `"${header}" is ${target} by its name, and empty in the whole file: was it filled before it was sent?`,
  answers: [answerColumn(header, null), answerColumn(header, target)],
});

/** Text that another encoding reads otherwise, where its letters do not tell which is right. */
function whichEncoding({ doubt }: RawRows): OpenQuestion[] {
  if (doubt?.rival === undefined) return [];
  const { encoding, words, rival } = doubt;
  const at = words.findIndex((word, index) => word !== rival.words[index]);
  return [
    {
      text: `which encoding is the text in? ${encoding} reads "${words[at]}", ${rival.encoding} reads "${rival.words[at]}"`,
      answers: [encoding, rival.encoding].map((name) => `--encoding ${name}`),
    },
  ];
}

/** Rows with the text that codes stand for, as the records will have it. */
function withoutCodes(
  rows: readonly string[][],
  header: readonly string[],
  codes: NonNullable<FileSection['codes']>,
): string[][] {
  const of = header.map((name) => codes[name]);
  return rows.map((row) => row.map((cell, at) => of[at]?.[cell.trim()] ?? cell));
}

/** Main columns that the headers of a sheet of records name at least. */
const LEAST_NAMED = 3;
/** Columns of a sheet that a question names. */
const TOLD_COLUMNS = 6;

function holdsRecords({ columns }: SheetOfColumns, trade: TradeType): boolean {
  const context = { trade, country: undefined, currency: undefined };
  const targets = readHeaders(columns).flatMap((words) => {
    const [best] = candidatesFor(words, context);
    const target = best && best.score >= CLEAR ? whatItStandsFor(best.target) : undefined;
    return target !== undefined && MAIN_COLUMNS.has(target) ? [target] : [];
  });
  return new Set(targets).size >= LEAST_NAMED;
}

/** A workbook in which other sheets hold records than the one that was read, which may be a list of contents. */
function whichSheet({ form: { sheet: read }, header, otherTables = [] }: RawRows, trade?: TradeType): OpenQuestion[] {
  if (read === null) return [];
  const isOther = ({ sheet }: SheetOfColumns) =>
    namedIn(sheet).some((sheetTrade) => trade !== undefined && sheetTrade !== trade);
  // One table at several levels, or a month on each sheet.
  const isLike = ({ sheet, columns }: SheetOfColumns) => sheet !== read && String(columns) === String(header);
  const isOfSeveral = otherTables.some(isLike);
  const tables = [{ sheet: read, columns: header }, ...otherTables].filter(
    (table) =>
      (holdsRecords(table, trade ?? 'IMPORT') || isLike(table) || (isOfSeveral && table.sheet === read)) &&
      !isOther(table),
  );
  if (tables.every(({ sheet }) => sheet === read)) return [];
  const held = ({ sheet, columns }: SheetOfColumns) =>
    `"${sheet}" (${columns.slice(0, TOLD_COLUMNS).join(', ')}${columns.length > TOLD_COLUMNS ? ' …' : ''})`;
  return [
    {
      text: `which sheet holds the records: ${tables.map(held).join(' or ')}?`,
      answers: tables.map(({ sheet }) => answerOf('sheet', sheet)),
      mustBeAnswered: true,
    },
  ];
}

/** Files without a header that several layouts fit. */
function whichLayout({ layouts }: RawRows): OpenQuestion[] {
  if (layouts.length < 2) return [];
  const text = `it has no header, and more than one layout fits it: ${layouts.map(({ title }) => title).join('; ')}`;
  return [{ text, answers: layouts.map(({ name }) => `--layout ${name}`), mustBeAnswered: true }];
}

/** Told, since nobody said it. */
const layoutTaken = ({ layouts: [layout, ...others] }: RawRows) =>
  layout && others.length === 0 ? [`its columns are named by the layout ${layout.name} (${layout.title})`] : [];

/** What a record cannot be without. */
const LEAST = [['record_date'], ['hs_code', 'product_description']];

/** Names that nobody gave are in no dictionary: what the values say is proposed as a whole, where it makes records. */
function withoutHeader(
  { format, headerRow }: FileForm,
  columns: readonly UnderstoodColumn[],
  { notation }: Answers,
): OpenQuestion[] {
  if (headerRow > 0 || (format !== 'csv' && format !== 'xlsx')) return [];
  const read = columns.filter(({ target }) => target !== null);
  const isEnough = LEAST.every((some) => read.some(({ target }) => some.includes(target ?? '')));
  if (isEnough && notation.header === 'by-values') return [];
  const by = isEnough
    ? `, or take it as its values look: ${read.map(({ header, target }) => `"${header}" as ${target}`).join(', ')}`
    : '';
  return [
    {
      text: `it has no header: say what its columns are in a layout, or in a mapping, where they are "column 1", "column 2" …${by}`,
      answers: isEnough ? [answerValue('header', 'by-values')] : [],
      mustBeAnswered: !isEnough,
    },
  ];
}

/** Mappings that are taken only where they are named: of files without a header, and of those that others are joined to. */
function shippedFor({ header, form }: RawRows, shipped: readonly LoadMapping[]): OpenQuestion[] {
  const fits = (mapping: LoadMapping) => {
    const names = mapping.file.header;
    if (names && form.headerRow === 0) return names.length === header.length;
    return mapping.join.length > 0 && readsEveryColumn(mapping, header);
  };
  return shipped.filter(fits).map(({ name, title }) => ({
    text: `is it of ${title}? Its mapping ships with the product`,
    answers: [`--mapping ${name}`],
    mustBeAnswered: true,
  }));
}

/** The mapping that a load uses. */
export function usableMapping({ origin, mapping, file }: UnderstoodFile): LoadMapping {
  return origin === 'understood' ? parseMapping(JSON.stringify(mapping), `understood from ${file}`) : mapping;
}

/** A key that no two rows of the whole file share, as no two of the sample do; otherwise none. */
async function keptKey(engine: RecordEngine, raw: RawRows, key: string[]): Promise<string[]> {
  if (key.length === 0) return [];
  const cells = key.map((header) => cellAt(raw.header.indexOf(header) + 1));
  const [row] = await engine.query({
    name: 'raw.key',
    sql: `SELECT uniqExact(${cells.join(', ')}) = count() FROM ${raw.table} WHERE NOT has([${cells.join(', ')}], ${quote('')})`,
    row: z.tuple([z.coerce.number()]),
    lane: 'load',
  });
  return row?.[0] === 1 ? key : [];
}

const CURRENCY = /^--set currency=([A-Z]{3})$/;

/** The column whose currency nothing names, where that is asked. */
export function valueWithoutCurrency(questions: readonly OpenQuestion[], mapping: ProposedMapping): string | undefined {
  const isAsked = questions.some(
    ({ answers }) => answers.length > 0 && answers.every((answer) => CURRENCY.test(answer)),
  );
  const value = mapping.columns.total_value;
  return isAsked && value && 'from' in value && typeof value.from === 'string' ? value.from : undefined;
}
