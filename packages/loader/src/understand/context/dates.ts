/** Which columns are the day of the records, how it is written, and whose days they are. */
import { countryByCode } from '@tidewaiter/contract';
import { zoneOffset } from '../../layout/date-format.js';
import { type DateFinding, findDateFormat, looksLikeSerial } from '../../recognise/date-order.js';
import { FISCAL_YEAR, NEPALI_YEARS } from '../../recognise/date-shapes.js';
import type { HeaderWords } from '../../recognise/header-words.js';
import { monthKey, monthNames } from '../../recognise/month-names.js';
import { readTable } from '../../recognise/tables.js';
import type { Concept } from '../../recognise/vocabulary.js';
import type { Assignment, Evidence } from '../columns/assignment.js';
import type { ColumnValues } from '../columns/column-values.js';
import type { LookedFile } from '../columns/evidence.js';
import { candidatesFor, concepts, saysAny } from '../columns/header-candidates.js';
import { CLEAR, CLOSE, LIKELY, MANY_DAYS, SCORE, SHARE } from '../columns/weights.js';
import { type Answers, AS_WAS_SAID, answerColumn, type OpenQuestion } from '../proposal/answers.js';
import type { CountryFinding } from './country.js';

/** Days of something that goes with a declaration, and need not be its own. */
const OF_SOMETHING_ELSE = concepts(
  'expiry previous certificate licence document manifest invoice lading houselading payable quota guarantee inspection arrival release',
);

/** Columns that hold a day in nearly every row, those of something else last. */
export function columnsOfDays({ rows, read, values, dates }: LookedFile): number[] {
  const days = values.flatMap(({ filled, blank }, column) => {
    const { share = 0, format = '' } = dates[column] ?? {};
    const isDay = share >= SHARE.kind && !/^(excel-serial|YYYYMM|YYYY)$/.test(format);
    return isDay && !blank && filled >= SHARE.all * rows.length ? [column] : [];
  });
  const rank = (column: number) => Number(saysAny(read[column], OF_SOMETHING_ELSE));
  return days.sort((a, b) => rank(a) - rank(b) || a - b);
}

/**
 * Where no column is clearly called the record's date, the only one of days is it, whatever else it may be called: a file of shipping bills
 * dates nothing but these.
 */
export function withOnlyDay(evidence: readonly Evidence[], file: LookedFile, parts: DateParts | undefined): Evidence[] {
  const isNamed = evidence.some(({ target, score, blank }) => target === 'record_date' && score >= CLEAR && !blank);
  const [day, ...others] = isNamed || (parts?.score ?? 0) >= CLEAR ? [] : columnsOfDays(file);
  if (day === undefined || others.length > 0) return [...evidence];
  // One day for all rows may be that of the list itself.
  const isUnsure = saysAny(file.read[day], OF_SOMETHING_ELSE) || file.values[day]?.distinct === 1;
  const score = isUnsure ? SCORE.kind : SCORE.onlyDay;
  const only = { column: day, target: 'record_date', score, nameScore: score, reason: 'it is the only column of days' };
  return [...evidence.filter(({ column }) => column !== day), only];
}

/** Values that decide the notation of dates; more say nothing new. */
const DATES_LOOKED_AT = 500;

/** How the dates of a column are written, or its years where it is called one; undefined where it holds none. */
export function findDates(
  rows: LookedFile['rows'],
  column: number,
  { date, examples, year, filled, distinct }: ColumnValues,
  words: HeaderWords | undefined,
  country: string | undefined,
): DateFinding | undefined {
  const fiscal = fiscalYears(
    rows.flatMap((row) => row[column]?.trim() || []),
    distinct,
    country,
  );
  if (fiscal) return fiscal;
  if (date >= SHARE.some || examples.some(looksLikeSerial)) {
    const step = Math.max(1, Math.floor(rows.length / DATES_LOOKED_AT));
    const cells = rows.flatMap((row, at) => (at % step === 0 ? [row[column]?.trim() ?? ''] : []));
    const finding = findDateFormat(cells.filter((cell) => /\d/.test(cell)));
    if (finding) return finding;
  }
  // Quarters are no other numbers, as years may be; a date that is called nothing else may be a year.
  const [only, other] = [...(words?.concepts ?? [])];
  const isDate = other === undefined && (only === 'date' || only === 'period') && words?.unknown.length === 0;
  const isNamed = isDate || (words?.concepts.has('year') && !words.concepts.has('month'));
  const isYear = (isNamed || examples.some((text) => /[QT][1-4]$/.test(text))) && filled > 0 && year >= SHARE.kind;
  return isYear ? { format: 'YYYY', share: year, confidence: year, reason: 'the values are years' } : undefined;
}

