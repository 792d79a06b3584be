import { SHIPPED_LABELS } from '@tidewaiter/records/loading';
import { hsCodeOf, isDotted, isHeading } from '../cleaning/hs-codes.js';
import type { CodedGoods } from './hs-codes.js';

/** HS codes that name other goods than those that stand beside them, and would name these with a zero before them. */
export interface ForeignChapters {
  /** How long the codes are meant to be, where all of a length have lost their zero. */
  digits: number | undefined;
  /** Of one of them: the code, and what stands beside it. */
  example: CodedGoods;
}

/** A word of more chapters than these says nothing of goods: "other", "articles". */
const MOST_CHAPTERS = 6;
const SHORTEST_WORD = 4;

/** Codes that are rarer are misprints. */
const LEAST = 2;
const RARE = 0.01;

/** Words as labels and descriptions share them, in the singular. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words
    .filter((word) => word.length >= SHORTEST_WORD)
    .map((word) => word.replace(/(?<=[^s])s$|(?<=[sx])es$/, ''));
}

/** The chapters that a word of the nomenclature stands for. */
const CHAPTERS = new Map<string, Set<string>>();
for (const [code, label] of SHIPPED_LABELS.labels) {
  for (const word of wordsOf(label)) CHAPTERS.set(word, (CHAPTERS.get(word) ?? new Set()).add(code.slice(0, 2)));
}

const withZero = (code: string) => `0${code}`;

/** Whether goods are called by a word that few chapters but this one have. */
export function names(goods: string, chapter: string): boolean {
  return wordsOf(goods).some((word) => {
    const chapters = CHAPTERS.get(word);
    return chapters !== undefined && chapters.size <= MOST_CHAPTERS && chapters.has(chapter);
  });
}

/** Whether a code is of no heading but for a zero before it, or of other goods than are named beside it in English. */
function isForeign(code: string, goods: string): boolean {
  const whole = withZero(code);
  if (code.startsWith('0') || !isHeading(whole)) return false;
  if (!isHeading(code)) return true;
  return names(goods, whole.slice(0, 2)) && !names(goods, code.slice(0, 2));
}

/**
 * Holds codes against the headings that there are, and against the goods that they stand beside: a spreadsheet that takes the zero
 * of chapters 1 to 9 makes shrimps (0306) medicines (30). Lengths alone do not tell where a file has codes of several.
 */
export function findForeignChapters(rows: readonly CodedGoods[]): ForeignChapters | undefined {
  const coded = rows
    .filter(({ code }) => !isDotted(code))
    .map(({ code, goods }) => ({ code: hsCodeOf(code), goods }))
    // Twelve digits are whole: no code is longer.
    .filter(({ code }) => /^\d{4,11}$/.test(code));
  const foreign = coded.filter(({ code, goods }) => isForeign(code, goods));
  const [example] = foreign;
  // Where zeros are kept, a few codes without them are misprints.
  const kept = coded.filter(({ code }) => code.startsWith('0')).length;
  if (!example || foreign.length < Math.max(LEAST, coded.length * RARE, kept / 2)) return undefined;
  const { length } = example.code;
  const others = coded.some(({ code }) => code.length === length && isHeading(code) && !isHeading(withZero(code)));
  const isOne = foreign.every(({ code }) => code.length === length);
  return { digits: isOne && !others ? length + 1 : undefined, example };
}
