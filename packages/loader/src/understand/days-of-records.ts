import { type DateFinding, findDateFormat, looksLikeSerial } from '../recognise/date-order.js';
import type { HeaderWords } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';
import type { Suggestion } from './assign.js';
import type { ColumnValues } from './column-values.js';
import type { DateParts } from './parts-of-date.js';
import { CLEAR } from './unclear.js';

interface LookedAt {
  rows: readonly (readonly string[])[];
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
  dates: readonly (DateFinding | undefined)[];
}

/** Nearly every record has its day. */
const FULL = 0.95;
const OF_A_KIND = 0.8;

/** Days of something that goes with a declaration, and need not be its own. */
const OF_SOMETHING_ELSE: readonly Concept[] = [
  ...(['expiry', 'previous', 'certificate', 'licence', 'document', 'manifest', 'invoice', 'lading'] as const),
  ...(['payable', 'quota', 'guarantee', 'inspection', 'arrival', 'release'] as const),
];

const ONLY = { sure: 0.86, unsure: 0.6, reason: 'it is the only column of days' };

const isOfSomethingElse = (words: HeaderWords | undefined) =>
  OF_SOMETHING_ELSE.some((concept) => words?.concepts.has(concept));

/** Columns that hold a day in nearly every row, those of something else last. */
export function columnsOfDays({ rows, read, values, dates }: LookedAt): number[] {
  const days = values.flatMap(({ filled, blank }, column) => {
    const { share = 0, format } = dates[column] ?? {};
    const isDay = share >= OF_A_KIND && format !== 'excel-serial' && format !== 'YYYYMM' && format !== 'YYYY';
    return isDay && !blank && filled >= FULL * rows.length ? [column] : [];
  });
  const rank = (column: number) => 2 * Number(isOfSomethingElse(read[column])) - Number(isOfNumbered(column, read));
  return days.sort((a, b) => rank(a) - rank(b) || a - b);
}

/** Whether a day is of the paper whose number the file has: `CRF date` beside `CRF no.` */
function isOfNumbered(column: number, read: readonly HeaderWords[]): boolean {
  const own = read[column]?.unknown ?? [];
  return read.some(
    ({ concepts, unknown }, at) =>
      at !== column && concepts.has('number') && own.some((word) => unknown.includes(word)),
  );
}

/** A day whose name leaves a doubt is ahead of others that are as likely where it is of the paper that the file numbers. */
const AHEAD = 0.004;
const isOpenDay = ({ target, score, column }: Suggestion, read: readonly HeaderWords[]) =>
  target === 'record_date' && score < CLEAR && isOfNumbered(column, read);

/**
 * Where no column is clearly called the record's date, the only one of days is it, whatever else it may be called: a file of shipping bills
 * dates nothing but these.
 */
export function withOnlyDay(
  suggestions: readonly Suggestion[],
  file: LookedAt,
  parts: DateParts | undefined,
): Suggestion[] {
  const isNamed = suggestions.some(({ target, score, blank }) => target === 'record_date' && score >= CLEAR && !blank);
  const [day, ...others] = isNamed || (parts?.score ?? 0) >= CLEAR ? [] : columnsOfDays(file);
  if (day === undefined || others.length > 0)
    return suggestions.map((each) => (isOpenDay(each, file.read) ? { ...each, score: each.score + AHEAD } : each));
  // One day for all rows may be that of the list itself.
  const isUnsure = isOfSomethingElse(file.read[day]) || file.values[day]?.distinct === 1;
  const score = isUnsure ? ONLY.unsure : ONLY.sure;
  const only = { column: day, target: 'record_date', score, named: score, reason: ONLY.reason };
  return [...suggestions.filter(({ column }) => column !== day), only];
}

/** Of a column that is called a year and holds nothing else, the records' dates are the first days of these. */
export function yearsOf(words: HeaderWords | undefined, { year, filled }: ColumnValues): DateFinding | undefined {
  const isYear = words?.concepts.has('year') && !words.concepts.has('month') && filled > 0 && year === 1;
  return isYear ? { format: 'YYYY', share: 1, confidence: 1, reason: 'the values are years' } : undefined;
}

/** Values that decide the notation of dates; more say nothing new. */
const DATES_LOOKED_AT = 500;

/** Share of dates below which a column is none of dates. */
const LEAST_DATES = 0.3;

/** How the dates of a column are written; undefined where it holds none. */
export function datesOf(
  rows: readonly (readonly string[])[],
  index: number,
  values: ColumnValues,
): DateFinding | undefined {
  if (values.date < LEAST_DATES && !values.examples.some(looksLikeSerial)) return undefined;
  const step = Math.max(1, Math.floor(rows.length / DATES_LOOKED_AT));
  const cells: string[] = [];
  for (let row = 0; row < rows.length; row += step) {
    const cell = rows[row]?.[index]?.trim() ?? '';
    if (cell !== '' && /\d/.test(cell)) cells.push(cell);
  }
  return findDateFormat(cells);
}
