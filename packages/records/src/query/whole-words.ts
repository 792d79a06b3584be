import { wholeWords } from '@tidewaiter/contract';
import type { FoundTokens, TokenDictionary, TokenizedColumn } from '../cache/token-dictionary.js';
import type { Bindings } from '../engine/bindings.js';
import { descriptionText } from '../text/normalise.js';
import { plainWord } from '../text/plain-text.js';
import { standsAlone } from '../text/whole-words.js';
import { wordForms } from '../text/word-forms.js';
import { MOST_LETTERS } from './contained-words.js';

/** What is known of a word that is to stand in a description. */
interface AskedWord {
  word: string;
  /** Normalised, where that can be done here. */
  forms: readonly string[];
  isPlain: boolean;
  /** The tokens that say it all; undefined where they are to be looked for. */
  found: FoundTokens | undefined;
}

/** The words of a value, each with its forms. */
function askedWords(value: string, dictionary: TokenDictionary | undefined): AskedWord[] {
  return wholeWords(value).map((word) => {
    const plain = plainWord(word);
    if (plain === undefined) return { word, forms: [word], isPlain: false, found: undefined };
    const forms = wordForms(plain);
    return { word, forms, isPlain: true, found: dictionary?.tokensOf(forms) };
  });
}

function hasWord(column: TokenizedColumn, { word, forms, isPlain, found }: AskedWord, bindings: Bindings): string {
  if (found !== undefined && bindings.letters + found.tokens.join('').length <= MOST_LETTERS)
    return `hasAnyTokens(${column}, ${bindings.strings(found.tokens)})`;
  const bound = bindings.strings(forms);
  if (!isPlain) return standsAlone(column, word, `arrayMap(form -> ${descriptionText('form')}, ${bound})`);
  // What all forms begin with, for the index: it answers parts of words, and no pattern.
  return `(${column} LIKE ${bindings.string(`%${commonStart(forms)}%`)} AND ${standsAlone(column, word, bound)})`;
}

/** That each word of a value stands in a description by itself, in whatever number, wherever. */
export function hasWords(
  column: TokenizedColumn,
  value: string,
  dictionary: TokenDictionary | undefined,
  bindings: Bindings,
): string {
  const words = askedWords(value, dictionary);
  if (words.length === 0 || words.some(({ found }) => found?.tokens.length === 0)) return '0';
  return `(${words.map((word) => hasWord(column, word, bindings)).join(' AND ')})`;
}

/** How many records can have all words of a value at most; infinitely many where that is not known. */
export const mostWithWords = (value: string, dictionary: TokenDictionary | undefined) =>
  Math.min(...askedWords(value, dictionary).map(({ found }) => found?.records ?? Number.POSITIVE_INFINITY));

function commonStart([first = '', ...others]: readonly string[]): string {
  const differs = [...first].findIndex((letter, at) => others.some((other) => other[at] !== letter));
  return differs < 0 ? first : first.slice(0, differs);
}
