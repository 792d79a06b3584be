import {
  addDays,
  addMonths,
  type Country,
  type DataAccessWindow,
  dataAccessWindow,
  dayOf,
  firstOfMonth,
  type TradeType,
} from '@tidewaiter/contract';

/** The days that a choice of countries can be searched on. */
export interface DateBounds {
  from: string;
  to: string;
}

/** Days are the server's: in universal time. */
function currentDay(): string {
  return dayOf(new Date());
}

function endOfPreviousMonth(today: string): string {
  return addDays(firstOfMonth(today), -1);
}

const NO_BOUND: DataAccessWindow = { fromDate: null, toDate: null };

/** The days that a subscription shows (SPEC 6); all of them while it is not known. */
export function accessOf(subscription: Parameters<typeof dataAccessWindow>[0] | null | undefined): DataAccessWindow {
  return subscription ? dataAccessWindow(subscription, currentDay()) : NO_BOUND;
}

const latest = (...days: (string | null)[]) =>
  days
    .filter((day) => day !== null)
    .sort()
    .at(-1);
const earliest = (...days: (string | null)[]) => days.filter((day) => day !== null).sort()[0];

/** First and last day of one country; India's months are published whole, so a begun one does not count (SPEC 9). */
function boundsOf(
  country: Country,
  tradeType: TradeType,
  { access, today }: { access: DataAccessWindow; today: string },
): DateBounds | null {
  const imports = tradeType === 'IMPORT';
  const first = imports ? country.importFrom : country.exportFrom;
  const last = imports ? country.importUpto : country.exportUpto;
  if (first === null || last === null) return null;
  const wholeMonths = country.shortcode === 'IND' || country.shortcode === 'SEZ';
  const from = latest(first, access.fromDate);
  const to = earliest(last, access.toDate, wholeMonths ? endOfPreviousMonth(today) : null);
  return from !== undefined && to !== undefined && from <= to ? { from, to } : null;
}

/**
 * The bounds of every date that the form takes (SPEC 5 and 9): from the earliest to the latest day of the chosen countries'
 * records, within what the subscription shows. Null when there is no such day.
 */
export function dateBounds(
  countries: readonly Country[],
  tradeType: TradeType,
  { access = NO_BOUND, today = currentDay() }: { access?: DataAccessWindow; today?: string } = {},
): DateBounds | null {
  const each = countries
    .map((country) => boundsOf(country, tradeType, { access, today }))
    .filter((bounds) => bounds !== null);
  const from = earliest(...each.map((bounds) => bounds.from));
  const to = latest(...each.map((bounds) => bounds.to));
  return from !== undefined && to !== undefined ? { from, to } : null;
}

/**
 * A preset of so many months up to the last day. It starts on the first of a month, so that the months are whole (a year up
 * to 31 October starts on 1 November), and never before the first day.
 */
export function presetDates(months: number, bounds: DateBounds): { fromDate: string; toDate: string } {
  const start = firstOfMonth(addMonths(addDays(bounds.to, 1), -months));
  const fromDate = start < bounds.from ? bounds.from : start;
  return { fromDate, toDate: bounds.to };
}
