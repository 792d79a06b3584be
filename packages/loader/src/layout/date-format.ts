import type { DateGrain } from '@tidewaiter/contract';
import { quote } from '@tidewaiter/records/loading';
import { transformSql } from '../cleaning/terms.js';
import { ERAS, FISCAL_YEAR, OF_BUDDHA, OF_REPUBLIC, REIGNS } from '../recognise/date-shapes.js';
import { monthKey, monthNames, NEPALI_MONTHS } from '../recognise/month-names.js';
import { type CalendarMonths, lunarMonths, nepaliMonths } from './calendar-months.js';
import { mappedPattern } from './mapped-pattern.js';

/** A part of a column's SQL that goes by a name in its SELECT list, so that the rest says it once. */
export interface Step {
  name: string;
  sql: string;
}

/** Says how the text of a cell becomes a date, in SQL. */
interface DateSql {
  steps: Step[];
  value: string;
  problem: string;
  /** Whether the day is not the one that was written: there was none, or it was another one where the goods are. */
  changed: string;
  /** What the date is known to (a {@link DateGrain}), `''` where it is a day. */
  knownTo: string;
}

/** How a column's dates are read. */
interface DateReading {
  column: string;
  formats: readonly string[];
  /** Whose days moments are of; that which each says itself, where there is none. */
  timeZone: string | undefined;
  problemOfNone: string;
}

/**
 * `BBBB` are years of the Buddhist era, `BB` their last two digits, `RRR` those of the Republic of China, `JJJJ` those of the solar calendar of Iran
 * and Afghanistan, `HHHH` those of the lunar one of Saudi Arabia, `VVVV` those of Nepal, `GG` those of an emperor of Japan. `FY04` are fiscal years that
 * begin in April, `FYVVVV` Nepal's.
 */
const PART = /YYYY|BBBB|JJJJ|HHHH|VVVV|RRR|GG|YY|BB|MMM|MM|DD/g;
const DIVIDED = /[./ 年月日년월일-]/;
const SHAPE =
  /^(YYYY|BBBB|JJJJ|HHHH|VVVV|RRR|GG|YY|BB|MMM|MM|DD)([./ -]?(YYYY|BBBB|JJJJ|HHHH|VVVV|RRR|GG|YY|BB|MMM|MM|DD)){1,2}$|^YYYY$|^MMM DD, YYYY$|^(YYYY|RRR|GG)[年년] ?MM[月월]( ?DD[日일])?$/;

const YEARS = 'YBRJHGV';

/** Day numbers of spreadsheets, and time stamps; those that say no zone may be in UTC. */
const NAMED = ['excel-serial', 'ISO', 'ISO-UTC'];

/** True for what a mapping may say of its dates. */
export function isDateFormat(format: string): boolean {
  if (NAMED.includes(format) || FISCAL.test(format)) return true;
  if (!SHAPE.test(format)) return false;
  if (format === 'YYYY') return true;
  const kinds = [...format.matchAll(PART)].map(([part]) => part.charAt(0));
  return kinds.filter((kind) => YEARS.includes(kind)).length === 1 && kinds.filter((kind) => kind === 'M').length === 1;
}

const FISCAL = /^FY(0[1-9]|1[0-2]|VVVV)$/;

const FIXED_ZONE = /^UTC(?:([+-])(0\d|1[0-4]):([0-5]\d))?$/;

/** True for what a mapping may say of its days: `UTC+05:30`, or a name of the tz database such as `Asia/Kolkata`. */
export function isTimeZone(name: string): boolean {
  return FIXED_ZONE.test(name) || (name.includes('/') && zoneOffset(name, 0) !== undefined);
}

/** What a zone's clocks are ahead of UTC at a moment, in minutes; undefined where there is no such zone. */
export function zoneOffset(zone: string, moment: number): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return offsetMinutes(name.replace('GMT', 'UTC'));
  } catch {
    return undefined;
  }
}

/** Years of two digits up to here are of this century. */
const LAST_OF_THIS_CENTURY = 69;

