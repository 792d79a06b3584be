import { withPlainDigits } from './digits.js';
import { monthKey, monthNames } from './month-names.js';

/** What the dates of a sample look like. */
export interface DateFinding {
  /** As a mapping's `dateFormat` says it. */
  format: string;
  /** The zone whose midnights the file wrote as another time of day, as a mapping's `timeZone` says it. */
  timeZone?: string;
  /** Share of the values that are a date in this format. */
  share: number;
  /** How sure the format is, 0..1; the order of day and month is what is doubtful. */
  confidence: number;
  reason: string;
}

/** By how many years eras are ahead of the common one: the Buddhist, and that of the Republic of China. */
export const ERAS = { BBBB: 543, RRR: -1911 };

/** Years of the solar calendar of Iran and Afghanistan that are no years of the moon in which anybody wrote such files: 1970 to 2041. */
const SOLAR_YEARS = [1349, 1419] as const;

/** Years of the moon in which files are written by it: 1999 to 2043. Those of the solar calendar end before. */
export const LUNAR_YEARS = [1420, 1465] as const;

/** Of years of two digits, those that no record can be of in the common era are of the Buddhist one: 2000 to 2026. */
const BUDDHIST = [43, 69] as const;

interface Shape {
  format: string;
  pattern: RegExp;
  /** The groups of year, month and day in the pattern; a missing one is not checked. */
  parts: { year?: number; shortYear?: number; month?: number; monthName?: number; day?: number };
  /** By how many years its era is ahead of the common one. */
  era?: number;
  /** Years of another calendar; those of the sun have months of 31 days up to the sixth, then of 30. */
  calendar?: 'solar' | 'lunar';
}

const Y = '(\\d{4})';
const D = '(\\d{1,2})';
/** Years of a republic that is more than a hundred years old. */
const R = '(\\d{3})';
const SHORT = '(\\d{2})';
/** A month's name, as long as `септембар`, or cut short with points. */
const NAME = '([\\p{L}\\p{M}.]{2,20})';

function separated(separator: string): Shape[] {
  const s = `[${separator}]`;
  const dayFirst = { day: 1, month: 2, year: 3 };
  const yearFirst = { year: 1, month: 2, day: 3 };
  const named = { day: 1, monthName: 2, year: 3 };
  const shape = (format: string, pattern: RegExp, parts: Shape['parts'], more: Partial<Shape> = {}): Shape => ({
    ...{ format: format.replaceAll('~', separator), pattern, parts },
    ...more,
  });
  const [ymd, dmy, dms] = [of(Y, s, D, s, D), of(D, s, D, s, Y), of(D, s, D, s, SHORT)];
  const [named4, named2] = [of(D, s, NAME, s, Y), of(D, s, NAME, s, SHORT)];
  const buddhist = { era: ERAS.BBBB };
  return [
    shape('YYYY~MM~DD', ymd, yearFirst),
    shape('DD~MM~YYYY', dmy, dayFirst),
    shape('MM~DD~YYYY', dmy, { month: 1, day: 2, year: 3 }),
    shape('DD~MM~YY', dms, { day: 1, month: 2, shortYear: 3 }),
    shape('MM~DD~YY', dms, { month: 1, day: 2, shortYear: 3 }),
    shape('DD~MMM~YYYY', named4, named),
    shape('DD~MMM~YY', named2, { day: 1, monthName: 2, shortYear: 3 }),
    shape('MMM~YYYY', of(NAME, s, Y), { monthName: 1, year: 2 }),
    shape('MMM~YY', of(NAME, s, SHORT), { monthName: 1 }),
    shape('YYYY~MM', of(Y, s, D), { year: 1, month: 2 }),
    shape('MM~YYYY', of(D, s, Y), { month: 1, year: 2 }),
    shape('DD~MM~BBBB', dmy, dayFirst, buddhist),
    shape('BBBB~MM~DD', ymd, yearFirst, buddhist),
    shape('DD~MMM~BBBB', named4, named, buddhist),
    shape('MMM~BBBB', of(NAME, s, Y), { monthName: 1, year: 2 }, buddhist),
    shape('DD~MM~BB', dms, { day: 1, month: 2, shortYear: 3 }, buddhist),
    shape('DD~MMM~BB', named2, { day: 1, monthName: 2, shortYear: 3 }, buddhist),
    shape('RRR~MM~DD', of(R, s, D, s, D), yearFirst, { era: ERAS.RRR }),
    shape('JJJJ~MM~DD', ymd, yearFirst, { calendar: 'solar' }),
    shape('DD~MM~JJJJ', dmy, dayFirst, { calendar: 'solar' }),
    shape('HHHH~MM~DD', ymd, yearFirst, { calendar: 'lunar' }),
    shape('DD~MM~HHHH', dmy, dayFirst, { calendar: 'lunar' }),
  ];
}

