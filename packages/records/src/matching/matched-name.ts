import type { Sureness } from '@tidewaiter/contract';
import type { Difference } from './alike.js';

/** One name of a list, numbered by whoever asks. */
export interface ListedName {
  row: number;
  name: string;
  /** Where the company is, by the shortcode of a country. */
  country?: string | undefined;
  /** What its official number may be, of each scheme that it looks like: `RUC 20100047218`. */
  numbers?: readonly string[] | undefined;
}

/** A party that a name may be of. */
export interface MatchCandidate {
  /** Its key, in decimal digits; of parties that are one, the lead's. */
  key: string;
  /** As it is mostly written in the records that may be seen. */
  name: string;
  /** Records that may be seen, once for each part in which they name it. */
  records: number;
  /** By what it was found, or in what the names differ. */
  why: readonly Difference[];
  /** From 0 to 1. */
  score: number;
}

export interface MatchedName {
  row: number;
  sureness: Sureness;
  /** The likeliest first. */
  candidates: readonly MatchCandidate[];
}
