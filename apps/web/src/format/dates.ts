import { displayDate, isIsoDate } from '@tidewaiter/contract';

/** Reads the person's own clock: the day, and the time to the second. */
export function clockTime(now: Date): { day: string; time: string } {
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    day: displayDate(`${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`),
    time: [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':'),
  };
}

/** Writes a moment as a person reads it, in their own time zone: `21 Nov 2026, 11:20`. */
export function displayTime(moment: string, timeZone?: string): string {
  const formatted = new Date(moment).toLocaleString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  });
  return formatted.replace('Sept', 'Sep');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function iso(year: string, month: number, day: string): string | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(date) ? date : null;
}

/**
 * Reads a date as people type it: `2026-11-01`, `01 Nov 2026`, `1 November 2026`, `01/11/2026` (day first, always), `01.11.2026`. Null when
 * it is none.
 */
export function parseTypedDate(text: string): string | null {
  const trimmed = text.trim();
  if (isIsoDate(trimmed)) return trimmed;
  const [, day = '', middle = '', year = ''] =
    /^(\d{1,2})[\s./-]+([a-z]+|\d{1,2})[\s./-]+(\d{4})$/i.exec(trimmed) ?? [];
  const month = /^\d/.test(middle) ? Number(middle) : MONTHS.indexOf(middle.slice(0, 3).toLowerCase()) + 1;
  return month > 0 ? iso(year, month, day) : null;
}
