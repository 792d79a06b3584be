import { monthKey, monthNames, NEPALI_MONTHS } from './month-names.js';

/** By how many years eras are ahead of the common one: the Buddhist, and that of the Republic of China. */
export const ERAS = { BBBB: 543, RRR: -1911 };

/** What stands before years of the Republic of China and of the Buddhist era. */
export const OF_REPUBLIC = '(?:中華)?民[國国] ?';
export const OF_BUDDHA = 'พ[.]?ศ[.]? ?';

/** Reigns of Japan: what stands before their years, the year before the first, and the last year that may be written. */
export const REIGNS = [
  { name: 'R|令和', before: 2018, last: 49 },
  { name: 'H|平成', before: 1988, last: 31 },
  { name: 'S|昭和', before: 1925, last: 64 },
];

/** Years of the solar calendar of Iran and Afghanistan that are no years of the moon in which anybody wrote such files: 1970 to 2041. */
const SOLAR_YEARS = [1349, 1419] as const;

/** Years of the moon in which files are written by it: 1999 to 2043. Those of the solar calendar end before. */
export const LUNAR_YEARS = [1420, 1465] as const;

/** Years of Nepal's calendar of which the months are known: 2013 to 2026. */
export const NEPALI_YEARS = [2070, 2082] as const;

/** A fiscal year, by the years that it is of; the same is read in SQL. */
export const FISCAL_YEAR = '^(?:[A-Za-z.]{2,4} ?)?([0-9]{4}) ?[-/] ?([0-9]{2,4})$';

/** Of years of two digits, those that no record can be of in the common era are of the Buddhist one: 2000 to 2026. */
const BUDDHIST = [43, 69] as const;

export interface Shape {
  format: string;
  pattern: RegExp;
  /** The groups of year, month and day in the pattern; a missing one is not checked. */
  parts: { year?: number; shortYear?: number; reign?: number; month?: number; monthName?: number; day?: number };
  /** By how many years its era is ahead of the common one. */
  era?: number;
  /** Years of another calendar; those of the sun have months of 31 days up to the sixth, then of 30. */
  calendar?: 'solar' | 'lunar' | 'nepali';
}

const Y = '(\\d{4})';
const D = '(\\d{1,2})';
/** Years of a republic that is more than a hundred years old, behind its name or without it. */
const R = `(?:${OF_REPUBLIC})?(\\d{3})`;
/** Years of an emperor, behind the name of his reign or its letter; the first may be a word. */
const G = '((?:R|H|S|令和|平成|昭和) ?(?:\\d{1,2}|元))';
const SHORT = '(\\d{2})';
/** A month's name, as long as `септембар`, or cut short with points. */
const NAME = '([\\p{L}\\p{M}.]{2,20})';

function separated(separator: string): Shape[] {
  const s = `[${separator}]`;
  const dayFirst = { day: 1, month: 2, year: 3 };
  const yearFirst = { year: 1, month: 2, day: 3 };
  const withMonthName = { day: 1, monthName: 2, year: 3 };
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
    shape('DD~MMM~YYYY', named4, withMonthName),
    shape('DD~MMM~YY', named2, { day: 1, monthName: 2, shortYear: 3 }),
    shape('MMM~YYYY', of(NAME, s, Y), { monthName: 1, year: 2 }),
    shape('MMM~YY', of(NAME, s, SHORT), { monthName: 1 }),
    shape('YYYY~MM', of(Y, s, separator === '.' ? '' : 'M?', D), { year: 1, month: 2 }),
    shape('MM~YYYY', of('M?', D, s, Y), { month: 1, year: 2 }),
    shape('DD~MM~BBBB', dmy, dayFirst, buddhist),
    shape('BBBB~MM~DD', ymd, yearFirst, buddhist),
    shape('DD~MMM~BBBB', named4, withMonthName, buddhist),
    shape('MMM~BBBB', of(NAME, s, Y), { monthName: 1, year: 2 }, buddhist),
    shape('DD~MM~BB', dms, { day: 1, month: 2, shortYear: 3 }, buddhist),
    shape('DD~MMM~BB', named2, { day: 1, monthName: 2, shortYear: 3 }, buddhist),
    shape('RRR~MM~DD', of(R, s, D, s, D), yearFirst, { era: ERAS.RRR }),
    shape('GG~MM~DD', of(G, s, D, s, D), { reign: 1, month: 2, day: 3 }),
    shape('JJJJ~MM~DD', ymd, yearFirst, { calendar: 'solar' }),
    shape('DD~MM~JJJJ', dmy, dayFirst, { calendar: 'solar' }),
    shape('HHHH~MM~DD', ymd, yearFirst, { calendar: 'lunar' }),
    shape('DD~MM~HHHH', dmy, dayFirst, { calendar: 'lunar' }),
    shape('MMM~VVVV', of(NAME, s, Y), { monthName: 1, year: 2 }, { calendar: 'nepali' }),
  ];
}

function of(...parts: string[]): RegExp {
  return new RegExp(`^${parts.join('')}$`, 'iu');
}

