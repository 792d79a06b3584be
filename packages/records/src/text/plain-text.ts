import { SPELT_OUT } from '@tidewaiter/contract';

/** What `normalise.ts` makes of plain ASCII, without the engine. */

/** Whether a text has the same letters to the engine as here: of others the two may have tables of two editions of Unicode. */
export const isPlain = (text: string) => /^[ -~]*$/.test(text);

const squeezed = (text: string) => text.replace(/ +/g, ' ').trim();

/** Normalised text of a plain description. */
export const plainDescriptionText = (text: string) => squeezed(text.toLowerCase());

/** Normalised text of a party's plain name. */
export const plainPartyText = (text: string) =>
  squeezed(
    text
      .toLowerCase()
      .replace(/[-.'`]+/g, '')
      .replace(/[^a-z0-9]+/g, ' '),
  );

/** Accents, as a letter falls apart into its own and them. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Normalised text of a word of Latin letters, with accents or without; undefined where only the engine can tell it. What a letter falls
 * apart into is the same in every edition of Unicode.
 */
export function plainWord(word: string): string | undefined {
  const bare = word.normalize('NFD').replace(ACCENTS, '').toLowerCase();
  const spelt = isPlain(bare) ? bare : [...bare].map((letter) => SPELT_OUT.get(letter) ?? letter).join('');
  return isPlain(spelt) ? spelt : undefined;
}
