/** Calendar days as `YYYY-MM-DD` strings: no time zone can move them. */

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
const PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** The days that the engine's Date holds. */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2149-06-06';

/** True for a day that exists and can be held. */
export function isIsoDate(text: string): boolean {
  if (!PATTERN.test(text) || text < FIRST_DAY || text > LAST_DAY) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Days from one day to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Tells the day of a moment, in universal time as all days of the portal are. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The day so many days later, or with a number below zero earlier: one that the engine's Date holds. */
export function addDays(date: string, days: number): string {
  const day = dayOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS));
  if (day < FIRST_DAY) return FIRST_DAY;
  return day < LAST_DAY ? day : LAST_DAY;
}

/** The calendar month of a day, as `YYYY-MM`. */
export const monthOf = (date: string) => date.slice(0, 7);

/** How many months come before that of a day, or before a month, counted from the year 0. */
export const monthNumber = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/** The month so many months later or earlier, as `YYYY-MM`. */
function addToMonth(month: string, months: number): string {
  const number = monthNumber(month) + months;
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}

/** The months from one to another, both with it, as `YYYY-MM`. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addToMonth(month, 1)) months.push(month);
  return months;
}

/** The day so many calendar months later or earlier, kept inside its month (31 March less one month is the last of February). */
export function addMonths(date: string, months: number): string {
  const month = addToMonth(date, months);
  const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return `${month}-${String(Math.min(Number(date.slice(8)), lastDay)).padStart(2, '0')}`;
}

/** The first day of the month of a day, or of a month. */
export function firstOfMonth(date: string): string {
  return `${monthOf(date)}-01`;
}

/** The last day of the month of a day, or of a month. */
export function lastOfMonth(date: string): string {
  return addDays(addMonths(firstOfMonth(date), 1), -1);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-01` as `01 Nov 2026`. By hand: a table shows thousands, and the language's own formatting takes its time. */
export function displayDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** What a record's date is known to where it is no day. */
export const DATE_GRAINS = ['Month', 'Quarter', 'Year'] as const;
export type DateGrain = (typeof DATE_GRAINS)[number];

/**
 * A record's date as far as its source says it, `Mar 2024`, `Q1 2024` or `2024`; what begins on another day than ours do, as months and
 * years of other calendars, is said by its first day.
 */
export function displayRecordDate(date: string, knownTo: unknown): string {
  const [year, month, day] = date.split('-');
  const grain = DATE_GRAINS.find((one) => one === knownTo);
  if (grain === undefined) return displayDate(date);
  const months = { Month: 1, Quarter: 3, Year: 12 }[grain];
  if (day !== '01' || (Number(month) - 1) % months !== 0) return `${grain} from ${displayDate(date)}`;
  return { Month: displayDate(date).slice(3), Quarter: `Q${(Number(month) + 2) / 3} ${year}`, Year: `${year}` }[grain];
}

/** The days that a subscription shows; null means no bound. */
export interface DataAccessWindow {
  fromDate: string | null;
  toDate: string | null;
}

/** `dataAccessUpto` is the last visible day, `dataAccessInMonth` how many months back from it, or from today (DESIGN 5). */
export function dataAccessWindow(
  { dataAccessUpto, dataAccessInMonth }: { dataAccessUpto: string | null; dataAccessInMonth: number | null },
  today: string,
): DataAccessWindow {
  return {
    fromDate: dataAccessInMonth === null ? null : addMonths(dataAccessUpto ?? today, -dataAccessInMonth),
    toDate: dataAccessUpto,
  };
}
