import { LUNAR_YEARS } from '../recognise/date-shapes.js';
import { readTable } from '../recognise/tables.js';

/** Where the months of a calendar begin that no rule gives. */
export interface CalendarMonths {
  /** The first year. */
  first: number;
  /** The days since the first of 1970 on which its months begin, one after the other, and that behind the last. */
  days: readonly number[];
}

const DAY = 86_400_000;

/** A day that is a little before the first of the years. */
const BEFORE = Date.UTC(1999, 2, 1) / DAY;

/** The calendar that Saudi Arabia's offices write: reckoned, and not when the moon is seen. */
const CALENDAR = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  ...{ year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' },
});

function splitDay(day: number): Record<'year' | 'month' | 'day', number> {
  const parts = Object.fromEntries(CALENDAR.formatToParts(day * DAY).map(({ type, value }) => [type, Number(value)]));
  return { year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0 };
}

function read(): CalendarMonths {
  const [first, last] = LUNAR_YEARS;
  const days: number[] = [];
  let day = BEFORE;
  while (splitDay(day).day !== 1) day += 1;
  while (splitDay(day).year <= last + 1) {
    const { year, month } = splitDay(day);
    if (year >= first && (year <= last || month === 1)) days.push(day);
    if (year > last) break;
    // A month has 29 or 30 days.
    day += splitDay(day + 29).day === 1 ? 29 : 30;
  }
  return { first, days };
}

let months: CalendarMonths | undefined;

/** Where the months of the years of the moon begin; made when the first is read. */
export function lunarMonths(): CalendarMonths {
  months ??= read();
  return months;
}

/** The first day of the first year that is listed. */
const FIRST_OF_NEPAL = Date.UTC(2013, 3, 14) / DAY;

/** Where the months of Bikram Sambat begin, Nepal's calendar. */
export function nepaliMonths(): CalendarMonths {
  const years = readTable('nepali-months.tsv', ['year', 'days']);
  const days = [FIRST_OF_NEPAL];
  for (const length of years.flatMap((each) => each.days.split(' '))) days.push((days.at(-1) ?? 0) + Number(length));
  return { first: Number(years[0]?.year), days };
}
