import { LUNAR_YEARS } from '../recognise/date-shapes.js';

interface LunarMonths {
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

function partsOf(day: number): Record<'year' | 'month' | 'day', number> {
  const parts = Object.fromEntries(CALENDAR.formatToParts(day * DAY).map(({ type, value }) => [type, Number(value)]));
  return { year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0 };
}

function read(): LunarMonths {
  const [first, last] = LUNAR_YEARS;
  const days: number[] = [];
  let day = BEFORE;
  while (partsOf(day).day !== 1) day += 1;
  while (partsOf(day).year <= last + 1) {
    const { year, month } = partsOf(day);
    if (year >= first && (year <= last || month === 1)) days.push(day);
    if (year > last) break;
    // A month has 29 or 30 days.
    day += partsOf(day + 29).day === 1 ? 29 : 30;
  }
  return { first, days };
}

let months: LunarMonths | undefined;

/** Where the months of the years of the moon begin; made when the first is read. */
export function lunarMonths(): LunarMonths {
  months ??= read();
  return months;
}
