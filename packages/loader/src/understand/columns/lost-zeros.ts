/** HS codes of a file, held against the headings that there are and the goods that stand beside them: zeros that a spreadsheet took, digits that it cut off. */
import { SHIPPED_LABELS } from '@tidewaiter/records/loading';
import { isCutShort, isDotted, isHeading, parseHsCode } from '../../cleaning/hs-codes.js';
import { LEAST_FOREIGN, LONGEST_PAIRED, MOST_CHAPTERS, RARE_CODES, SHARE, SHORTEST_WORD } from './weights.js';

/** An HS code as it is written, and what its goods are called. */
export interface CodedGoods {
  code: string;
  goods: string;
}

/** Words as labels and descriptions share them, in the singular. */
function singularWords(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words
    .filter((word) => word.length >= SHORTEST_WORD)
    .map((word) => word.replace(/(?<=[^s])s$|(?<=[sx])es$/, ''));
}

/** The chapters that a word of the nomenclature stands for. */
const CHAPTERS = new Map<string, Set<string>>();
for (const [code, label] of SHIPPED_LABELS.labels) {
  for (const word of singularWords(label)) CHAPTERS.set(word, (CHAPTERS.get(word) ?? new Set()).add(code.slice(0, 2)));
}

/** Whether goods are called by a word that few chapters but this one have. */
export const namesGoods = (goods: string, chapter: string): boolean =>
  singularWords(goods).some((word) => {
    const chapters = CHAPTERS.get(word);
    return chapters !== undefined && chapters.size <= MOST_CHAPTERS && chapters.has(chapter);
  });

/** What the HS codes of a sample show of zeros that a spreadsheet took from their beginnings. */
export interface LostZeros {
  /** How long the codes are meant to be; undefined where not all of a length have lost one. */
  digits: number | undefined;
  /** Whether no other length tells it. */
  isGuess: boolean;
  /** Of one of them: the code, and what stands beside it where it names other goods than the code does. */
  example: CodedGoods;
}

/** Codes without a dot behind the heading's four digits: what has one has lost no zero. */
const undotted = (goods: readonly CodedGoods[], digits: RegExp) =>
  goods
    .filter(({ code }) => !isDotted(code))
    .map(({ code, goods: description }) => ({ code: parseHsCode(code), goods: description, written: code }))
    .filter(({ code }) => digits.test(code));

/**
 * Codes are of even lengths, but for a few countries': chapters 1 to 9 begin with a zero, which numbers do not keep. So codes
 * of one digit less than others, or of an odd length that none begins with a zero, have lost it, where there are such headings and
 * no words beside them are of other goods.
 */
function findLostZeros(goods: readonly CodedGoods[]): LostZeros | undefined {
  const coded = undotted(goods, /^\d{3,12}$/);
  const ofLength = (length: number) => coded.filter(({ code }) => code.length === length);
  const isThere = (length: number) => ofLength(length).length > coded.length * RARE_CODES.lengths;
  const begun = (length: number) => ofLength(length).some(({ code }) => code.startsWith('0'));
  const mayHaveLost = (length: number) => {
    const all = ofLength(length);
    const agreements = all.map(({ code, goods: description }) =>
      [code.slice(0, 2), `0${code.slice(0, 1)}`].map((chapter) => namesGoods(description, chapter)),
    );
    const asItIs = agreements.filter(([is, withZero]) => is && !withZero).length;
    const lost = agreements.filter(([is, withZero]) => !is && withZero).length;
    return 2 * all.filter(({ code }) => isHeading(`0${code}`)).length > all.length && asItIs <= lost;
  };
  const lostZeros = (length: number, digits: number, isGuess: boolean): LostZeros => ({
    ...{ digits, isGuess },
    example: { code: ofLength(length)[0]?.written ?? '', goods: '' },
  });
  const lengths = [...new Set(coded.map(({ code }) => code.length))].filter(isThere).sort((a, b) => b - a);
  for (const length of lengths) {
    const [isShorter, isBegun] = [isThere(length - 1), begun(length - 1)];
    // Where the longer ones have their zeros, the shorter ones lost none unless no country has codes of their length.
    const isWhole = begun(length) && (length - 1) % 2 === 0;
    if (isShorter && !isBegun && !isWhole && mayHaveLost(length - 1)) return lostZeros(length - 1, length, false);
  }
  const odd = lengths.toReversed().find((length) => length % 2 === 1 && !begun(length) && mayHaveLost(length));
  return odd === undefined ? undefined : lostZeros(odd, odd + 1, odd >= LONGEST_PAIRED);
}