/** A time of day after the date says nothing about the day; one with a zone might, but for midnight in UTC: those dates are `ISO`. */
const TIME = '(?: 00:00:00(?:[.]0+)?Z| [0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?(?: ?[AaPp][Mm])?)?';

/**
 * Reads a date in the first of its formats that fits. It is real when reading it and writing it again gives the same day: the engine turns 30 February into March.
 *
 * @param column whose date it is: the steps are named after it
 * @param problemOfNone what is wrong where there is none, as SQL
 */
export function dateSql(text: string, { column, formats, timeZone, problemOfNone }: DateReading): DateSql {
  const days = formats.map((format, index) => dayIn(text, format, timeZone, `${column}_${index}`));
  const [first = '', ...others] = days.map(({ name }) => name);
  const parsed = others.length === 0 ? first : `coalesce(${[first, ...others].join(', ')})`;
  const changed = days.flatMap((one) => (one.changed === 'false' ? [] : [`isNotNull(${one.name}) AND ${one.changed}`]));
  return {
    steps: days.flatMap(({ name, steps, day }) => [...steps, { name, sql: day }]),
    value: `assumeNotNull(${parsed})`,
    problem: `multiIf(${text} = '', ${problemOfNone}, isNull(${parsed}), ${quote(`not a date (${formats.join(' or ')})`)}, '')`,
    changed: changed.length === 0 ? 'false' : `${text} != '' AND (${changed.join(' OR ')})`,
    knownTo: days.reduceRight((rest, { name }, at) => {
      const grain = grainOf(formats[at] ?? '', `${column}_${at}`);
      return grain === rest ? rest : `if(isNotNull(${name}), ${grain}, ${rest})`;
    }, "''"),
  };
}

/** What a date in a format is known to, as SQL. */
function grainOf(format: string, name: string): string {
  const grain = (one: DateGrain) => quote(one);
  if (format === 'YYYY') return `if(parts_${name}[2] = '', ${grain('Year')}, ${grain('Quarter')})`;
  if (FISCAL.test(format)) return grain('Year');
  return format.includes('DD') || NAMED.includes(format) ? "''" : grain('Month');
}

/** The day that a text says in one format, NULL where it does not fit, and whether that is not the day that was written. */
interface Day {
  steps: Step[];
  day: string;
  changed: string;
}

function dayIn(text: string, format: string, timeZone: string | undefined, name: string): Day & { name: string } {
  const day =
    format === 'ISO' || format === 'ISO-UTC'
      ? timeStamp(text, timeZone, name, format === 'ISO-UTC')
      : format === 'excel-serial'
        ? dayNumber(text, name)
        : FISCAL.test(format)
          ? firstOfFiscalYear(text, format.slice(2), name)
          : writtenDay(text, format, name);
  return { ...day, name: `day_${name}` };
}

/** The day of an ISO date that is one. */
const realDay = (iso: string) => `if(toString(toDateOrNull(${iso})) = ${iso}, toDateOrNull(${iso}), NULL)`;

/** A month's name; the last of its letters may be the point of what is cut short. */
const NAME = '[\\\\p{L}\\\\p{M}.]{2,20}';

