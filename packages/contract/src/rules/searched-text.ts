/** What a text that is searched for consists of, and what is wrong with it. */
import { LIMITS } from './limits.js';
import { MESSAGES } from './messages.js';

/** Control characters and halves of surrogate pairs: no description or name holds them. */
export const UNSEARCHABLE = /[\p{Cc}\p{Cs}]/u;

/** What is wrong with one cleaned text, or undefined. */
export function typedTextProblem(value: string): string | undefined {
  if ([...value].length < LIMITS.textMinLength) return MESSAGES.textTooShort;
  if (UNSEARCHABLE.test(value)) return MESSAGES.unsearchableCharacter;
  return value.length > LIMITS.searchValueMaxLength ? MESSAGES.valueTooLong : undefined;
}

/** The words of a product value that must all occur (`L`), each once. */
export function productWords(value: string): string[] {
  return [...new Set(value.split(/\s+/).filter((word) => word !== ''))];
}

/** Accents and what shows nothing: of a text that is searched, as of stored ones, nothing is left of them. */
const NO_LETTERS = /[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu;

/** How many letters and digits a word has, without the accents upon them. */
export const letterCount = (word: string) => [...word.replace(NO_LETTERS, '')].length;

/** What shows nothing: a word stays whole that holds it. */
const SHOWS_NOTHING = /\p{Default_Ignorable_Code_Point}/gu;

const POSSESSIVE = /['’]s(?![\p{L}\p{N}\p{M}])/giu;

/**
 * The words of a product value that must all stand in a description by themselves (`W`), each once: `men's t-shirt` has three. Accents
 * alone are none.
 */
export function wholeWords(value: string): string[] {
  const words = value
    .normalize('NFKC')
    .replace(SHOWS_NOTHING, '')
    .replace(POSSESSIVE, '')
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  return [...new Set(words)].filter((word) => letterCount(word) > 0);
}
