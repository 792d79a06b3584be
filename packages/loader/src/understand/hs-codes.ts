import { hsCodeOf, isCutShort, isDotted, isHeading } from '../cleaning/hs-codes.js';
import type { Suggestion } from './assign.js';
import { names } from './hs-chapters.js';
import { CLEAR } from './unclear.js';

/** An HS code as it is written, and what its goods are called. */
export interface CodedGoods {
  code: string;
  goods: string;
}

/** Suggestions without headings and chapters where another column that is called the code has all of it. */
export function withWholeCodes(
  suggestions: readonly Suggestion[],
  rows: readonly (readonly string[])[],
): readonly Suggestion[] {
  const codes = suggestions.filter(({ target, score }) => target === 'hs_code' && score >= CLEAR);
  const digits = (row: readonly string[], column: number) => hsCodeOf(row[column] ?? '').replace(/^0+/, '');
  const begins = (short: number, long: number) => {
    const both = rows.map((row) => [digits(row, short), digits(row, long)] as const).filter(([a, b]) => a && b);
    return both.length > 0 && both.every(([a, b]) => b.startsWith(a) && b.length > a.length);
  };
  const isHeading = ({ target, column }: Suggestion) =>
    target === 'hs_code' && codes.some((other) => other.column !== column && begins(column, other.column));
  return codes.length < 2 ? suggestions : suggestions.filter((each) => !isHeading(each));
}

/** What the HS codes of a sample show of zeros that a spreadsheet took from their beginnings. */
export interface LostZeros {
  /** How long the codes are meant to be. */
  digits: number;
  /** Whether no other length tells it. */
  isGuess: boolean;
  example: string;
}

/** Codes that are this rare are misprints. */
const RARE = 0.002;

/** The longest codes that end in a pair of digits with certainty; longer ones of an odd length may be whole. */
const LONGEST_PAIRED = 8;

/**
 * Codes are of even lengths, but for a few countries': chapters 1 to 9 begin with a zero, which numbers do not keep. So codes
 * of one digit less than others, or of an odd length that none begins with a zero, have lost it, where there are such headings and
 * no words beside them are of other goods. What has a dot behind the heading's four digits has lost none.
 */
export function findLostZeros(goods: readonly CodedGoods[]): LostZeros | undefined {
  const coded = goods
    .map(({ code, goods: said }) => ({ code: hsCodeOf(code), said, asWritten: code }))
    .filter(({ code, asWritten }) => /^\d{3,12}$/.test(code) && !isDotted(asWritten));
  const ofLength = (length: number) => coded.filter(({ code }) => code.length === length);
  const isThere = (length: number) => ofLength(length).length > coded.length * RARE;
  const begun = (length: number) => ofLength(length).some(({ code }) => code.startsWith('0'));
  const mayHaveLost = (length: number) => {
    const all = ofLength(length);
    const fitting = all.filter(({ code }) => isHeading(`0${code}`));
    const count = (chapterOf: (code: string) => string, other: (code: string) => string) =>
      all.filter(({ code, said }) => names(said, chapterOf(code)) && !names(said, other(code))).length;
    const [asItIs, withZero] = [(code: string) => code.slice(0, 2), (code: string) => `0${code.slice(0, 1)}`];
    return 2 * fitting.length > all.length && count(asItIs, withZero) <= count(withZero, asItIs);
  };
  const example = (length: number) => ofLength(length)[0]?.asWritten ?? '';
  const lengths = [...new Set(coded.map(({ code }) => code.length))].filter(isThere).sort((a, b) => b - a);
  for (const length of lengths) {
    if (!isThere(length - 1) || begun(length - 1) || !mayHaveLost(length - 1)) continue;
    // Where the longer ones have their zeros, the shorter ones lost none unless no country has codes of their length.
    if (begun(length) && (length - 1) % 2 === 0) continue;
    return { digits: length, isGuess: false, example: example(length - 1) };
  }
  const odd = lengths.toReversed().find((length) => length % 2 === 1 && !begun(length) && mayHaveLost(length));
  return odd === undefined ? undefined : { digits: odd + 1, isGuess: odd >= LONGEST_PAIRED, example: example(odd) };
}

/** Codes of seven digits, written with a dot behind the heading's four. Of decimals that were codes of eight, few have three behind it. */
export function areOfSeven(goods: readonly CodedGoods[]): boolean {
  const behind = goods.flatMap(({ code }) => /^\d{4}[.](\d+)$/.exec(code.trim())?.[1] ?? []);
  return 2 * behind.filter(({ length }) => length === 3).length > behind.length;
}

/** Of codes in scientific notation the last digits are lost: one of them, where there are more than misprints. */
export function findCutShort(goods: readonly CodedGoods[]): string | undefined {
  const cut = goods.filter(({ code }) => isCutShort(code));
  return cut.length > goods.length * RARE ? cut[0]?.code : undefined;
}