function pattern(format: string): string {
  const divided = DIVIDED.test(format);
  const [one, two] = ['[0-9]{1,2}', '[0-9]{2}'];
  const parts: Record<string, string> = {
    YYYY: '([0-9]{4})',
    BBBB: `(?:${OF_BUDDHA})?([0-9]{4})`,
    JJJJ: '([0-9]{4})',
    HHHH: '([0-9]{4})',
    VVVV: '([0-9]{4})',
    RRR: `(?:${OF_REPUBLIC})?([0-9]{3})`,
    GG: `((?i:${REIGNS.map(({ name }) => name).join('|')}) ?(?:[0-9]{1,2}|元))`,
    YY: `(${two})`,
    BB: `(${two})`,
    MONTH: `(${one}|${NAME})`,
    MMM: `(${NAME})`,
    MM: `(${divided ? one : two})`,
    DD: `(${divided ? one : two})`,
  };
  // Programs write a number that is missing somewhere in its column as `2024.0`; periods of a fixed length have a zero for the century, before the month, or for the day that they have not.
  if (format === 'YYYYMM') return '^0?([0-9]{4})0?([0-9]{2})(?:00|[.]0)?$';
  if (/^MM[-/. ]YYYY$/.test(format)) return `^M?([0-9]{1,2})[${format.charAt(2)}]([0-9]{4})$`;
  // Statistics offices write the months of their tables as `2024M03`, `2024-M03` and `2024/M03`, too, and quarters behind years.
  if (format === 'YYYY-MM') return `^([0-9]{4})(?:-?M|-)(${one})$`;
  if (/^YYYY[/ ]MM$/.test(format)) return `^([0-9]{4})[${format.charAt(4)}]M?(${one})$`;
  if (format === 'YYYY') return '^([0-9]{4})(?:[.]0|[-/ ]?[QT]([1-4]))?$';
  const cells = format.replace(
    /YYYY|BBBB|JJJJ|HHHH|RRR|VVVV|GG|YY|BB|MONTH|MMM|MM|DD|[,./ 年月日년월일-]/g,
    (part) => parts[part] ?? (part === '.' ? '[.] ?' : `[${part}]`),
  );
  // Where each part has a point behind it, so has the last.
  const end = format.includes('.') ? '[.]?' : '';
  return `^${cells}${end}${divided && format.includes('DD') ? TIME : ''}$`;
}

function writtenDay(text: string, format: string, name: string): Day {
  const parts = [...format.matchAll(/YYYY|BBBB|JJJJ|HHHH|RRR|VVVV|GG|YY|BB|MONTH|MMM|MM|DD/g)].map(([part]) => part);
  // Numbers lose the zero that they begin with.
  const divided = DIVIDED.test(format) || format.includes('MMM');
  const padded = divided || format.startsWith('YYYY') ? text : `leftPad(${text}, ${format.length}, '0')`;
  const groups = { name: `parts_${name}`, sql: `extractGroups(${padded}, '${pattern(format)}')` };
  const group = (kind: string) => {
    const at = parts.findIndex((part) => kind.includes(part.charAt(0)));
    return at < 0 ? undefined : `${groups.name}[${at + 1}]`;
  };
  const two = (digits: string) => `leftPad(${digits}, 2, '0')`;
  const [year = '', month = '', day] = [YEARS, 'M', 'D'].map(group);
  if (parts.includes('JJJJ')) return solarDay([year, month, day ?? "'1'"], groups, day === undefined);
  if (parts.includes('HHHH')) return dayOfMonths([year, month, day ?? "'1'"], groups, day === undefined, lunarMonths());
  if (parts.includes('VVVV')) {
    const number = parts.includes('MMM') ? monthSql(month, month, NEPALI_MONTHS) : month;
    return dayOfMonths([year, number, day ?? "'1'"], groups, day === undefined, nepaliMonths());
  }
  const century = `if(toUInt8OrZero(${year}) <= ${LAST_OF_THIS_CENTURY}, '20', '19')`;
  const ofEra = parts.includes('BB') ? `concat('25', ${year})` : year;
  const written = parts.includes('YYYY') ? year : `concat(${century}, ${year})`;
  const era = Object.entries(ERAS).find(([kind]) => parts.some((part) => kind.startsWith(part)))?.[1];
  const wholeYear = parts.includes('GG')
    ? yearOfReign(year)
    : era === undefined
      ? written
      : `toString(toInt32OrZero(${ofEra}) - (${era}))`;
  // A quarter begins with its first month, as a year does.
  const ofQuarter = two(`toString(greatest(1, 3 * toInt8OrZero(${groups.name}[2]) - 2))`);
  const monthNumber = parts.includes('MM') ? two(month) : monthSql(month, two(month));
  const iso = {
    name: `iso_${name}`,
    sql: `concat(${wholeYear}, '-', ${format === 'YYYY' ? ofQuarter : monthNumber}, '-', ${day === undefined ? "'01'" : two(day)})`,
  };
  return { steps: [groups, iso], day: realDay(iso.name), changed: day === undefined ? 'true' : 'false' };
}

