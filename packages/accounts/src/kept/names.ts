/** What two names that people give are compared by: case and ways of writing the same letter make no difference. */
export const nameKey = (name: string) => name.normalize('NFC').toLowerCase();

const ACCENTS = /[\u0300-\u036f]/g;
const PUNCTUATION = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * What two companies' names are compared by: case, accents, punctuation and spaces make no difference. Legal forms do, unlike
 * in a search: who keeps `Acme Ltd` may want to keep `Acme GmbH` as well. No longer than an index holds.
 */
export function companyKey(name: string): string {
  const folded = name.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  // A name of nothing but signs is compared as it stands.
  return folded.replace(PUNCTUATION, '') || folded;
}
