import { isIsoDate } from '@tidewaiter/contract';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function iso(year: string, month: number, day: string): string | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(date) ? date : null;
}

/**
 * A date as people type it: `2026-11-01`, `01 Nov 2026`, `1 November 2026`, `01/11/2026` (day first, always), `01.11.2026`.
 * Null when it is none.
 */
export function parseTypedDate(text: string): string | null {
  const trimmed = text.trim();
  if (isIsoDate(trimmed)) return trimmed;
  const [, day = '', middle = '', year = ''] =
    /^(\d{1,2})[\s./-]+([a-z]+|\d{1,2})[\s./-]+(\d{4})$/i.exec(trimmed) ?? [];
  const month = /^\d/.test(middle) ? Number(middle) : MONTHS.indexOf(middle.slice(0, 3).toLowerCase()) + 1;
  return month > 0 ? iso(year, month, day) : null;
}
