import { datePart, fits, matchShapes, type Shape } from './date-shapes.js';
import { withPlainDigits } from './digits.js';

/** What the dates of a sample look like. */
export interface DateFinding {
  /** As a mapping's `dateFormat` says it. */
  format: string;
  /** The zone whose midnights the file wrote as another time of day, as a mapping's `timeZone` says it. */
  timeZone?: string;
  /** Zones whose days the moments may be of, where that is open; none where nothing tells. */
  openZones?: readonly string[];
  /** Share of the values that are a date in this format. */
  share: number;
  /** How sure the format is, 0..1; the order of day and month is what is doubtful. */
  confidence: number;
  reason: string;
}

/** A day of the years of trade, with or without a time of day and a zone. */
const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/;

/** Days since the end of 1899 that a spreadsheet means by a number: 1980 to 2064. */
const SERIAL = /^(2[9]\d{3}|[345]\d{4})(\.\d+)?$/;

/** True for a number that a spreadsheet may mean a day by. */
export function looksLikeSerial(value: string): boolean {
  return SERIAL.test(value);
}

/** True for what may be a date in any format but a spreadsheet's. */
export function looksLikeDate(value: string): boolean {
  const day = datePart(withPlainDigits(value));
  return TIMESTAMP.test(value) || matchShapes(day).some((shape) => fits(shape, day));
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
  const days = values.map(datePart);
  const counted = [...new Set(days.flatMap(matchShapes))].map((shape) => ({
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
/** All zones are so many minutes apart, or a multiple. */
const APART = 15;
/** By so much are clocks ahead in summer. */
const SUMMER = 60;
const NOON = 12 * 60;

/** A time of day as it is written, and what it is in UTC where its zone stands with it. */
interface Stamp {
  written: number;
  moment: number | undefined;
  isUtc: boolean;
}

function parseStamp(value: string): Stamp {
  const [, , , , hours, minutes, seconds = '0', mark] = TIMESTAMP.exec(value) ?? [];
  const written = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  if (mark === undefined) return { written, moment: undefined, isUtc: false };
  const [, sign = '+', hoursAhead = '0', minutesAhead = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(mark) ?? [];
  const ahead = (sign === '-' ? -1 : 1) * (Number(hoursAhead) * 60 + Number(minutesAhead));
  return { written, moment: (written - ahead + MINUTES_OF_DAY) % MINUTES_OF_DAY, isUtc: ahead === 0 };
}

/**
 * The zone in which moments of these times of day in UTC are midnights, in winter as in summer: by what its clocks are ahead in summer, since
 * what is an hour after midnight in winter is of the same day.
 */
function zoneOfMidnights(moments: readonly number[]): string | undefined {
  const times = [...new Set(moments)];
  const [first = 0, second = first] = times;
  const isPair = (first + SUMMER) % MINUTES_OF_DAY === second || (second + SUMMER) % MINUTES_OF_DAY === first;
  if (times.length > 2 || (times.length === 2 && !isPair)) return undefined;
  const time = (first + SUMMER) % MINUTES_OF_DAY === second ? first : second;
  if (time % APART !== 0) return undefined;
  return zoneName(MINUTES_OF_DAY - time <= FARTHEST_EAST ? MINUTES_OF_DAY - time : -time);
}

/**
 * A midnight written in UTC lies on the day before or in the small hours: where every value has the same time of day, that
 * tells the zone the file was written in.
 */
function fromTimestamps(timestamps: readonly string[], total: number): DateFinding {
  const share = timestamps.length / total;
  const stamps = timestamps.map(parseStamp);
  const base = { format: 'ISO', share, confidence: share };
  if (stamps.every(({ written }) => written === 0))
    return { ...base, reason: 'the values are days, with midnight as their time' };
  const moments = stamps.flatMap(({ moment }) => moment ?? []);
  const isOneDay = new Set(timestamps).size === 1;
  if (moments.length === 0) {
    const zone = zoneOfMidnights(stamps.map(({ written }) => written));
    // Before noon, it is the same day in the zone whose midnights they would be; noon itself is how a day is written that is no midnight.
    const isOtherDay = stamps.some(({ written }) => written > NOON);
    if (zone === undefined || !isOtherDay || isOneDay)
      return { ...base, reason: 'the values are times in the zone of the file itself' };
    const reason = `every time of day is ${formatClock(stamps[0]?.written)}, which is midnight in ${zone} if the file is written in UTC`;
    return { ...base, format: 'ISO-UTC', timeZone: zone, confidence: share * 0.5, openZones: [zone], reason };
  }
  if (moments.length < stamps.length)
    return {
      ...base,
      confidence: share * 0.5,
      openZones: [],
      reason: 'some times have a zone beside them, others none',
    };
  const timeZone = zoneOfMidnights(moments);
  if (timeZone !== undefined && !isOneDay) {
    const reason = `every time of day is ${formatClock(moments[0])} UTC, which is midnight in ${timeZone}`;
    return { ...base, timeZone, confidence: share * 0.95, reason };
  }
  if (!stamps.every(({ isUtc }) => isUtc))
    return { ...base, reason: 'the values are times, each in the zone that stands with it' };
  return {
    ...base,
    confidence: share * 0.75,
    openZones: [],
    reason: 'the values are times in UTC, and the days of customs begin at another hour',
  };
}

const formatClock = (minutes = 0) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const zoneName = (minutes: number) =>
  minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${formatClock(Math.abs(minutes))}`;
