const NEEDS_QUOTES = /[",\r\n]/;

/** A line of a CSV file, as RFC 4180 writes it. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${written.join(',')}\r\n`;
}
