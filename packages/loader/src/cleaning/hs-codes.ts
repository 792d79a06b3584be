/** HS codes as files write them: with dividers, as decimals, in scientific notation, and without the zero that they begin with. */
import { quote, SHIPPED_LABELS } from '@tidewaiter/records/loading';

const HEADINGS = [...SHIPPED_LABELS.labels.keys()].filter((code) => code.length === 4);
const KNOWN_HEADINGS = new Set(HEADINGS);

/** SQL of the headings that there are. */
export const HEADINGS_SQL = `(${HEADINGS.map(quote).join(', ')})`;

export const isHeading = (code: string) => KNOWN_HEADINGS.has(code.slice(0, 4));

/** Dots, spaces and hyphens that divide a code, and the quote by which a spreadsheet marks a text. */
const DIVIDERS = "[-.\\s'’]";

/** Behind eight digits, ten or eleven, one that is divided off proves the code and is no part of it, as a letter behind these is: `8513.10.00.00-6`, `0901.11.00.000A`. */
const BEFORE_CHECK_DIGIT = '^((?:[0-9][.]?){8}|(?:[0-9][.]?){10,11})(?:(?: ?[-–/] ?| )[0-9]|[ -]?[A-Z])$';

const PLAIN = '^[0-9]*$';
/** A whole number of a spreadsheet, or a heading: its `.0` is no part of the code. */
const WITH_POINT_ZERO = '^([0-9]{5,12})[.]0+$|^([0-9]{3,4})[.]0$';
/** A code that was a decimal has lost zeros at both ends: 901.1 is 0901.10. */
const HEADING_AND_REST = '^([0-9]{3,4})[.]([0-9]{1,4})$';
/** Of a text, which had a zero where a decimal has none, they are all there. */
const ALL_OF_SEVEN = '^(0[0-9]{3}[.][0-9]{3}|[0-9]{4}[.][0-9]{2}0)$';
/** Behind a dot, a code has its four digits of the heading. */
const DOTTED = '^[0-9]{4}[.]';
const SUBHEADING_AND_REST = '^([0-9]{5,6})[.]([0-9]{1,2})$';
/** Of a code in scientific notation its first digits are left, and how many it had. */
const SCIENTIFIC = '^([0-9])(?:[.]([0-9]*))?[eE][+]?([0-9]{1,2})$';

/** A code before what it stands for, `0303 Fish`, `[8517.13]: Telephones`, and one behind the letters of a nomenclature, `CN 85171300`. */
const BEFORE_NAME = '^[\\[(]?([0-9]{4,12}(?:[. ][0-9]{2,4}){0,4})[\\])]?(?:\\s*[-–—:;,|/]+\\s*|\\s+)\\p{L}.*$';
const BEHIND_LETTERS = '^[A-Za-z]{2,6}[ :.-]?([0-9]{4,12}(?:[. ][0-9]{2,4}){0,4})$';

/** The same for single cells, of which a file has hundreds of thousands. */
const IN_CELLS = {
  plain: new RegExp(PLAIN),
  beforeCheckDigit: new RegExp(BEFORE_CHECK_DIGIT),
  withPointZero: new RegExp(WITH_POINT_ZERO),
  headingAndRest: new RegExp(HEADING_AND_REST),
  allOfSeven: new RegExp(ALL_OF_SEVEN),
  dotted: new RegExp(DOTTED),
  subheadingAndRest: new RegExp(SUBHEADING_AND_REST),
  scientific: new RegExp(SCIENTIFIC),
  besides: [new RegExp(BEFORE_NAME, 'u'), new RegExp(BEHIND_LETTERS, 'u')],
  dividers: new RegExp(DIVIDERS, 'g'),
};