function of(...parts: string[]): RegExp {
  return new RegExp(`^${parts.join('')}$`, 'iu');
}

/** Dates in one piece; where two fit alike, the one that stands earlier is meant. */
const COMPACT: readonly Shape[] = [
  { format: 'YYYYMMDD', pattern: of(Y, '(\\d{2})', '(\\d{2})'), parts: { year: 1, month: 2, day: 3 } },
  { format: 'DDMMYYYY', pattern: of('(\\d{1,2})', '(\\d{2})', Y), parts: { day: 1, month: 2, year: 3 } },
  { format: 'YYYYMM', pattern: of(Y, '(\\d{2})'), parts: { year: 1, month: 2 } },
  {
    ...{ format: 'JJJJMMDD', pattern: of(Y, SHORT, SHORT), calendar: 'solar' },
    parts: { year: 1, month: 2, day: 3 },
  },
  { format: 'MMMYYYY', pattern: of(NAME, Y), parts: { monthName: 1, year: 2 } },
];

/** Days in the words of Chinese and Japanese, and of Korean. */
const IN_WORDS: readonly Shape[] = [
  { format: 'YYYY年MM月DD日', pattern: of(Y, '年', D, '月', D, '日'), parts: { year: 1, month: 2, day: 3 } },
  { format: 'YYYY年MM月', pattern: of(Y, '年', D, '月'), parts: { year: 1, month: 2 } },
  {
    ...{ format: 'RRR年MM月DD日', pattern: of(R, '年', D, '月', D, '日'), era: ERAS.RRR },
    parts: { year: 1, month: 2, day: 3 },
  },
  { format: 'RRR年MM月', pattern: of(R, '年', D, '月'), era: ERAS.RRR, parts: { year: 1, month: 2 } },
  { format: 'YYYY년 MM월 DD일', pattern: of(Y, '년 ', D, '월 ', D, '일'), parts: { year: 1, month: 2, day: 3 } },
  { format: 'YYYY년MM월DD일', pattern: of(Y, '년', D, '월', D, '일'), parts: { year: 1, month: 2, day: 3 } },
];

/** The shapes that a value may have, by its first separator. */
const BY_SEPARATOR = new Map(['-', '/', '.', ' '].map((sign) => [sign, separated(sign)]));
BY_SEPARATOR.get(' ')?.push({
  ...{ format: 'MMM DD, YYYY', pattern: of(NAME, ' ', D, ', ', Y) },
  parts: { monthName: 1, day: 2, year: 3 },
});
const BEGINS_LIKE_DATE = /^(?:\d|[\p{L}\p{M}.]{2,20}[-/. ]?\d)/u;

/** The point of what is cut short, which is none between the parts of a date: `ม.ค. 2567`. */
const SHORTENED = /(?<=[\p{L}\p{M}])\.(?=[\p{L}\s/-])/gu;

/** Points of which each part of a date has one behind it: `2024. 08. 01.`, `01.05.2024.` */
const POINTS_BEHIND = /(?<=\d)\.(?: (?=\d)|$)/g;

/** A date without a time of day, as it is held against the shapes. */
const dayOf = (value: string) =>
  value
    .replace(TIME_OF_DAY, '')
    .replace(SHORTENED, '')
    .replace(POINTS_BEHIND, (points) => (points === '.' ? '' : '.'));

function shapesOf(value: string): readonly Shape[] {
  if (value.length > LONGEST || !BEGINS_LIKE_DATE.test(value)) return [];
  if (/[年년]/.test(value)) return IN_WORDS;
  const separator = /[-/. ]/.exec(value)?.[0];
  return separator === undefined ? COMPACT : (BY_SEPARATOR.get(separator) ?? []);
}

/** No text of a date with its time of day is longer. */
const LONGEST = 40;

/** A day of the years of trade, with or without a time of day and a zone. */
const TIMESTAMP = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2}|UTC)?$/;

/** Days since the end of 1899 that a spreadsheet means by a number: 1980 to 2064. */
const SERIAL = /^(2[9]\d{3}|[345]\d{4})(\.\d+)?$/;

