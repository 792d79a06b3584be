import { type Country, firstOfMonth, monthsBefore, type TradeType } from '@tidewaiter/contract';

/** The days that a choice of countries has records for. */
export interface DateBounds {
  from: string;
  to: string;
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function endOfPreviousMonth(today: string): string {
  return addDays(firstOfMonth(today), -1);
}

/** First and last data date of one country; India's months are published whole, so a begun one does not count (SPEC 9). */
function boundsOf(country: Country, tradeType: TradeType, today: string): DateBounds | null {
  const from = tradeType === 'IMPORT' ? country.importFrom : country.exportFrom;
  const upto = tradeType === 'IMPORT' ? country.importUpto : country.exportUpto;
  if (from === null || upto === null) return null;
  const wholeMonths = country.shortcode === 'IND' || country.shortcode === 'SEZ';
  const last = wholeMonths && upto > endOfPreviousMonth(today) ? endOfPreviousMonth(today) : upto;
  const bounds = { from: from.slice(0, 10), to: last.slice(0, 10) };
  return bounds.from <= bounds.to ? bounds : null;
}

/** From the earliest to the latest data date of the chosen countries; null when none of them has records. */
export function dateBounds(
  countries: readonly Country[],
  tradeType: TradeType,
  today = new Date().toISOString().slice(0, 10),
): DateBounds | null {
  const each = countries.map((country) => boundsOf(country, tradeType, today)).filter((bounds) => bounds !== null);
  const from = each.map((bounds) => bounds.from).sort()[0];
  const to = each
    .map((bounds) => bounds.to)
    .sort()
    .at(-1);
  return from !== undefined && to !== undefined ? { from, to } : null;
}

/**
 * A preset of so many months up to the last data date. It starts on the first of a month, so that the months are whole
 * (a year up to 31 October starts on 1 November), and never before the first data date.
 */
export function presetDates(months: number, bounds: DateBounds): { fromDate: string; toDate: string } {
  const start = firstOfMonth(monthsBefore(addDays(bounds.to, 1), months));
  const fromDate = [start, bounds.from].sort().at(-1) ?? start;
  return { fromDate, toDate: bounds.to };
}
