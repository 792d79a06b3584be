/**
 * How text is brought to a form in which it can be compared. These are all forms, each held equal to the one before by the test beside it:
 *
 * - SQL over a value, which is the definition: this file, and for parties' keys `party-name-keys.ts`. The search compiler applies it to
 *   bound values.
 * - SQL over a whole column, several times as long and a fraction of the time for each row, by which loads store it:
 *   `normalise-columns.ts`.
 * - JavaScript over plain ASCII, where engine and process cannot differ by their editions of Unicode: `plain-text.ts`;
 *   the hash of a key is `sip-hash.ts`.
 * - JavaScript character by character, of what the engine is asked once: `character-folding.ts`.
 * - Parties' names, whose rewritings are data of the contract (`contract/src/rules/party-names.ts`), which the browser and the accounts
 *   apply too: as SQL in `party-name-keys.ts`.
 *
 * `normalise.engine.test.ts` holds all of them against each other.
 *
 * A cousin of them is `accounts/src/saved/names.ts`, by which names that people give are found and put in order: no record is compared by it.
 */
import { DOUBLE_LETTERS, STROKED_LETTERS } from '@tidewaiter/contract';
import { quote } from '../engine/engine.js';

/** Ignores case and accents. Letters that no decomposition reaches (ł, ø, đ …) are spelt out. */
export function foldLetters(text: string): string {
  const decomposed = `removeDiacriticsUTF8(normalizeUTF8NFKCCasefold(${text}))`;
  const letters = `translateUTF8(${decomposed}, ${quote(STROKED_LETTERS.from)}, ${quote(STROKED_LETTERS.to)})`;
  return Object.entries(DOUBLE_LETTERS).reduce(
    (text, [letter, two]) => `replaceAll(${text}, ${quote(letter)}, ${quote(two)})`,
    letters,
  );
}

export function fold(text: string): string {
  // Most customs text is plain ASCII, where lower-casing is all there is to do.
  return `if(isValidASCII(${text}), lower(${text}), ${foldLetters(text)})`;
}

function squeeze(text: string): string {
  return `trim(replaceRegexpAll(${text}, '\\\\s+', ' '))`;
}

/** Normalised text of a description: case, accents and runs of white space ignored; punctuation stays. */
export function descriptionText(text: string): string {
  return squeeze(fold(text));
}

/** Normalised text of a party's name: as a description's, and punctuation ignored (`Ha-Meem` is `hameem`). */
export function partyText(text: string): string {
  const joined = `replaceRegexpAll(${fold(text)}, '[-.\\'’\`]+', '')`;
  return squeeze(`replaceRegexpAll(${joined}, '[^\\\\pL\\\\pN]+', ' ')`);
}
