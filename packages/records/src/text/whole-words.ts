/**
 * What a word by itself is in a normalised text: no letter, digit or mark stands beside it. In scripts that put no space between words
 * every character may begin one, and end one.
 */
import { quote } from '../engine/engine.js';

const LETTER = '\\p{L}\\p{N}\\p{M}';
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];

/** What may stand before or behind a word, as classes of a pattern, in the spelling of the engine and of this process. */
const besides = (script: (name: string) => string) => `[^${LETTER}]|[${SPACELESS.map(script).join('')}]`;
const IN_ENGINE = besides((name) => `\\p{${name}}`);
const HERE = besides((name) => `\\p{Script=${name}}`);

const spaceless = (name: string) => `\\p{Script=${name}}`;
const STARTS_ANYWHERE = new RegExp(`^[${SPACELESS.map(spaceless).join('')}]`, 'u');
const ENDS_ANYWHERE = new RegExp(`[${SPACELESS.map(spaceless).join('')}]\\p{M}*$`, 'u');

/**
 * Finds one of some words, normalised, by itself in a normalised text.
 *
 * @param forms of letters and digits alone
 */
export function wordPattern(forms: readonly string[]): RegExp {
  const each = forms.map((form) => {
    const before = STARTS_ANYWHERE.test(form) ? '' : `(?<=^|${HERE})`;
    return `${before}${form}${ENDS_ANYWHERE.test(form) ? '' : `(?=$|${HERE})`}`;
  });
  return new RegExp(each.join('|'), 'u');
}

/**
 * That a word stands by itself in a normalised column: the pattern of {@link wordPattern} as SQL.
 *
 * @param word as it was typed
 * @param forms its forms, normalised, as an array in SQL; of a form of which nothing is left there is none
 */
export function standsAlone(column: string, word: string, forms: string): string {
  const before = STARTS_ANYWHERE.test(word) ? '' : `(?:^|${IN_ENGINE})`;
  const behind = ENDS_ANYWHERE.test(word) ? '' : `(?:$|${IN_ENGINE})`;
  // Quoted: what a letter becomes may be a sign. Nothing left becomes a capital letter, which no normalised text has.
  const each = `arrayStringConcat(arrayMap(form -> concat('\\\\Q', if(form = '', 'A', form), '\\\\E'), ${forms}), '|')`;
  return `match(${column}, concat(${quote(before)}, '(?:', ${each}, ')', ${quote(behind)}))`;
}