const FISCAL_STARTS: ReadonlyMap<string, string> = new Map(
  readTable('fiscal-years.tsv', ['month', 'countries']).flatMap(({ month, countries }) =>
    countries.split(' ').map((iso2) => [iso2, month] as const),
  ),
);

const TITLED_YEAR = /(?<!\d)((?:19|20)\d{2})(?: ?[-/] ?(\d{2}|\d{4}))?(?!\d)/gu;

/** The month, the year or the first month of the fiscal year that the titles of a table name alone, as an answer says it. */
export function periodOfTitles(titles: readonly string[]): string | undefined {
  const text = titles.join('\n');
  const [titledYear, ...others] = new Set([...text.matchAll(TITLED_YEAR)].map(([whole]) => whole));
  if (titledYear === undefined || others.length > 0) return undefined;
  const [year = '', next] = titledYear.split(/[-/]/).map((part) => part.trim());
  const isFiscal = next !== undefined && (Number(year) + 1) % 100 === Number(next) % 100;
  const months = [...text.matchAll(/\p{L}[\p{L}\p{M}]+/gu)].flatMap(([word]) => monthNames().get(monthKey(word)) ?? []);
  const [month] = months;
  if (next !== undefined && !isFiscal) return undefined;
  if (month === undefined || (months.length > 1 && !isFiscal)) return isFiscal || months.length > 2 ? undefined : year;
  return `${year}-${String(month).padStart(2, '0')}`;
}

const OF_TWO_YEARS = new RegExp(FISCAL_YEAR);

/** Years of two parts, of which the second is the next: they begin where the country's fiscal years do. */
function fiscalYears(cells: readonly string[], distinct: number, country: string | undefined): DateFinding | undefined {
  const years = cells.map((cell) => OF_TWO_YEARS.exec(cell)?.slice(1).map(Number) ?? []);
  const areNext = years.every(([year = 0, next = 0]) => (year + 1) % 100 === next % 100);
  // One alone may be the last month of its year.
  const isOpen = distinct === 1 && years.some(([, next = 0]) => next <= 12);
  const [first] = years[0] ?? [];
  if (first === undefined || !areNext || isOpen) return undefined;
  const begins = FISCAL_STARTS.get(countryByCode(country ?? '')?.iso2 ?? '');
  const reason = `the values are fiscal years, as ${cells[0]}`;
  if (first >= NEPALI_YEARS[0]) return { format: 'FYVVVV', share: 1, confidence: 1, reason };
  return begins === undefined
    ? { format: 'FY07', share: 1, confidence: LIKELY, reason: `${reason}: in which month do they begin?` }
    : { format: `FY${begins}`, share: 1, confidence: 1, reason };
}

/** The columns of a year, of a month and, where there is one, of a day that make a date together. */
export interface DateParts {
  year: number;
  month: number;
  day?: number | undefined;
  /** How likely their names make it the record's date. */
  score: number;
  /** What they leave open. */
  question?: OpenQuestion | undefined;
}

const PARTS = ['year', 'month', 'date'] as const;
type Part = (typeof PARTS)[number];

export const columnsOfParts = ({ year, month, day }: DateParts): number[] => [
  ...[year, month],
  ...(day === undefined ? [] : [day]),
];

/** Which part of a date a name says, and of which date: what else it says. */
function readPart({ concepts: words, unknown }: HeaderWords): { part: Part; of: string } | undefined {
  const [part] = PARTS.filter((each) => words.has(each));
  if (part === undefined || (words.has('year') && words.has('month'))) return undefined;
  const others = [...words].filter((word) => !PARTS.some((each) => each === word)).sort();
  return { part, of: [...others, ...unknown].join(' ') };
}

