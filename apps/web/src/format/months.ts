// Made once: making one takes a hundred times as long as what it formats.
const MONTH_LABEL = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Writes `2025-11` as `Nov 2025`. */
export function monthLabel(month: string): string {
  return MONTH_LABEL.format(new Date(`${month}-01T00:00:00Z`)).replace('Sept', 'Sep');
}

/** Says which month it is, or how many months from when to when. */
export function monthsInWords(months: readonly string[]): string {
  const [first = '', last = ''] = [months[0], months.at(-1)];
  return months.length === 1
    ? monthLabel(first)
    : `${months.length} months, ${monthLabel(first)} – ${monthLabel(last)}`;
}