const FIRST_YEAR = 1970;
const LAST_YEAR = 2099;

function inRange(text: string | undefined, low: number, high: number): boolean {
  const number = Number(text);
  return number >= low && number <= high;
}

/** A time of day after a date, without a zone: it says nothing about the day. */
const TIME_OF_DAY = /[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]m)?$/i;

/** The first and the last year of a shape's calendar. */
function yearsOf({ calendar, era = 0 }: Shape): readonly [number, number] {
  if (calendar === 'solar') return SOLAR_YEARS;
  return calendar === 'lunar' ? LUNAR_YEARS : [FIRST_YEAR + era, LAST_YEAR + era];
}

function lastDayOf({ calendar, parts }: Shape, match: RegExpExecArray): number {
  const isShort = calendar === 'solar' && Number(match[parts.month ?? 0]) > 6;
  return isShort || calendar === 'lunar' ? 30 : 31;
}

function fits(shape: Shape, value: string): boolean {
  const { pattern, parts, era } = shape;
  const match = pattern.exec(value);
  if (match === null) return false;
  const [first, last] = yearsOf(shape);
  const { shortYear, monthName } = parts;
  return (
    (parts.year === undefined || inRange(match[parts.year], first, last)) &&
    (shortYear === undefined || inRange(match[shortYear], ...BUDDHIST) === (era === ERAS.BBBB)) &&
    (parts.month === undefined || inRange(match[parts.month], 1, 12)) &&
    (monthName === undefined || monthNames().has(monthKey(match[monthName] ?? ''))) &&
    (parts.day === undefined || inRange(match[parts.day], 1, lastDayOf(shape, match)))
  );
}

/** True for a number that a spreadsheet may mean a day by. */
export function looksLikeSerial(value: string): boolean {
  return SERIAL.test(value);
}

/** True for what may be a date in any format but a spreadsheet's. */
export function looksLikeDate(value: string): boolean {
  const day = dayOf(withPlainDigits(value));
  return TIMESTAMP.test(value) || shapesOf(day).some((shape) => fits(shape, day));
}

/** Share of a column's values that must be dates for it to be one of dates. */
const MOST = 0.8;

/**
 * The format of a column's dates, or undefined when they are none. Whether `03/04/2025` begins with the day is decided by the
 * values that can be read in one way only.
 */
export function findDateFormat(values: readonly string[]): DateFinding | undefined {
  if (values.length === 0) return undefined;
  const timestamps = values.filter((value) => TIMESTAMP.test(value));
  if (timestamps.length >= values.length * MOST) return fromTimestamps(timestamps, values.length);
  const days = values.map(dayOf);
  const counted = [...new Set(days.flatMap(shapesOf))].map((shape) => ({
    shape,
    hits: days.filter((day) => fits(shape, day)).length,
  }));
  const best = counted.sort((a, b) => b.hits - a.hits)[0];
  const share = (best?.hits ?? 0) / values.length;
  if (best === undefined || share < MOST) return fromSerials(values);
  const format = best.shape.format;
  const rival = counted.find(
    ({ shape, hits }) =>
      shape !== best.shape && hits === best.hits && shape.pattern.source === best.shape.pattern.source,
  );
  if (rival === undefined && /^MMM.YY$/.test(format)) return monthsOrDays(days, best.shape, share);
  if (rival === undefined) return { format, share, confidence: share, reason: decidedBy(format, days) };
  return dayByVariety(days, best.shape, rival.shape, share);
}

/** Years of two digits behind a month; of more than these, they may be its days. */
const YEARS_OF_A_FILE = 4;

/** `Mar-24` is a month of 2024, or a day of March of no year. */
function monthsOrDays(values: readonly string[], { format, pattern }: Shape, share: number): DateFinding {
  const years = new Set(values.map((value) => pattern.exec(value)?.[2]));
  return years.size <= YEARS_OF_A_FILE
    ? { format, share, confidence: share, reason: `the values are months as ${format}` }
    : { format, share, confidence: 0.5, reason: `the numbers behind the months may be days: ${format}` };
}

function decidedBy(format: string, values: readonly string[]): string {
  if (!/^(DD|MM)\W(DD|MM)\W/.test(format)) return `the values are dates as ${format}`;
  const telling = values.find((value) =>
    value
      .split(/\W/)
      .slice(0, 2)
      .some((part) => Number(part) > 12),
  );
  return `${telling} can only be read as ${format}`;
}