/**
 * Codes that name other goods than those that stand beside them, and would name these with a zero before them: a spreadsheet that takes the
 * zero of chapters 1 to 9 makes shrimps (0306) medicines (30). Lengths alone do not tell where a file has codes of several.
 */
export function findForeignChapters(goods: readonly CodedGoods[]): LostZeros | undefined {
  // Twelve digits are whole: no code is longer.
  const coded = undotted(goods, /^\d{4,11}$/);
  const foreign = coded.filter(({ code, goods: description }) => {
    if (code.startsWith('0') || !isHeading(`0${code}`)) return false;
    return (
      !isHeading(code) ||
      (namesGoods(description, `0${code.slice(0, 1)}`) && !namesGoods(description, code.slice(0, 2)))
    );
  });
  const [example] = foreign;
  // Where zeros are kept, a few codes without them are misprints.
  const withZero = coded.filter(({ code }) => code.startsWith('0')).length;
  if (!example || foreign.length < Math.max(LEAST_FOREIGN, coded.length * RARE_CODES.foreign, withZero / 2))
    return undefined;
  const { length } = example.code;
  const isOne = foreign.every(({ code }) => code.length === length);
  const others = coded.some(({ code }) => code.length === length && isHeading(code) && !isHeading(`0${code}`));
  return {
    digits: isOne && !others ? length + 1 : undefined,
    isGuess: false,
    example: { code: example.code, goods: example.goods },
  };
}

/** Two where codes are chapters, some of which a spreadsheet has left with one digit; undefined where none has lost its zero. */
function digitsOfChapters(goods: readonly CodedGoods[]): 2 | undefined {
  const codes = goods.map(({ code }) => code.trim()).filter((code) => code !== '');
  const ofLength = (length: number) =>
    codes.filter((code) => code.length === length && /^(0?[1-9]|[1-9]\d)$/.test(code));
  const [lost, whole] = [ofLength(1).length, ofLength(2).length];
  return lost > 0 && whole > 0 && lost + whole >= SHARE.all * codes.length ? 2 : undefined;
}

/** Codes of seven digits, written with a dot behind the heading's four. Of decimals that were codes of eight, few have three behind it. */
function areOfSeven(goods: readonly CodedGoods[]): boolean {
  const behind = goods.flatMap(({ code }) => /^\d{4}[.](\d+)$/.exec(code.trim())?.[1] ?? []);
  return 2 * behind.filter(({ length }) => length === 3).length > behind.length;
}

/** Of codes in scientific notation the last digits are lost: one of them, where there are more than misprints. */
function findCutShort(goods: readonly CodedGoods[]): string | undefined {
  const cut = goods.filter(({ code }) => isCutShort(code));
  return cut.length > goods.length * RARE_CODES.lengths ? cut[0]?.code : undefined;
}

/** What a spreadsheet did to codes: zeros and last digits that are lost, and how long the codes are meant to be. */
export const findDamagedCodes = (goods: readonly CodedGoods[]) => {
  const zeros = findLostZeros(goods);
  return {
    zeros,
    lostDigits: zeros?.isGuess ? undefined : zeros?.digits,
    foreign: zeros ? undefined : findForeignChapters(goods),
    cutShort: findCutShort(goods),
    digits: areOfSeven(goods) ? 7 : digitsOfChapters(goods),
  };
};