/** The common year of an emperor's, of which the first may be a word. */
function yearOfReign(year: string): string {
  const before = REIGNS.flatMap(({ name, before }) => [`match(${year}, '(?i)^(?:${name})')`, before]).join(', ');
  return `toString(multiIf(${before}, 0) + if(endsWith(${year}, '元'), 1, toInt32OrZero(extract(${year}, '[0-9]+'))))`;
}

/** The number of a month by its name, or what else is said of one that is a number. */
function monthSql(month: string, otherwise: string, names = monthNames()): string {
  const numbers = [...names].map(([name, number]): [string, string] => [name, String(number).padStart(2, '0')]);
  return transformSql(`lowerUTF8(replaceAll(${month}, '.', ''))`, new Map(numbers), otherwise);
}

/** Days from the first of 1970 to the first day of the year 1 of the solar calendar, which has eight leap years in 33. */
const BEFORE_YEAR_1 = -492_268;

/** SQL of the days since the first of 1970 of a day of the solar calendar, by its numbers: six months of 31 days, then of 30, the last of 29 but in leap years. */
export function solarDaySql(year: string, month: string, day: string): string {
  const leapDays = leapDaysSql(year);
  const months = `if(${month} <= 7, 31 * (${month} - 1), 30 * (${month} - 1) + 6)`;
  return `${BEFORE_YEAR_1} + 365 * (${year} - 1) + ${leapDays} + ${months} + ${day} - 1`;
}

/** Leap days before a year. */
const leapDaysSql = (year: string) => `intDiv(8 * ${year} + 21, 33)`;

function solarDay(written: readonly string[], groups: Step, isMonth: boolean): Day {
  const parts = ['year', 'month', 'day'].map((part, at) => ({
    name: `${part}_${groups.name}`,
    sql: `toInt32OrZero(${written[at]})`,
  }));
  const [year = '', month = '', day = ''] = parts.map(({ name }) => name);
  const isLeap = `${leapDaysSql(`(${year} + 1)`)} > ${leapDaysSql(year)}`;
  const last = `multiIf(${month} <= 6, 31, ${month} <= 11 OR ${isLeap}, 30, 29)`;
  const number = { name: `solar_${groups.name}`, sql: solarDaySql(year, month, day) };
  const isReal = `${month} BETWEEN 1 AND 12 AND ${day} BETWEEN 1 AND ${last} AND ${number.name} BETWEEN 0 AND 65535`;
  return {
    steps: [groups, ...parts, number],
    day: `if(${isReal}, toDate(toUInt16(greatest(0, least(65535, ${number.name})))), NULL)`,
    changed: String(isMonth),
  };
}

/** Fiscal years are their first day: `2023/24`, `FY 2080/81`, `2081/082`. */
function firstOfFiscalYear(text: string, begins: string, name: string): Day {
  const [year, next] = [1, 2].map((at) => `parts_${name}[${at}]`);
  const groups = { name: `parts_${name}`, sql: `extractGroups(${text}, '${FISCAL_YEAR}')` };
  const isNext = `(toUInt32OrZero(${year}) + 1) % 100 = toUInt32OrZero(${next}) % 100`;
  const first =
    begins === 'VVVV'
      ? dayOfMonths([`${year}`, "'4'", "'1'"], groups, true, nepaliMonths())
      : { steps: [groups], day: `toDateOrNull(concat(${year}, '-${begins}-01'))` };
  return { steps: first.steps, day: `if(${isNext}, ${first.day}, NULL)`, changed: 'true' };
}

