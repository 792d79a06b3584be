import type { OwnList, Sureness } from '@tidewaiter/contract';
import { formatCount } from '../../../format/numbers.js';

/** What the address calls all lists. */
export const ALL_LISTS = 'all';

/** What a list has come to, in words. */
export function stateOf({ state, received, rows, looked, entries, found }: OwnList): string {
  if (state === 'SENDING') return `${formatCount(received)} of ${formatCount(rows)} rows have come`;
  if (state === 'MATCHING') return `Being looked up: ${formatCount(looked)} of ${formatCount(entries)}`;
  if (state === 'FAILED') return 'It could not be looked for. Try again.';
  return `${formatCount(found)} of ${formatCount(rows)} rows found`;
}

/** What a file of a list calls what its rows stand for: read again, it is taken from there. */
export const CHOSEN_COLUMN = 'Found as';

/** How sure it is what a row means, in words. */
export const SAID: Readonly<Record<Sureness, string>> = {
  SURE: 'Sure',
  PROBABLE: 'Probable',
  AMBIGUOUS: 'Several',
  NONE: 'Not found',
};

/** The same of a row of a list, which may not have been looked for yet. */
export function surenessOf(sureness: Sureness | null, { state }: OwnList): string {
  if (sureness !== null) return SAID[sureness];
  return state === 'SENDING' || state === 'FAILED' ? 'Not looked for' : 'Looking…';
}