const filledCells = ({ rows }: Pick<LookedFile, 'rows'>, column: number) =>
  rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '');
const are = (cells: readonly string[], is: (cell: string) => boolean) =>
  cells.filter(is).length >= SHARE.all * cells.length;
const isUpTo = (most: number) => (cell: string) =>
  /^\d{1,2}(\.0+)?$/.test(cell) && Number(cell) >= 1 && Number(cell) <= most;
const isMonth = (cell: string) => isUpTo(12)(cell) || monthNames().has(monthKey(cell));
const isDay = isUpTo(31);

/** All dates that names say in parts: a year and a month of the same, and its day; as likely as the name of the same date in one column. */
function groupParts(file: LookedFile, answers: Answers): DateParts[] {
  const groups = new Map<string, Record<Part, number[]>>();
  for (const [column, words] of file.read.entries()) {
    const namedPart = readPart(words);
    const answer = answers.columns.get(file.header[column] ?? '');
    if (namedPart === undefined || (answer !== undefined && answer !== 'record_date')) continue;
    const group = groups.get(namedPart.of) ?? { year: [], month: [], date: [] };
    group[namedPart.part].push(column);
    groups.set(namedPart.of, group);
  }
  const scoreOf = (words: HeaderWords): number => {
    const otherWords = new Set<Concept>([...words.concepts].filter((word) => !PARTS.some((each) => each === word)));
    const candidates = candidatesFor({ ...words, concepts: otherWords.add('date') }, file.context);
    return candidates.find(({ target }) => target === 'record_date')?.score ?? 0;
  };
  return [...groups.values()].flatMap(({ year, month, date }) => {
    // A whole date may be called as the day of another is.
    const days = date.filter((column) => are(filledCells(file, column), (cell) => /^\d{1,3}(\.0+)?$/.test(cell)));
    return year.flatMap((column, at): DateParts[] => {
      const [beside, words] = [month[at], file.read[column]];
      const score = words === undefined ? 0 : scoreOf(words);
      return beside === undefined || score === 0 ? [] : [{ year: column, month: beside, day: days[at], score }];
    });
  });
}

/** What the values of a date's parts make of it, and what that leaves open. */
function judged({ year, month, day, score }: DateParts, file: LookedFile): DateParts {
  const [months, days] = [filledCells(file, month), day === undefined ? [] : filledCells(file, day)];
  if (day === undefined || days.every((cell) => Number(cell) === 0)) return { year, month, score };
  const quoted = (column: number) => `"${file.header[column]}"`;
  const is = (column: number, target: string | null = 'record_date') => answerColumn(file.header[column] ?? '', target);
  if (!are(months, isMonth) && are(months, isDay) && are(days, isMonth)) {
    const text = `${quoted(month)} holds days, as ${months.find((cell) => !isMonth(cell))}, and ${quoted(day)} may be the month`;
    return { year, month: day, day: month, score, question: { text, answers: [is(month), is(month, null)] } };
  }
  if (!are(days, isDay)) {
    const text = `${quoted(day)} is called a day and holds none of a month, as ${days.find((cell) => !isDay(cell))}: without it each date is the first of its month`;
    return { year, month, score, question: { text, answers: [is(day, null)] } };
  }
  const [inMonth, inDay] = [new Set(months).size, new Set(days).size];
  // The first of each month stands for it.
  const isStamp = days.every((cell) => Number(cell) === 1);
  if (isStamp || !are(days, isMonth) || inMonth < MANY_DAYS || inDay * 4 > inMonth) return { year, month, day, score };
  const text = `${quoted(day)} hardly changes and ${quoted(month)} does: either may be the day of the date`;
  return { year, month, day, score, question: { text, answers: [is(day), is(month)] } };
}