/** Dates in one piece; where two fit alike, the one that stands earlier is meant. */
const COMPACT: readonly Shape[] = [
  { format: 'YYYYMMDD', pattern: of(Y, '(\\d{2})', '(\\d{2})'), parts: { year: 1, month: 2, day: 3 } },
  { format: 'DDMMYYYY', pattern: of('(\\d{1,2})', '(\\d{2})', Y), parts: { day: 1, month: 2, year: 3 } },
  { format: 'YYYYMM', pattern: of('0?', Y, '0?', SHORT, '(?:00)?'), parts: { year: 1, month: 2 } },
  // As statistics offices write months: `2024M03`.
  { format: 'YYYY-MM', pattern: of(Y, 'M', D), parts: { year: 1, month: 2 } },
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
  { format: 'GG年MM月DD日', pattern: of(G, '年', D, '月', D, '日'), parts: { reign: 1, month: 2, day: 3 } },
  { format: 'GG年MM月', pattern: of(G, '年', D, '月'), parts: { reign: 1, month: 2 } },
  { format: 'YYYY년 MM월 DD일', pattern: of(Y, '년 ', D, '월 ', D, '일'), parts: { year: 1, month: 2, day: 3 } },
  { format: 'YYYY년MM월DD일', pattern: of(Y, '년', D, '월', D, '일'), parts: { year: 1, month: 2, day: 3 } },
];

/** The shapes that a value may have, by its first separator. */
const BY_SEPARATOR = new Map(['-', '/', '.', ' '].map((sign) => [sign, separated(sign)]));
BY_SEPARATOR.get(' ')?.push({
  ...{ format: 'MMM DD, YYYY', pattern: of(NAME, ' ', D, ', ', Y) },
  parts: { monthName: 1, day: 2, year: 3 },
});
const BEGINS_LIKE_DATE = /^(?:\d|[MRHS] ?\d|[\p{L}\p{M}.]{2,20}[-/. ]?\d)/u;

/** The name of an era before its year. */
const ERA_BEFORE = new RegExp(`${OF_BUDDHA}(?=\\d{4})`, 'u');

/** The point of what is cut short, which is none between the parts of a date: `ม.ค. 2567`. */
const SHORTENED = /(?<=[\p{L}\p{M}])\.(?=[\p{L}\s/-])/gu;

/** Points of which each part of a date has one behind it: `2024. 08. 01.`, `01.05.2024.` */
const POINTS_BEHIND = /(?<=\d)\.(?: (?=\d)|$)/g;

/** A date without a time of day, as it is held against the shapes. */
export const datePart = (value: string) =>
  value
    .replace(TIME_OF_DAY, '')
    .replace(/^(\d{6})\.0$/, '$1')
    .replace(ERA_BEFORE, '')
    .replace(SHORTENED, '')
    .replace(POINTS_BEHIND, (points) => (points === '.' ? '' : '.'));

export function matchShapes(value: string): readonly Shape[] {
  if (value.length > LONGEST || !BEGINS_LIKE_DATE.test(value)) return [];
  if (/[年년]/.test(value)) return IN_WORDS;
  const separator = /[-/. ]/.exec(value)?.[0];
  return separator === undefined ? COMPACT : (BY_SEPARATOR.get(separator) ?? []);
}

/** No text of a date with its time of day is longer. */
const LONGEST = 40;

const FIRST_YEAR = 1970;
const LAST_YEAR = 2099;

function inRange(text: string | undefined, low: number, high: number): boolean {
  const number = Number(text);
  return number >= low && number <= high;
}

/** A time of day after a date, without a zone: it says nothing about the day. */
const TIME_OF_DAY = /[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]m)?$/i;

/** The first and the last year of a shape's calendar. */
function yearRange({ calendar, era = 0 }: Shape): readonly [number, number] {
  if (calendar === 'solar') return SOLAR_YEARS;
  if (calendar === 'nepali') return NEPALI_YEARS;
  return calendar === 'lunar' ? LUNAR_YEARS : [FIRST_YEAR + era, LAST_YEAR + era];
}

function lastDay({ calendar, parts }: Shape, match: RegExpExecArray): number {
  const isShort = calendar === 'solar' && Number(match[parts.month ?? 0]) > 6;
  return isShort || calendar === 'lunar' ? 30 : 31;
}

function isOfReign(written: string): boolean {
  const reign = REIGNS.find(({ name }) => new RegExp(`^(?:${name})`, 'iu').test(written));
  const year = /\d+/.exec(written)?.[0] ?? '1';
  return reign !== undefined && inRange(year, Math.max(1, FIRST_YEAR - reign.before), reign.last);
}

export function fits(shape: Shape, value: string): boolean {
  const { pattern, parts, era } = shape;
  const match = pattern.exec(value);
  if (match === null) return false;
  const [first, last] = yearRange(shape);
  const { shortYear, reign, monthName } = parts;
  return (
    (reign === undefined || isOfReign(match[reign] ?? '')) &&
    (parts.year === undefined || inRange(match[parts.year], first, last)) &&
    (shortYear === undefined || inRange(match[shortYear], ...BUDDHIST) === (era === ERAS.BBBB)) &&
    (parts.month === undefined || inRange(match[parts.month], 1, 12)) &&
    (monthName === undefined ||
      (shape.calendar === 'nepali' ? NEPALI_MONTHS : monthNames()).has(monthKey(match[monthName] ?? ''))) &&
    (parts.day === undefined || inRange(match[parts.day], 1, lastDay(shape, match)))
  );
}
