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