/** A file is mostly of one month: then the part that hardly changes is the month. */
function dayByVariety(values: readonly string[], first: Shape, second: Shape, share: number): DateFinding {
  const parts = values.map((value) => first.pattern.exec(value)).filter((match) => match !== null);
  const [left, right] = [1, 2].map((group) => new Set(parts.map((match) => Number(match[group]))).size);
  const dayFirst = first.format.startsWith('DD') ? first : second;
  const monthFirst = dayFirst === first ? second : first;
  if (left !== right && (left === 1 || right === 1))
    return stampOrDays(values, left === 1, dayFirst, monthFirst, share);
  if (
    left === undefined ||
    right === undefined ||
    left === right ||
    Math.min(left, right) * 4 > Math.max(left, right)
  ) {
    const reason = `no value has a day after the 12th: ${dayFirst.format} or ${monthFirst.format}`;
    return { format: dayFirst.format, share, confidence: 0.5, reason };
  }
  const format = (left > right ? dayFirst : monthFirst).format;
  const reason = `the ${left > right ? 'second' : 'first'} number hardly changes, so it is the month`;
  return { format, share, confidence: 0.8, reason };
}

/**
 * `01/03`, `01/04`: the first of several months, or days of January. One value alone on the steady side decides nothing; a day that
 * is always the first is more likely a month's stamp than a month of which only these days are there.
 */
function stampOrDays(
  values: readonly string[],
  isFirstSteady: boolean,
  dayFirst: Shape,
  monthFirst: Shape,
  share: number,
): DateFinding {
  const steady = Number(/^(\d{1,2})\D+(\d{1,2})/.exec(values[0] ?? '')?.[isFirstSteady ? 1 : 2]);
  const isStamp = steady === 1;
  const { format } = isFirstSteady === isStamp ? dayFirst : monthFirst;
  const other = format === dayFirst.format ? monthFirst.format : dayFirst.format;
  const reason = `the ${isFirstSteady ? 'first' : 'second'} number is always ${steady}, a day or a month: ${format} or ${other}`;
  return { format, share, confidence: 0.5, reason };
}

function fromSerials(values: readonly string[]): DateFinding | undefined {
  const share = values.filter((value) => SERIAL.test(value)).length / values.length;
  if (share < MOST) return undefined;
  return { format: 'excel-serial', share, confidence: share, reason: 'the values are day numbers of a spreadsheet' };
}

const MINUTES_OF_DAY = 24 * 60;
/** The farthest zones: 14 hours before UTC, 12 after. */
const FARTHEST_EAST = 14 * 60;

/**
 * A midnight written in UTC lies on the day before or in the small hours: where every value has the same time of day, that
 * tells the zone the file was written in.
 */
function fromTimestamps(timestamps: readonly string[], total: number): DateFinding {
  const share = timestamps.length / total;
  const matches = timestamps.map((value) => TIMESTAMP.exec(value)).filter((match) => match !== null);
  const times = [...new Set(matches.map((match) => Number(match[4]) * 60 + Number(match[5])))].sort((a, b) => a - b);
  const utc = matches.every((match) => match[7] === 'Z' || match[7] === 'UTC');
  const [time = 0] = times;
  const base = { format: 'ISO', share };
  if (times.length === 1 && time === 0) {
    return { ...base, confidence: share, reason: 'the values are days, with midnight as their time' };
  }
  if (!utc) return { ...base, confidence: share, reason: 'the values are times in the zone of the file itself' };
  if (times.length === 1) {
    const offset = MINUTES_OF_DAY - time <= FARTHEST_EAST ? MINUTES_OF_DAY - time : -time;
    const timeZone = zoneName(offset);
    const clock = matches[0]?.[0].slice(11, 16);
    return {
      ...base,
      timeZone,
      confidence: share * 0.95,
      reason: `every time of day is ${clock} UTC, which is midnight in ${timeZone}`,
    };
  }
  const summer = times.length === 2 && (times[1] ?? 0) - time === 60;
  const reason = summer
    ? 'midnights of a zone with summer time, written in UTC: say which with "timeZone"'
    : 'times of day in UTC: where the source has another zone, say it with "timeZone"';
  return { ...base, confidence: summer ? 0.5 : 0.75, reason };
}

function zoneName(minutes: number): string {
  const clock = Math.abs(minutes);
  const two = (number: number) => String(number).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(clock / 60))}:${two(clock % 60)}`;
}
