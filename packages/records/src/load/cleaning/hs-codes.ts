/** Dots, spaces and hyphens that divide a code, and the quote by which a spreadsheet marks a text. */
const DIVIDERS = "[-.\\\\s\\'’]";

/**
 * An HS code as its digits. Where the source's codes have a known length, one that is a digit short has lost the zero of chapters
 * 01 to 09, and a number's `.0` is no part of it. Codes of any other length stay: padding them would invent digits.
 *
 * @param digits how long the source's codes are
 */
export function hsCodeSql(text: string, digits: number | undefined): string {
  if (digits === undefined) return bare(text);
  const whole = `replaceRegexpOne(${text}, '^([0-9]{${digits - 1},${digits}})[.]0+$', '\\\\1')`;
  return `replaceRegexpOne(${bare(whole)}, '^([0-9]{${digits - 1}})$', '0\\\\1')`;
}

function bare(text: string): string {
  return `replaceRegexpAll(${text}, '${DIVIDERS}', '')`;
}
