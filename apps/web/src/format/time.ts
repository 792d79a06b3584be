/** A moment as a person reads it, in their own time zone: `21 Nov 2026, 11:20`. */
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
