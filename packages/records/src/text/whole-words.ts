/**
 * What a word by itself is in a normalised text: no letter, digit or mark stands beside it. In scripts that put no space between words
 * every character may begin one, and end one.
 */
import { quote } from '../engine/engine.js';

const LETTER = '\\p{L}\\p{N}\\p{M}';
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];

/** What may stand before or behind a word, in the engine's spelling of patterns. */
const BESIDE = `[^${LETTER}]|[${SPACELESS.map((name) => `\\p{${name}}`).join('')}]`;

const spaceless = SPACELESS.map((name) => `\\p{Script=${name}}`).join('');
const STARTS_ANYWHERE = new RegExp(`^[${spaceless}]`, 'u');
const ENDS_ANYWHERE = new RegExp(`[${spaceless}]\\p{M}*$`, 'u');
const GOES_ON_BEHIND = new RegExp(`^(?![${spaceless}])[${LETTER}]`, 'u');
const GOES_ON_BEFORE = new RegExp(`(?![${spaceless}])[${LETTER}]$`, 'u');

/** Two code units hold any character. */
const CHARACTER = 2;

/**
 * Where a normalised word first stands by itself in a normalised text; below zero where it does not, as no empty one does. A pattern of
 * its own for each word would take 2 ms to make.
 */
export function placeAlone(text: string, word: string): number {
  const [anyStart, anyEnd] = [STARTS_ANYWHERE.test(word), ENDS_ANYWHERE.test(word)];
  for (let at = word === '' ? -1 : text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const begins = anyStart || !GOES_ON_BEFORE.test(text.slice(Math.max(0, at - CHARACTER), at));
    if (begins && (anyEnd || !GOES_ON_BEHIND.test(text.slice(end, end + CHARACTER)))) return at;
  }
  return -1;
}

/**
 * That a word stands by itself in a normalised column: {@link placeAlone} as SQL.
 *
 * @param word as it was typed
 * @param forms its forms, normalised, as an array in SQL; of a form of which nothing is left there is none
 */
export function standsAlone(column: string, word: string, forms: string): string {
  const before = STARTS_ANYWHERE.test(word) ? '' : `(?:^|${BESIDE})`;
  const behind = ENDS_ANYWHERE.test(word) ? '' : `(?:$|${BESIDE})`;
  // Quoted: what a letter becomes may be a sign. Nothing left becomes a capital letter, which no normalised text has.
  const each = `arrayStringConcat(arrayMap(form -> concat('\\\\Q', if(form = '', 'A', form), '\\\\E'), ${forms}), '|')`;
  return `match(${column}, concat(${quote(before)}, '(?:', ${each}, ')', ${quote(behind)}))`;
}