/** A day of a calendar whose months have no rule, by where they begin. */
function dayOfMonths(written: readonly string[], groups: Step, isMonth: boolean, { first, days }: CalendarMonths): Day {
  const parts = ['year', 'month', 'day'].map((part, at) => ({
    name: `${part}_${groups.name}`,
    sql: `toInt32OrZero(${written[at]})`,
  }));
  const [year = '', month = '', day = ''] = parts.map(({ name }) => name);
  const at = { name: `month_at_${groups.name}`, sql: `(${year} - ${first}) * 12 + ${month}` };
  const starts = { name: `starts_${groups.name}`, sql: `[${days.join(', ')}]` };
  const [from, until] = [`${starts.name}[${at.name}]`, `${starts.name}[${at.name} + 1]`];
  const isReal = `${month} BETWEEN 1 AND 12 AND ${at.name} BETWEEN 1 AND ${days.length - 1} AND ${day} BETWEEN 1 AND ${until} - ${from}`;
  return {
    steps: [groups, ...parts, at, starts],
    day: `if(${isReal}, toDate(toUInt16(${from} + ${day} - 1)), NULL)`,
    changed: String(isMonth),
  };
}

/** Day numbers of spreadsheets count from the last day but one of 1899; 25,569 is the first day that a record can have. */
function dayNumber(text: string, name: string): Day {
  const [first, last] = [25_569, 91_103];
  const number = {
    name: `number_${name}`,
    sql: `toUInt32OrZero(extract(${text}, '^([0-9]{5})(?:[.][0-9]+)?$'))`,
  };
  return {
    steps: [number],
    day: `if(${number.name} BETWEEN ${first} AND ${last}, toDate(toUInt16(${number.name} - ${first})), NULL)`,
    changed: 'false',
  };
}

/**
 * A time stamp is of the day that it says, or, where a zone is known, of the day that it was there: midnight in India is the day before in UTC.
 *
 * @param isUtc whether what says no zone is in UTC
 */
function timeStamp(text: string, timeZone: string | undefined, name: string, isUtc: boolean): Day {
  const zone = ' ?(Z|UTC|[+-][0-9]{2}(:?[0-9]{2})?)';
  const stamp = `^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(${zone})?)?$`;
  const day = `left(${text}, 10)`;
  const real = { name: `real_${name}`, sql: realDay(day) };
  if (timeZone === undefined)
    return { steps: [real], day: `if(match(${text}, '${stamp}'), ${real.name}, NULL)`, changed: 'false' };
  const moment = `assumeNotNull(parseDateTime64BestEffortOrNull(${text}, 3, 'UTC'))`;
  const there = {
    name: `there_${name}`,
    sql: FIXED_ZONE.test(timeZone)
      ? `toDate(addMinutes(${moment}, ${offsetMinutes(timeZone)}))`
      : `toDate(toTimeZone(${moment}, ${quote(timeZone)}))`,
  };
  const zoned = {
    name: `zoned_${name}`,
    sql: `length(${text}) > 10${isUtc ? '' : ` AND match(substring(${text}, 11), '${zone}$')`}`,
  };
  return {
    steps: [there, zoned, real],
    day: `if(match(${text}, '${stamp}'), if(isNotNull(${real.name}) AND ${zoned.name}, ${there.name}, ${real.name}), NULL)`,
    changed: `${zoned.name} AND toString(${there.name}) != ${day}`,
  };
}

/** Of a zone that is written as `UTC+05:30`. */
function offsetMinutes(timeZone: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = FIXED_ZONE.exec(timeZone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** How a date in columns of its own is joined; the month may be a name. */
export const partsFormat = (hasDay: boolean) => (hasDay ? 'YYYY-MONTH-DD' : 'YYYY-MONTH');

/**
 * The date in a file's name, joined likewise with its month as a number, however it is called, by a pattern with groups year, month and perhaps day (or year2 … of another
 * alternative); undefined where the name has none.
 */
export function dateInName(name: string, pattern: string): { text: string; hasDay: boolean } | undefined {
  const groups = mappedPattern(pattern, 'i').exec(name)?.groups ?? {};
  const group = (part: string) => groups[part] ?? groups[`${part}2`];
  const [year, month, day] = ['year', 'month', 'day'].map(group);
  if (year === undefined || month === undefined) return undefined;
  const number = monthNames().get(monthKey(month)) ?? month;
  const parts = [number, ...(day === undefined ? [] : [day])].map((part) => String(part).padStart(2, '0'));
  return { text: [year, ...parts].join('-'), hasDay: day !== undefined };
}
