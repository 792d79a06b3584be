/** Words of the vocabulary that are written otherwise: in the plural, without gaps, cut off, or one letter wrong. */
import { CURRENCY_CODES, findCurrencies } from './currency-words.js';
import { type Concept, VOCABULARY } from './vocabulary.js';

/** Two letters that may be a part of words written without gaps. */
const SHORT_PARTS = new Set(['hs', 'id', 'no', 'cd', 'en', 'kg', 'of', 'de', 'bl', 'qt', 'in']);

/** Shortest beginning of a word that stands for it where a name was cut off. */
const CUT_OFF = 5;

const WORDS = [...VOCABULARY.keys()];

const BY_BEGINNING = new Map<string, string[]>();
for (const word of WORDS) {
  const beginning = word.slice(0, CUT_OFF);
  BY_BEGINNING.set(beginning, [...(BY_BEGINNING.get(beginning) ?? []), word]);
}

const WORDS_BY_LENGTH = Array.from({ length: 32 }, (_, length) => WORDS.filter((word) => word.length === length));

export function known(word: string): Concept | undefined {
  // The code or the name of a currency is no other word's plural: `uzs`, and `pesos`, which are no weights.
  if (CURRENCY_CODES.has(word) || findCurrencies(word) !== undefined) return VOCABULARY.get(word);
  return VOCABULARY.get(word) ?? (word.endsWith('s') ? VOCABULARY.get(word.slice(0, -1)) : undefined);
}

/** Words that were written without gaps, `totalvalueusd`, in as few parts as can be; the last may be cut off. */
export function split(word: string): string[] | undefined {
  const best: ({ parts: string[]; cost: number } | undefined)[] = [{ parts: [], cost: 0 }];
  for (let end = 2; end <= word.length; end += 1) {
    for (let start = Math.max(0, end - 16); start <= end - 2; start += 1) {
      const before = best[start];
      if (before === undefined) continue;
      const part = word.slice(start, end);
      const cost = partCost(part, end === word.length);
      const total = before.cost + cost;
      if (total < (best[end]?.cost ?? Number.POSITIVE_INFINITY))
        best[end] = { parts: [...before.parts, part], cost: total };
    }
  }
  const whole = best[word.length];
  return whole && whole.parts.length > 1 ? whole.parts : undefined;
}

function partCost(part: string, last: boolean): number {
  if (part.length === 2) return SHORT_PARTS.has(part) ? 1.5 : Number.POSITIVE_INFINITY;
  if (VOCABULARY.has(part)) return part.length === 3 ? 1.2 : 1;
  if (CURRENCY_CODES.has(part)) return 1.6;
  if (last && completed(part) !== undefined) return 2;
  return Number.POSITIVE_INFINITY;
}

/** The word that a cut-off one begins. */
export function completed(part: string): string | undefined {
  if (part.length < CUT_OFF) return undefined;
  const begun = BY_BEGINNING.get(part.slice(0, CUT_OFF));
  return begun?.find((word) => word.length > part.length && word.startsWith(part));
}

/** True when one letter more, less, other or swapped makes one word of the other. */
function nearly(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

/** The word that a misspelt one means: one letter off, in words long enough for that to tell. */
export function respelt(word: string): Concept | undefined {
  if (word.length < 6) return undefined;
  for (const length of [word.length, word.length - 1, word.length + 1]) {
    const nearest = WORDS_BY_LENGTH[length]?.find((candidate) => candidate.length >= 6 && nearly(word, candidate));
    if (nearest !== undefined) return VOCABULARY.get(nearest);
  }
  return undefined;
}

/** A part of several words as the word that it begins, where it is none itself. */
export const completedOrSame = (part: string) => (known(part) === undefined ? (completed(part) ?? part) : part);