/** The date that a file has in parts, as the likeliest of its names or as the operator says; what they leave open is a question. */
export function partsOfDate(file: LookedFile, answers: Answers): DateParts | undefined {
  const groups = groupParts(file, answers).sort((a, b) => b.score - a.score || a.year - b.year);
  const [best] = groups;
  if (best === undefined) return undefined;
  const saidDay = [...answers.columns].find(([, target]) => target === 'record_date')?.[0];
  if (saidDay !== undefined) {
    const column = file.header.indexOf(saidDay);
    const own = groups.find((group) => columnsOfParts(group).includes(column));
    // The other of the two is then the month.
    if (own?.month === column && own.day !== undefined) return { ...own, month: own.day, day: own.month };
    if (own) return own;
    if (column >= 0 && best.day === undefined && are(filledCells(file, column), isDay)) return { ...best, day: column };
  }
  const parts = judged(best, file);
  const last = (group: DateParts) => group.day ?? group.month;
  const nameOf = (column: number) => file.header[column] ?? '';
  const close = groups.filter(({ score }) => best.score - score < CLOSE.names).map(last);
  if (close.length > 1) {
    const text = `which of the days is the record's: ${close.map((column) => `"${nameOf(column)}"`).join(' or ')}? no name says so`;
    const answers = close.map((column) => answerColumn(nameOf(column), 'record_date'));
    return { ...parts, question: { text, answers } };
  }
  if (parts.question || best.score >= CLEAR) return parts;
  const names = columnsOfParts(parts).map((column) => `"${nameOf(column)}"`);
  const text = `${names.join(', ')} may be the parts of the date: their names say so in part`;
  return {
    ...parts,
    question: { text, answers: ['record_date', null].map((target) => answerColumn(nameOf(last(best)), target)) },
  };
}

/** Days apart from the months of the records' dates, which are then the first of these. */
export function daysLeftOut(file: LookedFile, format: string | undefined, answers: Answers): OpenQuestion | undefined {
  if (format === undefined || /DD|ISO|serial/.test(format)) return undefined;
  const day = file.read.findIndex(({ concepts: words, unknown }, column) => {
    const cells = filledCells(file, column);
    const isNamed = words.size === 1 && words.has('date') && unknown.length === 0;
    return isNamed && cells.length > 0 && are(cells, isDay) && !answers.columns.has(file.header[column] ?? '');
  });
  if (day < 0) return undefined;
  const name = file.header[day] ?? '';
  const text = `"${name}" holds days beside the months of the dates: without it each date is the first of its month`;
  return { text, answers: [answerColumn(name, null)] };
}

/** What is known of the records' dates. */
export interface RecordDates {
  /** Parts that are the date, where no column is a whole one, or a whole one is less likely that of the record. */
  parts: DateParts | undefined;
  /** The column of the records' day; of several that may be, what is registered first. */
  day: number | undefined;
  /** Columns of days where none is the record's; undefined where one is. */
  open: readonly number[] | undefined;
  /** How they are written, and the same with what that leaves in doubt. */
  finding: DateFinding | undefined;
  doubted: DateFinding | undefined;
}

/** Whether parts are the date, rather than the column that was chosen. */
export function isInParts(parts: DateParts | undefined, { chosen }: Assignment): boolean {
  const [whole] = chosen.get('record_date') ?? [];
  if (parts === undefined || whole === undefined) return parts !== undefined;
  return columnsOfParts(parts).includes(whole.column) || (parts.day !== undefined && parts.score > whole.score);
}

/** The dates of the records: those of the column that was chosen, in the country's zone or as the operator says, doubtful where their years may be of another calendar. */
export function recordDates(
  file: LookedFile,
  parts: DateParts | undefined,
  { chosen }: Assignment,
  { answers, country }: { answers: Answers; country: CountryFinding },
): RecordDates {
  const [date] = chosen.get('record_date') ?? [];
  const isKnown = answers.constants.has('record_date') || parts !== undefined || date !== undefined;
  const open = isKnown ? undefined : columnsOfDays(file);
  const day = date?.column ?? open?.[0];
  const ownFormat = saidFormat(
    inCountryZone(day === undefined ? undefined : ofNepal(file.dates[day], filledCells(file, day), country), country),
    answers,
  );
  const whole: DateFinding | undefined = parts
    ? {
        ...{ share: 1, confidence: 1, reason: 'the parts of a date' },
        format: parts.day === undefined ? 'YYYY-MM' : 'YYYY-MM-DD',
      }
    : ownFormat;
  const column = parts?.year ?? day;
  const isOfEra = !whole?.format.includes('YYYY') || answers.notation.dateFormat !== undefined;
  const doubt = isOfEra || column === undefined ? undefined : doubtOfYears(filledCells(file, column), country.country);
  const withDoubt =
    whole && doubt ? { ...whole, confidence: Math.min(whole.confidence, LIKELY), reason: doubt } : whole;
  return { parts, day, open, finding: ownFormat, doubted: withDoubt };
}

