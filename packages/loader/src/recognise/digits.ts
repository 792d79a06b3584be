import { quote } from '@tidewaiter/records/loading';

/** The zeros of scripts that have digits of their own; the nine others follow each. */
const ZEROS = '٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐０';

/** What stands beside such digits, and what it is beside those of ASCII. */
const BESIDE: Readonly<Record<string, string>> = {
  ...{ '٫': '.', '٬': ',', '،': ',', '．': '.', '，': ',', '／': '/', '－': '-', '−': '-', '：': ':', '　': ' ' },
  // Spaces between thousands that keep a number on one line.
  ...{ '\u00a0': ' ', '\u2009': ' ', '\u202f': ' ' },
};

/** Marks that turn the direction of writing: they are no part of a number. */
const MARKS = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

const PAIRS = [
  ...[...ZEROS].flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint((zero.codePointAt(0) ?? 0) + digit), String(digit)]),
  ),
  ...Object.entries(BESIDE),
] as const;

const PLAIN = new Map<string, string>(PAIRS.map(([sign = '', plain = '']) => [sign, plain]));
const [FROM, TO] = [[...PLAIN.keys()].join('') + MARKS, [...PLAIN.values()].join('')];
const FOREIGN = new RegExp(`[${FROM}]`, 'u');
const EACH = new RegExp(FOREIGN, 'gu');

/** A text with the digits of every script, and the signs beside them, as those of ASCII. */
export const withPlainDigits = (text: string): string =>
  FOREIGN.test(text) ? text.replace(EACH, (sign) => PLAIN.get(sign) ?? '') : text;

/** The same in the engine, which looks no further at a text of ASCII. */
export const plainDigitsSql = (text: string): string =>
  `if(isValidASCII(${text}), ${text}, translateUTF8(${text}, ${quote(FROM)}, ${quote(TO)}))`;

/** Rows whose cells of other digits are as those of ASCII, for looking at; the very rows where there are none. */
export function rowsWithPlainDigits(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const has = (row: readonly string[]) => row.some((cell) => FOREIGN.test(cell) && /\p{Nd}/u.test(cell));
  return rows.some(has)
    ? rows.map((row) => (has(row) ? row.map((cell) => (/\p{Nd}/u.test(cell) ? withPlainDigits(cell) : cell)) : row))
    : rows;
}
