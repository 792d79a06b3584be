import { createHash } from 'node:crypto';
import { partyNameKey } from '@tidewaiter/contract';

/** What two names that people give are compared by: case and ways of writing the same letter make no difference. */
export const nameKey = (name: string) => name.normalize('NFC').toLowerCase();

const ACCENTS = /[\u0300-\u036f]/g;
const PUNCTUATION = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * What a company's name is found by and put in order: case, accents, punctuation and spaces make no difference. No longer than an
 * index holds.
 */
export function companyKey(name: string): string {
  const folded = name.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  // A name of nothing but signs is compared as it stands.
  return folded.replace(PUNCTUATION, '') || folded;
}

/** What two companies are compared by: as the parties of records are (decision 0034); one of nothing but signs as it stands. */
export const contactKey = (name: string) =>
  createHash('sha256')
    .update(partyNameKey(name) || companyKey(name))
    .digest('hex');