/** Years of Nepal's own calendar, which are ahead of any that a record may be of. */
function ofNepal(dates: DateFinding | undefined, cells: readonly string[], { country }: CountryFinding) {
  const isAhead = cells.length > 0 && are(cells, (cell) => Number(YEAR.exec(cell)?.[0]) > LAST_YEAR);
  if (dates === undefined || country !== 'NPL' || !isAhead) return dates;
  return { ...dates, format: dates.format.replace('YYYY', 'VVVV'), reason: `${dates.reason}, of Nepal's own calendar` };
}

/** Times in UTC that are no midnights are taken for days of the country, where it has one zone. */
function inCountryZone(dates: DateFinding | undefined, { country }: CountryFinding): DateFinding | undefined {
  const [zone, ...others] = dates?.openZones?.length === 0 ? findZones(country) : [];
  return dates && zone !== undefined && others.length === 0 ? { ...dates, timeZone: zone } : dates;
}

function saidFormat(dates: DateFinding | undefined, { notation }: Answers): DateFinding | undefined {
  const { dateFormat = dates?.format, timeZone = dates?.timeZone } = notation;
  if (dateFormat === undefined || (notation.dateFormat ?? notation.timeZone) === undefined) return dates;
  const answer = { share: 1, confidence: 1, reason: AS_WAS_SAID, format: dateFormat };
  return { ...answer, ...(timeZone !== undefined && { timeZone }) };
}

/** No record is of a year after it: 2051 and later are years of Nepal's calendar, which is 57 ahead. */
const LAST_YEAR = 2050;
/** Ethiopia writes years eight behind the common ones, of which nothing in a file tells them: those of its calendar in which there are such files. */
const OF_ETHIOPIA = { country: 'ETH', first: 2008, last: 2019 };
const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d{2}\b)/;

/** Why the years of some cells may be none of the common era; undefined where they are. */
function doubtOfYears(cells: readonly string[], country: string | undefined): string | undefined {
  const years = cells.flatMap((cell) => YEAR.exec(cell)?.map(Number) ?? []);
  const areMost = (is: (year: number) => boolean) => years.filter(is).length > SHARE.half * years.length;
  const [example] = years;
  if (example === undefined) return undefined;
  if (areMost((year) => year > LAST_YEAR))
    return `the years are of another calendar than the common one, as in ${example}`;
  const { first, last } = OF_ETHIOPIA;
  return country === OF_ETHIOPIA.country && areMost((year) => year >= first && year <= last)
    ? `the years may be of Ethiopia's own calendar, eight behind the common one, as in ${example}`
    : undefined;
}

/** What runtimes know of the zones of a region, by the name that each has for it. */
type RegionalLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** In winter and in summer: zones that are as far from UTC in both have the same days. */
const MOMENTS = [Date.UTC(2025, 0, 1), Date.UTC(2025, 6, 1)];

/** The zones of a source country, by their names in the tz database; one of those that have the same days. */
export function findZones(country: string | undefined): string[] {
  const iso2 = countryByCode(country ?? '')?.iso2;
  if (iso2 === undefined) return [];
  const locale: RegionalLocale = new Intl.Locale('und', { region: iso2 });
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  const days = (zone: string) => MOMENTS.map((moment) => zoneOffset(zone, moment)).join();
  return [...new Map(zones.toReversed().map((zone) => [days(zone), zone])).values()].toReversed();
}

/** Evidence of the columns that make the date together. */
export const PART_OF_DATE = { confidence: SCORE.quantity, reason: 'a part of the date' };