/** The code that a cell holds, its digits as far as they can be known. {@link hsCodeSql} is the same in the engine. */
export function parseHsCode(cell: string): string {
  const text = cell.trim().replace(/^['’]/, '');
  if (IN_CELLS.plain.test(text)) return text;
  const proved = IN_CELLS.beforeCheckDigit.exec(text)?.[1];
  if (proved !== undefined) return proved.replaceAll('.', '');
  const whole = IN_CELLS.withPointZero.exec(text);
  if (whole) return whole[1] ?? whole[2] ?? '';
  if (IN_CELLS.allOfSeven.test(text)) return text.replace('.', '');
  const [, heading, rest = ''] = IN_CELLS.headingAndRest.exec(text) ?? [];
  if (heading !== undefined) return heading.padStart(4, '0') + rest.padEnd(rest.length > 2 ? 4 : 2, '0');
  const [, subheading, last = ''] = IN_CELLS.subheadingAndRest.exec(text) ?? [];
  if (subheading !== undefined) return subheading.padStart(6, '0') + last.padEnd(2, '0');
  const [, first, more = '', power = ''] = IN_CELLS.scientific.exec(text) ?? [];
  if (first !== undefined) {
    const length = Number(power) + 1;
    const digits = (length % 2 === 0 ? '' : '0') + first + more;
    return digits.slice(0, more.length + 1 >= length ? undefined : digits.length - (digits.length % 2));
  }
  return (codeBeside(text) ?? text).replace(IN_CELLS.dividers, '');
}

/** The code of a heading that there is, with what stands beside it in its cell left off; it may have lost the zero that it begins with. */
export function codeBeside(text: string): string | undefined {
  if (!/^[\p{L}[(\d]/u.test(text) || !/\p{L}/u.test(text)) return undefined;
  const code = IN_CELLS.besides.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])[0];
  const digits = code?.replace(IN_CELLS.dividers, '');
  return digits !== undefined && (isHeading(digits) || isHeading(`0${digits}`)) ? code : undefined;
}

/** Whether the digits of its heading stand before a dot: none of them is lost. */
export const isDotted = (cell: string) => IN_CELLS.dotted.test(cell.trim());

/** Whether a cell holds a code of which the last digits are lost. */
export function isCutShort(cell: string): boolean {
  const [, first, more = '', power = ''] = IN_CELLS.scientific.exec(cell.trim()) ?? [];
  return first !== undefined && more.length < Number(power);
}

/**
 * An HS code as its digits. Where the source's codes have a known length, one that is a digit short has lost the zero of chapters
 * 01 to 09, unless a dot shows its heading whole, or its heading exists as it is and not with a zero. Codes of any other length stay: padding them would invent digits.
 *
 * @param digits how long the source's codes are
 */
export function hsCodeSql(text: string, digits: number | undefined): string {
  const code = `if(match(${text}, '${PLAIN}'), ${text}, ${written(text, digits)})`;
  if (digits === undefined) return code;
  const shorter = `match(${code}, '^[0-9]{${digits - 1}}$') AND ${code} != '0'`;
  const asItIs = `substring(${code}, 1, 4) IN ${HEADINGS_SQL} AND concat('0', substring(${code}, 1, 3)) NOT IN ${HEADINGS_SQL}`;
  return `if(${shorter} AND NOT match(${text}, '${DOTTED}') AND NOT (${asItIs}), concat('0', ${code}), ${code})`;
}

function written(text: string, digits: number | undefined): string {
  const bare = `replaceRegexpOne(${text}, '^[\\'’]', '')`;
  const groups = (pattern: string) => `extractGroups(${bare}, '${pattern}')`;
  const parts = (pattern: string, length: number, rest: string) =>
    `concat(leftPad(${groups(pattern)}[1], ${length}, '0'), rightPad(${groups(pattern)}[2], ${rest}, '0'))`;
  const scientific = groups(SCIENTIFIC);
  const length = `(toUInt8OrZero(${scientific}[3]) + 1)`;
  const known = `concat(if(${length} % 2 = 0, '', '0'), ${scientific}[1], ${scientific}[2])`;
  const mantissaDigits = `if(length(${scientific}[2]) + 1 >= ${length}, ${known}, substring(${known}, 1, length(${known}) - length(${known}) % 2))`;
  const taken = [BEFORE_NAME, BEHIND_LETTERS].map((pattern) => `extract(${text}, ${quote(pattern)})`);
  const beside = `replaceRegexpAll(concat(${taken.join(', ')}), '[^0-9]', '')`;
  const behindHeading = `if(length(${groups(HEADING_AND_REST)}[2]) > 2, ${digits === 7 ? 3 : 4}, 2)`;
  return `multiIf(
    match(${bare}, '${BEFORE_CHECK_DIGIT}'), replaceAll(extract(${bare}, '${BEFORE_CHECK_DIGIT}'), '.', ''),
    match(${bare}, '${ALL_OF_SEVEN}'), replaceOne(${bare}, '.', ''),
    match(${bare}, '${WITH_POINT_ZERO}'), concat(${groups(WITH_POINT_ZERO)}[1], ${groups(WITH_POINT_ZERO)}[2]),
    match(${bare}, '${HEADING_AND_REST}'), ${parts(HEADING_AND_REST, 4, behindHeading)},
    match(${bare}, '${SUBHEADING_AND_REST}'), ${parts(SUBHEADING_AND_REST, 6, '2')},
    match(${bare}, '${SCIENTIFIC}'), ${mantissaDigits},
    match(${text}, '\\\\p{L}') AND ${beside} != '' AND (substring(${beside}, 1, 4) IN ${HEADINGS_SQL} OR concat('0', substring(${beside}, 1, 3)) IN ${HEADINGS_SQL}), ${beside},
    replaceRegexpAll(${text}, '${DIVIDERS.replace('\\s', '\\\\s').replace("'", "\\'")}', ''))`;
}
